interface InheritedDefaultI {
    default void main() {
        System.out.println("default main");
    }
}
class InheritedDefault implements InheritedDefaultI {}
