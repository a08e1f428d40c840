public class OtherParameter {
    public static void main(Integer[] a) {
        System.out.println("wrong type");
    }
}
