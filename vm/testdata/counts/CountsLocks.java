/** Synchronized methods and blocks: monitors are no calls; waiting and notifying are native ones. */
// expect calls CountsLocks.add = 300
// expect edge CountsLocks.main -> CountsLocks.add = 100
// expect edge CountsLocks.run -> CountsLocks.add = 200 kind virtual
// expect calls CountsLocks.block = 50
// expect bytecodes CountsLocks.block = 450
// expect edge CountsLocks.block -> CountsLocks.peek = 50
// expect edge CountsLocks.main -> java.lang.Object.notifyAll = 5 kind native
// expect edge java.lang.Thread.run -> CountsLocks.run = 2 kind interface on 17
// expect edge java.lang.Thread.runWith -> CountsLocks.run = 2 kind interface on 21 25
// expect path java.lang.Thread.run > CountsLocks.run > CountsLocks.add = 200 on 17
// expect path java.lang.Thread.run > java.lang.Thread.runWith > CountsLocks.run > CountsLocks.add = 200 on 21 25
public class CountsLocks implements Runnable {
    private int n;

    synchronized void add() {
        n++;
    }

    private int peek() {
        return n;
    }

    // aload dup astore monitorenter, aload invokevirtual, aload monitorexit, ireturn = 9 instructions.
    int block() {
        synchronized (this) {
            return peek();
        }
    }

    @Override
    public void run() {
        for (int i = 0; i < 100; i++) {
            add();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CountsLocks c = new CountsLocks();
        Thread a = new Thread(c), b = new Thread(c);
        a.start();
        b.start();
        for (int i = 0; i < 100; i++) {
            c.add();
        }
        a.join();
        b.join();
        int sum = 0;
        for (int i = 0; i < 50; i++) {
            sum += c.block();
        }
        synchronized (c) {
            for (int i = 0; i < 5; i++) {
                c.notifyAll();
            }
        }
        System.out.println(sum);
    }
}
