import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.util.Locale;

/** Formatting floating point: %f %e %g %a with widths and rounding, BigDecimal, DecimalFormat and NumberFormat. */
public class FormatFloat {
    public static void main(String[] args) throws Exception {
        double[] values = {0, -0.0, 1, -1, 0.5, 1.5, 2.5, 0.125, 0.375, 1e10, 123456.789, -98765.4321, 1e-5, 9.995, 0.0449999, 1e100, Double.MIN_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 999999.5, 99999.95};
        String[] formats = {"%f", "%.0f", "%.1f", "%.2f", "%10.3f", "%-12.1f|", "%012.2f", "%+.2f", "% .1f", "%,.2f", "%(.1f", "%e", "%.2e", "%E", "%g", "%.3g", "%a"};
        for (double v : values) {
            StringBuilder line = new StringBuilder();
            for (String f : formats) {
                line.append(String.format(Locale.ROOT, f, v)).append(" ; ");
            }
            System.out.println(line);
        }
        for (float f : new float[] {0.1f, 1 / 3f, 16777216f, 3.4e38f, 1e-45f}) {
            System.out.println(String.format(Locale.ROOT, "%f %.3f %e %g %s", f, f, f, f, f));
        }
        BigDecimal[] decimals = {new BigDecimal("0"), new BigDecimal("1234567.8951"), new BigDecimal("-0.00005"), new BigDecimal("1E+20"), new BigDecimal("2.5"), new BigDecimal("3.5")};
        for (BigDecimal d : decimals) {
            System.out.println(String.format(Locale.ROOT, "%f %.0f %.2f %,.3f %e %g %15.1f|", d, d, d, d, d, d, d));
        }
        String[] patterns = {"0", "#", "0.00", "#.##", "#,##0.00", "000.0", "0.###E0", "##0.##E0", "0%", "0.0\u2030", "'#'0", "0.00;(0.00)", "#,###.##", "$0.0 'each'"};
        DecimalFormatSymbols symbols = new DecimalFormatSymbols(Locale.US);
        for (String pattern : patterns) {
            DecimalFormat format = new DecimalFormat(pattern, symbols);
            StringBuilder line = new StringBuilder(pattern.replace('\u2030', '~')).append(": ");
            for (double v : new double[] {0, 0.5, 1234.565, -7.125, 12345678, 0.0049, 2.5}) {
                line.append(format.format(v).replace('\u2030', '~')).append(" ; ");
            }
            System.out.println(line);
        }
        DecimalFormat rounding = new DecimalFormat("0.0", symbols);
        for (java.math.RoundingMode mode : java.math.RoundingMode.values()) {
            if (mode == java.math.RoundingMode.UNNECESSARY) {
                continue;
            }
            rounding.setRoundingMode(mode);
            System.out.println(mode + " " + rounding.format(1.25) + " " + rounding.format(-1.25) + " " + rounding.format(1.35) + " " + rounding.format(0.04));
        }
        System.out.println(NumberFormat.getInstance(Locale.US).format(1234567.891) + " " + NumberFormat.getIntegerInstance(Locale.US).format(2.5) + " " + NumberFormat.getPercentInstance(Locale.US).format(0.256)
            + " " + NumberFormat.getCurrencyInstance(Locale.US).format(-1234.5) + " " + NumberFormat.getInstance(Locale.GERMANY).format(1234567.891));
        System.out.println(NumberFormat.getInstance(Locale.US).parse("1,234.5abc") + " " + new DecimalFormat("0.00", symbols).parse("-12.340"));
        System.out.println(NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.SHORT).format(1234567));
        try {
            NumberFormat.getInstance(Locale.US).parse("abc");
        } catch (java.text.ParseException e) {
            System.out.println(e.getMessage() + " " + e.getErrorOffset());
        }
        System.out.println(new java.text.MessageFormat("{0} has {1,number,integer} of {2}", Locale.US).format(new Object[] {"Ann", 12345, 'x'})
            + " " + new java.text.ChoiceFormat("0#none|1#one|2#many").format(7) + " " + java.text.MessageFormat.format("it''s {0}", "ok"));
    }
}
