import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Class files with CONSTANT_Dynamic, written byte by byte: loaded by ldc and ldc2_w, nested, as static arguments, failing and recursive ones. */
public class DynConstants {
    static int calls;

    public static Object object(MethodHandles.Lookup lookup, String name, Class<?> type, Object... arguments) {
        calls++;
        System.out.println("  bootstrap " + name + " " + type.getName() + " " + Arrays.deepToString(arguments));
        return switch (name) {
            case "list" -> new ArrayList<>(Arrays.asList(arguments));
            case "number" -> arguments.length == 0 ? (Object) 42 : arguments[0];
            case "big" -> 1L << 40;
            case "real" -> Math.PI;
            case "float" -> 1.5f;
            case "yes" -> true;
            case "letter" -> 'q';
            case "nothing" -> null;
            case "fails" -> throw new IllegalStateException("no constant");
            case "error" -> throw new AssertionError("an error");
            default -> "made:" + name + ":" + lookup.lookupClass().getSimpleName();
        };
    }

    public static CallSite site(MethodHandles.Lookup lookup, String name, MethodType type, Object... arguments) {
        System.out.println("  site " + name + " " + type + " " + Arrays.asList(arguments));
        return new ConstantCallSite(MethodHandles.constant(type.returnType(), name + arguments[0]).asType(type));
    }

    /** A constant pool under construction, and the methods and bootstrap methods that use it. */
    static class Writer {
        final ByteArrayOutputStream pool = new ByteArrayOutputStream();
        final List<byte[]> methods = new ArrayList<>();
        final List<int[]> bootstraps = new ArrayList<>();
        int count = 1;

        int entry(int tag, Object... parts) throws IOException {
            DataOutputStream out = new DataOutputStream(pool);
            out.writeByte(tag);
            for (Object part : parts) {
                if (part instanceof String s) {
                    out.writeUTF(s);
                } else if (part instanceof Integer i) {
                    out.writeShort(i);
                } else if (part instanceof Byte b) {
                    out.writeByte(b);
                }
            }
            return count++;
        }

        int utf(String s) throws IOException {
            return entry(1, s);
        }

        int type(String name) throws IOException {
            return entry(7, utf(name));
        }

        int string(String s) throws IOException {
            return entry(8, utf(s));
        }

        int member(int tag, String owner, String name, String descriptor) throws IOException {
            return entry(tag, type(owner), entry(12, utf(name), utf(descriptor)));
        }

        int handle(int kind, int member) throws IOException {
            return entry(15, (byte) kind, member);
        }

        int dynamic(int tag, String name, String descriptor, int... bootstrap) throws IOException {
            bootstraps.add(bootstrap);
            return entry(tag, bootstraps.size() - 1, entry(12, utf(name), utf(descriptor)));
        }

        void method(String name, String descriptor, int... code) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeShort(9);
            out.writeShort(utf(name));
            out.writeShort(utf(descriptor));
            out.writeShort(1);
            out.writeShort(utf("Code"));
            out.writeInt(12 + code.length);
            out.writeShort(4);
            out.writeShort(2);
            out.writeInt(code.length);
            for (int b : code) {
                out.writeByte(b);
            }
            out.writeShort(0);
            out.writeShort(0);
            methods.add(bytes.toByteArray());
        }

        byte[] finish(String name) throws IOException {
            int self = type(name), parent = type("java/lang/Object"), attribute = utf("BootstrapMethods");
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(0xCAFEBABE);
            out.writeInt(61);
            out.writeShort(count);
            out.write(pool.toByteArray());
            for (int v : new int[] {0x21, self, parent, 0, 0, methods.size()}) {
                out.writeShort(v);
            }
            for (byte[] method : methods) {
                out.write(method);
            }
            out.writeShort(1);
            out.writeShort(attribute);
            int length = 2;
            for (int[] b : bootstraps) {
                length += 2 + 2 * b.length;
            }
            out.writeInt(length);
            out.writeShort(bootstraps.size());
            for (int[] b : bootstraps) {
                out.writeShort(b[0]);
                out.writeShort(b.length - 1);
                for (int i = 1; i < b.length; i++) {
                    out.writeShort(b[i]);
                }
            }
            return bytes.toByteArray();
        }
    }

    static void loader(Writer w, String method, String descriptor, int constant) throws IOException {
        String type = descriptor.substring(descriptor.indexOf(')') + 1);
        int ldc = type.equals("J") || type.equals("D") ? 0x14 : 0x13;
        int end = switch (type) {
            case "J" -> 0xad;
            case "D" -> 0xaf;
            case "F" -> 0xae;
            case "I", "Z", "C", "B", "S" -> 0xac;
            default -> 0xb0;
        };
        w.method(method, descriptor, ldc, constant >> 8, constant & 255, end);
    }

    public static void main(String[] args) throws Throwable {
        Writer w = new Writer();
        String bsm = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;[Ljava/lang/Object;)Ljava/lang/Object;";
        int object = w.handle(6, w.member(10, "DynConstants", "object", bsm));
        int site = w.handle(6, w.member(10, "DynConstants", "site", bsm.replace("Class;", "invoke/MethodType;").replace(")Ljava/lang/Object;", ")Ljava/lang/invoke/CallSite;")));
        String cb = "java/lang/invoke/ConstantBootstraps";
        int nullBsm = w.handle(6, w.member(10, cb, "nullConstant", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;"));
        int primitive = w.handle(6, w.member(10, cb, "primitiveClass", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Class;"));
        int invoke = w.handle(6, w.member(10, cb, "invoke", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)Ljava/lang/Object;"));
        int enumBsm = w.handle(6, w.member(10, cb, "enumConstant", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Enum;"));
        int staticBsm = w.handle(6, w.member(10, cb, "getStaticFinal", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;"));
        int valueOf = w.handle(6, w.member(10, "java/lang/String", "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;"));
        String o = "Ljava/lang/Object;";
        int inner = w.dynamic(17, "inner", o, object);
        int list = w.dynamic(17, "list", "Ljava/util/List;", object, inner, w.string("s"), w.type("[I"), w.entry(16, w.utf("(I)V")));
        loader(w, "list", "()Ljava/util/List;", list);
        loader(w, "nested", "()" + o, w.dynamic(17, "list", o, object, list, inner));
        loader(w, "number", "()I", w.dynamic(17, "number", "I", object));
        loader(w, "big", "()J", w.dynamic(17, "big", "J", object));
        loader(w, "real", "()D", w.dynamic(17, "real", "D", object));
        loader(w, "floating", "()F", w.dynamic(17, "float", "F", object));
        loader(w, "yes", "()Z", w.dynamic(17, "yes", "Z", object));
        loader(w, "letter", "()C", w.dynamic(17, "letter", "C", object));
        loader(w, "nothing", "()" + o, w.dynamic(17, "nothing", o, object));
        loader(w, "fails", "()" + o, w.dynamic(17, "fails", o, object));
        loader(w, "error", "()" + o, w.dynamic(17, "error", o, object));
        loader(w, "mismatch", "()Ljava/lang/Integer;", w.dynamic(17, "other", "Ljava/lang/Integer;", object));
        loader(w, "nullInt", "()I", w.dynamic(17, "nothing", "I", object));
        loader(w, "null2", "()" + o, w.dynamic(17, "x", o, nullBsm));
        loader(w, "intClass", "()Ljava/lang/Class;", w.dynamic(17, "I", "Ljava/lang/Class;", primitive));
        loader(w, "badClass", "()Ljava/lang/Class;", w.dynamic(17, "Q", "Ljava/lang/Class;", primitive));
        loader(w, "invoked", "()Ljava/lang/String;", w.dynamic(17, "i", "Ljava/lang/String;", invoke, valueOf, inner));
        loader(w, "day", "()Ljava/time/DayOfWeek;", w.dynamic(17, "FRIDAY", "Ljava/time/DayOfWeek;", enumBsm));
        loader(w, "noday", "()Ljava/time/DayOfWeek;", w.dynamic(17, "NODAY", "Ljava/time/DayOfWeek;", enumBsm));
        loader(w, "max", "()I", w.dynamic(17, "MAX_VALUE", "I", staticBsm));
        loader(w, "inf", "()Ljava/math/BigInteger;", w.dynamic(17, "TEN", "Ljava/math/BigInteger;", staticBsm));
        int indy = w.dynamic(18, "site", "()Ljava/lang/String;", site, inner);
        w.method("indy", "()Ljava/lang/String;", 0xba, indy >> 8, indy & 255, 0, 0, 0xb0);
        int badIndy = w.dynamic(18, "site", "()Ljava/lang/String;", site, w.dynamic(17, "fails", o, object));
        w.method("badIndy", "()Ljava/lang/String;", 0xba, badIndy >> 8, badIndy & 255, 0, 0, 0xb0);
        Class<?> made = MethodHandles.lookup().defineClass(w.finish("DynMade"));
        for (var name : List.of("list", "nested", "number", "big", "real", "floating", "yes", "letter", "nothing", "fails", "error", "mismatch", "nullInt",
                "null2", "intClass", "badClass", "invoked", "day", "noday", "max", "inf", "indy", "badIndy")) {
            for (int round = 0; round < 2; round++) {
                try {
                    Object result = made.getMethod(name).invoke(null);
                    System.out.println(name + " = " + result);
                } catch (InvocationTargetException e) {
                    System.out.print(name + " threw");
                    for (Throwable t = e.getCause(); t != null; t = t.getCause()) {
                        System.out.print(" <" + (t instanceof NullPointerException ? "a null pointer" : t) + ">");
                    }
                    System.out.println();
                }
            }
        }
        Object same = made.getMethod("list").invoke(null);
        System.out.println((same == made.getMethod("list").invoke(null)) + " " + calls);
        MethodHandle handle = MethodHandles.lookup().findStatic(made, "big", MethodType.methodType(long.class));
        System.out.println((long) handle.invokeExact() + " " + ConstantBootstraps.explicitCast(MethodHandles.lookup(), "_", int.class, 'a'));
    }
}
