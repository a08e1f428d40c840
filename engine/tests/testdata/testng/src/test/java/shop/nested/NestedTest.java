package shop.nested;

import org.testng.annotations.Test;

/** Tests of a suite in another one. */
public class NestedTest {
    @Test
    public void first() {}

    @Test
    public void second() {}
}
