import static org.junit.jupiter.api.Assertions.*;
import java.nio.file.*;
import java.time.Duration;
import java.util.*;
import java.util.stream.*;
import org.junit.jupiter.api.*;
import org.junit.jupiter.api.extension.*;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.*;
import org.junit.jupiter.params.provider.*;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.*;
import org.junit.platform.launcher.core.*;

/** JUnit 5's launcher: nested, parameterised, dynamic and repeated tests, extensions, time limits. */
public class Junit5 {
    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    @DisplayName("a calculator")
    static class Calculator {
        @BeforeAll static void first() { System.out.println("@BeforeAll"); }
        @BeforeEach void before(TestInfo info) { System.out.println("  @BeforeEach " + info.getDisplayName() + " " + info.getTags()); }
        @Test @Order(1) @Tag("fast") void adds() { assertAll(() -> assertEquals(4, 2 + 2), () -> assertTrue(true)); }
        @Test @Order(2) void fails() { assertEquals(List.of(1, 2, 3), List.of(1, 2, 4), () -> "lists"); }
        @Test @Order(3) void throwing() { assertEquals("/ by zero", assertThrows(ArithmeticException.class, () -> System.out.println(1 / Integer.parseInt("0"))).getMessage()); }
        @Test @Order(4) @Disabled("later") void disabled() { }
        @Test @Order(5) void assumes() { Assumptions.assumeTrue(false, "only on Mars"); }
        @Test @Order(6) void severalFail() { assertAll("group", () -> fail("one"), () -> fail("two")); }
        @Test @Order(7) @Timeout(60) void inTime() { assertTimeout(Duration.ofMinutes(1), () -> 7); }
        @Test @Order(8) void preemptive() {
            assertThrows(AssertionError.class, () -> assertTimeoutPreemptively(Duration.ofMillis(30), () -> new java.util.concurrent.CountDownLatch(1).await()));
        }
        @Test @Order(9) void folder(@TempDir Path folder) throws Exception {
            Files.writeString(folder.resolve("a.txt"), "text");
            assertEquals("text", Files.readString(folder.resolve("a.txt")));
        }
        @RepeatedTest(value = 3, name = "{displayName} {currentRepetition}/{totalRepetitions}") @Order(10) void again() { }

        @Nested @DisplayName("when new") class WhenNew {
            @Test void isZero() { assertEquals(0, new int[1][0]); }
            @Nested class Deeper { @Test void fails() { assertNull("a"); } }
        }

        @ParameterizedTest(name = "[{index}] {0} has {1}") @CsvSource({"apple, 5", "'a, b', 4", "fig, 4"}) @Order(11)
        void lengths(String word, int length) { assertEquals(length, word.length()); }
        @ParameterizedTest @EnumSource(value = java.util.concurrent.TimeUnit.class, mode = EnumSource.Mode.MATCH_ALL, names = ".*SECONDS") @Order(12)
        void units(java.util.concurrent.TimeUnit unit) { assertTrue(unit.toString().endsWith("SECONDS")); }
        @ParameterizedTest @MethodSource("pairs") @Order(13)
        void method(String text, List<Integer> list) { assertEquals(text.length(), list.size()); }
        static Stream<Arguments> pairs() { return Stream.of(Arguments.of("ab", List.of(1, 2)), Arguments.of("", List.of(9))); }
        @ParameterizedTest @ValueSource(strings = {"2024-02-29", "2023-01-01"}) @NullSource @Order(14)
        void converts(java.time.LocalDate date) { assertTrue(date == null || date.isLeapYear()); }
        @TestFactory @Order(15) Collection<DynamicNode> dynamic() {
            return List.of(DynamicTest.dynamicTest("one", () -> { }),
                    DynamicContainer.dynamicContainer("box", IntStream.range(0, 2).mapToObj(i -> DynamicTest.dynamicTest("in " + i, () -> assertEquals(0, i)))));
        }
    }

    static class Resolver implements ParameterResolver, BeforeTestExecutionCallback, InvocationInterceptor {
        @Override public boolean supportsParameter(ParameterContext p, ExtensionContext e) { return p.getParameter().getType() == StringBuilder.class; }
        @Override public Object resolveParameter(ParameterContext p, ExtensionContext e) { return new StringBuilder(e.getRequiredTestMethod().getName()); }
        @Override public void beforeTestExecution(ExtensionContext e) { System.out.println("  about to " + e.getDisplayName()); }
        @Override public void interceptTestMethod(Invocation<Void> i, ReflectiveInvocationContext<java.lang.reflect.Method> c, ExtensionContext e) throws Throwable {
            System.out.println("  intercepted " + c.getExecutable().getName() + c.getArguments());
            i.proceed();
        }
    }

    @ExtendWith(Resolver.class) @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    static class Extended {
        int calls;
        @RegisterExtension AfterEachCallback after = c -> System.out.println("  after " + c.getExecutionException().map(Throwable::getMessage).orElse("nothing"));
        @Test void resolved(StringBuilder builder) { assertEquals("resolved", builder.reverse().reverse().toString()); calls++; }
        @AfterAll void last() { System.out.println("@AfterAll " + calls); }
    }

    public static void main(String[] args) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(Calculator.class), DiscoverySelectors.selectClass(Extended.class)).build();
        Launcher launcher = LauncherFactory.create();
        launcher.execute(request, new TestExecutionListener() {
            @Override public void executionFinished(TestIdentifier id, org.junit.platform.engine.TestExecutionResult result) {
                System.out.println(id.getDisplayName() + ": " + result.getStatus()
                        + result.getThrowable().map(t -> " " + t.getClass().getSimpleName() + " " + t.getMessage()).orElse(""));
            }
            @Override public void executionSkipped(TestIdentifier id, String reason) { System.out.println(id.getDisplayName() + " skipped: " + reason); }
        });
        java.io.StringWriter console = new java.io.StringWriter();
        java.io.PrintWriter out = new java.io.PrintWriter(console);
        int code = org.junit.platform.console.ConsoleLauncher.execute(out, out, "--select-class", Calculator.class.getName(), "--select-class", Extended.class.getName(), "--disable-banner", "--disable-ansi-colors", "--details", "tree").getExitCode();
        out.flush();
        System.out.println(console.toString().replaceAll("\\d+ ms", "N ms") + code);
    }
}
