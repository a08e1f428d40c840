import java.util.Iterator;

/** The enhanced for over an own Iterable: iterator once, hasNext n + 1 times, next n times; boxing in between. */
// expect edge CountsIterator.main -> CountsIterator.iterator = 3 kind virtual
// expect edge CountsIterator.main -> CountsIterator$Steps.hasNext = 33 kind interface
// expect edge CountsIterator.main -> CountsIterator$Steps.next = 30 kind interface
// expect calls CountsIterator$Steps.next = 60
// expect edge CountsIterator$Steps.next -> CountsIterator$Steps.next = 30 kind virtual
// expect edge CountsIterator$Steps.next -> java.lang.Integer.valueOf = 30 kind static
// expect edge CountsIterator.main -> java.lang.Integer.intValue = 30 kind virtual
// expect calls CountsIterator$Steps.<init> = 3
// expect contexts CountsIterator.iterator = 1
public class CountsIterator implements Iterable<Integer> {
    static class Steps implements Iterator<Integer> {
        int at;

        @Override
        public boolean hasNext() {
            return at < 10;
        }

        @Override
        public Integer next() {
            return at++;
        }
    }

    @Override
    public Iterator<Integer> iterator() {
        return new Steps();
    }

    public static void main(String[] args) {
        CountsIterator numbers = new CountsIterator();
        int sum = 0;
        for (int round = 0; round < 3; round++) {
            for (int n : numbers) {
                sum += n;
            }
        }
        System.out.println(sum);
    }
}
