package shop.pricing;

import shop.orders.Customer;

/** The price rules: most customers are retail customers, so one implementation gets most of the calls. */
public final class PriceRules {
    private static final PriceRule RETAIL = new Retail();
    private static final PriceRule WHOLESALE = new Wholesale();
    private static final PriceRule STAFF = (order, listPrice) -> listPrice.percent(70);

    private PriceRules() {
    }

    public static PriceRule forCustomer(Customer customer) {
        return switch (customer.kind()) {
            case RETAIL -> RETAIL;
            case WHOLESALE -> WHOLESALE;
            case STAFF -> STAFF;
        };
    }
}
