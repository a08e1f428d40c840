import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** Phases as in small applications: documents, graphs, accounts. */
final class Desk {
    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("documents");
            p.end(documents());
            p.start("expressions");
            p.end(expressions());
            p.start("shortestPaths");
            p.end(shortestPaths());
            p.start("recentlyUsed");
            p.end(recentlyUsed());
            p.start("wordCounts");
            p.end(wordCounts());
            p.start("accounts");
            p.end(accounts());
            p.start("table");
            p.end(table());
            p.start("template");
            p.end(template());
            p.start("events");
            p.end(events());
            p.start("flood");
            p.end(flood());
        }
    }

    /** Writes and reads JSON. */
    private static final class Json {
        private final String text;
        private int at;

        Json(String text) {
            this.text = text;
        }

        static void write(Object value, StringBuilder to) {
            if (value instanceof Map<?, ?> map) {
                to.append('{');
                String separator = "";
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    to.append(separator).append('"').append(entry.getKey()).append("\":");
                    write(entry.getValue(), to);
                    separator = ",";
                }
                to.append('}');
            } else if (value instanceof List<?> list) {
                to.append('[');
                for (int i = 0; i < list.size(); i++) {
                    if (i > 0) {
                        to.append(',');
                    }
                    write(list.get(i), to);
                }
                to.append(']');
            } else if (value instanceof String string) {
                to.append('"').append(string).append('"');
            } else {
                to.append(value);
            }
        }

        Object read() {
            switch (text.charAt(at)) {
                case '{' -> {
                    Map<String, Object> map = new LinkedHashMap<>();
                    at++;
                    while (text.charAt(at) != '}') {
                        String key = (String) read();
                        at++;
                        map.put(key, read());
                        if (text.charAt(at) == ',') {
                            at++;
                        }
                    }
                    at++;
                    return map;
                }
                case '[' -> {
                    List<Object> list = new ArrayList<>();
                    at++;
                    while (text.charAt(at) != ']') {
                        list.add(read());
                        if (text.charAt(at) == ',') {
                            at++;
                        }
                    }
                    at++;
                    return list;
                }
                case '"' -> {
                    int end = text.indexOf('"', at + 1);
                    String string = text.substring(at + 1, end);
                    at = end + 1;
                    return string;
                }
                default -> {
                    int start = at;
                    while ("+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
                        at++;
                    }
                    return Double.valueOf(text.substring(start, at));
                }
            }
        }
    }

    private static long documents() {
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("id", i);
            map.put("name", "person " + i);
            map.put("scores", Arrays.asList(i, i * 2, i / 4.0));
            list.add(map);
        }
        long total = 0;
        for (int round = 0; round < 60; round++) {
            StringBuilder text = new StringBuilder();
            Json.write(list, text);
            total += ((List<?>) new Json(text.toString()).read()).size() + text.length();
        }
        return total;
    }

    /** A recursive descent parser that evaluates. */
    private static final class Calculator {
        private final String text;
        private final Map<String, Double> variables;
        private int at;

        Calculator(String text, Map<String, Double> variables) {
            this.text = text;
            this.variables = variables;
        }

        double sum() {
            double value = product();
            while (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
                value = text.charAt(at++) == '+' ? value + product() : value - product();
            }
            return value;
        }

        private double product() {
            double value = factor();
            while (at < text.length() && text.charAt(at) == '*') {
                at++;
                value *= factor();
            }
            return value;
        }

        private double factor() {
            char c = text.charAt(at);
            if (c == '(') {
                at++;
                double value = sum();
                at++;
                return value;
            }
            int start = at;
            while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
                at++;
            }
            String word = text.substring(start, at);
            return Character.isDigit(c) ? Integer.parseInt(word) : variables.get(word);
        }
    }

    private static long expressions() {
        Map<String, Double> variables = new HashMap<>();
        variables.put("x", 3.0);
        variables.put("rate", 1.5);
        double total = 0;
        for (int i = 0; i < 200000; i++) {
            variables.put("x", (double) (i & 15));
            total += new Calculator("(x+17)*rate-4*(x*x+2)+rate*12", variables).sum();
        }
        return (long) total;
    }

    private static long shortestPaths() {
        int nodes = 4000;
        int[][] to = new int[nodes][6];
        int[][] length = new int[nodes][6];
        int state = 1;
        for (int i = 0; i < nodes; i++) {
            for (int j = 0; j < 6; j++) {
                state = state * 1103515245 + 12345;
                to[i][j] = (state >>> 8) % nodes;
                length[i][j] = 1 + (state >>> 4) % 100;
            }
        }
        long total = 0;
        for (int round = 0; round < 15; round++) {
            int[] distance = new int[nodes];
            Arrays.fill(distance, Integer.MAX_VALUE);
            distance[round] = 0;
            PriorityQueue<long[]> queue = new PriorityQueue<>((a, b) -> Long.compare(a[0], b[0]));
            queue.add(new long[] {0, round});
            while (!queue.isEmpty()) {
                long[] first = queue.poll();
                int node = (int) first[1];
                if (first[0] > distance[node]) {
                    continue;
                }
                for (int j = 0; j < 6; j++) {
                    int next = distance[node] + length[node][j];
                    if (next < distance[to[node][j]]) {
                        distance[to[node][j]] = next;
                        queue.add(new long[] {next, to[node][j]});
                    }
                }
            }
            total += distance[nodes - 1 - round];
        }
        return total;
    }

    private static long recentlyUsed() {
        Map<Integer, String> cache = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, String> eldest) {
                return size() > 500;
            }
        };
        int state = 3;
        long total = 0;
        for (int i = 0; i < 1200000; i++) {
            state = state * 1103515245 + 12345;
            int key = (state >>> 8) % 800;
            String value = cache.get(key);
            if (value == null) {
                cache.put(key, "v" + key);
                total++;
            } else {
                total += value.length();
            }
        }
        return total;
    }

    private static long wordCounts() {
        StringBuilder text = new StringBuilder();
        int state = 5;
        for (int i = 0; i < 60000; i++) {
            state = state * 1103515245 + 12345;
            text.append("Word").append((state >>> 8) % 700).append(i % 12 == 0 ? ".\n" : " ");
        }
        long total = 0;
        for (int round = 0; round < 6; round++) {
            Map<String, Integer> counts = new TreeMap<>();
            for (String line : text.toString().split("\n")) {
                for (String word : line.toLowerCase().split("[ .]+")) {
                    counts.merge(word, 1, Integer::sum);
                }
            }
            List<Map.Entry<String, Integer>> entries = new ArrayList<>(counts.entrySet());
            entries.sort(Map.Entry.<String, Integer>comparingByValue().reversed());
            total += entries.get(0).getValue() + entries.size();
        }
        return total;
    }

    private static final class Account {
        private final String owner;
        private long cents;
        private final List<String> log = new ArrayList<>();

        Account(String owner) {
            this.owner = owner;
        }

        synchronized void transfer(Account to, long amount) {
            if (amount > cents) {
                throw new IllegalStateException(owner + " has only " + cents);
            }
            cents -= amount;
            to.cents += amount;
            if (log.size() < 100) {
                log.add(owner + " to " + to.owner + ": " + amount);
            }
        }
    }

    private static long accounts() {
        Map<String, Account> accounts = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            Account account = new Account("owner" + i);
            account.cents = 2000;
            accounts.put(account.owner, account);
        }
        long refused = 0;
        int state = 11;
        for (int i = 0; i < 600000; i++) {
            state = state * 1103515245 + 12345;
            Account from = accounts.get("owner" + (state >>> 8) % 300);
            Account to = accounts.get("owner" + (state >>> 4) % 300);
            try {
                from.transfer(to, state >>> 24);
            } catch (IllegalStateException e) {
                refused++;
            }
        }
        return refused;
    }

    private static long table() {
        StringBuilder csv = new StringBuilder();
        for (int i = 0; i < 20000; i++) {
            csv.append(i).append(",region").append(i % 12).append(',').append(i * 37 % 1000).append(".5,").append(i % 7).append('\n');
        }
        double total = 0;
        for (int round = 0; round < 6; round++) {
            Map<String, double[]> sums = new HashMap<>();
            for (String line : csv.toString().lines().toList()) {
                String[] cells = line.split(",");
                double[] sum = sums.computeIfAbsent(cells[1], k -> new double[2]);
                sum[0] += Double.parseDouble(cells[2]);
                sum[1] += Integer.parseInt(cells[3]);
            }
            for (double[] sum : sums.values()) {
                total += sum[0] / (1 + sum[1]);
            }
        }
        return (long) total;
    }

    private static long template() {
        String template = "<tr><td>${name}</td><td class=\"${style}\">${amount}</td></tr>";
        Map<String, String> values = new HashMap<>();
        long total = 0;
        for (int i = 0; i < 150000; i++) {
            values.put("name", "customer " + i);
            values.put("style", i % 2 == 0 ? "even" : "odd");
            values.put("amount", Integer.toString(i * 3));
            StringBuilder out = new StringBuilder();
            int at = 0;
            for (int open = template.indexOf("${"); open >= 0; open = template.indexOf("${", at)) {
                int close = template.indexOf('}', open);
                out.append(template, at, open).append(values.get(template.substring(open + 2, close)));
                at = close + 1;
            }
            total += out.append(template, at, template.length()).toString().hashCode() & 15;
        }
        return total;
    }

    private interface Event {
        void happen(Simulation simulation);
    }

    private static final class Simulation {
        private final PriorityQueue<Map.Entry<Long, Event>> queue = new PriorityQueue<>(Map.Entry.comparingByKey());
        private long now;
        private int served;
        private int waiting;

        void at(long time, Event event) {
            queue.add(Map.entry(time, event));
        }
    }

    private static long events() {
        Simulation simulation = new Simulation();
        Event[] leave = new Event[1];
        leave[0] = s -> {
            s.served++;
            if (s.waiting > 0) {
                s.waiting--;
                s.at(s.now + 5 + s.served % 7, leave[0]);
            }
        };
        for (int i = 0; i < 150000; i++) {
            int number = i;
            simulation.at(i * 6L, s -> {
                if (number % 4 == 0) {
                    s.waiting++;
                } else {
                    s.at(s.now + number % 50, leave[0]);
                }
            });
        }
        while (!simulation.queue.isEmpty()) {
            Map.Entry<Long, Event> next = simulation.queue.poll();
            simulation.now = next.getKey();
            next.getValue().happen(simulation);
        }
        return simulation.served * 31L + simulation.now;
    }

    private static long flood() {
        long total = 0;
        for (int round = 0; round < 12; round++) {
            int size = 400;
            char[][] map = new char[size][size];
            for (int y = 0; y < size; y++) {
                for (int x = 0; x < size; x++) {
                    map[y][x] = (x * 31 + y * 17 + round) % 5 == 0 ? '#' : '.';
                }
            }
            java.util.ArrayDeque<int[]> open = new java.util.ArrayDeque<>();
            open.add(new int[] {1, 1});
            while (!open.isEmpty()) {
                int[] cell = open.poll();
                int x = cell[0];
                int y = cell[1];
                if (x < 0 || y < 0 || x >= size || y >= size || map[y][x] != '.') {
                    continue;
                }
                map[y][x] = 'o';
                total++;
                open.add(new int[] {x + 1, y});
                open.add(new int[] {x - 1, y});
                open.add(new int[] {x, y + 1});
                open.add(new int[] {x, y - 1});
            }
        }
        return total;
    }
}
