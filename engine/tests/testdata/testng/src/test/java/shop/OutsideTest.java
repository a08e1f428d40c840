package shop;

/** Tests of JUnit in a project with suites of TestNG. */
public class OutsideTest {
    @org.junit.Test
    public void passes() {}
}
