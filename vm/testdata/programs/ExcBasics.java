import java.io.IOException;

/** Exceptions: catching by type, multi-catch, rethrow, custom classes, causes, suppressed, try-with-resources order. */
public class ExcBasics {
    static class AppException extends Exception {
        final int code;

        AppException(String message, int code, Throwable cause) {
            super(message, cause);
            this.code = code;
        }

        @Override
        public String getMessage() {
            return super.getMessage() + " (code " + code + ")";
        }
    }

    static class Quiet extends RuntimeException {
        Quiet(String m) {
            super(m, null, false, false);
        }
    }

    static class Resource implements AutoCloseable {
        final String name;
        final boolean failClose;

        Resource(String name, boolean failOpen, boolean failClose) throws IOException {
            this.name = name;
            this.failClose = failClose;
            if (failOpen) {
                throw new IOException("open " + name);
            }
            System.out.println("  open " + name);
        }

        @Override
        public void close() throws IOException {
            System.out.println("  close " + name);
            if (failClose) {
                throw new IOException("close " + name);
            }
        }
    }

    static void level(int n) throws AppException {
        try {
            if (n == 0) {
                throw new IOException("root");
            }
            level(n - 1);
        } catch (IOException e) {
            throw new AppException("io", n, e);
        } catch (AppException e) {
            throw new AppException("wrapped", n, e);
        }
    }

    static void resources(boolean failOpen, boolean failBody, boolean failClose) {
        try (Resource a = new Resource("a", false, failClose); Resource b = new Resource("b", failOpen, failClose); Resource none = null) {
            System.out.println("  body");
            if (failBody) {
                throw new IllegalStateException("body");
            }
        } catch (IOException | IllegalStateException e) {
            System.out.println("  caught " + e);
            for (Throwable s : e.getSuppressed()) {
                System.out.println("  suppressed " + s);
            }
        } finally {
            System.out.println("  finally");
        }
    }

    static <T extends Throwable> void sneaky(Throwable t) throws T {
        @SuppressWarnings("unchecked")
        T cast = (T) t;
        throw cast;
    }

    static void precise(boolean io) throws IOException, InterruptedException {
        try {
            if (io) {
                throw new IOException("precise");
            }
            throw new InterruptedException("precise");
        } catch (final Exception e) {
            throw e;
        }
    }

    public static void main(String[] args) {
        try {
            level(2);
        } catch (AppException e) {
            for (Throwable t = e; t != null; t = t.getCause()) {
                System.out.println(t + " | " + t.getMessage() + " | " + t.getLocalizedMessage());
            }
        }
        for (int i = 0; i < 8; i++) {
            System.out.println("resources " + i);
            resources((i & 1) != 0, (i & 2) != 0, (i & 4) != 0);
        }
        try {
            ExcBasics.<RuntimeException>sneaky(new IOException("sneaky"));
        } catch (Exception e) {
            System.out.println(e);
        }
        for (boolean io : new boolean[] {true, false}) {
            try {
                precise(io);
            } catch (IOException e) {
                System.out.println("io " + e.getMessage());
            } catch (InterruptedException e) {
                System.out.println("interrupted " + e.getMessage());
            }
        }
        Quiet quiet = new Quiet("quiet");
        quiet.addSuppressed(new RuntimeException());
        System.out.println(quiet + " " + quiet.getStackTrace().length + " " + quiet.getSuppressed().length);
        try {
            quiet.addSuppressed(quiet);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            new Exception("x", new Exception()).initCause(new Error());
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new RuntimeException(new IOException("inner")).getMessage() + " " + new RuntimeException((Throwable) null).getMessage() + " " + new Error().getMessage());
        try {
            throw null;
        } catch (NullPointerException e) {
            System.out.println("throw null");
        }
        try {
            Object lock = new Object();
            lock.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            assert false : "assertions are off";
            System.out.println("no assertion");
        } catch (AssertionError e) {
            System.out.println("unexpected");
        }
        System.out.println(new AssertionError(5).getMessage() + " " + new AssertionError("m", new Exception("c")).getCause());
    }
}
