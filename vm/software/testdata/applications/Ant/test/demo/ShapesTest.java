package demo;
import static org.junit.Assert.*;
import org.junit.*;
public class ShapesTest {
    @Test public void adds() { assertEquals(6, Shapes.sum(1, 2, 3)); }
    @Test public void fails() { assertEquals("one", "two"); }
    @Ignore @Test public void ignored() {}
}
