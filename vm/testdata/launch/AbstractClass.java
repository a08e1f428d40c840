abstract class AbstractClass {
    void main() {
        System.out.println("abstract");
    }
}
