import java.util.*;
import java.util.concurrent.TimeUnit;
import org.hamcrest.CoreMatchers;
import org.junit.*;
import org.junit.experimental.theories.*;
import org.junit.rules.*;
import org.junit.runner.*;
import org.junit.runner.notification.*;
import org.junit.runners.*;

/** JUnit 4: rules, parameters, theories, assumptions, time limits, and a suite run by JUnitCore. */
public class Junit4 {
    @FixMethodOrder(MethodSorters.NAME_ASCENDING)
    public static class Plain {
        @Rule public ExpectedException thrown = ExpectedException.none();
        @Rule public TestName name = new TestName();
        @ClassRule public static TestRule noise = (base, description) -> new org.junit.runners.model.Statement() {
            @Override public void evaluate() throws Throwable {
                System.out.println("before " + description.getClassName());
                base.evaluate();
                System.out.println("after");
            }
        };
        @BeforeClass public static void first() { System.out.println("@BeforeClass"); }
        @Before public void before() { System.out.println("  @Before " + name.getMethodName()); }
        @After public void after() { System.out.println("  @After"); }
        @AfterClass public static void last() { System.out.println("@AfterClass"); }
        @Test public void aPasses() { Assert.assertArrayEquals(new int[] {1, 2}, new int[] {1, 2}); }
        @Test public void bFails() { Assert.assertEquals("texts", "hello world", "hello there world"); }
        @Test(expected = ArithmeticException.class) public void cExpects() { System.out.println(1 / (name.getMethodName().length() - 8)); }
        @Test(timeout = 20_000) public void dIsInTime() { System.out.println("    in thread " + Thread.currentThread().getName()); }
        @Test public void eRule() { thrown.expect(IllegalStateException.class); thrown.expectMessage("bad"); throw new IllegalStateException("too bad"); }
        @Ignore("not today") @Test public void fIgnored() { }
        @Test public void gAssumes() { Assume.assumeTrue("never", false); }
        @Test public void hMatches() { Assert.assertThat(Arrays.asList("a", "b"), CoreMatchers.hasItems("c")); }
        @Test public void iThrows() { Assert.assertThrows(NullPointerException.class, () -> Objects.requireNonNull(null)); throw new RuntimeException("outer", new Error("inner")); }
        @Test(timeout = 50) public void jRunsOutOfTime() throws InterruptedException { new java.util.concurrent.CountDownLatch(1).await(); }
    }

    @RunWith(Parameterized.class)
    public static class Parameters {
        @Parameterized.Parameters(name = "{index}: {0} squared is {1}")
        public static Collection<Object[]> data() { return Arrays.asList(new Object[][] {{1, 1}, {2, 4}, {3, 10}}); }
        @Parameterized.Parameter(0) public int number;
        @Parameterized.Parameter(1) public int square;
        @Test public void squares() { Assert.assertEquals(square, number * number); }
    }

    @RunWith(Theories.class)
    public static class Theory {
        @DataPoints public static int[] numbers = {0, 1, -5, Integer.MAX_VALUE};
        @org.junit.experimental.theories.Theory public void absoluteIsNotNegative(int a, int b) {
            Assume.assumeTrue(a != b);
            Assert.assertTrue(Math.abs(a) + 0L + Math.abs(b) >= 0);
        }
    }

    @RunWith(Suite.class)
    @Suite.SuiteClasses({Plain.class, Parameters.class, Theory.class})
    public static class All { }

    public static void main(String[] args) {
        JUnitCore core = new JUnitCore();
        core.addListener(new RunListener() {
            @Override public void testStarted(Description d) { System.out.println("start " + d.getDisplayName()); }
            @Override public void testFailure(Failure f) { System.out.println("FAIL " + f.getDescription() + ": " + f.getMessage()); }
            @Override public void testIgnored(Description d) { System.out.println("ignored " + d.getMethodName() + " " + d.getAnnotation(Ignore.class).value()); }
            @Override public void testAssumptionFailure(Failure f) { System.out.println("assumption " + f.getMessage()); }
        });
        Result result = core.run(All.class);
        System.out.println(result.getRunCount() + " run, " + result.getFailureCount() + " failed, " + result.getIgnoreCount() + " ignored");
        for (Failure failure : result.getFailures()) {
            System.out.println(failure.getTestHeader() + " " + failure.getException().getClass().getName());
        }
        System.out.println(Request.method(Plain.class, "aPasses").getRunner().getDescription().getChildren());
        System.exit(result.wasSuccessful() ? 0 : 1);
    }
}
