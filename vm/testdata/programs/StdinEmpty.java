import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Scanner;

/** Standard input that is empty: every way of reading sees its end at once. */
public class StdinEmpty {
    public static void main(String[] args) throws Exception {
        System.out.println(System.in.read());
        System.out.println(System.in.readAllBytes().length);
        System.out.println(new BufferedReader(new InputStreamReader(System.in)).readLine());
        System.out.println(new Scanner(System.in).hasNext());
        System.out.println(System.in.available());
        System.in.close();
    }
}
