package shop;

import junit.framework.TestCase;

public class OldTest extends TestCase {
    private Words words;

    @Override
    protected void setUp() {
        words = new Words().add("x y x");
    }

    public void testCount() {
        assertEquals(2, words.count("x"));
    }

    public void testLongest() {
        assertEquals("y", words.longest());
    }
}
