package other;

/** Has protected members, which subclasses in other packages reach only in objects of their own. */
public class Base {
    protected int field;
    protected static int shared;

    public Base() {}

    protected Base(int value) {
        field = value;
    }

    protected void call() {}
}
