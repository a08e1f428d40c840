import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;

/** Looks for native functions, and says what it is told instead. */
public final class CallsNative {
    interface Attempt {
        Object run() throws Throwable;
    }

    static void attempt(String what, Attempt attempt) {
        try {
            System.out.println(what + ": " + attempt.run());
        } catch (Throwable thrown) {
            System.out.println(what + ": " + thrown);
        }
    }

    public static void main(String[] arguments) {
        attempt("memory", () -> {
            try (Arena arena = Arena.ofConfined()) {
                return arena.allocateFrom(ValueLayout.JAVA_INT, 1, 2, 3).byteSize();
            }
        });
        attempt("linker", Linker::nativeLinker);
        attempt("library", () -> {
            try (Arena arena = Arena.ofConfined()) {
                return SymbolLookup.libraryLookup("libc.so.6", arena);
            }
        });
        attempt("loader", () -> SymbolLookup.loaderLookup().find("strlen"));
    }
}
