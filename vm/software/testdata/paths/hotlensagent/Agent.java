package hotlensagent;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AdviceAdapter;

/** Instruments the classes on the class path, and writes at the end of the program what they have called. */
public final class Agent {
    private static final Type NODE = Type.getType(Paths.Node.class);
    private static final String PATHS = Type.getInternalName(Paths.class);
    private static final String ON_NODE = "(" + NODE.getDescriptor() + ")V";

    private Agent() {}

    /** Begins. The argument is the file to write. */
    public static void premain(String file, Instrumentation instrumentation) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Paths.write(file)));
        ClassLoader application = ClassLoader.getSystemClassLoader();
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] code) {
                if (loader != application || name == null || name.startsWith("hotlensagent/") || name.startsWith("org/objectweb/asm/") || name.contains("$Proxy")) {
                    return null;
                }
                try {
                    return instrument(name, code);
                } catch (Throwable e) {
                    e.printStackTrace();
                    return null;
                }
            }
        });
    }

    /** The superclass of a class, which is not loaded for that; null for Object. Interfaces have Object for one. */
    private static String superclass(String name) {
        try (InputStream file = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            return new ClassReader(file).getSuperName();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] instrument(String name, byte[] code) {
        ClassReader reader = new ClassReader(code);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_FRAMES) {
            @Override
            protected String getCommonSuperClass(String a, String b) {
                Set<String> above = new HashSet<>();
                for (String name = a; name != null; name = superclass(name)) {
                    above.add(name);
                }
                String name = b;
                while (!above.contains(name)) {
                    name = superclass(name);
                }
                return name;
            }
        };
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] exceptions) {
                MethodVisitor next = super.visitMethod(access, method, descriptor, signature, exceptions);
                if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
                    return next;
                }
                return new Instrumented(next, access, method, descriptor, name + "." + method + descriptor);
            }
        }, ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    /** Calls {@link Paths} where a method begins and ends, and where it catches something. */
    private static final class Instrumented extends AdviceAdapter {
        private final String called;
        private final Label begin = new Label();
        private final Label end = new Label();
        private final Set<Label> handlers = new HashSet<>();
        private int node;
        private final boolean constructor;

        Instrumented(MethodVisitor next, int access, String name, String descriptor, String called) {
            super(Opcodes.ASM9, next, access, name, descriptor);
            this.called = called;
            constructor = name.equals("<init>");
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (constructor) {
                enter(); // what the arguments of super(...) call is called from here
            }
        }

        @Override
        protected void onMethodEnter() {
            if (!constructor) {
                enter();
            }
            mv.visitLabel(begin);
        }

        private void enter() {
            node = newLocal(NODE);
            mv.visitLdcInsn(called);
            mv.visitMethodInsn(INVOKESTATIC, PATHS, "enter", "(Ljava/lang/String;)" + NODE.getDescriptor(), false);
            mv.visitVarInsn(ASTORE, node);
        }

        private void tell(String what) {
            mv.visitVarInsn(ALOAD, node);
            mv.visitMethodInsn(INVOKESTATIC, PATHS, what, ON_NODE, false);
        }

        @Override
        protected void onMethodExit(int opcode) {
            if (opcode != ATHROW) {
                tell("leave");
            }
        }

        @Override
        public void visitTryCatchBlock(Label start, Label stop, Label handler, String type) {
            handlers.add(handler);
            super.visitTryCatchBlock(start, stop, handler, type);
        }

        @Override
        public void visitLabel(Label label) {
            super.visitLabel(label);
            if (handlers.contains(label)) {
                tell("resume");
            }
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            mv.visitTryCatchBlock(begin, end, end, null); // after all others, which come first
            mv.visitLabel(end);
            tell("leave");
            mv.visitInsn(ATHROW);
            super.visitMaxs(stack, locals);
        }
    }
}
