/** Like Ends; but the wait is for another thread that waits for this one. */
public class Deadlock {
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < Ends.TOWERS; i++) Ends.tower(Ends.DISKS);
        for (int i = 0; i < Ends.ROUNDS; i++) Ends.descend(Ends.DEPTH, null);
        Thread main = Thread.currentThread();
        new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }).start();
        Ends.descend(Ends.DEPTH, args[0]);
    }
}
