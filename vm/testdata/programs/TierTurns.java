/** Threads that take turns by time slices once the program has run for long: the slices of one that runs alone are longer then, in every tier alike. */
public class TierTurns {
    private static volatile boolean stop;
    private static int turns, ticks, wakes;

    private static int work(int times) {
        int sum = 0;
        for (int i = 0; i < times; i++) {
            sum = sum * 31 + i;
        }
        return sum;
    }

    // How often these two are called depends on when threads take turns, so a profile shows it.
    private static void tick() {
        ticks++;
    }

    private static void wake() {
        wakes++;
    }

    private static void turn() {
        turns++;
    }

    public static void main(String[] arguments) throws InterruptedException {
        int sum = work(5_000_000);
        Thread sleeper = new Thread(() -> {
            while (!stop) {
                try {
                    Thread.sleep(0, 50_000);
                } catch (InterruptedException e) {
                    return;
                }
                wake();
            }
        });
        sleeper.start();
        for (int i = 0; i < 300; i++) {
            sum += work(1_000);
            turn();
        }
        Thread spinner = new Thread(() -> {
            while (!stop) {
                tick();
            }
        });
        spinner.start();
        for (int i = 0; i < 300; i++) {
            sum += work(100);
            turn();
        }
        stop = true;
        spinner.join();
        sleeper.join();
        System.out.println(sum + " " + turns + " " + (ticks >= 0) + " " + (wakes >= 0));
    }
}
