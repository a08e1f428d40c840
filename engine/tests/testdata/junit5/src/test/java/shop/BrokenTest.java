package shop;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class BrokenTest {
    @BeforeAll
    static void prepare() {
        throw new IllegalStateException("no stock");
    }

    @Test
    void never() {}
}
