class PrivateMain {
    private static void main(String[] a) {
        System.out.println("private main");
    }
}
