import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Main ends, but an executor was not shut down. */
public class HangExecutor {
    public static void main(String[] arguments) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 2; i++) {
            executor.submit(() -> "done").get();
        }
    }
}
