import java.nio.file.*;

/** Reads a file that its jar's manifest wants to be on the class path. */
public class Reader {
    public static void main(String[] arguments) {
        Path file = Path.of(arguments[0]);
        try {
            System.out.println(Files.readString(file));
        } catch (Exception e) {
            System.out.println(e.getClass().getName());
        }
        System.out.println(Reader.class.getResource("/" + file.getFileName()));
    }
}
