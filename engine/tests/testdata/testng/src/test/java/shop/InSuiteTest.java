package shop;

/** Tests of JUnit in a project with suites of TestNG. */
public class InSuiteTest {
    @org.junit.Test
    public void passes() {}
}
