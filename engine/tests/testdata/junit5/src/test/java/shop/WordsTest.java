package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WordsTest {
    /** A test of our own kind. */
    @Test
    @Tag("fast")
    @Retention(RetentionPolicy.RUNTIME)
    @interface Fast {}

    private Words words;

    @BeforeEach
    void fill() {
        words = new Words().add("a bb a ccc");
    }

    @AfterEach
    void forget() {
        words = null;
    }

    @Test
    void counts() {
        System.out.println("counting");
        assertEquals(2, words.count("a"));
    }

    @Test
    void longest() {
        assertEquals("bb", words.longest(), "the longest word");
    }

    @Fast
    void fast() {
        assertEquals(0, words.count("none"));
    }

    @Test
    void breaks() {
        words.add(null);
    }

    @Test
    void throwing() {
        assertThrows(NullPointerException.class, () -> words.add(null));
    }

    @Test
    void assumes() {
        assumeTrue(words.count("a") == 3, "there are three");
    }

    @Disabled("not yet")
    @Test
    void later() {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void parameterised(int n) {
        assertEquals(n > 2 ? 0 : n, n);
    }

    @RepeatedTest(2)
    void repeated() {
        assertEquals(1, words.count("bb"));
    }

    @TestFactory
    Stream<DynamicTest> dynamic() {
        return Stream.of("a", "ccc").map(word -> DynamicTest.dynamicTest("count of " + word, () -> assertEquals(2, words.count(word))));
    }

    @Nested
    class Deeper {
        @Test
        void nested() {
            assertEquals("ccc", words.longest());
        }
    }
}
