public interface InInterface {
    static void main(String[] a) {
        System.out.println("interface main");
    }
}
