import java.lang.ref.Cleaner;

/** Has a cleaner, as javac and many libraries have, whose thread waits while the program works for long in another one. */
public class CleanerAndWork {
    public static void main(String[] args) {
        Cleaner cleaner = Cleaner.create();
        Cleaner.Cleanable cleanable = cleaner.register(new Object(), () -> System.out.println("cleaned"));
        AppInterpreter.main(args);
        cleanable.clean();
    }
}
