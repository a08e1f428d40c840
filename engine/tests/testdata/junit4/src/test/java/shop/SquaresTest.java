package shop;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collection;

import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

@RunWith(Parameterized.class)
public class SquaresTest {
    private final int n;
    private final int square;

    public SquaresTest(int n, int square) {
        this.n = n;
        this.square = square;
    }

    @Parameters(name = "{index}: {0}")
    public static Collection<Object[]> squares() {
        return Arrays.asList(new Object[] {1, 1}, new Object[] {2, 4}, new Object[] {3, 8});
    }

    @Test
    public void squares3() {
        assertEquals(square, n * n);
    }
}
