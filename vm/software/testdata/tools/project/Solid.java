package partNUMBER;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** An abstract class with bridges, initialisers and a cycle of packages. */
public abstract non-sealed class Solid<T extends Comparable<T> & Serializable> implements Shape<T>, Cloneable {
    private static final List<String> NAMES = new ArrayList<>();
    protected final T key;
    private transient volatile int hits;
    long stamp;
    protected partPREVIOUS.Colour colour = partPREVIOUS.Colour.RED;

    static {
        for (String name : new String[] {"cube", "ball", "part" + NUMBER}) {
            NAMES.add(name);
        }
    }

    {
        stamp = NUMBERL << 33 | 0x7fL;
    }

    protected Solid(T key) {
        this.key = key;
    }

    @Override
    public final T key() {
        hits++;
        return key;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Solid<T> clone() {
        try {
            return (Solid<T>) super.clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    public abstract double volume(double... measures);

    public double scaledCOPY(float factor) { return volume(factor, COPY) * stamp % 7; } // repeat

    public static List<String> names() {
        return Collections.unmodifiableList(NAMES);
    }

    synchronized int hits() {
        return hits;
    }

    static class Cube extends Solid<String> {
        Cube() {
            super("cube");
        }

        @Override
        public double area() {
            return 6;
        }

        @Override
        public double volume(double... measures) {
            double product = 1;
            for (double measure : measures) {
                product *= measure;
            }
            return product;
        }

        @Override
        public Cube clone() {
            return (Cube) super.clone();
        }
    }
}
