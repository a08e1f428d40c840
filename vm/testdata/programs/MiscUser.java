/** What the system says of the user, whatever the environment says. */
public class MiscUser {
    public static void main(String[] args) {
        for (String key : new String[] {"user.name", "user.home", "java.io.tmpdir"}) {
            System.out.println(key + "=" + System.getProperty(key));
        }
    }
}
