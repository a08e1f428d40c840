import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;

/** Hidden classes from class files that sealed classes and interfaces permit: the hidden ones have other names, so they are not permitted. */
public class LinkHiddenSealed {
    sealed interface Shape permits Round, Square {
    }

    static final class Round implements Shape {
    }

    static non-sealed class Square implements Shape {
    }

    abstract static sealed class Base permits Leaf {
    }

    static final class Leaf extends Base {
    }

    sealed interface Wide extends Runnable permits Narrow {
    }

    non-sealed interface Narrow extends Wide {
    }

    static final class Open implements Comparable<Open> {
        @Override
        public int compareTo(Open o) {
            return 0;
        }
    }

    public static void main(String[] args) throws Exception {
        for (Class<?> c : new Class<?>[] {Round.class, Square.class, Leaf.class, Narrow.class, Open.class}) {
            byte[] file;
            try (InputStream in = LinkHiddenSealed.class.getResourceAsStream(c.getName() + ".class")) {
                file = in.readAllBytes();
            }
            define(file);
            define(file, ClassOption.STRONG, ClassOption.NESTMATE);
        }
    }

    private static void define(byte[] file, ClassOption... options) throws Exception {
        try {
            Class<?> hidden = MethodHandles.lookup().defineHiddenClass(file, true, options).lookupClass();
            System.out.println(hidden.getName().replaceAll("/.*", "") + " is hidden: " + hidden.isHidden());
        } catch (IncompatibleClassChangeError e) {
            System.out.println(e.getMessage().replaceAll("0x[0-9a-f]+", "0x"));
        }
    }
}
