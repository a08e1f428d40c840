import java.lang.ref.Cleaner;
import java.lang.ref.Reference;

/** Has a cleaner, as javac and many libraries have, whose thread waits while the program works for long in another one. */
public class CleanerAndWork {
    public static void main(String[] args) {
        Cleaner cleaner = Cleaner.create();
        Object cleaned = new Object();
        Cleaner.Cleanable cleanable = cleaner.register(cleaned, () -> System.out.println("cleaned"));
        AppInterpreter.main(args);
        cleanable.clean();
        Reference.reachabilityFence(cleaned); // else a collection has it cleaned at any time
    }
}
