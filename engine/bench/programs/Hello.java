/** Start-up: the whole process is timed, from outside. */
public class Hello {
    public static void main(String[] args) {
        System.out.println("hello, world");
    }
}
