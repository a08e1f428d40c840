import java.lang.ref.Cleaner;

/**
 * Finalizers and cleaning actions are called by threads of the library, each with a tree of its own: the Finalizer
 * thread's is there although it was started before main.
 */
// expect calls CountsFinalizers$Held.finalize = 30
// expect path java.lang.ref.Finalizer$FinalizerThread.run > java.lang.ref.Finalizer.runFinalizer > java.lang.System$2.invokeFinalize > CountsFinalizers$Held.finalize = 30 on 17 21
// expect path java.lang.ref.Finalizer$FinalizerThread.run > java.lang.ref.Finalizer.runFinalizer > java.lang.System$1.invokeFinalize > CountsFinalizers$Held.finalize = 30 on 25
// expect path java.lang.ref.Finalizer$FinalizerThread.run > java.lang.ref.Finalizer.runFinalizer > java.lang.System$2.invokeFinalize > CountsFinalizers$Held.finalize > CountsFinalizers$Held.clean = 30 on 17 21
// expect path java.lang.ref.Finalizer$FinalizerThread.run > java.lang.ref.Finalizer.runFinalizer > java.lang.System$1.invokeFinalize > CountsFinalizers$Held.finalize > CountsFinalizers$Held.clean = 30 on 25
// expect path java.lang.ref.Finalizer$FinalizerThread.run = 1
// expect edge java.lang.System$2.invokeFinalize -> CountsFinalizers$Held.finalize = 30 kind virtual on 17 21
// expect edge java.lang.System$1.invokeFinalize -> CountsFinalizers$Held.finalize = 30 kind virtual on 25
// expect edge CountsFinalizers$Held.finalize -> CountsFinalizers$Held.clean = 30 kind virtual
// expect bytecodes CountsFinalizers$Held.finalize = 90
// expect calls CountsFinalizers.done = 7
// expect contexts CountsFinalizers.done = 1
public class CountsFinalizers {
    static int finalized;

    static class Held {
        void clean() {
            finalized++;
        }

        @Override
        protected void finalize() {
            clean();
        }
    }

    static void make(int count) {
        for (int i = 0; i < count; i++) {
            new Held();
        }
    }

    static void register(Cleaner cleaner, int[] cleaned) {
        cleaner.register(new Object(), () -> done(cleaned));
    }

    static void done(int[] cleaned) {
        cleaned[0]++;
    }

    public static void main(String[] args) throws Exception {
        make(30);
        for (int i = 0; i < 50 && finalized < 30; i++) {
            System.gc();
            Thread.sleep(1);
        }
        Cleaner cleaner = Cleaner.create();
        int[] cleaned = new int[1];
        for (int i = 0; i < 7; i++) {
            register(cleaner, cleaned);
        }
        for (int i = 0; i < 50 && cleaned[0] < 7; i++) {
            System.gc();
            Thread.sleep(1);
        }
        System.out.println(finalized + " " + cleaned[0]);
    }
}
