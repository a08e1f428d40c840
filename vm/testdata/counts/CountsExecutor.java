import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runnables and Callables in a pool of two threads: twenty tasks of five units each, whoever runs them; call has a bridge. */
// expect calls CountsExecutor$Task.run = 20
// expect calls CountsExecutor$Answer.call = 6
// expect edge CountsExecutor$Answer.call -> CountsExecutor$Answer.call = 3 kind virtual
// expect edge CountsExecutor$Task.run -> CountsExecutor.unit = 100 kind static
// expect calls CountsExecutor.unit = 103
// expect edge CountsExecutor$Answer.call -> CountsExecutor.unit = 3
// expect edge java.util.concurrent.FutureTask.run -> CountsExecutor$Answer.call = 3 kind interface
// expect edge java.lang.Thread.start0 -> java.lang.Thread.run = 2 kind thread
public class CountsExecutor {
    static int units;

    static synchronized void unit() {
        units++;
    }

    static class Task implements Runnable {
        @Override
        public void run() {
            for (int i = 0; i < 5; i++) {
                unit();
            }
        }
    }

    static class Answer implements java.util.concurrent.Callable<Integer> {
        @Override
        public Integer call() {
            unit();
            return 1;
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 20; i++) {
            pool.execute(new Task());
        }
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            Future<Integer> f = pool.submit(new Answer());
            sum += f.get();
        }
        pool.shutdown();
        pool.awaitTermination(30, TimeUnit.SECONDS);
        System.out.println(units + " " + sum);
    }
}
