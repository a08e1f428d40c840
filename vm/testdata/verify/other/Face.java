package other;

/** An interface, which the verifiers treat like Object. */
public interface Face {
    void call();

    default void preset() {}
}
