/** Fields: shadowing, static against instance, qualified access, interface constants, final fields, every type. */
public class BasicFields {
    static class Base {
        String name = "base";
        static String kind = "Base";
        protected int shared = 1;
        final long stamp;
        volatile byte tiny = -5;

        Base(long stamp) {
            this.stamp = stamp;
        }

        String name() {
            return name;
        }
    }

    static class Derived extends Base implements Limits {
        String name = "derived";
        static String kind = "Derived";
        char letter = 'd';
        short small = Short.MIN_VALUE;
        float ratio = 1f / 3;
        double precise = 1d / 3;
        boolean set = true;

        Derived() {
            super(1L << 40);
            shared += 10;
        }

        @Override
        String name() {
            return name + "/" + super.name + "/" + super.name() + "/" + ((Base) this).name;
        }
    }

    interface Limits {
        int LOW = -1;
        int HIGH = LOW + 101;
        String LABEL = "limits";
    }

    interface Outer extends Limits {
        String LABEL = "outer";
    }

    static class Both implements Outer {
        String describe() {
            return LABEL + Limits.LABEL + HIGH;
        }
    }

    static int counter;

    static int next() {
        return ++counter;
    }

    static Base none() {
        counter += 100;
        return null;
    }

    public static void main(String[] args) {
        Derived d = new Derived();
        Base b = d;
        System.out.println(d.name + " " + b.name + " " + ((Base) d).name);
        System.out.println(d.name() + " " + b.name());
        System.out.println(Base.kind + " " + Derived.kind);
        System.out.println(d.shared + " " + b.shared + " " + d.stamp);
        System.out.println(d.letter + " " + d.small + " " + d.ratio + " " + d.precise + " " + d.set + " " + d.tiny);
        System.out.println(Derived.LOW + " " + Derived.HIGH + " " + Limits.LABEL);
        System.out.println(new Both().describe());
        d.letter += 1;
        d.small--;
        d.ratio *= 3;
        d.precise /= 0;
        d.set &= false;
        d.tiny >>>= 1;
        d.shared = d.shared++ + ++d.shared;
        System.out.println(d.letter + " " + d.small + " " + d.ratio + " " + d.precise + " " + d.set + " " + d.tiny + " " + d.shared);
        System.out.println(none().kind + " " + counter);
        counter = 0;
        int[] order = new int[4];
        order[next()] = next() * 10 + next();
        System.out.println(order[1] + " " + counter);
        int x = 5;
        x = x++ + ++x - x--;
        System.out.println(x);
        x += x++ * 2 + x;
        System.out.println(x);
        Object o = d;
        System.out.println(o instanceof Limits);
        System.out.println(o instanceof Base base && base.shared > 10 ? "deep" : "flat");
        Base[] bases = {new Base(1), d, null};
        for (Base each : bases) {
            System.out.println(each == null ? "null" : each.name() + each.shared + each.stamp);
        }
        long total = 0;
        for (int i = 0; i < 1000; i++) {
            d.shared += i;
            total += d.shared ^ d.stamp;
        }
        System.out.println(total + " " + d.shared);
    }
}
