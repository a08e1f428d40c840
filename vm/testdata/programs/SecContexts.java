import java.io.FilePermission;
import java.security.AccessControlContext;
import java.security.AccessControlException;
import java.security.AccessController;
import java.security.Permission;
import java.security.Principal;
import java.security.PrivilegedAction;
import java.security.PrivilegedExceptionAction;
import java.security.ProtectionDomain;
import java.util.PropertyPermission;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.security.auth.Subject;

/** What the stack may do: protection domains, privileged frames, the contexts of other threads, and the subjects in them. */
@SuppressWarnings({"removal", "deprecation"})
public class SecContexts {
    record Name(String getName) implements Principal { }

    static final Permission READ = new FilePermission("/elsewhere/x", "read");
    static final Permission PROPERTY = new PropertyPermission("java.version", "read");

    static String check(Permission permission) {
        try {
            AccessController.checkPermission(permission);
            return "granted";
        } catch (AccessControlException e) {
            return e.getMessage() + " " + (e.getPermission() == permission);
        }
    }

    static String subject() {
        try {
            Subject s = Subject.getSubject(AccessController.getContext());
            return s == null ? "nobody" : s.getPrincipals().iterator().next().getName();
        } catch (UnsupportedOperationException e) {
            return "unsupported";
        }
    }

    static void show(String what, Callable<Object> action) {
        try {
            System.out.println(what + ": " + action.call());
        } catch (Exception e) {
            System.out.println(what + ": " + e + (e.getCause() == null ? "" : " <- " + e.getCause()));
        }
    }

    static String deep(int n, Supplier<String> then) {
        return n == 0 ? then.get() : deep(n - 1, then);
    }

    public static void main(String[] args) throws Exception {
        show("denied", () -> check(READ));
        show("default policy", () -> check(PROPERTY));
        show("privileged", () -> AccessController.doPrivileged((PrivilegedAction<String>) () -> check(READ)));
        AccessControlContext none = new AccessControlContext(new ProtectionDomain[] {new ProtectionDomain(null, null)});
        show("less", () -> AccessController.doPrivileged((PrivilegedAction<String>) () -> check(PROPERTY), none));
        show("deep", () -> deep(300, () -> check(READ)));
        show("called back", () -> Stream.of(READ, PROPERTY).map(SecContexts::check).toList());
        show("thrown", () -> AccessController.doPrivileged((PrivilegedExceptionAction<Object>) () -> {
            throw new java.io.IOException("in the action");
        }));
        show("context", () -> {
            AccessControlContext here = AccessController.getContext();
            here.checkPermission(READ);
            return "granted";
        });
        show("equal", () -> AccessController.getContext().equals(AccessController.getContext()) + " " + AccessController.getContext().equals(none));

        Subject ann = new Subject(true, java.util.Set.of(new Name("ann")), java.util.Set.of(), java.util.Set.of());
        Subject bob = new Subject(true, java.util.Set.of(new Name("bob")), java.util.Set.of(), java.util.Set.of());
        show("subject", () -> subject());
        show("as ann", () -> Subject.doAs(ann, (PrivilegedAction<String>) () -> subject() + deep(50, SecContexts::subject)
            + Subject.doAs(bob, (PrivilegedAction<String>) SecContexts::subject)
            + AccessController.doPrivileged((PrivilegedAction<String>) SecContexts::subject) + subject()));
        show("as ann fails", () -> Subject.doAs(ann, (PrivilegedExceptionAction<Object>) () -> {
            throw new java.io.IOException(subject());
        }));
        show("in a thread", () -> Subject.doAs(ann, (PrivilegedAction<String>) () -> {
            String[] seen = new String[1];
            Thread t = new Thread(() -> seen[0] = subject());
            t.start();
            try {
                t.join();
            } catch (InterruptedException e) {
                return e.toString();
            }
            return seen[0];
        }));
        // Often enough to be compiled: the context of a privileged frame is found in compiled code, too.
        int found = 0;
        for (int i = 0; i < 3000; i++) {
            Subject s = i % 3 == 0 ? bob : ann;
            found += Subject.doAs(s, (PrivilegedAction<String>) SecContexts::subject).charAt(0);
        }
        System.out.println(found + " " + subject());
    }
}
