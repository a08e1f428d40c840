import java.io.FileOutputStream;
import java.net.ServerSocket;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes a number of calls that is known in closed form, says "ready", and waits where its first argument says, below
 * frames that have been compiled. What the second argument names then ends the run.
 */
public class Ends {
    static final int ROUNDS = 3000, DEPTH = 20, TOWERS = 100, DISKS = 8;

    static final Object lock = new Object();
    static volatile boolean ready;
    static int steps, moves;
    static long area;

    abstract static class Shape {
        abstract int area();
    }

    static class Square extends Shape {
        int area() { return 4; }
    }

    static class Circle extends Shape {
        int area() { return 3; }
    }

    static void step() { steps++; }

    /** Calls itself from two places. */
    static void tower(int disks) {
        if (disks == 0) return;
        tower(disks - 1);
        moves++;
        tower(disks - 1);
    }

    /** Makes a step and a virtual call at each level, and may wait at the bottom. */
    static void descend(int depth, String where) throws Exception {
        step();
        Shape shape = depth % 2 == 0 ? new Square() : new Circle();
        area += shape.area();
        if (depth > 0) descend(depth - 1, where);
        else if (where != null) await(where);
        step();
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < TOWERS; i++) tower(DISKS);
        for (int i = 0; i < ROUNDS; i++) descend(DEPTH, null);
        daemon(Ends::holdLock);
        while (!held) Thread.yield();
        daemon(() -> end(args[1]));
        descend(DEPTH, args[0]);
        throw new AssertionError("the wait has ended");
    }

    static void await(String where) throws Exception {
        ServerSocket server = where.equals("accept") ? new ServerSocket(0) : null;
        byte[] page = where.equals("output") ? new byte[1 << 16] : null;
        System.out.println("ready");
        ready = true;
        switch (where) {
            case "running" -> { while (true) spin(); }
            case "yielding" -> { while (true) Thread.yield(); }
            case "sleeping" -> { while (true) Thread.sleep(3_600_000); } // a virtual clock jumps
            case "accept" -> server.accept();
            case "stdin" -> System.in.read();
            case "output" -> { while (true) System.out.write(page); }
            case "fifo" -> new FileOutputStream("fifo");
            case "lock" -> { synchronized (lock) { } }
            case "wait" -> { synchronized (Ends.class) { Ends.class.wait(); } }
            case "park" -> { while (true) LockSupport.park(); }
        }
    }

    static int spun;

    static void spin() { spun++; }

    static volatile boolean held;

    /** Keeps a lock, and the virtual clock from finding that nobody can run. */
    static void holdLock() {
        synchronized (lock) {
            held = true;
            sleepOn();
        }
    }

    static void sleepOn() {
        try {
            while (true) Thread.sleep(3_600_000);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Ends the run by something that the program does, once main waits. */
    static void end(String how) {
        while (!ready) Thread.yield();
        for (int i = 0; i < 100; i++) Thread.yield();
        switch (how) {
            case "outside" -> sleepOn();
            case "bytecodes" -> { while (true) spin(); }
            case "bytecodes in yields" -> { while (true) Thread.yield(); }
            case "output" -> { while (true) System.out.println("0123456789abcdef"); }
            case "threads" -> { while (true) daemon(Ends::sleepOn); }
            case "exit" -> System.exit(7);
            case "halt" -> Runtime.getRuntime().halt(8);
        }
    }

    static void daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
    }
}
