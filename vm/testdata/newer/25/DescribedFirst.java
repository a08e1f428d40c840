import java.lang.constant.MethodTypeDesc;

/** The library links call sites by descriptions of types, whose classes need each other: after a lambda they are there, whichever of them a program begins with. */
public class DescribedFirst {
    public static void main(String[] arguments) {
        Runnable lambda = () -> System.out.println("a lambda");
        lambda.run();
        System.out.println(MethodTypeDesc.ofDescriptor("(I)V").displayDescriptor());
    }
}
