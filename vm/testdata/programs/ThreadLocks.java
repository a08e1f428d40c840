import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** java.util.concurrent.locks: ReentrantLock, conditions, read-write and stamped locks, park and unpark, philosophers. */
public class ThreadLocks {
    static class Queue {
        final ReentrantLock lock = new ReentrantLock(true);
        final Condition notEmpty = lock.newCondition(), notFull = lock.newCondition();
        final int[] ring = new int[4];
        int size, head;

        void put(int n) throws InterruptedException {
            lock.lock();
            try {
                while (size == ring.length) {
                    notFull.await();
                }
                ring[(head + size++) % ring.length] = n;
                notEmpty.signal();
            } finally {
                lock.unlock();
            }
        }

        int take() throws InterruptedException {
            lock.lockInterruptibly();
            try {
                while (size == 0) {
                    notEmpty.await();
                }
                int n = ring[head];
                head = (head + 1) % ring.length;
                size--;
                notFull.signal();
                return n;
            } finally {
                lock.unlock();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Queue queue = new Queue();
        long[] sum = new long[1];
        Thread consumer = new Thread(() -> {
            try {
                for (int n = queue.take(); n >= 0; n = queue.take()) {
                    sum[0] = sum[0] * 31 + n;
                }
            } catch (InterruptedException e) {
                System.out.println("never");
            }
        });
        consumer.start();
        for (int i = 0; i < 300; i++) {
            queue.put(i);
        }
        queue.put(-1);
        consumer.join();
        System.out.println(sum[0]);
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        lock.lock();
        System.out.println(lock.getHoldCount() + " " + lock.isHeldByCurrentThread() + " " + lock.tryLock() + " " + lock.getHoldCount() + " " + lock.isFair());
        boolean[] got = new boolean[2];
        Thread other = new Thread(() -> {
            got[0] = lock.tryLock();
            try {
                got[1] = lock.tryLock(1, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                System.out.println("never");
            }
        });
        other.start();
        other.join();
        System.out.println(got[0] + " " + got[1]);
        lock.unlock();
        lock.unlock();
        lock.unlock();
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("not owner " + lock.isLocked());
        }
        lock.lock();
        Thread waiting = new Thread(() -> {
            try {
                lock.lockInterruptibly();
                System.out.println("never");
            } catch (InterruptedException e) {
                System.out.println("lock interrupted");
            }
        });
        waiting.start();
        while (!lock.hasQueuedThread(waiting)) {
            Thread.onSpinWait();
        }
        System.out.println(lock.getQueueLength() + " " + lock.hasQueuedThreads());
        waiting.interrupt();
        waiting.join();
        System.out.println(lock.newCondition().awaitNanos(1000) <= 0);
        lock.unlock();
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        int[] shared = new int[1];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            boolean writer = i < 2;
            Thread t = new Thread(() -> {
                for (int k = 0; k < 300; k++) {
                    if (writer) {
                        rw.writeLock().lock();
                        shared[0]++;
                        rw.writeLock().unlock();
                    } else {
                        rw.readLock().lock();
                        if (shared[0] > 600) {
                            System.out.println("never");
                        }
                        rw.readLock().unlock();
                    }
                }
            });
            t.start();
            threads.add(t);
        }
        for (Thread t : threads) {
            t.join();
        }
        rw.writeLock().lock();
        rw.readLock().lock();
        rw.writeLock().unlock();
        System.out.println(shared[0] + " " + rw.getReadLockCount() + " " + rw.isWriteLocked() + " " + rw.writeLock().tryLock());
        StampedLock stamped = new StampedLock();
        long optimistic = stamped.tryOptimisticRead();
        System.out.println(stamped.validate(optimistic));
        long write = stamped.writeLock();
        System.out.println(stamped.validate(optimistic) + " " + stamped.tryReadLock() + " " + stamped.isWriteLocked());
        stamped.unlockWrite(write);
        Thread parked = new Thread(() -> {
            LockSupport.park("blocker");
            System.out.println("unparked");
            LockSupport.unpark(Thread.currentThread());
            LockSupport.park();
            LockSupport.parkNanos(1000);
            System.out.println("permit used");
        });
        parked.start();
        while (LockSupport.getBlocker(parked) == null) {
            Thread.onSpinWait();
        }
        System.out.println(LockSupport.getBlocker(parked));
        LockSupport.unpark(parked);
        parked.join();
        ReentrantLock[] forks = new ReentrantLock[5];
        for (int i = 0; i < 5; i++) {
            forks[i] = new ReentrantLock();
        }
        int[] meals = new int[5];
        Thread[] philosophers = new Thread[5];
        for (int i = 0; i < 5; i++) {
            int me = i, first = Math.min(i, (i + 1) % 5), second = Math.max(i, (i + 1) % 5);
            philosophers[i] = new Thread(() -> {
                for (int k = 0; k < 40; k++) {
                    forks[first].lock();
                    forks[second].lock();
                    meals[me]++;
                    forks[second].unlock();
                    forks[first].unlock();
                }
            });
            philosophers[i].start();
        }
        for (Thread t : philosophers) {
            t.join();
        }
        System.out.println(java.util.Arrays.toString(meals));
    }
}
