import java.util.ArrayList;
import java.util.List;

/** A seed: fields, virtual and interface calls, casts, exceptions, locks. */
public class Objects implements Comparable<Objects>, Runnable {
    int number;
    long wide = 3;
    Object reference = "reference";
    volatile double real;
    protected Objects next;

    Objects(int number) {
        this.number = number;
    }

    public void run() {
        number++;
    }

    public int compareTo(Objects other) {
        return Integer.compare(number, other.number);
    }

    private int secret() {
        return number * 2;
    }

    synchronized Objects link(Objects to) {
        next = to;
        wide += to.wide;
        return this;
    }

    static int fields() {
        Objects a = new Objects(1), b = new Objects(2);
        a.link(b).reference = b;
        b.real = a.wide + 0.5;
        return a.compareTo(b) + a.next.number + (int) b.real + a.secret();
    }

    static Object interfaces() {
        Runnable r = new Objects(5);
        r.run();
        List<Object> list = new ArrayList<>();
        list.add(r);
        list.add("text");
        Comparable<Objects> c = (Objects) list.get(0);
        return list.size() + c.compareTo(new Objects(6)) + list.toString().length();
    }

    static String casts() {
        Object o = new Objects(1);
        String s = o instanceof Objects p ? "objects " + p.number : "none";
        try {
            return s + (String) o;
        } catch (ClassCastException e) {
            return s;
        }
    }

    static int exceptions() {
        int n = 0;
        try {
            try {
                Objects none = null;
                n = none.number;
            } finally {
                n += 1;
            }
        } catch (NullPointerException | IllegalStateException e) {
            n += 2;
        }
        synchronized (Objects.class) {
            n *= 3;
        }
        return n;
    }
}
