import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

public class Storehouse {

    // ------------------------------------------------------------------ parcels

    enum State {
        NEW, PICKED, PACKED, LOADED, DELIVERED, LOST;
    }

    interface Handler {
        State handle(Parcel parcel, Floor floor);
    }

    static class Parcel {
        final int number;
        final int weight;
        State state = State.NEW;
        int moves;

        Parcel(int number, int weight) {
            this.number = number;
            this.weight = weight;
        }
    }

    static class Floor {
        int load;
        int capacity = 4000;
        long cost;
        int trips;

        boolean take(int weight) {
            if (load + weight > capacity) {
                trips++;
                load = 0;
                return false;
            }
            load += weight;
            return true;
        }
    }

    static class Picker implements Handler {
        @Override
        public State handle(Parcel parcel, Floor floor) {
            floor.cost += parcel.weight / 3;
            return parcel.number % 97 == parcel.moves ? State.LOST : State.PICKED;
        }
    }

    static class Packer implements Handler {
        @Override
        public State handle(Parcel parcel, Floor floor) {
            floor.cost += 5;
            return State.PACKED;
        }
    }

    static class Loader implements Handler {
        @Override
        public State handle(Parcel parcel, Floor floor) {
            return floor.take(parcel.weight) ? State.LOADED : State.PACKED;
        }
    }

    static class Driver implements Handler {
        @Override
        public State handle(Parcel parcel, Floor floor) {
            floor.cost += floor.trips % 10;
            return (parcel.number + parcel.moves) % 11 == 0 ? State.PACKED : State.DELIVERED;
        }
    }

    static long dispatched() {
        Map<State, Handler> handlers = new EnumMap<>(State.class);
        handlers.put(State.NEW, new Picker());
        handlers.put(State.PICKED, new Packer());
        handlers.put(State.PACKED, new Loader());
        handlers.put(State.LOADED, new Driver());
        handlers.put(State.LOST, (parcel, floor) -> parcel.moves > 4 ? State.DELIVERED : State.NEW);
        Floor floor = new Floor();
        long moves = 0;
        for (int batch = 0; batch < 300; batch++) {
            LinkedList<Parcel> belt = new LinkedList<>();
            for (int i = 0; i < 1500; i++) {
                belt.add(new Parcel(batch * 1500 + i, 1 + (i * 37) % 90));
            }
            while (!belt.isEmpty()) {
                Parcel parcel = belt.removeFirst();
                parcel.state = handlers.get(parcel.state).handle(parcel, floor);
                parcel.moves++;
                if (parcel.state != State.DELIVERED) {
                    belt.addLast(parcel);
                } else {
                    moves += parcel.moves;
                }
            }
        }
        return moves * 1_000_003 + floor.cost + floor.trips;
    }

    // ------------------------------------------------------------------ shelves kept in order

    static class Shelf {
        private int[] items = new int[8];
        private int size;

        void insert(int item) {
            int at = Arrays.binarySearch(items, 0, size, item);
            if (at < 0) {
                at = -at - 1;
            }
            if (size == items.length) {
                items = Arrays.copyOf(items, size + (size >> 1));
            }
            System.arraycopy(items, at, items, at + 1, size - at);
            items[at] = item;
            size++;
        }

        int removeAt(int at) {
            int item = items[at];
            System.arraycopy(items, at + 1, items, at, --size - at);
            return item;
        }
    }

    static long shelved() {
        long sum = 0;
        int seed = 3;
        for (int round = 0; round < 3; round++) {
            Shelf shelf = new Shelf();
            for (int i = 0; i < 45_000; i++) {
                seed = seed * 22695477 + 1;
                shelf.insert(seed >>> 4);
                if (i % 4 == 3) {
                    sum = sum * 3 + shelf.removeAt((seed >>> 9) % shelf.size);
                }
            }
            sum += shelf.items[shelf.size / 2];
        }
        return sum;
    }

    // ------------------------------------------------------------------ floor plan

    static long cleared() {
        char[][] plan = new char[200][300];
        boolean[] used = new boolean[64_000];
        Object[] slots = new Object[16_000];
        double[] heat = new double[20_000];
        long sum = 0;
        for (int day = 0; day < 2200; day++) {
            for (char[] row : plan) {
                Arrays.fill(row, '.');
            }
            Arrays.fill(used, day % 2 == 0);
            Arrays.fill(slots, day % 3 == 0 ? plan : null);
            Arrays.fill(heat, 100, 19_000, day * 0.5);
            for (int i = 0; i < heat.length; i++) {
                heat[i] += 1;
            }
            plan[day % 200][day % 300] = '#';
            sum += plan[day % 200][day % 299] + (used[day] ? 1 : 0) + (slots[day] == null ? 5 : 9) + (long) heat[day];
        }
        return sum;
    }

    // ------------------------------------------------------------------ boxed counters

    static long tallied() {
        Set<Integer> seen = new HashSet<>();
        Map<Character, Double> prices = new HashMap<>();
        BiFunction<Integer, Double, Double> weigh = (n, d) -> n * d + 1;
        Integer counter = 0;
        Double total = 0.0;
        for (int i = 0; i < 750_000; i++) {
            Integer id = (i * 7919) % 65_537;
            if (seen.add(id)) {
                counter++;
            } else if (id % 5 == 0) {
                seen.remove(id);
            }
            Character c = (char) ('a' + i % 26);
            Double price = prices.getOrDefault(c, 1.0);
            prices.put(c, price % 1000 + id);
            total += weigh.apply(counter % 100, price);
        }
        return seen.size() + counter * 100_000L + total.longValue();
    }

    // ------------------------------------------------------------------ the books, in a file

    static long filed() {
        File file = null;
        try {
            file = File.createTempFile("warehouse", ".dat");
            long sum = 0;
            try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(file)))) {
                for (int i = 0; i < 200_000; i++) {
                    out.writeInt(i * 3);
                    out.writeLong(i * 100_003L);
                    out.writeShort(i);
                    out.writeBoolean((i & 1) == 0);
                    out.writeByte(i);
                }
            }
            try (RandomAccessFile random = new RandomAccessFile(file, "rw")) {
                byte[] record = new byte[16];
                for (int i = 0; i < 18_000; i++) {
                    long at = (i * 7907L % 200_000) * 16;
                    random.seek(at);
                    random.readFully(record);
                    record[3] += i;
                    sum += record[11] + record[3];
                    random.seek(at);
                    random.write(record);
                }
            }
            try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(file), 1024))) {
                for (int i = 0; i < 200_000; i++) {
                    sum = sum * 3 + in.readInt() + in.readLong();
                    sum += in.readShort() + (in.readBoolean() ? 1 : 0) + in.readByte();
                }
            }
            return sum;
        } catch (IOException e) {
            throw new RuntimeException(e);
        } finally {
            if (file != null) {
                file.delete();
            }
        }
    }

    // ------------------------------------------------------------------ a list of chunks

    static class Chunked<T extends Comparable<T>> extends AbstractList<T> {
        private final Object[][] chunks;
        private int size;

        Chunked(int most) {
            chunks = new Object[most / 32 + 1][];
        }

        @Override
        public boolean add(T item) {
            if (size % 32 == 0) {
                chunks[size / 32] = new Object[32];
            }
            chunks[size / 32][size++ % 32] = item;
            return true;
        }

        @Override
        @SuppressWarnings("unchecked")
        public T get(int index) {
            if (index >= size) {
                throw new IndexOutOfBoundsException();
            }
            return (T) chunks[index / 32][index % 32];
        }

        @Override
        public int size() {
            return size;
        }

        T greatest() {
            T best = get(0);
            for (T item : this) {
                if (item.compareTo(best) > 0) {
                    best = item;
                }
            }
            return best;
        }
    }

    static <A extends Comparable<A>> int merged(List<A> a, List<A> b) {
        ListIterator<A> i = a.listIterator();
        Iterator<A> j = b.iterator();
        A y = j.next();
        int less = 0;
        while (i.hasNext()) {
            A x = i.next();
            while (y.compareTo(x) < 0 && j.hasNext()) {
                y = j.next();
                less++;
            }
            if (i.nextIndex() % 3 == 0) {
                less ^= y.hashCode();
            }
        }
        return less;
    }

    static long walked() {
        Chunked<Integer> numbers = new Chunked<>(60_000);
        Chunked<String> names = new Chunked<>(60_000);
        Chunked<String> others = new Chunked<>(60_000);
        for (int i = 0; i < 60_000; i++) {
            numbers.add(i * 31 % 60_000);
            names.add("box" + (100_000 + i));
            others.add("box" + (100_000 + i * 2));
        }
        long sum = 0;
        for (int round = 0; round < 24; round++) {
            sum = sum * 31 + numbers.greatest() + names.greatest().length();
            sum += merged(names, others);
            sum += names.subList(100, 20_000).hashCode();
        }
        return sum;
    }

    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("dispatched");
            p.end(dispatched());
            p.start("shelved");
            p.end(shelved());
            p.start("cleared");
            p.end(cleared());
            p.start("tallied");
            p.end(tallied());
            p.start("filed");
            p.end(filed());
            p.start("walked");
            p.end(walked());
        }
    }
}
