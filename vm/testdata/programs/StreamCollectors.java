import java.util.ArrayList;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Collectors: grouping, partitioning, mapping, reducing, teeing, toMap with conflicts, own collectors. */
public class StreamCollectors {
    enum Department { SALES, TECH, LEGAL }

    record Employee(String name, Department department, int salary, List<String> skills) {}

    static final List<Employee> STAFF = List.of(
        new Employee("Ann", Department.TECH, 120, List.of("java", "go")),
        new Employee("Bob", Department.SALES, 80, List.of("talk")),
        new Employee("Cid", Department.TECH, 100, List.of("java")),
        new Employee("Dee", Department.LEGAL, 150, List.of()),
        new Employee("Eve", Department.SALES, 95, List.of("talk", "go")));

    static void show(Object o) {
        System.out.println(o);
    }

    public static void main(String[] args) {
        show(STAFF.stream().collect(Collectors.groupingBy(Employee::department, TreeMap::new, Collectors.mapping(Employee::name, Collectors.toList()))));
        show(STAFF.stream().collect(Collectors.groupingBy(Employee::department, TreeMap::new, Collectors.counting())));
        show(STAFF.stream().collect(Collectors.groupingBy(Employee::department, TreeMap::new, Collectors.averagingInt(Employee::salary))));
        show(STAFF.stream().collect(Collectors.groupingBy(Employee::department, TreeMap::new, Collectors.collectingAndThen(Collectors.maxBy(Comparator.comparingInt(Employee::salary)), o -> o.get().name()))));
        show(STAFF.stream().collect(Collectors.partitioningBy(e -> e.salary() >= 100, Collectors.mapping(Employee::name, Collectors.joining("/")))));
        show(STAFF.stream().collect(Collectors.toMap(Employee::name, Employee::salary, Integer::sum, LinkedHashMap::new)));
        show(STAFF.stream().collect(Collectors.toMap(Employee::department, e -> 1, Integer::sum, TreeMap::new)));
        try {
            STAFF.stream().collect(Collectors.toMap(Employee::department, Employee::name));
        } catch (IllegalStateException e) {
            show(e.getMessage());
        }
        IntSummaryStatistics stats = STAFF.stream().collect(Collectors.summarizingInt(Employee::salary));
        show(stats.getMin() + " " + stats.getMax() + " " + stats.getAverage() + " " + stats.getSum() + " " + stats.getCount() + " " + stats);
        show(STAFF.stream().collect(Collectors.summingInt(Employee::salary)) + " " + STAFF.stream().collect(Collectors.averagingDouble(Employee::salary)) + " " + STAFF.stream().map(Employee::name).collect(Collectors.minBy(Comparator.reverseOrder())).get());
        show(STAFF.stream().collect(Collectors.reducing(0, Employee::salary, Math::max)) + " " + STAFF.stream().map(Employee::name).collect(Collectors.reducing("", (a, b) -> a + b)));
        show(STAFF.stream().collect(Collectors.groupingBy(Employee::department, TreeMap::new, Collectors.flatMapping(e -> e.skills().stream(), Collectors.toCollection(TreeSet::new)))));
        show(STAFF.stream().collect(Collectors.groupingBy(Employee::department, TreeMap::new, Collectors.filtering(e -> e.salary() > 90, Collectors.counting()))));
        show(STAFF.stream().collect(Collectors.teeing(Collectors.summingInt(Employee::salary), Collectors.counting(), (sum, n) -> sum / (double) n)));
        Map<Boolean, Map<Department, List<String>>> nested = STAFF.stream().collect(Collectors.partitioningBy(e -> e.name().compareTo("C") < 0, Collectors.groupingBy(Employee::department, TreeMap::new, Collectors.mapping(Employee::name, Collectors.toList()))));
        show(nested);
        show(Stream.of("x", "y").collect(Collectors.joining()) + Stream.<String>empty().collect(Collectors.joining(",", "[", "]")));
        show(Stream.of(3, 1, 2).collect(Collectors.toCollection(ArrayList::new)) + " " + Stream.of(3, 1, 2).collect(Collectors.toUnmodifiableList()) + " " + new TreeSet<>(Stream.of(3, 1, 3).collect(Collectors.toSet())));
        Map<Integer, Long> lengths = Stream.of("a", "bb", "cc", "ddd").collect(Collectors.groupingBy(String::length, Collectors.counting()));
        show(lengths);
        Map<Character, Long> letters = "mississippi".chars().mapToObj(c -> (char) c).collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
        show(letters);
        show(letters.entrySet().stream().sorted(Map.Entry.<Character, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey())).map(e -> e.getKey() + "" + e.getValue()).toList());
        Collector<Integer, int[], String> own = Collector.of(() -> new int[2], (a, x) -> {
            a[0] += x;
            a[1]++;
        }, (a, b) -> {
            a[0] += b[0];
            a[1] += b[1];
            return a;
        }, a -> a[0] + "/" + a[1]);
        show(Stream.of(1, 2, 3, 4).collect(own) + " " + own.characteristics().size());
        show(Stream.of(1, 2, 3, 4, 5, 6, 7).collect(Collectors.groupingBy(i -> i % 3, TreeMap::new, Collectors.reducing(1, (a, b) -> a * b))));
        show(Stream.of("a", "b", "c").collect(StringBuilder::new, StringBuilder::append, StringBuilder::append).reverse());
        Map<Department, Employee> best = STAFF.stream().collect(Collectors.toMap(Employee::department, Function.identity(), (a, b) -> a.salary() >= b.salary() ? a : b, TreeMap::new));
        best.values().forEach(e -> show(e.name() + " " + e));
        show(STAFF.stream().sorted(Comparator.comparing(Employee::department).thenComparing(Employee::salary, Comparator.reverseOrder())).map(Employee::name).toList());
    }
}
