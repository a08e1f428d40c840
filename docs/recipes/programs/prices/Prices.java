/** Prints the sum of all prices. */
public class Prices {
    public static void main(String[] args) {
        int sum = 0;
        for (int article = 0; article < 500; article++) {
            sum += price(article, 3);
        }
        System.out.println(sum);
    }

    static int price(int article, int customer) {
        return article * 7 % 100 + discount(customer);
    }

    static int discount(int customer) {
        return customer % 5;
    }
}
