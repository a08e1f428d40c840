package shop;

import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

public class BrokenTest {
    @BeforeClass
    public void prepare() {
        throw new IllegalStateException("no stock");
    }

    @Test
    public void never() {}
}
