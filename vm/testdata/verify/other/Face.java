package other;

/** An interface, which the verifiers treat like Object. */
public interface Face {
    int NUMBER = 3;

    void call();

    default void preset() {}
}
