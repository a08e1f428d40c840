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
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Object serialization: graphs with cycles, transient, custom forms, Externalizable, records, enums, filters, errors. */
public class FileSerialize {
    static class NotSerializableParent {
        int parent = 1;

        NotSerializableParent() {
            parent = 77;
        }
    }

    static class Node extends NotSerializableParent implements Serializable {
        private static final long serialVersionUID = 42;
        final String name;
        Node next;
        transient int cache = 5;
        List<Node> all = new ArrayList<>();
        int[] data = {1, 2, 3};

        Node(String name) {
            this.name = name;
            parent = 2;
        }
    }

    static class Custom implements Serializable {
        transient String secret;
        int version = 1;

        Custom(String secret) {
            this.secret = secret;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeObject(new StringBuilder(secret).reverse().toString());
            out.writeInt(99);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            secret = new StringBuilder((String) in.readObject()).reverse().toString() + in.readInt();
        }
    }

    static class Single implements Serializable {
        static final Single INSTANCE = new Single();

        private Object readResolve() {
            return INSTANCE;
        }
    }

    static class Replaced implements Serializable {
        private Object writeReplace() {
            return "replacement";
        }
    }

    public static class External implements Externalizable {
        int a;
        String b;

        public External() {
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(a);
            out.writeUTF(b);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            a = in.readInt() + 1;
            b = in.readUTF() + "!";
        }
    }

    record Range(int low, int high) implements Serializable {
        Range {
            if (low > high) {
                throw new IllegalArgumentException("bad range");
            }
        }
    }

    enum Color { RED, GREEN }

    static class Validated implements Serializable {
        int n = -1;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            if (n < 0) {
                throw new InvalidObjectException("negative");
            }
        }
    }

    static byte[] write(Object... objects) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            for (Object o : objects) {
                out.writeObject(o);
            }
        }
        return bytes.toByteArray();
    }

    @SuppressWarnings("unchecked")
    static <T> T copy(T t) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(write(t)))) {
            return (T) in.readObject();
        }
    }

    public static void main(String[] args) throws Exception {
        Node a = new Node("a"), b = new Node("b");
        a.next = b;
        b.next = a;
        a.all.addAll(List.of(a, b, a));
        Node c = copy(a);
        System.out.println(c.name + " " + c.next.name + " " + (c.next.next == c) + " " + (c.all.get(0) == c) + " " + (c.all.get(1) == c.next) + " " + c.cache + " " + c.parent + " " + Arrays.toString(c.data) + " " + (c != a));
        System.out.println(copy(new Custom("hidden")).secret + " " + (copy(Single.INSTANCE) == Single.INSTANCE) + " " + (Object) copy((Object) new Replaced()) + " " + (copy(Color.GREEN) == Color.GREEN) + " " + copy(new Range(1, 2)));
        External e = new External();
        e.a = 6;
        e.b = "ext";
        External f = copy(e);
        System.out.println(f.a + f.b);
        Map<String, Object> map = new HashMap<>();
        map.put("list", new LinkedList<>(List.of(1, 2L, 'c')));
        map.put("tree", new TreeMap<>(Map.of("k", new BigDecimal("1.50"))));
        map.put("enum", new EnumMap<>(Map.of(Color.RED, 1)));
        map.put("array", new String[][] {{"x"}, null});
        map.put("nulls", null);
        map.put("class", String.class);
        map.put("immutable", List.of(7, 8));
        map.put("date", java.time.LocalDate.of(2024, 1, 2));
        Map<String, Object> back = copy(map);
        for (String k : new TreeMap<>(back).keySet()) {
            Object v = back.get(k);
            System.out.println(k + " " + (v instanceof Object[] o ? Arrays.deepToString(o) : v));
        }
        byte[] bytes = write("shared", "shared", 5, new int[] {1});
        System.out.println(bytes.length + " " + Arrays.toString(bytes));
        String text = new String("twice");
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(write(text, text)))) {
            System.out.println(in.readObject() == in.readObject());
            try {
                in.readObject();
            } catch (java.io.EOFException x) {
                System.out.println("end");
            }
        }
        for (Object bad : new Object[] {new Object(), new Validated(), List.of(new Thread())}) {
            try {
                copy(bad);
                System.out.println("copied");
            } catch (NotSerializableException | InvalidObjectException x) {
                System.out.println(x);
            }
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(write(new Node("filtered"))))) {
            in.setObjectInputFilter(ObjectInputFilter.Config.createFilter("!FileSerialize$Node;*"));
            in.readObject();
        } catch (InvalidClassException x) {
            System.out.println(x.getMessage());
        }
        try {
            new ObjectInputStream(new ByteArrayInputStream(new byte[] {1, 2, 3, 4}));
        } catch (java.io.StreamCorruptedException x) {
            System.out.println(x.getMessage());
        }
        ObjectStreamClass osc = ObjectStreamClass.lookup(Node.class);
        System.out.println(osc.getSerialVersionUID() + " " + Arrays.stream(osc.getFields()).map(ObjectStreamField::toString).toList() + " " + ObjectStreamClass.lookup(Custom.class).getSerialVersionUID() + " " + ObjectStreamClass.lookup(Object.class));
    }
}
