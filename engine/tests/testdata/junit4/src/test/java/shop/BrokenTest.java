package shop;

import org.junit.BeforeClass;
import org.junit.Test;

public class BrokenTest {
    @BeforeClass
    public static void prepare() {
        throw new IllegalStateException("no stock");
    }

    @Test
    public void never() {}
}
