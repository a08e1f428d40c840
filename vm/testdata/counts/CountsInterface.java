/** Interface dispatch: two sites, three implementations, a default method that calls back into the implementation. */
// expect edge CountsInterface.sum -> CountsInterface$One.value = 50 kind interface
// expect edge CountsInterface.sum -> CountsInterface$Two.value = 30 kind interface
// expect edge CountsInterface.sum -> CountsInterface$Three.value = 20 kind interface
// expect edge CountsInterface.sum -> CountsInterface$Source.twice = 80 kind interface
// expect edge CountsInterface.sum -> CountsInterface$Three.twice = 20 kind interface
// expect edge CountsInterface$Source.twice -> CountsInterface$One.value = 100 kind interface
// expect edge CountsInterface$Source.twice -> CountsInterface$Two.value = 60 kind interface
// expect edge CountsInterface$Source.twice -> CountsInterface$Three.value = 0
// expect sites CountsInterface$Source.twice -> CountsInterface$One.value = 2
// expect calls CountsInterface$One.value = 150
// expect calls CountsInterface$Two.value = 90
// expect calls CountsInterface$Three.value = 20
// expect path CountsInterface.main > CountsInterface.sum > CountsInterface$Source.twice > CountsInterface$Two.value = 60
public class CountsInterface {
    interface Source {
        int value();

        default int twice() {
            return value() + value();
        }
    }

    static class One implements Source {
        @Override
        public int value() {
            return 1;
        }
    }

    record Two() implements Source {
        @Override
        public int value() {
            return 2;
        }
    }

    enum Three implements Source {
        THREE;

        @Override
        public int value() {
            return 3;
        }

        @Override
        public int twice() {
            return 6;
        }
    }

    static int sum(Source[] sources) {
        int sum = 0;
        for (int i = 0; i < 100; i++) {
            Source s = sources[i % sources.length];
            sum += s.value() + s.twice();
        }
        return sum;
    }

    public static void main(String[] args) {
        Source one = new One(), two = new Two();
        System.out.println(sum(new Source[] {one, two, one, Three.THREE, one, two, one, Three.THREE, one, two}));
    }
}
