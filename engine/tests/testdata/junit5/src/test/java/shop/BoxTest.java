package shop;

import org.junit.jupiter.api.Test;

class BoxTest extends ContainerTest {
    @Test
    void closes() {}
}
