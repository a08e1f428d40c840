public class ReturnsInt {
    public static int main(String[] a) {
        return 1;
    }
}
