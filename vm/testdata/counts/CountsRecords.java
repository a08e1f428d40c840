/** Records: accessors, the generated equals, hashCode and toString, and the canonical constructor. */
// expect edge CountsRecords.main -> CountsRecords$Point.x = 60 kind virtual
// expect edge CountsRecords.main -> CountsRecords$Point.y = 30 kind virtual
// expect sites CountsRecords.main -> CountsRecords$Point.x = 2
// expect calls CountsRecords$Point.x = 60
// expect calls CountsRecords$Point.<init> = 31
// expect calls CountsRecords$Point.equals = 30
// expect calls CountsRecords$Point.hashCode = 30
// expect calls CountsRecords$Point.toString = 5
// expect edge CountsRecords$Point.<init> -> java.lang.Record.<init> = 31
// expect calls CountsRecords$Part.hashCode = 30
// expect calls CountsRecords$Part.toString = 5
// expect bytecodes CountsRecords$Point.x = 180
public class CountsRecords {
    static class Part {
        @Override
        public int hashCode() {
            return 3;
        }

        @Override
        public String toString() {
            return "part";
        }
    }

    record Point(int x, long y, Part part) {
        Point {
            if (x < 0) {
                throw new IllegalArgumentException();
            }
        }
    }

    public static void main(String[] args) {
        Part part = new Part();
        Point same = new Point(7, 14, part);
        long sum = 0;
        for (int i = 0; i < 30; i++) {
            Point p = new Point(i, 2L * i, part);
            sum += p.x() + p.y() + p.x();
            if (p.equals(same)) {
                sum += 1000;
            }
            sum += p.hashCode();
            if (i % 6 == 0) {
                sum += p.toString().length();
            }
        }
        System.out.println(sum);
    }
}
