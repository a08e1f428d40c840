public class FailingInitializer {
    static {
        if (true) throw new RuntimeException("init");
    }
    public static void main(String[] a) {}
}
