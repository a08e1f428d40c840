import java.util.Timer;
import java.util.concurrent.CountDownLatch;

/** Main waits for what nobody does, in the library; an idle timer says nothing of that. */
public class HangLatch {
    public static void main(String[] arguments) throws Exception {
        new Timer("clock");
        new CountDownLatch(1).await();
    }
}
