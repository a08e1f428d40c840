package hotlens.runner;

/** Tells the program's frames from those of the framework that called it. */
final class Frames {
    private static final String[] CALLERS = {
        "hotlens.runner.", "org.junit.", "junit.", "org.testng.", "java.", "jdk.", "sun.",
    };

    private Frames() {}

    /** How many frames there are up to the outermost of the program; 0 if there is none, as the others say nothing to who wrote the test. */
    static int ownLength(StackTraceElement[] frames) {
        for (int length = frames.length; length > 0; length--) {
            if (!isCaller(frames[length - 1].getClassName())) {
                return length;
            }
        }
        return 0;
    }

    private static boolean isCaller(String type) {
        for (String prefix : CALLERS) {
            if (type.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
