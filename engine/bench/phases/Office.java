import java.text.*;
import java.time.*;
import java.time.format.*;
import java.util.*;
import java.util.stream.*;

/** Office work: dates, formats, staff by streams, optionals, comparators, validation by exceptions. */
final class Office {
    enum Role { CLERK, MANAGER, GUARD, COOK }
    record Person(String name, int age, Role role, double salary, LocalDate hired) {}
    static final class Invalid extends Exception {
        Invalid(String m) { super(m); }
    }
    static final List<Person> staff = new ArrayList<>();
    static {
        Random r = new Random(8);
        for (int i = 0; i < 20000; i++) {
            staff.add(new Person("name" + r.nextInt(9999), 20 + r.nextInt(45), Role.values()[r.nextInt(4)], 1000 + r.nextInt(5000), LocalDate.of(2000 + r.nextInt(20), 1 + r.nextInt(12), 1 + r.nextInt(28))));
        }
    }

    public static void main(String[] a) {
        for (Phases p = new Phases(a); p.again();) {
            p.start("dates"); p.end(dates());
            p.start("printing"); p.end(printing());
            p.start("statistics"); p.end(statistics());
            p.start("managers"); p.end(managers());
            p.start("seniority"); p.end(seniority());
            p.start("validation"); p.end(validation());
        }
    }

    static long dates() {
        DateTimeFormatter f = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");
        LocalDateTime t = LocalDateTime.of(2020, 1, 1, 8, 0);
        long n = 0;
        for (int i = 0; i < 60000; i++) {
            String s = f.format(t);
            LocalDateTime back = LocalDateTime.parse(s, f);
            n += back.getDayOfYear();
            t = t.plusHours(7).plusMinutes(i % 11);
        }
        return n;
    }

    static long printing() {
        long n = 0;
        for (int i = 0; i < 40000; i++) {
            Person p = staff.get(i % staff.size());
            n += String.format("%-12s|%5d|%10.2f|%s", p.name(), p.age(), p.salary(), p.role()).length();
        }
        return n;
    }

    static long statistics() {
        double sum = 0;
        for (int i = 0; i < 25; i++) {
            Map<Role, Double> mean = staff.stream().collect(Collectors.groupingBy(Person::role, Collectors.averagingDouble(Person::salary)));
            IntSummaryStatistics s = staff.stream().filter(p -> p.role() != Role.COOK).mapToInt(Person::age).summaryStatistics();
            sum += mean.get(Role.CLERK) + s.getAverage() + staff.stream().map(Person::name).distinct().count();
        }
        return (long) sum;
    }

    static Optional<Person> find(int i) { return i % 10 == 0 ? Optional.empty() : Optional.of(staff.get(i % staff.size())); }
    static long managers() {
        long n = 0;
        for (int i = 0; i < 6000000; i++) {
            n += find(i).filter(p -> p.age() > 30).map(p -> p.age() + 1).orElse(0);
        }
        return n;
    }

    static long seniority() {
        long n = 0;
        for (int i = 0; i < 6; i++) {
            List<Person> sorted = new ArrayList<>(staff);
            Collections.shuffle(sorted, new Random(i));
            sorted.sort(Comparator.comparing(Person::hired).thenComparing(Person::name).reversed());
            n += sorted.get(i).age();
        }
        return n;
    }

    static int check(String s, int min) throws Invalid {
        int v;
        try {
            v = Integer.parseInt(s);
        } catch (NumberFormatException e) {
            throw new Invalid("not a number: " + s);
        }
        if (v < min) throw new Invalid("too small: " + v);
        return v;
    }
    static long validation() {
        long n = 0;
        for (int i = 0; i < 60000; i++) {
            try {
                n += check(i % 3 == 0 ? "x" + i : Integer.toString(i % 100), 50);
            } catch (Invalid e) {
                n += e.getMessage().length();
            }
        }
        return n;
    }
}
