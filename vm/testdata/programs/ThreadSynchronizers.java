import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Latches, barriers, semaphores, phasers and exchangers: results that do not depend on the schedule. */
public class ThreadSynchronizers {
    interface Body {
        void run(int n) throws Exception;
    }

    static void all(int n, Body body) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int me = i;
            Thread t = new Thread(() -> {
                try {
                    body.run(me);
                } catch (Exception e) {
                    System.out.println("failed " + e);
                }
            });
            t.start();
            threads.add(t);
        }
        for (Thread t : threads) {
            t.join();
        }
    }

    public static void main(String[] args) throws Exception {
        CountDownLatch start = new CountDownLatch(1), done = new CountDownLatch(4);
        AtomicInteger before = new AtomicInteger();
        for (int i = 0; i < 4; i++) {
            new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    return;
                }
                before.incrementAndGet();
                done.countDown();
            }).start();
        }
        System.out.println(before.get() + " " + done.getCount() + " " + done.await(1, TimeUnit.MILLISECONDS));
        start.countDown();
        done.await();
        System.out.println(before.get() + " " + done.getCount());
        int[] phases = new int[1];
        int[] cells = new int[3];
        CyclicBarrier barrier = new CyclicBarrier(3, () -> System.out.println("phase " + phases[0]++ + " " + cells[0] + cells[1] + cells[2]));
        all(3, me -> {
            for (int p = 0; p < 4; p++) {
                cells[me] = p * (me + 1);
                barrier.await();
            }
        });
        System.out.println(barrier.getParties() + " " + barrier.isBroken() + " " + barrier.getNumberWaiting());
        CyclicBarrier broken = new CyclicBarrier(2);
        try {
            broken.await(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timeout " + broken.isBroken());
        }
        try {
            broken.await();
        } catch (BrokenBarrierException e) {
            System.out.println("broken");
        }
        Semaphore semaphore = new Semaphore(2);
        AtomicInteger inside = new AtomicInteger(), most = new AtomicInteger(), total = new AtomicInteger();
        all(6, me -> {
            for (int i = 0; i < 20; i++) {
                semaphore.acquire();
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                total.incrementAndGet();
                Thread.yield();
                inside.decrementAndGet();
                semaphore.release();
            }
        });
        System.out.println((most.get() <= 2) + " " + total + " " + semaphore.availablePermits() + " " + semaphore.tryAcquire(3) + " " + semaphore.tryAcquire(2) + " " + semaphore.drainPermits());
        Phaser phaser = new Phaser(1) {
            @Override
            protected boolean onAdvance(int phase, int registered) {
                System.out.println("advance " + phase + " registered " + registered);
                return phase >= 3 || registered == 0;
            }
        };
        phaser.bulkRegister(2);
        Thread[] phasing = new Thread[2];
        AtomicInteger work = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            phasing[i] = new Thread(() -> {
                while (!phaser.isTerminated()) {
                    work.incrementAndGet();
                    phaser.arriveAndAwaitAdvance();
                }
            });
            phasing[i].start();
        }
        for (int i = 0; i < 4; i++) {
            phaser.arriveAndAwaitAdvance();
        }
        phasing[0].join();
        phasing[1].join();
        System.out.println(work + " " + phaser.isTerminated() + " " + (phaser.getPhase() < 0));
        Exchanger<String> exchanger = new Exchanger<>();
        List<String> got = Collections.synchronizedList(new ArrayList<>());
        all(2, me -> {
            for (int i = 0; i < 3; i++) {
                got.add(me + " got " + exchanger.exchange("from " + me + "#" + i));
            }
        });
        Collections.sort(got);
        System.out.println(got);
        Phaser tree = new Phaser();
        Phaser leaf = new Phaser(tree, 1);
        System.out.println(tree.getRegisteredParties() + " " + leaf.arriveAndDeregister() + " " + leaf.isTerminated() + " " + tree.isTerminated());
    }
}
