package shop;

import org.junit.jupiter.api.Test;

class ExitTest {
    @Test
    void exits() {
        System.exit(3);
    }

    @Test
    void spins() {
        for (int i = 0; i >= 0; i = i + 1 & 1) {}
    }
}
