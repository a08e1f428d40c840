/** Classes for the calls of odd bytecode. */
public class Family {
    public static int number = 7;
    public int own = 8;

    public Family() {
    }

    public Family(int own) {
        this.own = own;
    }

    public String who() {
        return "Family";
    }

    public static String shout(String s) {
        return s + "!";
    }

    public interface Greeter {
        String greet();

        default String both() {
            return greet() + hidden();
        }

        private String hidden() {
            return " hidden";
        }
    }

    public static class Child extends Family {
        @Override
        public String who() {
            return "Child";
        }
    }

    public static class Silent implements Greeter {
        @Override
        public String greet() {
            return "hello";
        }

        @Override
        public String toString() {
            return "Silent";
        }

        @Override
        public int hashCode() {
            return 12;
        }
    }

    public abstract static class Unfinished extends Family {
        public abstract String missing();
    }
}
