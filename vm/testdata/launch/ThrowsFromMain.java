class ThrowsFromMain {
    void main(String[] a) {
        throw new IllegalStateException("in instance main");
    }
}
