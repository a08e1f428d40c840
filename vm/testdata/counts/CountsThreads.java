/** Four threads that each call work() ten times; their contexts start at run(), the edge at the native start. */
// expect calls CountsThreads$Worker.run = 4
// expect calls CountsThreads$Worker.work = 42
// expect edge CountsThreads$Worker.run -> CountsThreads$Worker.work = 40 kind virtual
// expect edge CountsThreads.main -> java.lang.Thread.start = 4
// expect edge java.lang.Thread.start -> java.lang.Thread.start0 = 4 kind native
// expect edge java.lang.Thread.start0 -> CountsThreads$Worker.run = 4 kind thread
// expect path CountsThreads$Worker.run = 4
// expect path CountsThreads$Worker.run > CountsThreads$Worker.work = 40
// expect path CountsThreads.main > CountsThreads$Worker.work = 2
// expect edge CountsThreads.main -> CountsThreads$Worker.work = 2
// expect contexts CountsThreads$Worker.run = 4
public class CountsThreads {
    static class Worker extends Thread {
        int done;

        void add() {
            done++;
        }

        int work() {
            add();
            return done;
        }

        @Override
        public void run() {
            for (int i = 0; i < 10; i++) {
                work();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker[] workers = new Worker[4];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker();
            workers[i].start();
        }
        int total = 0;
        for (Worker w : workers) {
            w.join();
            total += w.done;
        }
        System.out.println(total + workers[0].work() + workers[1].work());
    }
}
