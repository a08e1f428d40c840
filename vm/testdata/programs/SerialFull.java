import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInput;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectInputValidation;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamException;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.*;

/** Object serialization: hooks, externalizable, replacing, filters, fields by name, proxies, records, enums, default UIDs. */
public class SerialFull {
    static byte[] write(Object... objects) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            for (Object o : objects) out.writeObject(o);
        }
        return bytes.toByteArray();
    }

    static <T> T read(byte[] bytes) throws Exception {
        return (T) new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
    }

    static <T> T copy(T o) throws Exception { return read(write(o)); }

    static String hex(byte[] b) {
        StringBuilder s = new StringBuilder();
        for (byte x : b) s.append(String.format("%02x", x));
        return s.toString();
    }

    static class Parent { int parent = 5; Parent() { System.out.println("parent constructed"); } }
    static class Simple extends Parent implements Serializable {
        private static final long serialVersionUID = 42;
        int i = 1; transient int t = 2; static int s = 3; String text = "täxt\0"; Simple next; double[] d = {1, 2.5}; final long fin = 9; Object self = this; char c = 'c'; boolean z = true; byte b = -1; short sh = 300; float f = 1.5f;
    }
    static class Hooks implements Serializable, ObjectInputValidation {
        int a = 1; transient String extra = "extra";
        private void writeObject(ObjectOutputStream out) throws IOException { System.out.println("writeObject"); out.defaultWriteObject(); out.writeUTF(extra); out.writeInt(77); out.writeObject(List.of(1)); }
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException { in.registerValidation(this, 5); in.defaultReadObject(); extra = in.readUTF() + in.readInt() + in.readObject(); System.out.println("readObject"); }
        public void validateObject() throws InvalidObjectException { System.out.println("validated"); if (a < 0) throw new InvalidObjectException("a is negative"); }
    }
    static class Ext implements Externalizable {
        int v; String s;
        public Ext() { System.out.println("Ext()"); }
        Ext(int v) { this.v = v; s = "s" + v; }
        public void writeExternal(ObjectOutput out) throws IOException { out.writeInt(v); out.writeObject(s); }
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException { v = in.readInt(); s = (String) in.readObject() + "!"; }
    }
    static class NoPublic implements Externalizable {
        private NoPublic(int x) { }
        public void writeExternal(ObjectOutput out) { }
        public void readExternal(ObjectInput in) { }
    }
    static class Single implements Serializable {
        static final Single ONE = new Single();
        private Object readResolve() throws ObjectStreamException { return ONE; }
    }
    static class Money implements Serializable {
        final int cents; Money(int c) { cents = c; }
        private Object writeReplace() { return new Form(cents + " cents"); }
        private void readObject(ObjectInputStream in) throws InvalidObjectException { throw new InvalidObjectException("form needed"); }
        private static class Form implements Serializable { final String s; Form(String s) { this.s = s; } Object readResolve() { return new Money(Integer.parseInt(s.split(" ")[0])); } }
    }
    static class Named implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {new ObjectStreamField("total", int.class), new ObjectStreamField("label", String.class)};
        transient int x = 4, y = 5;
        private void writeObject(ObjectOutputStream out) throws IOException { ObjectOutputStream.PutField f = out.putFields(); f.put("total", x + y); f.put("label", "L"); try { f.put("none", 1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); } out.writeFields(); }
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException { ObjectInputStream.GetField f = in.readFields(); x = f.get("total", -1); System.out.println(f.get("label", null) + " " + f.defaulted("label") + f.getObjectStreamClass()); try { f.get("none", 1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); } }
    }
    static class Holder implements Serializable { Object o; Holder(Object o) { this.o = o; } }
    static class NotSerial { }
    static class NoDefault { NoDefault(int x) { } }
    static class Child extends NoDefault implements Serializable { Child() { super(1); } }
    record Rec(int a, String b, List<Rec> c) implements Serializable { Rec { if (a < 0) throw new IllegalArgumentException("negative"); System.out.println("Rec " + a); } }
    enum Colour { RED { String x() { return "r"; } }, GREEN; String x() { return "g"; } }
    static class Handler implements InvocationHandler, Serializable {
        public Object invoke(Object p, java.lang.reflect.Method m, Object[] a) { return m.getName() + (a == null ? "" : Arrays.toString(a)); }
    }
    interface Api { String call(int x); }
    static class Inner1 implements Serializable { class In implements Serializable { int q = 3; } In in = new In(); }

    interface Call { Object run() throws Throwable; }
    static void tell(String name, Call c) {
        try { System.out.println(name + " -> " + c.run()); } catch (Throwable t) { System.out.println(name + ": " + t + (t.getCause() == null ? "" : " caused by " + t.getCause())); }
    }

    public static void main(String[] args) throws Exception {
        Simple s = new Simple(); s.next = new Simple(); s.i = 10; s.t = 11; s.parent = 50;
        byte[] bytes = write(s);
        System.out.println(bytes.length + " " + hex(bytes).replaceAll("^(.{400}).*", "$1"));
        Simple r = read(bytes);
        System.out.println(r.i + " " + r.t + " " + r.text + r.next.i + Arrays.toString(r.d) + r.fin + (r.self == r) + r.parent + r.c + r.z + r.b + r.sh + r.f);
        Hooks h = new Hooks(); h.extra = "E";
        System.out.println(copy(h).extra);
        h.a = -1;
        tell("validation", () -> copy(h));
        Ext e = copy(new Ext(8));
        System.out.println(e.v + e.s);
        tell("external", () -> copy(new NoPublic(1)));
        System.out.println((copy(Single.ONE) == Single.ONE) + " " + copy(new Money(99)).cents);
        System.out.println(copy(new Named()).x + hex(write(new Named())));
        tell("not serializable", () -> copy(new Holder(new NotSerial())));
        tell("in array", () -> copy(new Object[] {1, new NotSerial()}));
        tell("no default", () -> copy(new Child()));
        Rec rec = copy(new Rec(1, "b", List.of(new Rec(2, null, null))));
        System.out.println(rec);
        System.out.println((copy(Colour.RED) == Colour.RED) + " " + copy(EnumSet.allOf(Colour.class)) + copy(new EnumMap<>(Map.of(Colour.GREEN, 1))) + hex(write(Colour.RED)));
        Api api = (Api) Proxy.newProxyInstance(SerialFull.class.getClassLoader(), new Class<?>[] {Api.class, Serializable.class}, new Handler());
        System.out.println(copy(api).call(3));
        System.out.println(copy(new Inner1()).in.q);
        Object[] shared = {new int[] {1}, null, "x"};
        Object[] both = copy(new Object[] {shared, shared, shared[0], String.class, int.class, Map.Entry[].class});
        System.out.println((both[0] == both[1]) + " " + (((Object[]) both[0])[0] == both[2]) + both[3] + both[4] + both[5]);
        Object[] kinds = {new ArrayList<>(List.of(1, "two", 3.0)), new LinkedList<>(List.of(1)), new HashMap<>(Map.of("a", 1)), new TreeMap<>(Map.of("b", 2)), new LinkedHashSet<>(List.of(3, 1)), new TreeSet<>(Comparator.reverseOrder()), List.of(1, 2, 3), Map.of("k", "v"), Set.of(1), new ArrayDeque<>(List.of(4)), new PriorityQueue<>(List.of(3, 1, 2)), new BitSet(), new Date(0), Locale.CANADA, UUID.fromString("00000000-0000-0001-0000-000000000002"), new java.math.BigInteger("123456789012345678901234567890"), new java.math.BigDecimal("1.50"), java.time.LocalDate.of(2020, 2, 29), java.time.ZonedDateTime.parse("2020-01-01T00:00:00+01:00[Europe/Paris]"), java.time.Duration.ofDays(1), Optional.class, new StringBuilder("sb"), Collections.unmodifiableList(new ArrayList<>(List.of(1))), Collections.emptyList(), Arrays.asList(1, 2), new Random(5).getClass(), new int[][] {{1}, {}}, new java.net.URI("http://x/y"), new java.io.File("f"), java.util.regex.Pattern.compile("a+"), new Vector<>(List.of(1)), new Hashtable<>(Map.of(1, 2)), new Properties(), Currency.getInstance("EUR"), new SimpleTimeZone(0, "Z").getID(), new java.util.concurrent.ConcurrentHashMap<>(Map.of(1, 1)), new java.util.concurrent.atomic.AtomicLong(3), new java.util.concurrent.CopyOnWriteArrayList<>(List.of(1)), new IllegalStateException("ex").getMessage(), new java.text.DecimalFormat("0.0", java.text.DecimalFormatSymbols.getInstance(Locale.US)).format(2)};
        for (Object k : kinds) {
            Object c = copy(k);
            System.out.println(c.getClass().getName() + " " + (c instanceof int[][] a ? Arrays.deepToString(a) : c) + " " + (k.equals(c) || !(k instanceof Collection)) + " " + write(k).length);
        }
        Exception ex = copy(new RuntimeException("m", new Error("c")));
        System.out.println(ex + " " + ex.getCause() + " " + ex.getStackTrace()[0] + " " + ex.getSuppressed().length);
        for (Class<?> c : new Class<?>[] {Simple.class, Hooks.class, Holder.class, Rec.class, Colour.class, String.class, ArrayList.class, int[].class, Handler.class, Api.class, Inner1.class, Integer.class, Ext.class, Named.class, NotSerial.class}) {
            ObjectStreamClass d = ObjectStreamClass.lookup(c);
            System.out.println(c.getSimpleName() + " " + (d == null ? ObjectStreamClass.lookupAny(c).toString() : d + " " + Arrays.toString(d.getFields())));
        }
        tell("filter", () -> { ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(write(new Holder(new int[100])))); in.setObjectInputFilter(ObjectInputFilter.Config.createFilter("maxarray=10;SerialFull$*")); return in.readObject(); });
        tell("filter class", () -> { ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(write(new Holder("x")))); in.setObjectInputFilter(ObjectInputFilter.Config.createFilter("!SerialFull$Holder;*")); return in.readObject(); });
        tell("filter log", () -> { ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(write(new Holder(new Holder(null))))); in.setObjectInputFilter(i -> { System.out.println(i.serialClass() + " " + i.depth() + " " + i.references() + " " + i.arrayLength() + " " + i.streamBytes()); return ObjectInputFilter.Status.UNDECIDED; }); return ((Holder) in.readObject()).o.getClass(); });
        tell("filter text", () -> ObjectInputFilter.Config.createFilter("maxdepth=3;java.base/*;!*"));
        tell("filter bad", () -> ObjectInputFilter.Config.createFilter("maxdepth=x"));
        byte[] corrupt = bytes.clone(); corrupt[0] = 0;
        tell("header", () -> read(corrupt));
        tell("end", () -> read(Arrays.copyOf(bytes, 50)));
        byte[] uid = write(new Holder(null));
        int at = new String(uid, "ISO-8859-1").indexOf("Holder") + 6; uid[at]++;
        tell("uid", () -> { try { return read(uid); } catch (InvalidClassException x) { return x.classname + " " + x.getMessage().startsWith("SerialFull$Holder; local class incompatible: stream classdesc serialVersionUID = "); } });
        byte[] name = write(new Holder(null)); name[at - 1] = 'x';
        tell("class", () -> read(name));
        byte[] negative = write(new Rec(1, "b", null));
        int p = new String(negative, "ISO-8859-1").lastIndexOf("\0\0\0\1"); negative[p] = -1;
        tell("record check", () -> read(negative));
        ByteArrayOutputStream reset = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(reset) { { enableReplaceObject(true); } @Override protected Object replaceObject(Object o) { return o instanceof StringBuilder ? "replaced" : o; } @Override protected void annotateClass(Class<?> c) throws IOException { writeUTF("note"); } };
        int[] array = {1}; out.writeObject(array); array[0] = 2; out.writeObject(array); out.reset(); out.writeObject(array); out.writeUnshared(array); out.writeObject(new StringBuilder("b")); out.writeInt(5); out.writeChars("ab"); out.close();
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(reset.toByteArray())) { @Override protected Class<?> resolveClass(java.io.ObjectStreamClass d) throws IOException, ClassNotFoundException { System.out.println("resolve " + d.getName() + readUTF()); return super.resolveClass(d); } };
        System.out.println(((int[]) in.readObject())[0] + "" + ((int[]) in.readObject())[0] + ((int[]) in.readObject())[0] + ((int[]) in.readUnshared())[0] + in.readObject() + in.readInt() + in.readChar() + in.available());
        tell("optional data", () -> { in.readObject(); return null; });
        tell("write after failure", () -> { ByteArrayOutputStream b = new ByteArrayOutputStream(); ObjectOutputStream o = new ObjectOutputStream(b); try { o.writeObject(new Holder(new NotSerial())); } catch (NotSerializableException x) { } o.close(); return read(b.toByteArray()); });
    }
}
