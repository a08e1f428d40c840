/** Starts a process, and does nothing else. */
public class ProcStart {
    public static void main(String[] args) throws Exception {
        System.out.println(new ProcessBuilder("true").start().waitFor());
    }
}
