import java.lang.classfile.*;
import java.lang.classfile.attribute.*;
import java.lang.classfile.instruction.*;
import java.lang.constant.*;
import java.lang.invoke.*;
import java.lang.reflect.AccessFlag;
import java.util.*;
import static java.lang.constant.ConstantDescs.*;

/** The class-file API (JEP 484): building, reading and transforming. */
public class ClassFiles {
    static int sample(int x) {
        int s = 0;
        for (int i = 0; i < x; i++) {
            if (i % 2 == 0) s += i;
            else s -= 1;
        }
        try {
            return s / (x - 3);
        } catch (ArithmeticException e) {
            return -1;
        }
    }
    public static void main(String[] a) throws Throwable {
        byte[] b = ClassFile.of().build(ClassDesc.of("gen.G"), cb -> cb.withFlags(AccessFlag.PUBLIC).withField("f", CD_int, fb -> fb.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC)).withMethodBody(INIT_NAME, MTD_void, ClassFile.ACC_PUBLIC, c -> c.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void).return_())       .withMethodBody("fact", MethodTypeDesc.of(CD_long, CD_int), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, c -> c.iload(0).ifThenElse(Opcode.IFLE, t -> t.lconst_1().lreturn(), e -> e.iload(0).i2l().iload(0).iconst_1().isub().invokestatic(ClassDesc.of("gen.G"), "fact", MethodTypeDesc.of(CD_long, CD_int)).lmul().lreturn()))       .withMethodBody("tc", MethodTypeDesc.of(CD_String, CD_Object), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, c -> c.trying(t -> t.aload(0).invokevirtual(CD_Object, "toString", MethodTypeDesc.of(CD_String)).areturn(), k -> k.catching(ClassDesc.of("java.lang.NullPointerException"), h -> h.pop().ldc("npe").areturn()))));
        Class<?> g = new ClassLoader() {
            Class<?> d() {
                return defineClass("gen.G", b, 0, b.length);
            }
        }
        .d();
        var lk = MethodHandles.publicLookup();
        System.out.println((long) lk.findStatic(g, "fact", MethodType.methodType(long.class, int.class)).invoke(15) + " " + g.getMethod("tc", Object.class).invoke(null, (Object) null) + g.getMethod("tc", Object.class).invoke(null, 5));
        byte[] self;
        try (var in = ClassFiles.class.getResourceAsStream("ClassFiles.class")) {
            self = in.readAllBytes();
        }
        ClassModel m = ClassFile.of().parse(self);
        for (MethodModel mm : m.methods()) {
            System.out.println(mm.methodName().stringValue() + mm.methodType().stringValue() + mm.flags().flags());
            mm.code().ifPresent(c -> { var h = new TreeMap<String, Integer>(); for (CodeElement e : c) if (e instanceof Instruction i) h.merge(i.opcode().name(), 1, Integer::sum); System.out.println("  " + h + c.elementList().size()); });
        }
        for (Attribute<?> at : m.attributes()) System.out.println(at.attributeName().stringValue());
        byte[] t = ClassFile.of().transformClass(m, ClassTransform.transformingMethodBodies(mm -> mm.methodName().equalsString("sample"), (cb, e) -> { if (e instanceof ConstantInstruction c && c.constantValue().equals(2)) cb.iconst_3(); else cb.with(e); }));
        Class<?> n = new ClassLoader(null) {
            Class<?> d() {
                return defineClass("ClassFiles", t, 0, t.length);
            }
        }
        .d();
        var sm = n.getDeclaredMethod("sample", int.class);
        sm.setAccessible(true);
        System.out.println(sample(10) + " " + sm.invoke(null, 10) + " " + sample(3));
        System.out.println(ClassFile.of().verify(t).size() + " " + ClassFile.of().parse(b).constantPool().size() + m.toString());
        System.out.println(m.methods().getFirst().code().get().toDebugString().length() > 100);
        try {
            ClassFile.of().parse(new byte[]{1,2,3,4,5,6,7,8,9,10});
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
