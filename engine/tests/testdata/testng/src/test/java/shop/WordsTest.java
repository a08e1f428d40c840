package shop;

import static org.testng.Assert.assertEquals;

import org.testng.SkipException;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class WordsTest {
    private Words words;

    @Override
    public String toString() {
        return "words"; // TestNG prints it
    }

    @BeforeMethod
    public void fill() {
        words = new Words().add("a bb a ccc");
    }

    @Test(groups = "words")
    public void counts() {
        System.out.println("counting");
        assertEquals(words.count("a"), 2);
    }

    @Test
    public void longest() {
        assertEquals(words.longest(), "bb");
    }

    @Test
    public void breaks() {
        words.add(null);
    }

    @Test(dependsOnMethods = "counts")
    public void dependent() {
        assertEquals(words.count("bb"), 1);
    }

    @Test(dependsOnMethods = "breaks")
    public void blocked() {}

    @Test(expectedExceptions = NullPointerException.class)
    public void throwing() {
        words.add(null);
    }

    @Test
    public void assumes() {
        throw new SkipException("there are no three");
    }

    @Test(enabled = false)
    public void later() {}

    @DataProvider
    public Object[][] numbers() {
        return new Object[][] {{1, 1}, {2, 4}, {3, 8}};
    }

    @Test(dataProvider = "numbers")
    public void squares(int n, int square) {
        assertEquals(n * n, square);
    }
}
