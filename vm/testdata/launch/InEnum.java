public enum InEnum {
    A;
    public static void main(String... a) {
        System.out.println("enum main" + a.length);
    }
}
