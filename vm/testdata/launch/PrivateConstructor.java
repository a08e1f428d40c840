class PrivateConstructor {
    private PrivateConstructor() {}
    void main() {
        System.out.println("private constructor");
    }
}
