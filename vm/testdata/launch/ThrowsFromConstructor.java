class ThrowsFromConstructor {
    ThrowsFromConstructor() {
        throw new IllegalStateException("in constructor");
    }
    void main() {}
}
