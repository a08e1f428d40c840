public class NoArguments {
    public static void main() {
        System.out.println("noargs");
    }
}
