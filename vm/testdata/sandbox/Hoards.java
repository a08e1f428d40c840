import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Programs that want the machine's memory without filling their heap; the argument chooses one. */
public class Hoards {
    static final sun.misc.Unsafe UNSAFE;
    static final MethodHandles.Lookup TRUSTED;
    static final List<Object> kept = new ArrayList<>();

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

    /** A class file whose constant pool has so many bytes of text, and as many fields as that allows. */
    static byte[] classFile(String name, String superclass, int text, boolean damaged) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeInt(52);
        int entries = text / 10_000;
        out.writeShort(5 + entries);
        out.writeByte(1);
        out.writeUTF(name);
        out.writeByte(7);
        out.writeShort(1);
        out.writeByte(1);
        out.writeUTF(superclass);
        out.writeByte(7);
        out.writeShort(3);
        for (int i = 0; i < entries; i++) {
            out.writeByte(1);
            out.writeUTF((name + i + "x".repeat(10_000)).substring(0, 9_000));
        }
        out.writeShort(0x21);
        out.writeShort(2);
        out.writeShort(4);
        out.writeShort(0);
        out.writeShort(0);
        out.writeShort(0);
        out.writeShort(damaged ? 7 : 0);
        return bytes.toByteArray();
    }

    static int descend(int n) {
        return n == 0 ? 0 : 1 + descend(n - 1);
    }

    static MethodHandle trusted(String type, String name, String descriptor) throws Throwable {
        Class<?> c = Class.forName(type);
        MethodType signature = MethodType.fromMethodDescriptorString(descriptor, null);
        try {
            return TRUSTED.findStatic(c, name, signature);
        } catch (IllegalAccessException notStatic) {
            return TRUSTED.findSpecial(c, name, signature, c);
        }
    }

    static class Own extends ClassLoader {
        Class<?> define(byte[] file) {
            return defineClass(null, file, 0, file.length);
        }
    }

    public static void main(String[] arguments) throws Throwable {
        int n = 0;
        System.out.println(new OutOfMemoryError("so far not")); // loads what saying so needs
        try {
            switch (arguments[0]) {
                case "deflaters" -> {
                    for (byte[] out = new byte[100];; n++) {
                        Deflater d = new Deflater();
                        d.setInput(new byte[10]);
                        d.deflate(out);
                        kept.add(d);
                    }
                }
                case "droppedDeflaters" -> {
                    for (byte[] out = new byte[100]; n < 6_000; n++) {
                        Deflater d = new Deflater();
                        d.setInput(new byte[10]);
                        d.deflate(out);
                    }
                }
                case "inflaters" -> {
                    for (;; n++) {
                        kept.add(new Inflater());
                    }
                }
                case "brokenClasses" -> {
                    for (byte[] file = classFile("Broken", "java/lang/Object", 600_000, true); n < 3_000; n++) {
                        try {
                            MethodHandles.lookup().defineHiddenClass(file, false);
                        } catch (ClassFormatError expected) {
                            continue;
                        }
                    }
                }
                case "orphans" -> {
                    for (byte[] file = classFile("Orphan", "No/Such", 600_000, false); n < 3_000; n++) {
                        try {
                            MethodHandles.lookup().defineHiddenClass(file, false);
                        } catch (NoClassDefFoundError expected) {
                            continue;
                        }
                    }
                }
                case "refused" -> {
                    for (byte[] file = classFile("Refused", "java/lang/String", 600_000, false); n < 3_000; n++) {
                        try {
                            MethodHandles.lookup().defineHiddenClass(file, false);
                        } catch (IncompatibleClassChangeError expected) {
                            continue;
                        }
                    }
                }
                case "threads" -> {
                    CountDownLatch never = new CountDownLatch(1);
                    for (; n < 900; n++) {
                        CountDownLatch deep = new CountDownLatch(1);
                        Thread t = new Thread(() -> {
                            try {
                                descend(2_000_000_000);
                            } catch (StackOverflowError expected) {
                                // The stack has been used.
                            }
                            deep.countDown();
                            try {
                                never.await();
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
                        t.setDaemon(true);
                        t.start();
                        deep.await();
                    }
                }
                case "nestedThreads" -> {
                    CountDownLatch never = new CountDownLatch(1);
                    Method nested = Hoards.class.getDeclaredMethod("nested", CountDownLatch.class, CountDownLatch.class, Method.class);
                    for (; n < 900; n++) {
                        CountDownLatch deep = new CountDownLatch(1);
                        Thread t = new Thread(() -> nested(deep, never, nested));
                        t.setDaemon(true);
                        t.start();
                        deep.await();
                    }
                }
                case "arrayTypes" -> {
                    for (;; n++) {
                        Class<?> c = new Own().define(classFile("Element" + n, "java/lang/Object", 0, false));
                        for (int i = 0; i < 255; i++) {
                            c = c.arrayType();
                        }
                        kept.add(c);
                    }
                }
                case "mountTables" -> {
                    String lines = "device /mount/point type options 0 0\n".repeat(20_000);
                    java.nio.file.Path table = java.nio.file.Files.writeString(java.nio.file.Files.createTempFile("table", ""), lines);
                    MethodHandle open = trusted("sun.nio.fs.LinuxNativeDispatcher", "setmntent0", "(JJ)J");
                    byte[] path = (table + "\0").getBytes();
                    long address = UNSAFE.allocateMemory(path.length + 10), mode = address + path.length;
                    for (int i = 0; i < path.length; i++) {
                        UNSAFE.putByte(address + i, path[i]);
                    }
                    UNSAFE.putByte(mode, (byte) 'r');
                    UNSAFE.putByte(mode + 1, (byte) 0);
                    for (;; n++) {
                        long handle = (long) open.invoke(address, mode);
                    }
                }
                case "locks" -> { // of the kernel, for ranges of a file; the library would keep an object for each
                    MethodHandle lock = trusted("sun.nio.ch.FileDispatcherImpl", "lock0", "(Ljava/io/FileDescriptor;ZJJZ)I");
                    MethodHandle release = trusted("sun.nio.ch.FileDispatcherImpl", "release0", "(Ljava/io/FileDescriptor;JJ)V");
                    java.io.FileDescriptor file = new java.io.RandomAccessFile(java.io.File.createTempFile("locked", ""), "rw").getFD();
                    for (int i = 0; i < 20_000; i++) { // which leaves none
                        int granted = (int) lock.invoke(file, false, 0L, 1L, false);
                        release.invoke(file, 0L, 1L);
                    }
                    for (;; n++) {
                        int granted = (int) lock.invoke(file, false, n * 2L, 1L, false);
                    }
                }
                case "watchServices" -> {
                    for (;; n++) {
                        kept.add(java.nio.file.FileSystems.getDefault().newWatchService());
                    }
                }
                case "pipes" -> {
                    for (;; n++) {
                        java.nio.channels.Pipe pipe = java.nio.channels.Pipe.open();
                        kept.add(pipe);
                        pipe.sink().write(java.nio.ByteBuffer.allocate(4096));
                    }
                }
                case "names" -> {
                    for (String text = "x".repeat(60_000); n < 6_000; n++) {
                        try {
                            MethodHandles.lookup().findVirtual(Object.class, text + n, MethodType.methodType(void.class));
                        } catch (NoSuchMethodException expected) {
                            continue;
                        }
                    }
                }
                case "shapes" -> {
                    Class<?> type = Class.forName("sun.java2d.pipe.ShapeSpanIterator");
                    Object shape = TRUSTED.findConstructor(type, MethodType.methodType(void.class, boolean.class)).invoke(false);
                    MethodHandle move = TRUSTED.findVirtual(type, "moveTo", MethodType.methodType(void.class, float.class, float.class)).bindTo(shape);
                    MethodHandle curve = TRUSTED.findVirtual(type, "curveTo", MethodType.methodType(void.class, float.class, float.class, float.class, float.class, float.class, float.class)).bindTo(shape);
                    TRUSTED.findVirtual(type, "setRule", MethodType.methodType(void.class, int.class)).bindTo(shape).invoke(0);
                    TRUSTED.findVirtual(type, "setOutputAreaXYXY", MethodType.methodType(void.class, int.class, int.class, int.class, int.class)).bindTo(shape).invoke(0, 0, 10_000, 10_000);
                    move.invokeExact(0f, 0f);
                    for (;; n++) {
                        curve.invokeExact(5_000f, 0f, 0f, 10_000f, (float) (n & 1) * 9_999f, (float) (n & 1) * 9_999f);
                    }
                }
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        } catch (OutOfMemoryError e) {
            kept.clear();
            System.out.println(e);
            System.exit(0);
        }
        System.out.println("done");
    }


    /** Calls itself through native methods until the stack is full. */
    static void nested(CountDownLatch deep, CountDownLatch never, Method self) {
        try {
            self.invoke(null, deep, never, self);
        } catch (Throwable full) {
            if (deep.getCount() > 0) {
                deep.countDown();
                try {
                    never.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }
}
