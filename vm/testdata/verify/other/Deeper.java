package other;

/** A subinterface. */
public interface Deeper extends Face {}
