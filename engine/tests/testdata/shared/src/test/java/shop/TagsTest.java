package shop;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TagsTest {
    @Test
    void plain() {}

    @Test
    @Tag("Fast")
    void fast() {}

    @Test
    @Tag("Slow")
    @Tag("Fast")
    void both() {}

    @Nested
    @Tag("Slow")
    class Slow {
        @Test
        void slow() {}
    }
}
