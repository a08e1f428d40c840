// The source of the class files in this folder: javac -g -parameters Sample.java
import java.io.IOException;
import java.lang.annotation.*;
import java.util.function.IntUnaryOperator;

@Deprecated
public abstract sealed class Sample<T extends Number> implements Runnable permits Sample.Leaf {
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE_USE, ElementType.PARAMETER, ElementType.METHOD, ElementType.RECORD_COMPONENT})
    @interface Mark { int value() default 7; }

    static final class Leaf extends Sample<Integer> {
        public void run() { }
    }

    record Point(@Mark(1) int x, java.util.List<@Mark String> names) { }

    static final int INT = -5;
    static final long LONG = 1L << 40;
    static final float FLOAT = 1.5f;
    static final double DOUBLE = Math.PI;
    static final String TEXT = "nul \0, e \u00e9, euro \u20ac, clef \ud834\udd1e";
    static final boolean FLAG = true;
    protected volatile T value;

    static IntUnaryOperator adder(int n) { return x -> x + n; }

    String describe(@Mark(2) long a, double[][] b) throws IOException, InterruptedException {
        try {
            if (a > 3) throw new IOException("too big");
            return TEXT + a + b.length;
        } catch (IOException e) {
            return new Object() { public String toString() { return "anonymous"; } }.toString();
        } finally {
            value = null;
        }
    }

    native void outside();
}
