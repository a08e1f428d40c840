package hotlens.compiler;

/** Says of an exception that an annotation processor has thrown, which javac hands on as its own failure, whose it is and what to do. */
final class ProcessorFailure {
    /** What calls processors. */
    private static final String CALLER = "com.sun.tools.javac.processing.JavacProcessingEnvironment";

    private ProcessorFailure() {
    }

    /** Returns one sentence, null if no processor has thrown the exception or a cause of it. */
    static String of(Throwable failure) {
        String processor = null;
        Throwable thrown = null;
        for (Throwable at = failure; at != null && at != at.getCause(); at = at.getCause()) {
            String threw = processorIn(at.getStackTrace());
            if (threw != null) {
                processor = threw;
                thrown = at; // the innermost says what is wrong
            }
        }
        if (processor == null) {
            return null;
        }
        return "the annotation processor " + processor + " failed: " + thrown.toString().strip().lines().findFirst().orElse("")
                + "; it may be too old for JDK " + Runtime.version().feature()
                + ": use a newer version of it, or compile without annotation processors (leave out --processors, setting hotlens.processors)";
    }

    /** The class whose method was called as that of a processor, null if none was: the outermost one that is not of the JDK. */
    private static String processorIn(StackTraceElement[] trace) {
        boolean called = false;
        for (int i = trace.length - 1; i >= 0; i--) {
            boolean caller = trace[i].getClassName().startsWith(CALLER);
            called |= caller;
            if (called && !caller && !isOfJdk(trace[i])) {
                return trace[i].getClassName();
            }
        }
        return null;
    }

    private static boolean isOfJdk(StackTraceElement frame) {
        String module = frame.getModuleName();
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }
}
