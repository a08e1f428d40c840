import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.PriorityBlockingQueue;

/** Queues and deques: both ends, wrap-around, priorities, the throwing and the special-value forms. */
public class CollQueues {
    record Task(String name, int priority) implements Comparable<Task> {
        @Override
        public int compareTo(Task o) {
            return Integer.compare(o.priority, priority);
        }
    }

    static void deque(Deque<Integer> d) {
        StringBuilder out = new StringBuilder(d.getClass().getSimpleName()).append(' ');
        for (int i = 0; i < 20; i++) {
            if (i % 3 == 0) {
                d.addFirst(i);
            } else {
                d.offerLast(i);
            }
            if (i % 4 == 3) {
                out.append(d.pollFirst()).append(',').append(d.removeLast()).append(' ');
            }
        }
        d.push(100);
        out.append(d).append(d.peekFirst()).append(d.peekLast()).append(d.size());
        d.removeFirstOccurrence(11);
        d.removeLastOccurrence(100);
        out.append(' ').append(d.contains(16)).append(d);
        Iterator<Integer> down = d.descendingIterator();
        while (down.hasNext()) {
            int n = down.next();
            out.append(' ').append(n);
            if (n % 2 == 0) {
                down.remove();
            }
        }
        out.append(d);
        while (!d.isEmpty()) {
            out.append(d.pop());
        }
        out.append(d.poll()).append(d.peek()).append(d.pollLast());
        System.out.println(out);
        for (int i = 0; i < 4; i++) {
            try {
                switch (i) {
                    case 0 -> d.removeFirst();
                    case 1 -> d.element();
                    case 2 -> d.getLast();
                    default -> d.addLast(null);
                }
                System.out.println(i + " allowed");
            } catch (RuntimeException e) {
                System.out.println(i + " " + e.getClass().getSimpleName());
            }
        }
    }

    static <T> List<T> drain(Queue<T> q) {
        List<T> out = new ArrayList<>();
        for (T t = q.poll(); t != null; t = q.poll()) {
            out.add(t);
        }
        return out;
    }

    public static void main(String[] args) {
        deque(new ArrayDeque<>(2));
        deque(new LinkedList<>());
        deque(new ConcurrentLinkedDeque<>());
        deque(new LinkedBlockingDeque<>(100));
        PriorityQueue<Integer> heap = new PriorityQueue<>();
        for (int i = 0; i < 15; i++) {
            heap.add(i * 7 % 16);
        }
        System.out.println(heap + " " + heap.peek());
        heap.remove(4);
        System.out.println(heap);
        heap.removeIf(x -> x % 5 == 0);
        System.out.println(heap + " " + drain(heap));
        PriorityQueue<String> byLength = new PriorityQueue<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        byLength.addAll(List.of("pear", "fig", "banana", "kiwi", "apple", "nut"));
        System.out.println(drain(byLength));
        PriorityQueue<Task> tasks = new PriorityQueue<>(List.of(new Task("low", 1), new Task("high", 9), new Task("mid", 5)));
        System.out.println(tasks.poll() + " " + tasks.poll().name() + " " + tasks.size());
        try {
            new PriorityQueue<Object>(List.of(new Object(), new Object()));
        } catch (ClassCastException e) {
            System.out.println("not comparable");
        }
        Queue<Integer> bounded = new ArrayBlockingQueue<>(2);
        System.out.println(bounded.offer(1) + " " + bounded.offer(2) + " " + bounded.offer(3) + " " + bounded);
        try {
            bounded.add(3);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(drain(new ConcurrentLinkedQueue<>(List.of(1, 2, 3))) + " " + drain(new PriorityBlockingQueue<>(List.of(3, 1, 2))));
        Deque<Integer> ring = new ArrayDeque<>();
        long sum = 0;
        for (int i = 0; i < 5000; i++) {
            ring.addLast(i);
            if (ring.size() > 37) {
                sum += (long) ring.removeFirst() * i;
            }
        }
        System.out.println(sum + " " + ring.peekFirst());
        int people = 41, step = 3;
        Queue<Integer> circle = new ArrayDeque<>();
        for (int i = 1; i <= people; i++) {
            circle.add(i);
        }
        while (circle.size() > 1) {
            for (int i = 1; i < step; i++) {
                circle.add(circle.remove());
            }
            circle.remove();
        }
        System.out.println("josephus " + circle);
    }
}
