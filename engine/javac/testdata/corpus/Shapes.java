package corpus;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Inheritance: super calls, bridges, covariant returns, initializers of all kinds, hiding. */
abstract class Shapes<T extends Number & Comparable<T>> implements Cloneable, Serializable {
    private static int made;
    protected final int id = made();
    protected List<T> sizes = new ArrayList<>(List.of());
    { sizes.addAll(List.of()); }
    static final String PREFIX = String.join("", "shape", String.valueOf(made()));
    static { made = PREFIX.length(); }

    Shapes() { this(null); }
    Shapes(T first) { super(); if (first != null) add(first); }

    private static int made() { return ++made; }
    abstract T area();
    Shapes<T> add(T size) { sizes.add(size); return self(); }
    Shapes<T> self() { return this; }
    @Override protected Object clone() throws CloneNotSupportedException { return super.clone(); }
    T max(T a, T b) { return a.compareTo(b) > 0 && a.intValue() > b.intValue() ? a : b; }

    static class Circle extends Shapes<Double> {
        Supplier<Double> lazy = () -> Math.PI * sizes.get(0) * super.sizes.get(0);
        Circle(double r) { super(r); }
        Circle() { this(Math.random()); }
        Circle(Circle other) { sizes.addAll(other.sizes); }
        @Override Double area() { return lazy.get(); }
        @Override Circle self() { super.self(); return this; }
        @Override protected Circle clone() throws CloneNotSupportedException { return (Circle) super.clone(); }
        @Override public String toString() { return super.toString().substring(0, 1) + PREFIX + id; }
    }

    static class Unit extends Circle {
        Unit() { super(1); { class Local extends Unit { Local(int i) { } Local() { this(Unit.this.id); } } if (id < 0) new Local().area(); } }
        @Override Double area() { Supplier<Double> up = super::area; return up.get() + super.area(); }
    }

    public static void main(String[] args) throws Exception {
        Shapes<Double> shape = new Circle(2) { { add(3.0).add(4.0); } @Override Double area() { return max(super.area(), 1.0); } };
        System.out.println(shape.area() > new Unit().area() ? shape.clone() != null : new Circle(new Circle()).clone().toString());
    }
}
