package shop;

import org.testng.annotations.Factory;

public class OnlyMakesTest {
    @Factory
    public Object[] make() {
        return new Object[] {new MadeTest.Other()};
    }
}
