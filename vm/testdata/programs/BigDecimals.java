import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** BigDecimal: scale, precision, rounding modes, division, equality against comparison, strings, conversions. */
public class BigDecimals {
    static void attempt(String name, java.util.function.Supplier<Object> s) {
        try {
            System.out.println(name + " = " + s.get());
        } catch (ArithmeticException | NumberFormatException e) {
            System.out.println(name + " ! " + e.getMessage());
        }
    }

    static BigDecimal sqrt(BigDecimal n, int digits) {
        BigDecimal x = BigDecimal.valueOf(Math.sqrt(n.doubleValue()));
        for (int i = 0; i < 8; i++) {
            x = x.add(n.divide(x, digits, RoundingMode.HALF_EVEN)).divide(BigDecimal.valueOf(2), digits, RoundingMode.HALF_EVEN);
        }
        return x;
    }

    static BigDecimal e(int digits) {
        BigDecimal sum = BigDecimal.ONE, term = BigDecimal.ONE;
        for (int i = 1; i < 60; i++) {
            term = term.divide(BigDecimal.valueOf(i), digits + 5, RoundingMode.HALF_UP);
            sum = sum.add(term);
        }
        return sum.setScale(digits, RoundingMode.HALF_UP);
    }

    public static void main(String[] args) {
        String[] texts = {"0", "0.00", "-0.0", "1", "1.0", "100", "1E+3", "1.23E-10", "-12345.6789", "0.000001", "0.0000001", "9.99", "123456789012345678901234567890.12345"};
        for (String t : texts) {
            BigDecimal d = new BigDecimal(t);
            System.out.println(d + " plain " + d.toPlainString() + " eng " + d.toEngineeringString() + " scale " + d.scale() + " precision " + d.precision() + " unscaled " + d.unscaledValue() + " sign " + d.signum() + " stripped " + d.stripTrailingZeros()
                + " hash " + d.hashCode() + " double " + d.doubleValue() + " float " + d.floatValue() + " int " + d.intValue() + " neg " + d.negate() + " ulp " + d.ulp());
        }
        String[] pairs = {"1 3", "10 4", "-7 2", "2.50 1.2", "1E+3 0.001", "0.1 0.2", "123.456 -78.9"};
        for (String p : pairs) {
            BigDecimal a = new BigDecimal(p.split(" ")[0]), b = new BigDecimal(p.split(" ")[1]);
            System.out.println(p + ": " + a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.divideToIntegralValue(b) + " " + a.remainder(b) + " " + a.compareTo(b) + " " + a.max(b) + " " + a.divide(b, 5, RoundingMode.HALF_UP) + " " + a.divide(b, MathContext.DECIMAL32) + " " + a.divide(b, MathContext.DECIMAL128));
            attempt("exact " + p, () -> a.divide(b));
        }
        for (RoundingMode mode : RoundingMode.values()) {
            StringBuilder line = new StringBuilder(mode.toString());
            for (String v : new String[] {"5.5", "2.5", "1.6", "1.1", "1.0", "-1.0", "-1.1", "-1.6", "-2.5", "-5.5"}) {
                try {
                    line.append(' ').append(new BigDecimal(v).setScale(0, mode));
                } catch (ArithmeticException e) {
                    line.append(" !").append(e.getMessage());
                }
            }
            System.out.println(line);
        }
        System.out.println(new BigDecimal("1.0").equals(new BigDecimal("1.00")) + " " + new BigDecimal("1.0").compareTo(new BigDecimal("1.00")) + " " + (new BigDecimal("1.0").hashCode() == new BigDecimal("1.00").hashCode()));
        System.out.println(new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + new BigDecimal(1e300).precision() + " " + new BigDecimal(5L << 40) + " " + BigDecimal.valueOf(123, -2) + " " + BigDecimal.valueOf(123, 5) + " " + new BigDecimal(new char[] {'-', '1', '.', '5'}));
        System.out.println(new BigDecimal("123.456").round(new MathContext(4)) + " " + new BigDecimal("987654").round(new MathContext(2, RoundingMode.DOWN)) + " " + new BigDecimal("1.5").pow(10) + " " + new BigDecimal("2").pow(-3, MathContext.DECIMAL64) + " " + new BigDecimal("2").sqrt(new MathContext(50)));
        System.out.println(new BigDecimal("12.5").movePointLeft(3) + " " + new BigDecimal("12.5").movePointRight(3) + " " + new BigDecimal("12.5").scaleByPowerOfTen(4) + " " + new BigDecimal("-12.7").toBigInteger() + " " + new BigDecimal("12.50").setScale(1));
        System.out.println(sqrt(BigDecimal.valueOf(2), 60) + " " + e(50));
        attempt("bad", () -> new BigDecimal("1.2.3"));
        attempt("empty", () -> new BigDecimal(""));
        attempt("nan", () -> new BigDecimal(Double.NaN));
        attempt("zero", () -> BigDecimal.ONE.divide(BigDecimal.ZERO));
        attempt("zero by zero", () -> BigDecimal.ZERO.divide(BigDecimal.ZERO));
        attempt("intExact", () -> new BigDecimal("1.5").intValueExact());
        attempt("longExact", () -> new BigDecimal("9223372036854775808").longValueExact());
        attempt("bigExact", () -> new BigDecimal("100.00").toBigIntegerExact());
        attempt("scale", () -> new BigDecimal("1.25").setScale(1));
        BigDecimal balance = new BigDecimal("1000.00"), rate = new BigDecimal("0.0375");
        for (int year = 1; year <= 10; year++) {
            balance = balance.add(balance.multiply(rate)).setScale(2, RoundingMode.HALF_EVEN);
        }
        System.out.println(balance);
        BigDecimal harmonic = BigDecimal.ZERO;
        for (int i = 1; i <= 200; i++) {
            harmonic = harmonic.add(BigDecimal.ONE.divide(BigDecimal.valueOf(i), 40, RoundingMode.HALF_EVEN));
        }
        System.out.println(harmonic + " " + MathContext.DECIMAL64 + " " + new MathContext("precision=3 roundingMode=UP").getRoundingMode());
    }
}
