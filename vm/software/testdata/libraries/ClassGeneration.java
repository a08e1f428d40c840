import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.*;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.*;
import net.bytebuddy.implementation.bind.annotation.*;
import net.bytebuddy.matcher.ElementMatchers;
import net.sf.cglib.beans.*;
import net.sf.cglib.core.*;
import net.sf.cglib.proxy.Enhancer;
import net.sf.cglib.reflect.*;
import net.sf.cglib.util.*;
import javassist.*;
import org.objectweb.asm.*;
import org.objectweb.asm.commons.*;
import org.objectweb.asm.tree.*;
import org.objectweb.asm.tree.analysis.*;
import org.objectweb.asm.util.*;
import org.objenesis.*;

/** asm, javassist, byte-buddy, cglib, objenesis: classes that are made while the program runs. */
public class ClassGeneration {
    public static class Service {
        private int calls;
        public String greet(String name) { calls++; return "hello " + name; }
        public int add(int a, long b) { return (int) (a + b); }
        protected void quiet() throws java.io.IOException { throw new java.io.IOException("quiet"); }
        public final String last() { return "final " + calls; }
    }
    public static class Bean { private int size = 3; private String name = "n"; public int getSize() { return size; } public void setSize(int s) { size = s; } public String getName() { return name; } public void setName(String n) { name = n; } }
    static class NoConstructor { int x = 5; NoConstructor(Void v) { throw new IllegalStateException(); } }

    public static void main(String[] args) throws Throwable {
        asm();
        tree();
        javassist();
        byteBuddy();
        objenesis();
        try { cglib(); } catch (Throwable t) { for (; t != null; t = t.getCause()) System.out.println("cglib: " + t.getClass().getName() + " " + t.getMessage()); }
    }

    static class Definer extends ClassLoader {
        Definer() { super(ClassGeneration.class.getClassLoader()); }
        Class<?> define(String name, byte[] code) { return defineClass(name, code, 0, code.length); }
    }

    /** A loop, a switch, an exception handler and an invokedynamic, with frames computed by asm. */
    static void asm() throws Throwable {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, "made/Maths", null, "java/lang/Object", new String[] {"java/util/function/IntUnaryOperator"});
        GeneratorAdapter init = new GeneratorAdapter(Opcodes.ACC_PUBLIC, org.objectweb.asm.commons.Method.getMethod("void <init> ()"), null, null, writer);
        init.loadThis(); init.invokeConstructor(org.objectweb.asm.Type.getType(Object.class), org.objectweb.asm.commons.Method.getMethod("void <init> ()")); init.returnValue(); init.endMethod();
        MethodVisitor m = writer.visitMethod(Opcodes.ACC_PUBLIC, "applyAsInt", "(I)I", null, null);
        m.visitCode();
        org.objectweb.asm.Label loop = new org.objectweb.asm.Label(), end = new org.objectweb.asm.Label(), start = new org.objectweb.asm.Label(), stop = new org.objectweb.asm.Label(), handler = new org.objectweb.asm.Label();
        m.visitTryCatchBlock(start, stop, handler, "java/lang/ArithmeticException");
        m.visitInsn(Opcodes.ICONST_1); m.visitVarInsn(Opcodes.ISTORE, 2);
        m.visitLabel(loop); m.visitVarInsn(Opcodes.ILOAD, 1); m.visitJumpInsn(Opcodes.IFLE, end);
        m.visitVarInsn(Opcodes.ILOAD, 2); m.visitVarInsn(Opcodes.ILOAD, 1); m.visitInsn(Opcodes.IMUL); m.visitVarInsn(Opcodes.ISTORE, 2);
        m.visitIincInsn(1, -1); m.visitJumpInsn(Opcodes.GOTO, loop);
        m.visitLabel(end); m.visitLabel(start); m.visitVarInsn(Opcodes.ILOAD, 2); m.visitVarInsn(Opcodes.ILOAD, 1); m.visitInsn(Opcodes.IDIV); m.visitLabel(stop); m.visitInsn(Opcodes.IRETURN);
        m.visitLabel(handler); m.visitInsn(Opcodes.POP); m.visitVarInsn(Opcodes.ILOAD, 2); m.visitInsn(Opcodes.IRETURN);
        m.visitMaxs(0, 0); m.visitEnd(); writer.visitEnd();
        byte[] code = writer.toByteArray();
        IntUnaryOperator f = (IntUnaryOperator) new Definer().define("made.Maths", code).getDeclaredConstructor().newInstance();
        System.out.println(f.applyAsInt(5) + " " + f.applyAsInt(10) + " " + f.getClass() + " " + code.length);
        StringBuilder text = new StringBuilder();
        new ClassReader(code).accept(new TraceClassVisitor(null, new Textifier(), new java.io.PrintWriter(System.out, true)), 0);
        new ClassReader("java.util.ArrayList").accept(new ClassVisitor(Opcodes.ASM9) {
            @Override public MethodVisitor visitMethod(int access, String name, String desc, String signature, String[] exceptions) { if (signature != null) text.append(name).append(signature).append(' '); return null; }
        }, ClassReader.SKIP_CODE);
        System.out.println(text);
    }

    /** Rewrites a class of this program: every method tells that it was entered. */
    static void tree() throws Exception {
        ClassNode node = new ClassNode();
        new ClassReader(ClassGeneration.class.getResourceAsStream("ClassGeneration$Service.class")).accept(node, ClassReader.EXPAND_FRAMES);
        node.name = "made/Rewritten";
        for (MethodNode method : node.methods) {
            Analyzer<BasicValue> analyzer = new Analyzer<>(new BasicVerifier());
            Frame<BasicValue>[] frames = analyzer.analyze("ClassGeneration$Service", method);
            System.out.println(method.name + method.desc + " " + method.instructions.size() + " instructions, " + frames[0]);
            if (!method.name.equals("<init>")) {
                InsnList list = new InsnList();
                list.add(new FieldInsnNode(Opcodes.GETSTATIC, "java/lang/System", "out", "Ljava/io/PrintStream;"));
                list.add(new LdcInsnNode("enter " + method.name));
                list.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, "java/io/PrintStream", "println", "(Ljava/lang/String;)V", false));
                method.instructions.insert(list);
            }
        }
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        node.accept(new ClassRemapper(writer, new SimpleRemapper("ClassGeneration$Service", "made/Rewritten")));
        Class<?> made = new Definer().define("made.Rewritten", writer.toByteArray());
        Object object = made.getDeclaredConstructor().newInstance();
        System.out.println(made.getMethod("greet", String.class).invoke(object, "asm") + " " + made.getMethod("last").invoke(object));
    }

    static void javassist() throws Exception {
        ClassPool pool = ClassPool.getDefault();
        CtClass made = pool.makeClass("made.Compiled", pool.get("java.lang.Object"));
        made.addInterface(pool.get("java.util.concurrent.Callable"));
        made.addField(CtField.make("private java.util.List list = new java.util.ArrayList();", made));
        made.addMethod(CtNewMethod.make("public Object call() throws Exception { int sum = 0; for (int i = 0; i < 10; ++i) { if (i % 2 == 0) continue; sum += i; list.add(new Integer(i)); } try { throw new Exception(\"x\" + sum); } catch (Exception e) { return e.getMessage() + list; } finally { list.clear(); } }", made));
        made.addMethod(CtNewMethod.make("public static double power(double base, int exponent) { return exponent == 0 ? 1.0 : base * power(base, exponent - 1); }", made));
        CtMethod traced = CtNewMethod.copy(pool.get("ClassGeneration$Service").getDeclaredMethod("add"), made, null);
        traced.insertBefore("System.out.println(\"add \" + $1 + \" \" + $2);");
        traced.insertAfter("$_ = $_ * 10;");
        made.addMethod(traced);
        Class<?> loaded = new Definer().define("made.Compiled", made.toBytecode());
        Object object = loaded.getDeclaredConstructor().newInstance();
        System.out.println(((Callable<?>) object).call() + " " + loaded.getMethod("power", double.class, int.class).invoke(null, 1.5, 3) + " " + loaded.getMethod("add", int.class, long.class).invoke(object, 1, 2L));
        try { made.defrost(); made.addMethod(CtNewMethod.make("void wrong() { int x = \"text\" - 1; undefined(); }", made)); } catch (CannotCompileException e) { System.out.println(e.getMessage()); }
        System.out.println(pool.get("java.util.HashMap").getDeclaredMethods("put").length);
    }

    public static class Interceptor {
        @RuntimeType public static Object intercept(@Origin java.lang.reflect.Method method, @AllArguments Object[] arguments, @SuperCall Callable<?> zuper) throws Exception { return "<" + method.getName() + Arrays.toString(arguments) + zuper.call() + ">"; }
    }
    static void byteBuddy() throws Exception {
        Class<?> simple = new ByteBuddy().subclass(Object.class).name("made.Simple").method(ElementMatchers.named("toString")).intercept(FixedValue.value("fixed"))
                .defineField("count", int.class, Visibility.PUBLIC).defineMethod("twice", int.class, Visibility.PUBLIC).withParameters(int.class).intercept(MethodCall.invoke(Math.class.getMethod("addExact", int.class, int.class)).withArgument(0).withArgument(0))
                .implement(Comparable.class).intercept(FixedValue.value(-1)).annotateType(new Deprecated() { public Class<Deprecated> annotationType() { return Deprecated.class; } public String since() { return "9"; } public boolean forRemoval() { return true; } })
                .make().load(ClassGeneration.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER).getLoaded();
        Object object = simple.getDeclaredConstructor().newInstance();
        System.out.println(object + " " + simple.getMethod("twice", int.class).invoke(object, 21) + " " + simple.getAnnotation(Deprecated.class).since() + " " + Arrays.toString(simple.getInterfaces()) + simple.getField("count").getInt(object));
        Service intercepted = new ByteBuddy().subclass(Service.class).name("made.Intercepted").method(ElementMatchers.named("greet")).intercept(MethodDelegation.to(Interceptor.class))
                .method(ElementMatchers.returns(int.class).and(ElementMatchers.isDeclaredBy(Service.class))).intercept(SuperMethodCall.INSTANCE).make().load(ClassGeneration.class.getClassLoader(), ClassLoadingStrategy.Default.INJECTION).getLoaded().asSubclass(Service.class).getDeclaredConstructor().newInstance();
        System.out.println(intercepted.greet("buddy") + " " + intercepted.add(1, 2) + " " + intercepted.last() + " " + intercepted.getClass().getSuperclass());
        Class<?> redefined = new ByteBuddy().redefine(Service.class).name("Redefined").method(ElementMatchers.named("greet")).intercept(StubMethod.INSTANCE).make().load(null).getLoaded();
        System.out.println(redefined.getMethod("greet", String.class).invoke(redefined.getDeclaredConstructor().newInstance(), "x"));
        Function<?, ?> dynamic = (Function<?, ?>) new ByteBuddy().subclass(Function.class).method(ElementMatchers.named("apply")).intercept(InvocationHandlerAdapter.of((p, m, a) -> m.getName() + a[0])).make().load(ClassGeneration.class.getClassLoader()).getLoaded().getDeclaredConstructor().newInstance();
        System.out.println(((Function<Object, Object>) (Function) dynamic).apply("!"));
    }

    static void objenesis() {
        System.out.println(new ObjenesisStd().newInstance(NoConstructor.class).x + " " + new ObjenesisSerializer().newInstance(ArrayList.class).size());
    }

    static void cglib() throws Throwable {
        Enhancer enhancer = new Enhancer();
        enhancer.setSuperclass(Service.class);
        enhancer.setCallback((net.sf.cglib.proxy.MethodInterceptor) (o, m, a, p) -> "[" + m.getName() + "]" + p.invokeSuper(o, a));
        Service service = (Service) enhancer.create();
        System.out.println(service.greet("cglib"));
        FastClass fast = FastClass.create(Bean.class);
        System.out.println(fast.invoke("getSize", new Class<?>[0], new Bean(), new Object[0]));
        BeanCopier copier = BeanCopier.create(Bean.class, Bean.class, false);
        Bean to = new Bean(), from = new Bean(); from.setSize(9);
        copier.copy(from, to, null);
        System.out.println(to.getSize() + " " + new TreeMap<Object, Object>(BeanMap.create(from)));
    }
}
