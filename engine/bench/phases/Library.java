import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A public library: its catalogue, loans, fines, letters. */
final class Library {
    private static final String[] WORDS = {"history", "of", "the", "sea", "garden", "night", "a", "winter", "letters", "to", "stone", "river", "small", "lost", "king"};
    private static final String[] AUTHORS = {"Adams", "Brandt", "Cervera", "Dubois", "Eriksen", "Falk", "Grimaldi", "Huang"};

    private record Book(String isbn, String title, String author, int year, int pages) {}

    private record Loan(Book book, int reader, LocalDate from, LocalDate back) {}

    private static final List<Book> BOOKS = books(30000);
    private static final List<Loan> LOANS = loans(BOOKS, 60000);

    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("catalogue");
            p.end(catalogue(BOOKS));
            p.start("isbnChecks");
            p.end(isbnChecks(BOOKS));
            p.start("fines");
            p.end(fines(LOANS));
            p.start("letters");
            p.end(letters(LOANS));
            p.start("popularity");
            p.end(popularity(LOANS));
            p.start("citations");
            p.end(citations(BOOKS));
        }
    }

    private static List<Book> books(int count) {
        Random random = new Random(42);
        List<Book> books = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            StringBuilder title = new StringBuilder();
            int words = 2 + random.nextInt(5);
            for (int w = 0; w < words; w++) {
                title.append(w == 0 ? "" : " ").append(WORDS[random.nextInt(WORDS.length)]);
            }
            String digits = "978" + (100000000 + random.nextInt(900000000));
            int sum = 0;
            for (int d = 0; d < 12; d++) {
                sum += (digits.charAt(d) - '0') * (d % 2 == 0 ? 1 : 3);
            }
            int check = i % 9 == 0 ? sum % 10 : (10 - sum % 10) % 10;
            books.add(new Book(digits + check, title.toString(), AUTHORS[random.nextInt(AUTHORS.length)], 1900 + random.nextInt(120), 80 + random.nextInt(900)));
        }
        return books;
    }

    private static List<Loan> loans(List<Book> books, int count) {
        Random random = new Random(43);
        List<Loan> loans = new ArrayList<>(count);
        LocalDate day = LocalDate.of(2019, 3, 1);
        for (int i = 0; i < count; i++) {
            double skew = random.nextDouble();
            Book book = books.get((int) (skew * skew * books.size()));
            loans.add(new Loan(book, random.nextInt(4000), day, random.nextInt(10) == 0 ? null : day.plusDays(1 + random.nextInt(45))));
            if (i % 60 == 59) {
                day = day.plusDays(1);
            }
        }
        return loans;
    }

    /** Puts all books into a sorted catalogue and asks for ranges of titles in it. */
    private static long catalogue(List<Book> books) {
        TreeMap<String, List<Book>> byTitle = new TreeMap<>();
        for (Book book : books) {
            byTitle.computeIfAbsent(book.title(), title -> new ArrayList<>(2)).add(book);
        }
        long found = 0;
        for (String word : WORDS) {
            for (char letter = 'a'; letter < 'z'; letter++) {
                String from = word + " " + letter;
                for (List<Book> same : byTitle.subMap(from, true, from + "~", true).values()) {
                    found += same.size();
                }
                Map.Entry<String, List<Book>> next = byTitle.higherEntry(from);
                if (next != null) {
                    found += next.getValue().get(0).pages();
                }
            }
        }
        return found * 31 + byTitle.size();
    }

    /** Says what is wrong with a number; there are too many of them to ask for stack traces. */
    private static final class BadIsbn extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final int expected;

        BadIsbn(String isbn, int expected) {
            super(isbn, null, false, false);
            this.expected = expected;
        }
    }

    private static int checkIsbn(String isbn) {
        int sum = 0;
        for (int i = 0; i < isbn.length() - 1; i++) {
            int digit = Character.digit(isbn.charAt(i), 10);
            sum += i % 2 == 0 ? digit : 3 * digit;
        }
        int expected = (10 - sum % 10) % 10;
        if (isbn.charAt(isbn.length() - 1) - '0' != expected) {
            throw new BadIsbn(isbn, expected);
        }
        return expected;
    }

    private static long isbnChecks(List<Book> books) {
        long checks = 0;
        long wrong = 0;
        for (int round = 0; round < 70; round++) {
            for (Book book : books) {
                try {
                    checks += checkIsbn(book.isbn());
                } catch (BadIsbn e) {
                    wrong += e.expected + e.getMessage().length();
                }
            }
        }
        return checks * 7 + wrong;
    }

    private static LocalDate due(LocalDate from) {
        LocalDate due = from.plusWeeks(4);
        while (due.getDayOfWeek() == DayOfWeek.SATURDAY || due.getDayOfWeek() == DayOfWeek.SUNDAY) {
            due = due.plusDays(1);
        }
        return due;
    }

    private static long fines(List<Loan> loans) {
        BigDecimal perDay = new BigDecimal("0.15");
        BigDecimal most = new BigDecimal("12.00");
        LocalDate today = LocalDate.of(2022, 1, 31);
        Map<Integer, BigDecimal> owed = new HashMap<>();
        for (int round = 0; round < 4; round++) {
            for (Loan loan : loans) {
                LocalDate due = due(loan.from());
                LocalDate back = loan.back() == null ? today : loan.back();
                if (back.isAfter(due)) {
                    long days = ChronoUnit.DAYS.between(due, back);
                    BigDecimal fine = perDay.multiply(BigDecimal.valueOf(days)).min(most);
                    owed.merge(loan.reader(), fine, BigDecimal::add);
                }
            }
        }
        BigDecimal total = BigDecimal.ZERO;
        for (BigDecimal fine : owed.values()) {
            total = total.add(fine.divide(BigDecimal.valueOf(3), 2, RoundingMode.HALF_UP));
        }
        return total.movePointRight(2).longValue();
    }

    private static long letters(List<Loan> loans) {
        long length = 0;
        int number = 0;
        for (Loan loan : loans) {
            if (loan.back() == null) {
                String letter = String.format(Locale.ROOT, "No. %06d%nDear reader %d,%nplease return \"%s\" by %s (%d pages, %s), lent on %tF.%nFine: %8.2f%n", ++number, loan.reader(),
                        loan.book().title(), loan.book().author(), loan.book().pages(), loan.book().isbn(), loan.from(), number * 0.15 % 12);
                length += letter.length() + letter.lastIndexOf(',');
            }
        }
        return length;
    }

    private static long popularity(List<Loan> loans) {
        long result = 0;
        for (int round = 0; round < 4; round++) {
            int least = 100 * round;
            Map<String, Long> lent = loans.stream()
                    .filter(loan -> loan.book().pages() >= least)
                    .collect(Collectors.groupingBy(loan -> loan.book().title(), Collectors.counting()));
            List<String> best = lent.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()).thenComparing(Map.Entry.comparingByKey()))
                    .limit(10)
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toList());
            result = result * 31 + best.hashCode() + lent.size();
        }
        return result;
    }

    private static long citations(List<Book> books) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 6000; i++) {
            Book book = books.get(i);
            text.append("As ").append(book.author()).append(" (").append(book.year()).append(", pp. ").append(i % 90).append('-').append(i % 90 + 7)
                    .append(") says in ").append(book.title()).append(", nothing is certain. ");
        }
        Pattern citation = Pattern.compile("([A-Z][a-z]+) \\((\\d{4}), pp?\\. (\\d+)(?:-(\\d+))?\\)");
        long pages = 0;
        for (int round = 0; round < 5; round++) {
            Matcher matcher = citation.matcher(text);
            while (matcher.find()) {
                int first = Integer.parseInt(matcher.group(3));
                int last = matcher.group(4) == null ? first : Integer.parseInt(matcher.group(4));
                pages += last - first + 1 + matcher.group(1).length() + Integer.parseInt(matcher.group(2)) % 10;
            }
        }
        return pages;
    }
}
