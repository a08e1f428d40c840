/** main is inherited from a superclass, takes varargs and arguments from a file beside the program. */
public class ExitMainInherited extends ExitMainInherited_Base {
    static {
        System.out.println("subclass initialised");
    }
}

class ExitMainInherited_Base {
    static {
        System.out.println("superclass initialised");
    }

    public static void main(final String... args) {
        System.out.println(args.length + " " + String.join("|", args));
        System.exit(args.length);
    }
}
