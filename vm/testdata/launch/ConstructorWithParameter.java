class ConstructorWithParameter {
    ConstructorWithParameter(int x) {}
    void main() {
        System.out.println("no constructor");
    }
}
