import module java.base;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;

/** What the library of JDK 25 has that 21 does not: scoped values, gatherers, class files, foreign memory. */
public class Library {
    static final ScopedValue<String> USER = ScopedValue.newInstance();
    static final ScopedValue<Integer> LEVEL = ScopedValue.newInstance();

    static class Base {
        final int length;
        Base(int length) {
            this.length = length;
            seen();
        }
        void seen() {
            System.out.println("base " + length);
        }
    }

    /** Statements in front of super (JEP 513). */
    static class Derived extends Base {
        final String text;
        Derived(String text) {
            if (text == null) {
                throw new IllegalArgumentException("no text");
            }
            var trimmed = text.strip();
            this.text = trimmed;
            super(trimmed.length());
        }
        @Override
        void seen() {
            System.out.println("derived " + text);
        }
    }

    static void scoped() {
        System.out.println(USER.isBound() + " " + USER.orElse("nobody"));
        ScopedValue.where(USER, "anna").where(LEVEL, 1).run(() -> {
            System.out.println(USER.get() + LEVEL.get());
            ScopedValue.where(USER, "berta").run(() -> System.out.println(USER.get() + LEVEL.get()));
            System.out.println(USER.get());
        });
        System.out.println(ScopedValue.where(LEVEL, 20).call(() -> LEVEL.get() + 1));
        try {
            USER.get();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        for (int i = 0; i < 1000; i++) {
            int level = i;
            ScopedValue.where(LEVEL, level).run(() -> {
                if (LEVEL.get() != level) {
                    throw new AssertionError(level);
                }
            });
        }
    }

    static void gathered() {
        System.out.println(Stream.of(1, 2, 3, 4, 5).gather(Gatherers.windowFixed(2)).toList());
        System.out.println(Stream.of(1, 2, 3, 4).gather(Gatherers.windowSliding(3)).toList());
        System.out.println(Stream.of(1, 2, 3).gather(Gatherers.scan(() -> 0, Integer::sum)).toList());
        System.out.println(Stream.of("a", "b").gather(Gatherers.fold(() -> "", String::concat)).findFirst().get());
    }

    static void classFiles() throws Throwable {
        byte[] bytes = ClassFile.of().build(ClassDesc.of("Generated"), c -> c.withMethodBody("twice",
            MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
            (CodeBuilder code) -> code.iload(0).iconst_2().imul().ireturn()));
        Class<?> generated = MethodHandles.lookup().defineClass(bytes);
        System.out.println(generated.getMethod("twice", int.class).invoke(null, 21));
        var model = ClassFile.of().parse(bytes);
        System.out.println(model.thisClass().asInternalName() + " " + model.methods().size() + " " + model.majorVersion());
    }

    static void memory() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment ints = arena.allocate(ValueLayout.JAVA_INT, 10);
            for (int i = 0; i < 10; i++) {
                ints.setAtIndex(ValueLayout.JAVA_INT, i, i * i);
            }
            System.out.println(ints.getAtIndex(ValueLayout.JAVA_INT, 7) + " " + ints.byteSize());
            MemoryLayout point = MemoryLayout.structLayout(ValueLayout.JAVA_INT.withName("x"), ValueLayout.JAVA_INT.withName("y"));
            var y = point.varHandle(MemoryLayout.PathElement.groupElement("y"));
            MemorySegment p = arena.allocate(point);
            y.set(p, 0L, 42);
            System.out.println((int) y.get(p, 0L) + " " + p.get(ValueLayout.JAVA_INT, 4) + " " + point);
            System.out.println(arena.allocateFrom("text").getString(0));
            try {
                ints.getAtIndex(ValueLayout.JAVA_INT, 10);
            } catch (IndexOutOfBoundsException e) {
                System.out.println(e.getClass());
            }
            SegmentAllocator slices = SegmentAllocator.slicingAllocator(arena.allocate(16));
            System.out.println(slices.allocate(8).byteSize());
        }
        MemorySegment closed;
        try (Arena arena = Arena.ofShared()) {
            closed = arena.allocate(8);
        }
        try {
            closed.get(ValueLayout.JAVA_BYTE, 0);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) throws Throwable {
        scoped();
        gathered();
        classFiles();
        memory();
        System.out.println(new Derived("  some text ").length);
        try {
            new Derived(null);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        List<StackWalker.StackFrame> frames = StackWalker.getInstance(Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE)).walk(Stream::toList);
        for (var f : frames) {
            System.out.println(f.getMethodName() + f.getDescriptor() + " " + f.getDeclaringClass() + " " + f.isNativeMethod());
        }
    }
}
