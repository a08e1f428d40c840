package hotlens.runner;

import java.util.List;

/** A test framework. */
interface Framework {
    /** Tells whether the class has tests of this framework, without initializing it. */
    boolean owns(Class<?> type);

    /** Tells whether it reads the suites of a choice, and runs what is in them and nothing else, also tests of other frameworks. */
    default boolean readsSuites() {
        return false;
    }

    /** Runs those tests that are of the choice, and tells of them. What fails in a test is an event; an exception is a failure of the framework. */
    void run(List<Selection> selections, Choice choice, Events events) throws Exception;
}
