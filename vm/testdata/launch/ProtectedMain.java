class ProtectedMain {
    protected void main() {
        System.out.println("protected " + this.getClass());
        class X {
            void main() {
                System.out.println("local");
            }
        }
        new X().main();
    }
}
