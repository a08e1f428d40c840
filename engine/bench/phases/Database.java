import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** What a database is made of: a tree, pages of rows, a join, patterns, a log, locks. */
final class Database {
    public static void main(String[] arguments) throws Exception {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("balancedTree");
            p.end(balancedTree());
            p.start("pages");
            p.end(pages());
            p.start("join");
            p.end(join());
            p.start("patterns");
            p.end(patterns());
            p.start("redoLog");
            p.end(redoLog());
            p.start("lockTable");
            p.end(lockTable());
        }
    }

    /** A left-leaning red-black tree. */
    private static final class Tree<K extends Comparable<K>, V> {
        private static final class Node<K, V> {
            private final K key;
            private V value;
            private Node<K, V> left;
            private Node<K, V> right;
            private boolean red = true;

            Node(K key, V value) {
                this.key = key;
                this.value = value;
            }
        }

        private Node<K, V> root;
        private int size;

        void put(K key, V value) {
            root = put(root, key, value);
            root.red = false;
        }

        private Node<K, V> put(Node<K, V> node, K key, V value) {
            if (node == null) {
                size++;
                return new Node<>(key, value);
            }
            int order = key.compareTo(node.key);
            if (order < 0) {
                node.left = put(node.left, key, value);
            } else if (order > 0) {
                node.right = put(node.right, key, value);
            } else {
                node.value = value;
            }
            if (isRed(node.right) && !isRed(node.left)) {
                Node<K, V> right = node.right;
                node.right = right.left;
                right.left = node;
                right.red = node.red;
                node.red = true;
                node = right;
            }
            if (isRed(node.left) && isRed(node.left.left)) {
                Node<K, V> left = node.left;
                node.left = left.right;
                left.right = node;
                left.red = node.red;
                node.red = true;
                node = left;
            }
            if (isRed(node.left) && isRed(node.right)) {
                node.left.red = false;
                node.right.red = false;
                node.red = true;
            }
            return node;
        }

        private static boolean isRed(Node<?, ?> node) {
            return node != null && node.red;
        }

        V get(K key) {
            Node<K, V> node = root;
            while (node != null) {
                int order = key.compareTo(node.key);
                if (order == 0) {
                    return node.value;
                }
                node = order < 0 ? node.left : node.right;
            }
            return null;
        }
    }

    private static long balancedTree() {
        Random random = new Random(1);
        Tree<Integer, String> numbers = new Tree<>();
        Tree<String, Integer> names = new Tree<>();
        for (int i = 0; i < 60000; i++) {
            int key = random.nextInt(1_000_000);
            numbers.put(key, "row");
            if (i % 3 == 0) {
                names.put("key" + key, i);
            }
        }
        long found = 0;
        for (int i = 0; i < 120000; i++) {
            if (numbers.get(random.nextInt(1_000_000)) != null) {
                found++;
            }
            Integer at = names.get("key" + i);
            found += at == null ? 0 : at;
        }
        return found * 31 + numbers.size + names.size;
    }

    /** Rows in pages of bytes: written, read, and updated in place. */
    private static long pages() {
        List<ByteBuffer> pages = new ArrayList<>();
        ByteBuffer page = null;
        for (int i = 0; i < 80000; i++) {
            byte[] name = ("row number " + i).getBytes(StandardCharsets.UTF_8);
            if (page == null || page.remaining() < 4 + 8 + 8 + 2 + name.length) {
                page = pages.size() % 2 == 0 ? ByteBuffer.allocate(8192) : ByteBuffer.allocateDirect(8192).order(ByteOrder.LITTLE_ENDIAN);
                pages.add(page);
            }
            page.putInt(i).putLong(i * 1_000_003L).putDouble(i / 7.0).putShort((short) name.length).put(name);
        }
        long result = 0;
        for (int round = 0; round < 6; round++) {
            for (ByteBuffer each : pages) {
                ByteBuffer view = each.duplicate().order(each.order());
                view.flip();
                while (view.remaining() > 0) {
                    int id = view.getInt();
                    int at = view.position();
                    view.putLong(at, view.getLong() + round);
                    double value = view.getDouble();
                    int length = view.getShort();
                    if (id % 16 == round) {
                        byte[] name = new byte[length];
                        view.get(name);
                        result += new String(name, StandardCharsets.UTF_8).hashCode() + (long) value;
                    } else {
                        view.position(view.position() + length);
                    }
                }
            }
            result += pages.get(round).getLong(4);
        }
        return result;
    }

    private record Customer(String id, String city) {}

    private record Purchase(String customer, int cents) {}

    /** Joins two large tables by a map of one of them. */
    private static long join() {
        Random random = new Random(2);
        int count = 120000;
        List<Customer> customers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            customers.add(new Customer("C" + Integer.toString(i * 7 + 1_000_000, 36), "city" + i % 300));
        }
        List<Purchase> purchases = new ArrayList<>();
        for (int i = 0; i < 120000; i++) {
            purchases.add(new Purchase("C" + Integer.toString(random.nextInt(count + 5000) * 7 + 1_000_000, 36), random.nextInt(10000)));
        }
        Map<String, Customer> byId = new HashMap<>();
        for (Customer customer : customers) {
            byId.put(customer.id(), customer);
        }
        Map<String, long[]> byCity = new HashMap<>();
        long unmatched = 0;
        for (Purchase purchase : purchases) {
            Customer customer = byId.get(purchase.customer());
            if (customer == null) {
                unmatched++;
                continue;
            }
            long[] sums = byCity.computeIfAbsent(customer.city(), city -> new long[2]);
            sums[0]++;
            sums[1] += purchase.cents();
        }
        long result = unmatched;
        for (long[] sums : byCity.values()) {
            result += sums[1] / sums[0];
        }
        return result;
    }

    private enum State { START, LITERAL, ANY, END }

    /** Whether a text is LIKE a pattern of % and _. */
    private static boolean like(String text, String pattern) {
        int t = 0;
        int p = 0;
        int star = -1;
        int mark = 0;
        State state = State.START;
        while (state != State.END) {
            switch (state) {
                case START:
                    if (t == text.length()) {
                        state = State.END;
                    } else if (p < pattern.length() && pattern.charAt(p) == '%') {
                        state = State.ANY;
                    } else {
                        state = State.LITERAL;
                    }
                    break;
                case ANY:
                    star = p++;
                    mark = t;
                    state = State.START;
                    break;
                case LITERAL:
                    if (p < pattern.length() && (pattern.charAt(p) == '_' || pattern.charAt(p) == text.charAt(t))) {
                        p++;
                        t++;
                    } else if (star >= 0) {
                        p = star + 1;
                        t = ++mark;
                    } else {
                        return false;
                    }
                    state = State.START;
                    break;
                default:
                    throw new AssertionError(state);
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '%') {
            p++;
        }
        return p == pattern.length();
    }

    private static long patterns() {
        String[] patterns = {"%green%", "_o%e", "%a%a%a%", "yellow box 1_", "%9"};
        String[] colors = {"green", "yellow", "red", "dark blue", "orange", "white"};
        long matches = 0;
        for (int i = 0; i < 110000; i++) {
            String text = colors[i % 6] + " box " + i % 1000 + " and a " + colors[i % 5] + " one";
            for (String pattern : patterns) {
                if (like(text, pattern)) {
                    matches += pattern.length();
                }
            }
        }
        return matches;
    }

    /** A change, which writes itself. */
    public static final class Change implements Externalizable {
        private static final long serialVersionUID = 1;
        private int table;
        private long row;
        private String before;
        private byte[] after;

        public Change() {}

        Change(int table, long row, String before, byte[] after) {
            this.table = table;
            this.row = row;
            this.before = before;
            this.after = after;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeByte(table);
            out.writeLong(row);
            out.writeUTF(before);
            out.writeShort(after.length);
            out.write(after);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            table = in.readByte();
            row = in.readLong();
            before = in.readUTF();
            after = new byte[in.readShort()];
            in.readFully(after);
        }
    }

    private static long redoLog() throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int count = 40000;
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            for (int i = 0; i < count; i++) {
                out.writeUnshared(new Change(i % 12, i * 31L, "value " + i % 50, new byte[i % 40]));
                if (i % 500 == 0) {
                    out.reset();
                }
            }
        }
        long result = bytes.size();
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            for (int i = 0; i < count; i++) {
                Change change = (Change) in.readUnshared();
                result += change.table + change.row + change.before.length() + change.after.length;
            }
        }
        return result;
    }

    private static final class Table {
        private final ReadWriteLock lock = new ReentrantReadWriteLock();
        private final int[] rows = new int[64];
        private int version;

        int read(int row) {
            lock.readLock().lock();
            try {
                return rows[row & 63] + version;
            } finally {
                lock.readLock().unlock();
            }
        }

        void write(int row, int value) {
            lock.writeLock().lock();
            try {
                rows[row & 63] = value;
                version++;
            } finally {
                lock.writeLock().unlock();
            }
        }

        synchronized int[] snapshot() {
            return Arrays.copyOf(rows, rows.length);
        }
    }

    /** Three sessions, of which one works until it hands over to the next, read and write under locks. */
    private static long lockTable() throws InterruptedException {
        Table[] tables = new Table[10];
        Arrays.setAll(tables, i -> new Table());
        Object monitor = new Object();
        int[] turn = {0};
        long[] sums = new long[3];
        List<Thread> sessions = new ArrayList<>();
        for (int session = 0; session < 3; session++) {
            int own = session;
            Thread thread = new Thread(() -> {
                try {
                    for (int round = 0; round < 30; round++) {
                        synchronized (monitor) {
                            while (turn[0] % 3 != own) {
                                monitor.wait();
                            }
                        }
                        for (int i = 0; i < 25000; i++) {
                            Table table = tables[i % tables.length];
                            if (i % 5 == own) {
                                table.write(i, i ^ round);
                            } else {
                                sums[own] += table.read(i + own);
                            }
                            if (i % 50 == 0) {
                                sums[own] += table.snapshot()[own];
                            }
                        }
                        synchronized (monitor) {
                            turn[0]++;
                            monitor.notifyAll();
                        }
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            sessions.add(thread);
            thread.start();
        }
        for (Thread thread : sessions) {
            thread.join();
        }
        return sums[0] + sums[1] * 3 + sums[2] * 5;
    }
}
