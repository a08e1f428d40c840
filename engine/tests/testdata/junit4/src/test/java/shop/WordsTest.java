package shop;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.File;

import org.junit.Before;
import org.junit.Ignore;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class WordsTest {
    @Rule public TemporaryFolder temporary = new TemporaryFolder();

    private Words words;

    @Before
    public void fill() {
        words = new Words().add("a bb a ccc");
    }

    @Test
    public void counts() {
        System.out.println("counting");
        assertEquals(2, words.count("a"));
    }

    @Test
    public void longest() {
        assertEquals("bb", words.longest());
    }

    @Test
    public void numbers() {
        assertEquals("how many", 3, words.count("a"));
    }

    @Test
    public void breaks() {
        words.add(null);
    }

    @Test(expected = NullPointerException.class)
    public void throwing() {
        words.add(null);
    }

    @Test
    public void assumes() {
        assumeTrue("there are three", words.count("a") == 3);
    }

    @Ignore("not yet")
    @Test
    public void later() {}

    @Test(timeout = 60_000)
    public void limited() throws Exception {
        File file = temporary.newFile();
        assertTrue(file.exists());
        assertEquals(1, words.count("bb"));
    }

    @Test
    public void readsTheProject() {
        assertTrue(new File("src/main/java").isDirectory());
        assert words != null : "assertions are on";
    }
}
