import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Calls native methods with garbage. The arguments are a seed; a file whose lines are "class name descriptor kind";
 * the line to begin with and the round; and the number of rounds. Before each call its line and round are written to
 * stdout, and afterwards what came of it, so that whoever reads it knows which call has ended the process.
 *
 * <p>What an argument is depends on seed, line and round alone. The first rounds are of one kind throughout; of the rest,
 * which are mixed, the last quarter of 8 or more also forges: references to objects of other classes, and to no object.
 */
public class NativeGarbage {
    static final sun.misc.Unsafe UNSAFE;
    static final MethodHandles.Lookup TRUSTED;
    /** Not System.out: natives may do anything to that. */
    static final OutputStream OUT = new FileOutputStream(java.io.FileDescriptor.out);

    static {
        try {
            Field unsafe = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            unsafe.setAccessible(true);
            UNSAFE = (sun.misc.Unsafe) unsafe.get(null);
            Field lookup = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
            TRUSTED = (MethodHandles.Lookup) UNSAFE.getObject(UNSAFE.staticFieldBase(lookup), UNSAFE.staticFieldOffset(lookup));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static final int ZERO = 0, NEGATIVE = 1, HUGE = 2, MIXED = 3;

    static void say(String text) {
        try {
            OUT.write(text.getBytes());
        } catch (IOException closed) {
            Runtime.getRuntime().halt(0); // a native has closed the file: go on in another process
        }
    }

    public static void main(String[] arguments) throws Throwable {
        long seed = Long.parseLong(arguments[0]);
        List<String> lines = Files.readAllLines(Path.of(arguments[1]));
        int firstRound = Integer.parseInt(arguments[3]), rounds = Integer.parseInt(arguments[4]);
        for (int line = Integer.parseInt(arguments[2]); line < lines.size(); line++, firstRound = 0) {
            String[] words = lines.get(line).split(" ");
            for (int round = firstRound; round < rounds; round++) {
                say(line + " " + round + " ");
                say(call(words, round, rounds, new Random(seed * 1_000_003 + line * 1009L + round)) + "\n");
            }
        }
        say("end\n");
        Runtime.getRuntime().halt(0);
    }

    static boolean forges(int round, int rounds) {
        return rounds >= 8 && round >= rounds - rounds / 4;
    }

    static String call(String[] words, int round, int rounds, Random random) {
        Object[] values;
        MethodHandle handle;
        try {
            Class<?> type = Class.forName(words[0].replace('/', '.'), false, ClassLoader.getSystemClassLoader());
            MethodType signature = MethodType.fromMethodDescriptorString(words[2], type.getClassLoader());
            boolean isStatic = words[3].startsWith("static");
            handle = isStatic ? TRUSTED.findStatic(type, words[1], signature) : TRUSTED.findSpecial(type, words[1], signature, type);
            Class<?>[] types = handle.type().parameterArray();
            values = new Object[types.length];
            int kind = Math.min(round, MIXED);
            boolean forge = forges(round, rounds);
            for (int i = 0; i < types.length; i++) {
                boolean receiver = i == 0 && !isStatic;
                if (types[i].isPrimitive()) {
                    values[i] = number(types[i], kind, random);
                } else if (forge && random.nextInt(3) == 0) {
                    handle = forged(handle, i, types[i], random);
                    values[i] = null;
                } else {
                    values[i] = object(types[i], kind, random, 0);
                    if (receiver && values[i] == null) {
                        values[i] = object(types[i], NEGATIVE, random, 0);
                    }
                }
            }
            if (words[3].endsWith(",addresses")) {
                for (int i = 1; i < types.length; i++) {
                    values[i] = types[i] == Object.class ? null : values[i];
                }
            }
        } catch (Throwable unable) {
            return "unable " + unable;
        }
        try {
            handle.invokeWithArguments(values);
            return "returned";
        } catch (Throwable thrown) {
            return "threw " + thrown.getClass().getName();
        } finally {
            Thread.interrupted();
        }
    }

    static Object number(Class<?> type, int kind, Random random) {
        long[] odd = {0, 1, -1, 2, 3, 7, 8, 31, 64, 255, 256, 4096, 65535, 65536, Short.MIN_VALUE, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 7,
            1L << 31, 1L << 32, (1L << 32) + 1, -(1L << 32), Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 7, random.nextInt(100), random.nextInt(), random.nextLong()};
        long value = switch (kind) {
            case ZERO -> 0;
            case NEGATIVE -> -1;
            case HUGE -> Long.MAX_VALUE;
            default -> odd[random.nextInt(odd.length)];
        };
        if (type == boolean.class) {
            return (value & 1) != 0;
        } else if (type == byte.class) {
            return (byte) value;
        } else if (type == short.class) {
            return (short) value;
        } else if (type == char.class) {
            return (char) value;
        } else if (type == int.class) {
            return kind == HUGE ? Integer.MAX_VALUE : (int) value;
        } else if (type == long.class) {
            return value;
        } else if (type == float.class) {
            return kind == HUGE ? Float.NaN : (float) value;
        }
        return kind == HUGE ? Double.NaN : (double) value;
    }

    static final String[] TEXTS = {"", "x", "/", ".", "..", "a/../b", "\0", "[[[I", "Ljava/lang/Object;", "java/lang/Object", "java.lang.String", "(", "()V", "(I[J)V", "é\ud800", "-1", "a".repeat(70_000)};
    static final Object[] OBJECTS = {"text", 1, 'c', 2.0, new int[3], new Object[2], new String[1], new byte[0], Object.class, int.class, void.class, int[].class, Runnable.class,
        new Object(), Thread.currentThread(), ClassLoader.getSystemClassLoader(), Object.class.getModule(), new Throwable(), new ArrayList<>(), new File("x")};
    static final Class<?>[] CLASSES = {Object.class, int.class, void.class, int[].class, Object[][].class, Runnable.class, Enum.class, Thread.State.class, String.class, Class.class, Override.class, NativeGarbage.class, Number.class};

    /** An object of the type, or null. */
    static Object object(Class<?> type, int kind, Random random, int depth) throws Throwable {
        if (kind == ZERO || kind == MIXED && random.nextInt(4) == 0) {
            return null;
        }
        if (type == String.class) {
            return kind == NEGATIVE ? "" : TEXTS[random.nextInt(TEXTS.length)];
        }
        if (type == Class.class) {
            return CLASSES[random.nextInt(CLASSES.length)];
        }
        if (type.isArray()) {
            Class<?> component = type.getComponentType();
            Object array = Array.newInstance(component, kind == NEGATIVE ? 0 : new int[] {0, 1, 2, 5, 300}[random.nextInt(5)]);
            for (int i = 0; i < Array.getLength(array) && i < 8 && depth < 2; i++) {
                Array.set(array, i, component.isPrimitive() ? number(component, kind, random) : object(component, kind, random, depth + 1));
            }
            return array;
        }
        List<Object> fitting = new ArrayList<>();
        for (Object o : OBJECTS) {
            if (type.isInstance(o)) {
                fitting.add(o);
            }
        }
        if (!fitting.isEmpty() && (type == Object.class || type.isInterface() || random.nextBoolean())) {
            return fitting.get(random.nextInt(fitting.size()));
        }
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            return null;
        }
        Object raw = UNSAFE.allocateInstance(type);
        if (kind >= HUGE && depth < 2 && random.nextBoolean()) {
            scramble(raw, kind, random, depth);
        }
        return raw;
    }

    /** Writes garbage of the right types into the fields of an object. */
    static void scramble(Object raw, int kind, Random random, int depth) throws Throwable {
        for (Class<?> c = raw.getClass(); c != null; c = c.getSuperclass()) {
            for (Field field : fields(c)) {
                if (Modifier.isStatic(field.getModifiers())) {
                    continue;
                }
                Object value = field.getType().isPrimitive() ? number(field.getType(), kind, random) : object(field.getType(), kind, random, depth + 1);
                long offset = (long) OFFSET.invoke(INTERNAL, c, field.getName());
                Class<?> t = field.getType();
                if (t == boolean.class) {
                    UNSAFE.putBoolean(raw, offset, (boolean) value);
                } else if (t == byte.class) {
                    UNSAFE.putByte(raw, offset, (byte) value);
                } else if (t == short.class) {
                    UNSAFE.putShort(raw, offset, (short) value);
                } else if (t == char.class) {
                    UNSAFE.putChar(raw, offset, (char) value);
                } else if (t == int.class) {
                    UNSAFE.putInt(raw, offset, (int) value);
                } else if (t == long.class) {
                    UNSAFE.putLong(raw, offset, (long) value);
                } else if (t == float.class) {
                    UNSAFE.putFloat(raw, offset, (float) value);
                } else if (t == double.class) {
                    UNSAFE.putDouble(raw, offset, (double) value);
                } else {
                    UNSAFE.putObject(raw, offset, value);
                }
            }
        }
    }

    static final MethodHandle OFFSET, FIELDS;
    static final Object INTERNAL;

    static {
        try {
            Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
            INTERNAL = TRUSTED.findStatic(unsafe, "getUnsafe", MethodType.methodType(unsafe)).invoke();
            OFFSET = TRUSTED.findVirtual(unsafe, "objectFieldOffset", MethodType.methodType(long.class, Class.class, String.class));
            FIELDS = TRUSTED.findVirtual(Class.class, "getDeclaredFields0", MethodType.methodType(Field[].class, boolean.class));
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The fields of a class, those that reflection hides included. */
    static Field[] fields(Class<?> c) throws Throwable {
        return (Field[]) FIELDS.invoke(c, false);
    }

    /**
     * The handle with another reference for an argument than its type allows: it is read from an array of that type into
     * which it was written past all checks.
     */
    static MethodHandle forged(MethodHandle handle, int at, Class<?> type, Random random) {
        Object[] array = (Object[]) Array.newInstance(type, 1);
        long first = UNSAFE.arrayBaseOffset(array.getClass());
        if (random.nextBoolean()) {
            UNSAFE.putObject(array, first, OBJECTS[random.nextInt(OBJECTS.length)]);
        } else {
            int[] addresses = {1, 8, 4096, 32760, 32768, 65536, 70001, 1 << 20, 256 << 20, 768 << 20, -1, -8, Integer.MAX_VALUE, Integer.MIN_VALUE, random.nextInt(), (2048 << 20) + 8 * random.nextInt(1 << 20)};
            UNSAFE.putInt(array, first, addresses[random.nextInt(addresses.length)]);
        }
        MethodHandle getter = MethodHandles.insertArguments(MethodHandles.arrayElementGetter(array.getClass()), 0, array, 0);
        // The argument's value is ignored in favour of the forged one.
        return MethodHandles.filterArguments(handle, at, MethodHandles.dropArguments(getter, 0, type));
    }
}
