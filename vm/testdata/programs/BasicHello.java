/** The smallest things a program does: literals of every type, escapes, arguments, printing. */
public class BasicHello {
    static boolean zeroBoolean;
    static char zeroChar;
    static byte zeroByte;
    static short zeroShort;
    static int zeroInt;
    static long zeroLong;
    static float zeroFloat;
    static double zeroDouble;
    static String zeroString;

    public static void main(String[] args) {
        System.out.println("Hello, world");
        System.out.println("arguments " + args.length);
        for (String arg : args) {
            System.out.println("  [" + arg + "]");
        }
        System.out.println(zeroBoolean + " " + (int) zeroChar + " " + zeroByte + " " + zeroShort + " " + zeroInt);
        System.out.println(zeroLong + " " + zeroFloat + " " + zeroDouble + " " + zeroString);
        System.out.println(0x7fff_ffff);
        System.out.println(0b1010_1010);
        System.out.println(0177);
        System.out.println(0x1.8p3);
        System.out.println(1e-5f);
        System.out.println('\u0041');
        System.out.println("tab[\t] quote[\"] backslash[\\] octal[\101] space[\s]");
        System.out.println((int) '\uffff');
        System.out.print('c');
        System.out.print(1);
        System.out.print(2L);
        System.out.print(3.0f);
        System.out.print(4.0);
        System.out.print(true);
        System.out.print((Object) null);
        System.out.print((String) null);
        System.out.print(new char[] {'x', 'y'});
        System.out.println();
        System.out.println(new char[] {'l', 'i', 'n', 'e'});
        System.out.printf("%d-%s%n", 5, "five");
        System.out.format("%5.2f|%n", 3.14159);
        System.out.append("appended").append('!').append("0123456", 2, 4).println();
        System.out.write('w');
        System.out.write('\n');
        System.out.write(new byte[] {'b', 'y', 't', 'e', 's', '\n'}, 0, 6);
        System.out.flush();
        System.err.println("this goes to standard error");
        String block = """
            A text block
              keeps relative indentation,
            joins \
            lines, and ends "quoted" \"""
            trailing\040\040
            """;
        System.out.print(block);
        System.out.println(block.length());
        var list = new int[] {3, 1, 2};
        var sum = 0;
        for (var element : list) {
            sum += element;
        }
        System.out.println("sum " + sum);
        int a, b, c;
        a = b = c = 7;
        System.out.println(a + b + c);
        System.out.println("" + a + b + c);
        System.out.println(a + 'A' + "" + (char) ('A' + 1));
    }
}
