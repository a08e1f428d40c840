import java.util.Timer;
import java.util.TimerTask;

/** Main ends, but a timer was not cancelled. */
public class HangTimer {
    public static void main(String[] arguments) {
        new Timer("clock").schedule(new TimerTask() {
            @Override
            public void run() {
                System.out.println("tick");
            }
        }, 10);
    }
}
