class InheritedOrOwnB {
    public static void main(String[] a) {
        System.out.println("inh");
    }
}
class InheritedOrOwn extends InheritedOrOwnB {
    void main() {
        System.out.println("own");
    }
}
