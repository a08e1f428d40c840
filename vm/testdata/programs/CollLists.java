import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.RandomAccess;
import java.util.Stack;
import java.util.Vector;
import java.util.concurrent.CopyOnWriteArrayList;

/** Lists: ArrayList, LinkedList, Vector, Stack, copy-on-write, views, list iterators, concurrent modification. */
public class CollLists {
    static void exercise(List<Integer> list) {
        System.out.println(list.getClass().getSimpleName() + " " + (list instanceof RandomAccess));
        for (int i = 0; i < 10; i++) {
            list.add(i * i);
        }
        list.add(0, -1);
        list.add(5, 99);
        list.remove(3);
        list.remove(Integer.valueOf(49));
        list.set(2, 1000);
        System.out.println(list + " " + list.size() + " " + list.indexOf(99) + " " + list.lastIndexOf(-7) + " " + list.contains(81) + " " + list.hashCode());
        list.addAll(List.of(7, 7, 7));
        list.addAll(1, Arrays.asList(8, 8));
        System.out.println(list.removeAll(List.of(7)) + " " + list + " " + list.retainAll(List.of(8, 99, 64, 1000, 16)) + " " + list);
        list.removeIf(x -> x == 64);
        list.replaceAll(x -> x + 1);
        list.sort(null);
        System.out.println(list + " " + list.equals(new LinkedList<>(list)) + " " + Arrays.toString(list.toArray()) + Arrays.toString(list.toArray(new Integer[7])));
        List<Integer> sub = list.subList(1, 4);
        sub.set(0, -5);
        sub.add(77);
        System.out.println(sub + " " + list);
        sub.clear();
        System.out.println(sub + " " + list + " " + list.containsAll(List.of(9)));
        if (!(list instanceof CopyOnWriteArrayList)) {
            ListIterator<Integer> it = list.listIterator();
            it.next();
            it.add(500);
            it.next();
            it.set(501);
            System.out.print(it.previousIndex() + " " + it.hasNext() + " ");
            it.previous();
            it.remove();
            System.out.println(list);
            try {
                it.set(1);
            } catch (IllegalStateException e) {
                System.out.println("illegal state");
            }
            try {
                for (Integer i : list) {
                    list.add(i);
                }
            } catch (ConcurrentModificationException e) {
                System.out.println("concurrent modification " + list);
            }
            for (Iterator<Integer> i = list.iterator(); i.hasNext(); ) {
                if (i.next() == 9) {
                    i.remove();
                }
            }
            System.out.println(list);
        }
    }

    static class Squares extends AbstractList<Integer> implements RandomAccess {
        @Override
        public Integer get(int index) {
            return index * index;
        }

        @Override
        public int size() {
            return 6;
        }
    }

    public static void main(String[] args) {
        exercise(new ArrayList<>());
        exercise(new LinkedList<>());
        exercise(new Vector<>());
        exercise(new CopyOnWriteArrayList<>());
        List<Integer> squares = new Squares();
        System.out.println(squares + " " + squares.indexOf(16) + " " + squares.subList(2, 5) + " " + squares.contains(10) + " " + squares.stream().mapToInt(i -> i).sum());
        try {
            squares.add(1);
        } catch (UnsupportedOperationException e) {
            System.out.println("unsupported");
        }
        Stack<String> stack = new Stack<>();
        stack.push("a");
        stack.push("b");
        System.out.println(stack.peek() + stack.search("a") + stack.pop() + stack.pop() + stack.empty());
        String[] backing = {"x", "y"};
        List<String> view = Arrays.asList(backing);
        view.set(0, "changed");
        backing[1] = "also";
        System.out.println(view + " " + backing[0]);
        List<Integer> snapshot = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
        for (int i : snapshot) {
            snapshot.add(i * 10);
        }
        System.out.println(snapshot);
        List<Integer> immutable = List.of(3, 1, 2);
        System.out.println(immutable + " " + immutable.indexOf(2) + " " + List.copyOf(new ArrayList<>(immutable)) + " " + (List.copyOf(immutable) == immutable) + " " + immutable.equals(Arrays.asList(3, 1, 2)) + immutable.hashCode());
        for (String name : new String[] {"set", "sort", "contains null"}) {
            try {
                switch (name) {
                    case "set" -> immutable.set(0, 1);
                    case "sort" -> immutable.sort(null);
                    default -> immutable.contains(null);
                }
            } catch (UnsupportedOperationException | NullPointerException e) {
                System.out.println(name + " " + e.getClass().getSimpleName());
            }
        }
        List<List<Integer>> triangle = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            List<Integer> row = new ArrayList<>(Collections.nCopies(i + 1, 1));
            for (int j = 1; j < i; j++) {
                row.set(j, triangle.get(i - 1).get(j - 1) + triangle.get(i - 1).get(j));
            }
            triangle.add(row);
        }
        System.out.println(triangle);
    }
}
