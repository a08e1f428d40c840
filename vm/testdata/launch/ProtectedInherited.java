class ProtectedInheritedBase {
    protected static void main(String[] a) {
        System.out.println("inherited " + a.length);
    }
}
class ProtectedInherited extends ProtectedInheritedBase {
    void main() {
        System.out.println("own");
    }
}
