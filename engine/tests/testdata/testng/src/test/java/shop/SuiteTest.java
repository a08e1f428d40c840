package shop;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Parameters;
import org.testng.annotations.Test;

public class SuiteTest {
    @Test
    @Parameters("word")
    public void told(String word) {
        assertEquals(word, "bb");
    }
}
