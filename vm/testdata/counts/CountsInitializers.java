/** Class initialisers are contexts under the method that triggered them, once; constants trigger nothing. */
// expect calls CountsInitializers$First.<clinit> = 1
// expect edge CountsInitializers.touch -> CountsInitializers$First.<clinit> = 1 kind initializer
// expect edge CountsInitializers$First.<clinit> -> CountsInitializers$First.make = 3 kind static
// expect path CountsInitializers.main > CountsInitializers.touch > CountsInitializers$First.<clinit> > CountsInitializers$First.make = 3
// expect calls CountsInitializers.touch = 10
// expect calls CountsInitializers$Constant.<clinit> = 0
// expect calls CountsInitializers$Parent.<clinit> = 1
// expect calls CountsInitializers$Child.<clinit> = 1
// expect edge CountsInitializers.main -> CountsInitializers$Child.<clinit> = 1 kind initializer
// expect edge CountsInitializers$Chained.<clinit> -> CountsInitializers$Link.<clinit> = 1 kind initializer
// expect calls CountsInitializers$Link.<clinit> = 1
// expect calls CountsInitializers$Link.make = 1
// expect edge CountsInitializers.main -> CountsInitializers$Failing.<clinit> = 1 kind initializer
// expect calls CountsInitializers$Failing.fail = 1
// expect bytecodes CountsInitializers$First.<clinit> = 7
public class CountsInitializers {
    static class First {
        static int a = make(), b = make(), c = make();

        static int make() {
            return 1;
        }
    }

    static class Constant {
        static final int VALUE = 5;
        static Object other = new Object();
    }

    static class Parent {
        static int p = Integer.parseInt("4");
    }

    static class Child extends Parent {
        static int c = p + 1;
    }

    static class Link {
        static int n = make();

        static int make() {
            return 7;
        }
    }

    static class Chained {
        static int n = Link.n + Link.n;
    }

    static class Failing {
        static int n = fail();

        static int fail() {
            throw new IllegalStateException();
        }
    }

    static int touch() {
        return First.a;
    }

    public static void main(String[] args) {
        int sum = Constant.VALUE;
        for (int i = 0; i < 10; i++) {
            sum += touch();
        }
        sum += Child.c + Child.c + Parent.p + Chained.n;
        for (int i = 0; i < 3; i++) {
            try {
                sum += Failing.n;
            } catch (LinkageError e) {
                sum += 1000;
            }
        }
        System.out.println(sum);
    }
}
