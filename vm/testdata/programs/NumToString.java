/** Double.toString and Float.toString of many values, and parsing them back: shortest forms, exponents, hex, errors. */
public class NumToString {
    public static void main(String[] args) {
        double[] doubles = {0.001, 0.0009999, 1e-3, 9999999.0, 1e7, 12345678.9, 1.0E22, 1.0E23, 2.2250738585072014E-308, 2.225073858507201E-308, 4.9E-324,
            1.7976931348623157E308, 123456789012345680.0, 0.3, 2.0 / 3, Math.PI, Math.E, 1e21, 1e-7, 100, 1234.5, 5e-324, 9007199254740993.0, 9007199254740992.0,
            4.35, 4.349999999999999, 0.5, 1.1, 2.2, 3.3, 1e100, 123e-10, 8.41E21, 2.0E-3, 5.0E-320, 1.0E-323};
        for (double d : doubles) {
            String s = Double.toString(d);
            System.out.println(s + " " + (Double.parseDouble(s) == d) + " " + Double.toHexString(d) + " " + (float) d);
        }
        float[] floats = {0.001f, 1e7f, 9999999f, 1.17549435E-38f, 1.4E-45f, 3.4028235E38f, 0.3f, 1f / 3, 16777216f, 33554432f, 1e10f, 1.0E-5f, 3.14159265f, 8388608.5f, 0.1f, 2.7e-20f};
        for (float f : floats) {
            String s = Float.toString(f);
            System.out.println(s + " " + (Float.parseFloat(s) == f) + " " + Float.toHexString(f) + " " + (double) f);
        }
        double power = 1;
        for (int e = -20; e <= 40; e++) {
            power = Double.parseDouble("1.7e" + e);
            System.out.println(power + " " + power / 3);
        }
        long seed = 12345;
        for (int i = 0; i < 200; i++) {
            seed = seed * 6364136223846793005L + 1442695040888963407L;
            double d = Double.longBitsToDouble(seed);
            float f = Float.intBitsToFloat((int) (seed >>> 32));
            System.out.println(Long.toHexString(seed) + " " + d + " " + f);
        }
        String[] texts = {"1", "-1.5", "+.5", "5.", "1e3", "1E-3", "  7.25 \t", "0x1p4", "0x1.8P-2", "NaN", "-Infinity", "1f", "2d", "1e400", "-1e-400", "4.9e-324", "2.4703282292062327e-324",
            "2.4703282292062328e-324", "1.7976931348623159e308", "123456789012345678901234567890", "0.000000000000000000000000000000000000000000001", "00012.50", "-0"};
        for (String text : texts) {
            System.out.println("[" + text + "] " + Double.parseDouble(text) + " " + Float.parseFloat(text) + " " + Double.valueOf(text).hashCode());
        }
        for (String text : new String[] {"", " ", "abc", "1,5", "1e", "--1", "0x1", "1_000", "infinity", "1 2"}) {
            try {
                System.out.println(Double.parseDouble(text));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            Float.parseFloat(null);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }
}
