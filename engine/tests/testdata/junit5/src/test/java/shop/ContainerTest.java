package shop;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

abstract class ContainerTest {
    @Test
    void fills() {}

    @Nested
    class WhenEmpty {
        @Test
        void hasNothing() {}
    }
}
