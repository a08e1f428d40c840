public class NotStatic {
    public void main(String[] a) {
        System.out.println("inst");
    }
}
