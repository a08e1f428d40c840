import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Generic signatures read by reflection, super type tokens, and a resolver of type variables. */
public class ReflectGenerics {
    abstract static class Token<T> {
        final Type type = ((ParameterizedType) getClass().getGenericSuperclass()).getActualTypeArguments()[0];
    }

    static class Repository<K extends Comparable<K>, V> {
        Map<K, List<? extends V>> items;
        V[] array;
        List<String>[][] grid;
        K key;
        Map.Entry<? super K, ?> entry;
        int plain;

        <A extends Number & Runnable, B extends A> Map<A, ? super B> method(List<? extends A> a, B[] b, K k, Class<?> c) throws RuntimeException {
            return null;
        }

        <X extends Exception> void thrower() throws X {
        }

        class Inner<Z> {
            Z z;
            Repository<K, V>.Inner<String> self;
        }
    }

    static class Users extends Repository<String, Map<Integer, long[]>> implements Function<String, List<Integer>> {
        @Override
        public List<Integer> apply(String s) {
            return null;
        }
    }

    record Generic<T extends CharSequence>(T value, List<T> list) {}

    static String describe(Type t) {
        if (t instanceof Class<?> c) {
            return "class " + c.getSimpleName();
        } else if (t instanceof ParameterizedType p) {
            List<String> args = new ArrayList<>();
            for (Type a : p.getActualTypeArguments()) {
                args.add(describe(a));
            }
            return "parameterized " + ((Class<?>) p.getRawType()).getSimpleName() + args + (p.getOwnerType() == null ? "" : " of " + describe(p.getOwnerType()));
        } else if (t instanceof TypeVariable<?> v) {
            return "variable " + v.getName() + " of " + (v.getGenericDeclaration() instanceof Class<?> c ? c.getSimpleName() : ((Method) v.getGenericDeclaration()).getName());
        } else if (t instanceof WildcardType w) {
            return "wildcard " + Arrays.stream(w.getUpperBounds()).map(ReflectGenerics::describe).toList() + Arrays.stream(w.getLowerBounds()).map(ReflectGenerics::describe).toList();
        } else if (t instanceof GenericArrayType g) {
            return "array of " + describe(g.getGenericComponentType());
        }
        return "?";
    }

    static Type resolve(Type t, Map<TypeVariable<?>, Type> bindings) {
        return t instanceof TypeVariable<?> v && bindings.containsKey(v) ? bindings.get(v) : t;
    }

    public static void main(String[] args) throws Exception {
        for (TypeVariable<?> v : Repository.class.getTypeParameters()) {
            System.out.println(v + " bounds " + Arrays.toString(v.getBounds()));
        }
        Field[] fields = Repository.class.getDeclaredFields();
        Arrays.sort(fields, Comparator.comparing(Field::getName));
        for (Field f : fields) {
            System.out.println(f.getName() + " : " + f.getGenericType() + " | " + describe(f.getGenericType()) + " | raw " + f.getType().getSimpleName() + " | " + f.toGenericString());
        }
        Method[] methods = Repository.class.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method m : methods) {
            System.out.println(m.toGenericString());
            System.out.println("  returns " + describe(m.getGenericReturnType()));
            for (Type p : m.getGenericParameterTypes()) {
                System.out.println("  takes " + describe(p));
            }
            for (TypeVariable<Method> v : m.getTypeParameters()) {
                System.out.println("  variable " + v + " " + Arrays.toString(v.getBounds()));
            }
            System.out.println("  throws " + Arrays.toString(m.getGenericExceptionTypes()) + Arrays.toString(m.getExceptionTypes()));
        }
        System.out.println(Users.class.getGenericSuperclass() + " " + Arrays.toString(Users.class.getGenericInterfaces()));
        ParameterizedType parent = (ParameterizedType) Users.class.getGenericSuperclass();
        Map<TypeVariable<?>, Type> bindings = new HashMap<>();
        for (int i = 0; i < 2; i++) {
            bindings.put(Repository.class.getTypeParameters()[i], parent.getActualTypeArguments()[i]);
        }
        System.out.println(resolve(Repository.class.getDeclaredField("key").getGenericType(), bindings) + " " + resolve(((GenericArrayType) Repository.class.getDeclaredField("array").getGenericType()).getGenericComponentType(), bindings));
        System.out.println(new Token<List<String>>() { }.type + " " + new Token<Map<String, ? extends Number[]>>() { }.type + " " + new Token<int[]>() { }.type + " " + new Token<List<String>>() { }.type.equals(new Token<List<String>>() { }.type));
        System.out.println(Repository.Inner.class.getDeclaredField("self").getGenericType() + " " + describe(Repository.Inner.class.getDeclaredField("self").getGenericType()));
        System.out.println(Generic.class.getRecordComponents()[1].getGenericType() + " " + Generic.class.getRecordComponents()[0].getGenericSignature() + " " + Generic.class.toGenericString());
        System.out.println(List.class.getTypeParameters()[0] + " " + Map.class.toGenericString() + " " + Enum.class.toGenericString() + " " + Arrays.toString(Enum.class.getGenericInterfaces()));
        AnnotatedType annotated = Users.class.getAnnotatedSuperclass();
        System.out.println(annotated.getType() + " " + annotated.getAnnotations().length);
        System.out.println(Object.class.getGenericSuperclass() + " " + int.class.getGenericSuperclass() + " " + Runnable.class.getGenericInterfaces().length + " " + String[].class.getGenericSuperclass() + " " + ArrayList.class.getGenericSuperclass());
    }
}
