import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Object-oriented control: the kernel of a small operating system, after an idea
 * of Martin Richards. Tasks with priorities send each other packets; a clock wakes
 * the devices, whose packets wake the workers.
 */
public final class Richards extends Harness {
    private static final int DEVICES = 3;
    private static final int PACKET_BYTES = 4;
    private static final int PACKETS_PER_WORKER = 6;
    private static final int MODULUS = 1_000_003;

    /** What a task wants when its turn ends. */
    enum Outcome { READY, WAITING, FINISHED }

    /** A message from task to task, which goes back and forth. */
    static final class Packet {
        final int[] bytes = new int[PACKET_BYTES];
        Task owner;
        int trips;

        Packet(Task owner) {
            this.owner = owner;
        }
    }

    /** A task: it has its turn when it is ready and no task of a higher priority is. */
    abstract static class Task {
        final int priority;
        boolean ready;
        boolean finished;
        private final Queue<Packet> mailbox = new ArrayDeque<>();

        Task(int priority) {
            this.priority = priority;
        }

        abstract Outcome turn(Kernel kernel);

        final void deliver(Packet packet) {
            mailbox.add(packet);
            ready = !finished;
        }

        /** The next packet; null if there is none. */
        final Packet receive() {
            return mailbox.poll();
        }

        final boolean hasMail() {
            return !mailbox.isEmpty();
        }
    }

    /** Ticks a number of times, and wakes one of two devices according to a register that it shifts. */
    static final class Clock extends Task {
        private final Device[] devices;
        private int ticks;
        private int register = 1;

        Clock(int ticks, Device[] devices) {
            super(0);
            this.ticks = ticks;
            this.devices = devices;
        }

        @Override
        Outcome turn(Kernel kernel) {
            if (ticks == 0) {
                for (Device device : devices) {
                    device.close();
                }
                return Outcome.FINISHED;
            }
            ticks--;
            register = (register & 1) == 0 ? register >> 1 : register >> 1 ^ 0xD008;
            devices[register % devices.length].wake();
            return Outcome.READY;
        }
    }

    /** Gives one packet back to its owner for each time that the clock wakes it. */
    static final class Device extends Task {
        private int wakeUps;
        private boolean closed;
        int handled;

        Device(int priority) {
            super(priority);
        }

        void wake() {
            wakeUps++;
            ready = true;
        }

        void close() {
            closed = true;
            ready = true;
        }

        @Override
        Outcome turn(Kernel kernel) {
            if (closed) {
                return Outcome.FINISHED;
            }
            if (wakeUps == 0 || !hasMail()) {
                return Outcome.WAITING;
            }
            wakeUps--;
            Packet packet = receive();
            packet.trips++;
            handled++;
            kernel.send(packet, packet.owner);
            return Outcome.READY;
        }
    }

    /** Fills packets and hands them to the handler. */
    static final class Worker extends Task {
        private final Task handler;
        private final Packet[] packets = new Packet[PACKETS_PER_WORKER];
        private int seed;
        private boolean started;

        Worker(int priority, int seed, Task handler) {
            super(priority);
            this.seed = seed;
            this.handler = handler;
            for (int i = 0; i < packets.length; i++) {
                packets[i] = new Packet(this);
            }
        }

        @Override
        Outcome turn(Kernel kernel) {
            if (!started) {
                started = true;
                for (Packet packet : packets) {
                    kernel.send(fill(packet), handler);
                }
                return Outcome.WAITING;
            }
            Packet packet = receive();
            if (packet == null) {
                return Outcome.WAITING;
            }
            for (int b : packet.bytes) {
                kernel.checksum = (kernel.checksum * 31 + b) % MODULUS;
            }
            kernel.send(fill(packet), handler);
            return hasMail() ? Outcome.READY : Outcome.WAITING;
        }

        private Packet fill(Packet packet) {
            for (int i = 0; i < packet.bytes.length; i++) {
                seed = (seed * 1_103 + 377) % MODULUS;
                packet.bytes[i] = seed & 0xFF;
            }
            return packet;
        }
    }

    /** Passes packets to the devices: which one, the packet's first byte decides. */
    static final class Handler extends Task {
        private final Device[] devices;

        Handler(int priority, Device[] devices) {
            super(priority);
            this.devices = devices;
        }

        @Override
        Outcome turn(Kernel kernel) {
            Packet packet = receive();
            if (packet == null) {
                return Outcome.WAITING;
            }
            kernel.send(packet, devices[packet.bytes[0] % devices.length]);
            return Outcome.READY;
        }
    }

    /** The scheduler. */
    static final class Kernel {
        private final Task[] tasks; // by falling priority
        long checksum;
        int turns;
        int packets;

        Kernel(Task... tasks) {
            this.tasks = tasks;
            for (Task task : tasks) {
                task.ready = true;
            }
        }

        void send(Packet packet, Task to) {
            packets++;
            to.deliver(packet);
        }

        void schedule() {
            for (Task task = next(); task != null; task = next()) {
                turns++;
                Outcome outcome = task.turn(this);
                switch (outcome) {
                    case READY -> { }
                    case WAITING -> task.ready = false;
                    case FINISHED -> {
                        task.ready = false;
                        task.finished = true;
                    }
                }
            }
        }

        private Task next() {
            for (Task task : tasks) {
                if (task.ready) {
                    return task;
                }
            }
            return null;
        }
    }

    @Override
    long run(int size) {
        Device[] devices = new Device[DEVICES];
        for (int i = 0; i < DEVICES; i++) {
            devices[i] = new Device(5 - i);
        }
        Handler handler = new Handler(8, devices);
        Worker first = new Worker(7, 17, handler), second = new Worker(6, 29, handler);
        Kernel kernel = new Kernel(handler, first, second, devices[0], devices[1], devices[2], new Clock(size, devices));
        for (int i = 1; i < kernel.tasks.length; i++) {
            if (kernel.tasks[i - 1].priority <= kernel.tasks[i].priority) {
                throw new AssertionError("the tasks are not in the order of their priorities");
            }
        }
        kernel.schedule();
        int handled = 0;
        for (Device device : devices) {
            handled += device.handled;
        }
        return (kernel.turns * 1_000L + kernel.packets + handled) * MODULUS + kernel.checksum;
    }

    public static void main(String[] arguments) {
        new Richards()
                .expect("tiny", 1_000, 6_455_899_389_101L)
                .expect("full", 200_000, 1_313_949_142_664_866L)
                .measure(arguments);
    }
}
