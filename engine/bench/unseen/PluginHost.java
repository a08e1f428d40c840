import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.SimpleDateFormat;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Date;
import java.util.Deque;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TimeZone;
import java.util.Vector;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A host of plug-ins, with events, messages and a registry. */
public class PluginHost {

    @Retention(RetentionPolicy.RUNTIME)
    @interface Option {
        String value();

        int weight() default 1;
    }

    public static class Settings {
        @Option("depth")
        public int depth = 3;
        @Option(value = "ratio", weight = 4)
        public double ratio = 0.5;
        @Option("label")
        public String label = "none";
        public long hidden = 12;

        public int area(int w, int h) {
            return w * h + depth;
        }

        public String tag(String s) {
            return s + label;
        }

        public void setDepth(int depth) {
            this.depth = depth;
        }
    }

    static long reflected() {
        try {
            long sum = 0;
            for (int i = 0; i < 26_000; i++) {
                Settings settings = Settings.class.getDeclaredConstructor().newInstance();
                for (Field field : Settings.class.getFields()) {
                    Option option = field.getAnnotation(Option.class);
                    if (option == null) {
                        continue;
                    }
                    if (field.getType() == int.class) {
                        field.setInt(settings, i);
                    }
                    sum += field.get(settings).hashCode() * option.weight() + option.value().length();
                }
                Method area = Settings.class.getMethod("area", int.class, int.class);
                sum += (Integer) area.invoke(settings, i, 3);
                Method tag = Settings.class.getMethod("tag", String.class);
                sum += ((String) tag.invoke(settings, "x")).length();
                Settings.class.getMethod("setDepth", int.class).invoke(settings, 9);
                sum += settings.depth;
            }
            return sum;
        } catch (NoSuchMethodException | IllegalAccessException | InstantiationException | InvocationTargetException e) {
            throw new AssertionError(e);
        }
    }

    // Events

    abstract static class Event implements Comparable<Event> {
        final long time;
        final int id;

        Event(long time, int id) {
            this.time = time;
            this.id = id;
        }

        abstract void fire(World world);

        @Override
        public int compareTo(Event other) {
            int c = Long.compare(time, other.time);
            return c != 0 ? c : Integer.compare(id, other.id);
        }
    }

    static class World {
        final PriorityQueue<Event> agenda = new PriorityQueue<>();
        final Deque<Integer> waiting = new ArrayDeque<>();
        int ids;
        int busy;
        long served;
        long waited;
        int seed = 42;

        int random(int bound) {
            seed = seed * 1664525 + 1013904223;
            return (seed >>> 8) % bound;
        }

        void begin(long now) {
            busy++;
            agenda.add(new Done(now + 20 + random(100), ids++));
        }
    }

    static class Arrival extends Event {
        Arrival(long time, int id) {
            super(time, id);
        }

        @Override
        void fire(World world) {
            if (world.busy < 4) {
                world.begin(time);
            } else {
                world.waiting.add((int) time);
            }
            world.agenda.add(new Arrival(time + 1 + world.random(36), world.ids++));
        }
    }

    static class Done extends Event {
        Done(long time, int id) {
            super(time, id);
        }

        @Override
        void fire(World world) {
            world.busy--;
            world.served++;
            if (!world.waiting.isEmpty()) {
                world.waited += time - world.waiting.poll();
                world.begin(time);
            }
        }
    }

    static class Tick extends Event {
        Tick(long time, int id) {
            super(time, id);
        }

        @Override
        void fire(World world) {
            world.waited ^= world.waiting.size();
            world.agenda.add(new Tick(time + 10, world.ids++));
        }
    }

    static long simulated() {
        World world = new World();
        world.agenda.add(new Arrival(0, world.ids++));
        for (int i = 0; i < 8; i++) {
            world.agenda.add(new Tick(i, world.ids++));
        }
        for (int i = 0; i < 1_500_000; i++) {
            world.agenda.poll().fire(world);
        }
        return world.served * 1000 + world.waited;
    }

    // Locks

    static class Registry {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private final Map<Integer, String> names = new HashMap<>();

        void register(int id, String name) {
            lock.writeLock().lock();
            try {
                names.put(id, name);
            } finally {
                lock.writeLock().unlock();
            }
        }

        String find(int id) {
            lock.readLock().lock();
            try {
                return names.get(id);
            } finally {
                lock.readLock().unlock();
            }
        }
    }

    static long locked() {
        Registry registry = new Registry();
        Vector<Integer> vector = new Vector<>();
        Hashtable<Integer, Integer> table = new Hashtable<>();
        Map<Integer, Integer> map = Collections.synchronizedMap(new HashMap<>());
        StringBuffer buffer = new StringBuffer();
        long sum = 0;
        for (int i = 0; i < 1_300_000; i++) {
            int k = i & 0x7f;
            if (k == 0) {
                registry.register(i & 0xfff, "plugin" + i);
                buffer.setLength(0);
            }
            String name = registry.find(i & 0xfff);
            sum += name == null ? 1 : name.length();
            if (vector.size() < 100) {
                vector.add(k);
            }
            sum += vector.get(i % vector.size());
            table.put(k, i);
            map.put(k, table.get(k / 2) == null ? 0 : table.get(k / 2));
            buffer.append((char) ('a' + k % 26));
            sum += map.get(k) + buffer.charAt(buffer.length() - 1);
        }
        return sum;
    }

    // Exceptions

    static class PluginException extends RuntimeException {
        private static final long serialVersionUID = 1;

        PluginException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static int call(int depth, int i) {
        if (depth > 0) {
            try {
                return call(depth - 1, i) + 1;
            } catch (PluginException e) {
                if (depth % 4 == 0) {
                    throw new PluginException("at " + depth, e);
                }
                throw e;
            }
        }
        if (i % 3 == 0) {
            throw new PluginException("plugin " + i, null);
        }
        Object[] array = new Object[2];
        return i % 3 == 1 ? array[i].hashCode() : array[0].hashCode();
    }

    static long failed() {
        long sum = 0;
        for (int i = 0; i < 48_000; i++) {
            try {
                sum += call(1 + i % 18, i);
            } catch (ArrayIndexOutOfBoundsException | NullPointerException e) {
                sum += 7;
            } catch (PluginException e) {
                for (Throwable t = e; t != null; t = t.getCause()) {
                    sum = sum * 3 + t.getMessage().length();
                }
            }
        }
        return sum;
    }

    // Serialization

    static class Message implements Serializable {
        private static final long serialVersionUID = 3;
        String topic;
        int priority;
        double[] values;
        transient int cached;
        Message reply;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(cached * 2);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            cached = in.readInt() / 2;
        }
    }

    public static class Stamp implements Externalizable {
        private static final long serialVersionUID = 1;

        long when;
        String who = "";

        public Stamp() {
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeLong(when);
            out.writeUTF(who);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            when = in.readLong();
            who = in.readUTF();
        }
    }

    static long transmitted() {
        try {
            long sum = 0;
            for (int i = 0; i < 3300; i++) {
                Message message = new Message();
                message.topic = "topic/" + i % 13;
                message.priority = i;
                message.values = new double[] {i, i / 2.0, 3};
                message.cached = i + 5;
                message.reply = new Message();
                message.reply.topic = message.topic;
                Stamp stamp = new Stamp();
                stamp.when = i * 1000L;
                stamp.who = "host" + i;
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                ObjectOutputStream out = new ObjectOutputStream(bytes);
                out.writeObject(message);
                out.writeObject(stamp);
                out.flush();
                ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
                Message back = (Message) in.readObject();
                Stamp again = (Stamp) in.readObject();
                sum += back.cached + (long) back.values[1] + back.reply.topic.length() + again.when + again.who.length() + bytes.size();
            }
            return sum;
        } catch (IOException | ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    static long reported() {
        SimpleDateFormat dates = new SimpleDateFormat("EEE, d MMM yyyy HH:mm:ss", Locale.ENGLISH);
        dates.setTimeZone(TimeZone.getTimeZone("UTC"));
        DecimalFormat money = new DecimalFormat("#,##0.00;(#,##0.00)", DecimalFormatSymbols.getInstance(Locale.US));
        MessageFormat text = new MessageFormat("{0} has {1,number,integer} items in {2}", Locale.US);
        long sum = 0;
        for (int i = 0; i < 25_000; i++) {
            String date = dates.format(new Date(1_600_000_000_000L + i * 7_777_777L));
            String amount = money.format((i - 9000) * 12.345);
            sum = sum * 31 + date.hashCode() + amount.hashCode();
            if (i % 2 == 0) {
                sum += text.format(new Object[] {amount, i, Optional.of(date).get()}).hashCode();
            }
        }
        return sum;
    }

    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("reflected");
            p.end(reflected());
            p.start("simulated");
            p.end(simulated());
            p.start("locked");
            p.end(locked());
            p.start("failed");
            p.end(failed());
            p.start("transmitted");
            p.end(transmitted());
            p.start("reported");
            p.end(reported());
        }
    }
}
