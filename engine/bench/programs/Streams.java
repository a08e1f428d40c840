import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Streams and lambdas: questions to the list of a shop's orders. */
public final class Streams extends Harness {
    private static final int CUSTOMERS = 50;

    enum Category { BOOKS, MUSIC, GARDEN, KITCHEN }

    record Item(Category category, int price, int quantity) {
        int total() {
            return price * quantity;
        }
    }

    record Order(int customer, int day, List<Item> items) {
        int total() {
            return items.stream().mapToInt(Item::total).sum();
        }
    }

    static Order order(int number) {
        List<Item> items = IntStream.rangeClosed(1, 1 + number % 5)
                .mapToObj(i -> new Item(Category.values()[(number + i * i) % 4], 100 + number * i % 899, 1 + i % 3))
                .toList();
        return new Order(number * 17 % CUSTOMERS, number % 365, items);
    }

    static Map<Category, Integer> turnover(List<Order> orders) {
        return orders.stream()
                .flatMap(order -> order.items().stream())
                .collect(Collectors.groupingBy(Item::category, Collectors.summingInt(Item::total)));
    }

    static List<Integer> bestCustomers(List<Order> orders) {
        Map<Integer, Integer> totals = orders.stream()
                .collect(Collectors.toMap(Order::customer, Order::total, Integer::sum));
        return totals.entrySet().stream()
                .sorted(Map.Entry.<Integer, Integer>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(10)
                .map(Map.Entry::getKey)
                .toList();
    }

    static String report(List<Order> orders, Predicate<Order> wanted) {
        Function<Order, String> line = order -> order.day() + ":" + order.total();
        return orders.stream()
                .filter(wanted)
                .sorted(Comparator.comparingInt(Order::day).thenComparing(Order::total, Comparator.reverseOrder()))
                .map(line.andThen(text -> "<" + text + ">"))
                .distinct()
                .collect(Collectors.joining(","));
    }

    static long digits(int limit) {
        return IntStream.range(0, limit)
                .filter(n -> n % 3 == 0 || n % 5 == 0)
                .mapToLong(n -> IntStream.iterate(n, rest -> rest > 0, rest -> rest / 10).map(rest -> rest % 10).sum())
                .sum();
    }

    @Override
    long run(int size) {
        List<Order> orders = Stream.iterate(0, number -> number + 1).limit(size).map(Streams::order).toList();
        long result = 0;
        Map<Category, Integer> turnover = turnover(orders);
        for (Category category : Category.values()) {
            result = result * 31 + turnover.getOrDefault(category, 0);
        }
        int sum = orders.stream().mapToInt(Order::total).sum();
        if (turnover.values().stream().mapToInt(Integer::intValue).sum() != sum) {
            throw new AssertionError("the categories do not add up to " + sum);
        }
        result = result * 31 + bestCustomers(orders).hashCode();
        result = result * 31 + report(orders, order -> order.customer() % 4 == 0).hashCode();
        Optional<Order> largest = orders.stream().max(Comparator.comparingInt(Order::total));
        result = result * 31 + largest.map(Order::day).orElse(0);
        result = result * 31 + (orders.stream().anyMatch(order -> order.items().isEmpty()) ? 1 : 0);
        return result * 31 + digits(size);
    }

    public static void main(String[] arguments) {
        new Streams()
                .expect("tiny", 40, 10_219_496_870_842_696L)
                .expect("full", 8_000, 6_120_657_447_823_208_427L)
                .measure(arguments);
    }
}
