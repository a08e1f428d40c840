package shop;

import org.testng.Assert;
import org.testng.annotations.Factory;
import org.testng.annotations.Test;

public class MadeTest {
    @Factory
    public Object[] make() {
        return new Object[] {new Case(1), new Case(2), new Other()};
    }

    @Test
    public void own() {}

    public static class Case {
        private final int size;

        Case(int size) {
            this.size = size;
        }

        @Test
        public void isSmall() {
            Assert.assertTrue(size < 3);
        }

        @Test(dependsOnMethods = "isSmall")
        public void isLarge() {}
    }

    public static class Other {
        @Test
        public void stands() {}
    }
}
