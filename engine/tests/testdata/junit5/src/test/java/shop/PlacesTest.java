package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** Fails where the stack of what a test has thrown does not say it: that of its cause does, or of the interruption by which it was ended. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class PlacesTest {
    static class Rates {
        static final int VAT = Integer.parseInt("nineteen");
        static int net(int gross) { return gross - VAT; }
    }

    @Test
    void initialises() {
        assertEquals(1, Rates.net(20));
    }

    @Test
    void initialisesAgain() {
        assertEquals(1, Rates.net(20));
    }

    @Test
    @Timeout(value = 50, unit = TimeUnit.MILLISECONDS)
    void sleeps() throws InterruptedException {
        Thread.sleep(TimeUnit.HOURS.toMillis(1));
    }
}

/** It cannot be initialised itself. */
class UnmadeTest {
    static final int SIZE = Integer.parseInt("ten");

    @Test
    void never() {
        assertEquals(10, SIZE);
    }
}
