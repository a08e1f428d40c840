/** invokespecial: super calls over three levels, private methods, an interface's default called with super. */
// expect edge CountsSuper$C.step -> CountsSuper$B.step = 12 kind special
// expect edge CountsSuper$B.step -> CountsSuper$A.step = 12 kind special
// expect calls CountsSuper$A.step = 12
// expect edge CountsSuper.main -> CountsSuper$C.step = 12 kind virtual
// expect edge CountsSuper$C.hello -> CountsSuper$Greeter.hello = 4 kind special
// expect edge CountsSuper$Greeter.hello -> CountsSuper$Greeter.suffix = 4
// expect edge CountsSuper$C.hello -> CountsSuper$C.hidden = 4
// expect path CountsSuper.main > CountsSuper$C.step > CountsSuper$B.step > CountsSuper$A.step > CountsSuper$C.hook = 12
// expect edge CountsSuper$A.step -> CountsSuper$C.hook = 12 kind virtual
// expect calls CountsSuper$A.hook = 0
public class CountsSuper {
    interface Greeter {
        default int hello() {
            return suffix() + 1;
        }

        private int suffix() {
            return 2;
        }
    }

    static class A {
        int step(int n) {
            return n + hook();
        }

        int hook() {
            return 1;
        }
    }

    static class B extends A {
        @Override
        int step(int n) {
            return super.step(n) * 2;
        }
    }

    static class C extends B implements Greeter {
        @Override
        int step(int n) {
            return super.step(n) + 3;
        }

        @Override
        int hook() {
            return 10;
        }

        @Override
        public int hello() {
            return Greeter.super.hello() + hidden();
        }

        private int hidden() {
            return 5;
        }
    }

    public static void main(String[] args) {
        C c = new C();
        int sum = 0;
        for (int i = 0; i < 12; i++) {
            sum += c.step(i);
        }
        for (int i = 0; i < 4; i++) {
            sum += c.hello();
        }
        System.out.println(sum);
    }
}
