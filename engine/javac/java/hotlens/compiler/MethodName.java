package hotlens.compiler;

import com.sun.tools.javac.code.Flags;

/** A method as its class file names it. */
final class MethodName {
    private static final long MAIN_FLAGS = Flags.PUBLIC | Flags.STATIC;

    /** The JDKs since which main need not be public, static or have a parameter: as a preview feature (JEP 445), and always (JEP 512). */
    private static final int PREVIEW_ANY_MAIN = 21;
    private static final int ANY_MAIN = 25;

    final String type;
    final String name;
    final String descriptor;
    private final long flags;
    private final boolean test;

    MethodName(String type, String name, String descriptor, long flags, boolean test) {
        this.type = type;
        this.name = name;
        this.descriptor = descriptor;
        this.flags = flags;
        this.test = test;
    }

    /** Tells whether it is a program's entry point (JLS 12.1.4), of code that may use preview features or not. */
    boolean isMain(boolean preview) {
        if (!name.equals("main")) {
            return false;
        }
        boolean takesArguments = descriptor.equals("([Ljava/lang/String;)V");
        if (Runtime.version().feature() >= (preview ? PREVIEW_ANY_MAIN : ANY_MAIN)) {
            return (flags & Flags.PRIVATE) == 0 && (takesArguments || descriptor.equals("()V"));
        }
        return (flags & MAIN_FLAGS) == MAIN_FLAGS && takesArguments;
    }

    /** Tells whether it is the body of a lambda expression, or javac's stand-in for a method reference. */
    boolean isLambda() {
        return (flags & Flags.LAMBDA_METHOD) != 0;
    }

    /** Tells whether JUnit 4 or 5 runs it as a test. */
    boolean isTest() {
        return test;
    }

    boolean isClassInitializer() {
        return name.equals("<clinit>");
    }
}
