/** Initialisation order (JLS 12.4, 12.5): triggers, superclasses, interfaces with defaults, instance initialisers, virtual calls. */
public class InitOrder {
    static int log(String what) {
        System.out.println("  " + what);
        return what.length();
    }

    static class Base {
        static int a = log("Base static field");

        static {
            log("Base static block");
        }

        int x = log("Base field");

        {
            log("Base block");
        }

        Base() {
            log("Base()");
            hook();
        }

        Base(int n) {
            this();
            log("Base(int)");
        }

        void hook() {
            log("Base hook");
        }
    }

    static class Derived extends Base {
        static int b = log("Derived static field");
        int y = 7;
        final int z = 8;
        String late = "late";

        {
            log("Derived block y=" + y);
        }

        Derived() {
            super(log("argument"));
            log("Derived()");
        }

        @Override
        void hook() {
            log("Derived hook y=" + y + " z=" + z + " late=" + late);
        }

        static {
            log("Derived static block");
        }
    }

    interface Plain {
        int FIELD = log("Plain field");
    }

    interface WithDefault {
        int FIELD = log("WithDefault field");

        default void d() {
        }
    }

    interface SubDefault extends WithDefault, Plain {
        int SUB = log("SubDefault field");

        default void e() {
        }
    }

    static class Impl implements Plain, SubDefault {
        static {
            log("Impl static");
        }
    }

    static class Constants {
        static final int INT = 5;
        static final String TEXT = "text" + INT;
        static final Integer BOXED = 6;
        static final int COMPUTED = log("Constants computed");
        static int plain = 9;
    }

    static class Triggers {
        static {
            log("Triggers static");
        }

        static void method() {
        }
    }

    static class Parent {
        static int inherited = 3;

        static {
            log("Parent static");
        }

        static void inheritedMethod() {
        }
    }

    static class Child extends Parent {
        static {
            log("Child static");
        }
    }

    static class Array {
        static {
            log("Array static");
        }
    }

    static class Self {
        static Self one = new Self("one");
        static int counter = 10;
        static Self two = new Self("two");

        Self(String name) {
            counter++;
            log("Self " + name + " counter=" + counter);
        }
    }

    static class First {
        static {
            log("First begins");
        }

        static int value = Second.value + 1;

        static {
            log("First ends " + value);
        }
    }

    static class Second {
        static {
            log("Second begins, First.value=" + First.value);
        }

        static int value = First.value + 10;
    }

    enum Loud {
        A, B;

        static {
            log("Loud static " + values().length);
        }

        Loud() {
            log("Loud() " + name());
        }
    }

    static {
        log("main class static");
    }

    public static void main(String[] args) throws Exception {
        System.out.println("new Derived");
        new Derived();
        System.out.println("again");
        new Derived();
        System.out.println("constants " + Constants.INT + Constants.TEXT);
        System.out.println("not constant");
        System.out.println(Constants.BOXED);
        System.out.println("class literal");
        System.out.println(Triggers.class.getSimpleName());
        Triggers[] none = new Triggers[2];
        System.out.println("array does not trigger " + (none[0] instanceof Triggers));
        Triggers.method();
        System.out.println("inherited static");
        System.out.println(Child.inherited);
        Child.inheritedMethod();
        System.out.println("own");
        new Child();
        System.out.println("forName without init");
        Class.forName("InitOrder$Array", false, InitOrder.class.getClassLoader());
        System.out.println("forName with init");
        Class.forName("InitOrder$Array");
        System.out.println("interfaces");
        new Impl();
        System.out.println("Plain " + Plain.FIELD);
        System.out.println("self");
        System.out.println(Self.counter);
        System.out.println("cycle");
        System.out.println(First.value + " " + Second.value);
        System.out.println("enum");
        System.out.println(Loud.valueOf("B"));
        System.out.println("local");
        class Local {
            int n = log("Local field");

            Local() {
                log("Local()");
            }
        }
        new Local();
        System.out.println("reflection");
        class Reflected {
        }
        System.out.println(Reflected.class.getDeclaredConstructors().length);
    }
}
