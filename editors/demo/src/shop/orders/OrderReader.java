package shop.orders;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import shop.catalogue.Catalogue;

/** Reads orders from text, one per line: {@code number|customer|kind|SKU*quantity SKU*quantity ...}. */
public final class OrderReader {
    private final Catalogue catalogue;

    public OrderReader(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    public List<Order> read(Path file) throws IOException {
        List<Order> orders = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (!line.isEmpty() && line.charAt(0) != '#') {
                orders.add(parse(line));
            }
        }
        return orders;
    }

    private Order parse(String text) {
        String[] fields = text.split("\\|");
        Customer customer = new Customer(fields[1], kindOf(fields[2]));
        List<Order.Line> lines = new ArrayList<>();
        for (String line : fields[3].split(" ")) {
            int star = line.indexOf('*');
            int quantity = Integer.parseInt(line.substring(star + 1));
            lines.add(new Order.Line(catalogue.find(line.substring(0, star)), quantity));
        }
        return new Order(Integer.parseInt(fields[0]), customer, lines);
    }

    private static Customer.Kind kindOf(String text) {
        return switch (text) {
            case "retail" -> Customer.Kind.RETAIL;
            case "wholesale" -> Customer.Kind.WHOLESALE;
            case "staff" -> Customer.Kind.STAFF;
            default -> throw new IllegalArgumentException("unknown kind of customer: " + text);
        };
    }
}
