public class NotPublic {
    static void main(String[] a) {
        System.out.println("pkg");
    }
}
