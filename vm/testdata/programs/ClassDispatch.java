/** Virtual dispatch: overriding, hiding, super chains, private and static methods, covariant returns, protected, abstract. */
public class ClassDispatch {
    abstract static class Animal {
        protected final String name;
        static int born;

        Animal(String name) {
            this.name = name;
            born++;
            System.out.println("new " + describe());
        }

        abstract String sound();

        String describe() {
            return kind() + " " + name + " says " + sound();
        }

        String kind() {
            return "animal";
        }

        private String secret() {
            return "animal secret";
        }

        String reveal() {
            return secret();
        }

        static String statics() {
            return "Animal.statics";
        }

        Animal self() {
            return this;
        }

        Object value() {
            return 1;
        }
    }

    static class Dog extends Animal {
        private String trick = "sit";

        Dog(String name) {
            super(name);
        }

        @Override
        String sound() {
            return "woof(" + trick + ")";
        }

        @Override
        String kind() {
            return "dog/" + super.kind();
        }

        private String secret() {
            return "dog secret";
        }

        static String statics() {
            return "Dog.statics";
        }

        @Override
        Dog self() {
            return this;
        }

        @Override
        String value() {
            return "dog value " + super.value();
        }

        void fetch() {
            System.out.println(name + " fetches");
        }
    }

    static class Puppy extends Dog {
        Puppy() {
            super("pup");
        }

        @Override
        String sound() {
            return super.sound() + "!";
        }

        @Override
        String kind() {
            return "puppy/" + super.kind();
        }

        @Override
        final Puppy self() {
            return (Puppy) super.self();
        }

        String reveal() {
            return "[" + super.reveal() + "]";
        }
    }

    static final class Cat extends Animal {
        Cat(String name) {
            super(name);
        }

        @Override
        String sound() {
            return "meow";
        }

        @Override
        Integer value() {
            return 9;
        }
    }

    static class Equal {
        final int id;

        Equal(int id) {
            this.id = id;
        }

        public boolean equals(Equal o) {
            return true;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Equal e && e.id == id;
        }

        @Override
        public int hashCode() {
            return id;
        }
    }

    static class Multi {
        String call(Object o) {
            return "object";
        }

        String call(Animal a) {
            return "animal";
        }

        String call(Dog d) {
            return "dog";
        }
    }

    static class SubMulti extends Multi {
        @Override
        String call(Animal a) {
            return "sub" + super.call(a);
        }

        String call(Puppy p) {
            return "puppy";
        }
    }

    public static void main(String[] args) {
        Animal[] zoo = {new Dog("rex"), new Cat("tom"), new Puppy()};
        for (Animal a : zoo) {
            System.out.println(a.describe());
            System.out.println(a.reveal() + " " + a.value() + " " + a.self().getClass().getSimpleName());
        }
        System.out.println(Animal.born + " " + Dog.born);
        System.out.println(Animal.statics() + " " + Dog.statics() + " " + Puppy.statics());
        new Puppy().self().fetch();
        Equal one = new Equal(1);
        Object same = new Equal(1), two = new Equal(2);
        System.out.println(one.equals(same) + " " + one.equals(two) + " " + one.equals(new Equal(5)) + " " + same.equals(one) + " " + (one.hashCode() == same.hashCode()));
        Multi m = new SubMulti();
        System.out.println(m.call(zoo[0]) + " " + m.call((Object) zoo[0]) + " " + m.call((Dog) zoo[0]) + " " + m.call(new Puppy()) + " " + ((SubMulti) m).call(new Puppy()));
        try {
            Dog d = (Dog) zoo[1];
            System.out.println(d);
        } catch (ClassCastException e) {
            System.out.println("not a dog");
        }
        int[] counts = new int[3];
        for (int i = 0; i < 3000; i++) {
            Animal a = zoo[i * 7 % 11 % 3];
            counts[a.sound().length() == 4 ? 0 : a instanceof Puppy ? 2 : 1]++;
        }
        System.out.println(counts[0] + " " + counts[1] + " " + counts[2]);
        System.out.println(new Object() {
            int twice(int n) {
                return n * 2;
            }

            @Override
            public String toString() {
                return "anonymous " + twice(21);
            }
        });
    }
}
