class StaticFirst {
    static void main() {
        System.out.println("static no args");
    }
    void main(String[] a) {
        System.out.println("instance args");
    }
}
