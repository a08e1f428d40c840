package shop.nested;

import org.testng.annotations.Test;

/** A class in a class, which a suite names. */
public class OuterTest {
    /** It. */
    public static class InnerTest {
        @Test
        public void inner() {}
    }
}
