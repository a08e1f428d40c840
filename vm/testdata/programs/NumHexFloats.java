import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;

/** Parsing and printing of floating point at its limits, hex floats, and BigDecimal with contexts. */
public class NumHexFloats {
    static void parse(String s) {
        String d, f;
        try {
            double v = Double.parseDouble(s);
            d = v + " " + Long.toHexString(Double.doubleToLongBits(v)) + " " + Double.toHexString(v);
        } catch (NumberFormatException e) {
            d = e.getMessage();
        }
        try {
            float v = Float.parseFloat(s);
            f = v + " " + Integer.toHexString(Float.floatToIntBits(v)) + " " + Float.toHexString(v);
        } catch (NumberFormatException e) {
            f = e.getMessage();
        }
        System.out.println("<" + s.replace("\n", "\\n") + "> " + d + " / " + f);
    }

    static void decimal(String op, java.util.function.Supplier<Object> s) {
        try {
            System.out.println(op + " " + s.get());
        } catch (ArithmeticException | IllegalArgumentException e) {
            System.out.println(op + " " + e);
        }
    }

    public static void main(String[] args) {
        for (String s : new String[] {"0x1p0", "0x1.8p1", "-0x.8p-1", "0x1.fffffffffffff8p1023", "0x1.fffffffffffff7p1023", "0x1p-1074", "0x1p-1075", "0x1.000001p-1075", "0x1.fffffefp127", "0x1.ffffffp127",
                "0x1p-149", "0x1p-150", "0x1.1p-150", "0xp1", "0x1", "0x1.p3f", "0X1P+3D", "0x1.00000000000008p0", "0x1.00000000000018p0", "0x123456789abcdef01p-60", "1e400", "-1e-400", "4.9e-324", "2.4703282292062327e-324",
                "2.4703282292062328e-324", "1.7976931348623157e308", "1.7976931348623159e308", "3.4028235e38", "3.4028236e38", "1.4e-45", "7.0064923216240853e-46", "9007199254740993", "16777217", "0.1f", "1d", " 1 ", "1_0", "", " ",
                "NaN", "+NaN", "-Infinity", "Infinityx", "inf", "1e", "1e+", "e1", ".", ".5", "5.", "+.5e-1", "--1", "1.2.3", "0x", "1e99999999999", "0e99999999999", "123456789012345678901234567890", "\n1\t", "\u0661", "1L"}) {
            parse(s);
        }
        Random random = new Random(42);
        long hash = 0;
        for (int i = 0; i < 3000; i++) {
            double d = Double.longBitsToDouble(random.nextLong());
            float f = Float.intBitsToFloat(random.nextInt());
            if (Double.compare(Double.parseDouble(Double.toString(d)), d) != 0 || Float.compare(Float.parseFloat(Float.toString(f)), f) != 0 || Double.compare(Double.parseDouble(Double.toHexString(d)), d) != 0) {
                System.out.println("lost " + d + " " + f);
            }
            hash = hash * 31 + (Double.toString(d) + Float.toString(f) + Float.toHexString(f)).hashCode();
        }
        System.out.println(hash);
        for (double d : new double[] {1e-3, 9.999e-4, 1e7, 9999999.0, 1.0E23, 2.0E-3, 2.2250738585072014E-308, 1.0 / 3, 100, 123456789.125, 0.1 + 0.2, 4.35 * 100, -0.0, 1e21, 2e-45}) {
            System.out.print(d + " " + (float) d + " " + (int) d + " " + (long) (d * 1e18) + " " + Math.round(d) + " " + Math.rint(d) + " " + Math.ulp(d) + " " + Math.getExponent(d) + "; ");
        }
        System.out.println();
        for (MathContext c : new MathContext[] {MathContext.UNLIMITED, MathContext.DECIMAL32, MathContext.DECIMAL64, new MathContext(3, RoundingMode.HALF_DOWN), new MathContext(1, RoundingMode.UNNECESSARY), new MathContext("precision=5 roundingMode=CEILING")}) {
            System.out.println(c);
            BigDecimal a = new BigDecimal("123456.789"), b = new BigDecimal("-0.007");
            decimal("add", () -> a.add(b, c));
            decimal("multiply", () -> a.multiply(b, c));
            decimal("divide", () -> a.divide(b, c));
            decimal("divide exact", () -> a.divide(new BigDecimal("8"), c));
            decimal("integral", () -> a.divideToIntegralValue(b, c));
            decimal("remainder", () -> a.remainder(b, c));
            decimal("pow", () -> b.pow(3, c));
            decimal("pow negative", () -> b.pow(-2, c));
            decimal("sqrt", () -> a.sqrt(c));
            decimal("round", () -> a.round(c));
            decimal("plus", () -> new BigDecimal("9.9999999", c).plus());
            decimal("of double", () -> new BigDecimal(0.1, c));
        }
        for (RoundingMode mode : RoundingMode.values()) {
            StringBuilder line = new StringBuilder(mode + ":");
            for (String s : new String[] {"5.5", "2.5", "1.6", "1.1", "1.0", "-1.0", "-1.1", "-1.6", "-2.5", "-5.5"}) {
                try {
                    line.append(' ').append(new BigDecimal(s).setScale(0, mode));
                } catch (ArithmeticException e) {
                    line.append(" !");
                }
            }
            System.out.println(line);
        }
        for (String s : new String[] {"1E+5", "123.4500", "0.000000123", "-0", "0E-10", "1e-400", "12345678901234567890.5", "1E+2147483647", "1E+99999999999", "abc", "1.", ".1", "."}) {
            decimal(s, () -> {
                BigDecimal d = new BigDecimal(s);
                return d + " " + (d.scale() > -100 && d.scale() < 500 ? d.toPlainString().length() : -1) + " " + d.toEngineeringString() + " " + d.scale() + " " + d.precision() + " " + d.unscaledValue() + " " + d.stripTrailingZeros() + " " + d.hashCode() + " " + d.signum();
            });
        }
        decimal("int exact", () -> new BigDecimal("1.5").intValueExact());
        decimal("long exact", () -> new BigDecimal("9223372036854775808").longValueExact());
        decimal("values", () -> new BigDecimal("1e40").intValue() + " " + new BigDecimal("-1e25").longValue() + " " + new BigDecimal("1e310").doubleValue() + " " + new BigDecimal("1.00000005960464477540").floatValue());
        decimal("zero", () -> BigDecimal.ONE.divide(BigDecimal.ZERO));
        decimal("zero/zero", () -> BigDecimal.ZERO.divide(BigDecimal.ZERO));
        decimal("bigs", () -> new BigInteger("1" + "0".repeat(400)).doubleValue() + " " + BigInteger.TWO.pow(1023).add(BigInteger.ONE).doubleValue() + " " + BigInteger.valueOf(Long.MIN_VALUE).floatValue() + " " + new BigInteger("-zz", 36) + " " + new BigInteger("123456789").toString(17));
        for (String s : new String[] {"2147483648", "-2147483648", "+7", "-", "0x7fffffff", "-0X80000000", "#ff", "010", "09", "99999999999"}) {
            decimal("decode " + s, () -> Integer.decode(s) + " " + Long.decode(s));
        }
        decimal("unsigned", () -> Integer.parseUnsignedInt("4294967295") + Integer.toUnsignedString(-2) + Long.toUnsignedString(-1) + Long.parseUnsignedLong("18446744073709551615") + Integer.divideUnsigned(-1, 10) + Long.remainderUnsigned(-1, 10) + Integer.parseInt("xabc12", 4, 6, 10));
        decimal("unsigned large", () -> Integer.parseUnsignedInt("4294967296"));
        decimal("unsigned sign", () -> Long.parseUnsignedLong("-1"));
    }
}
