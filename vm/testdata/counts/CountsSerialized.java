import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/** Reading an object calls the constructor of its first superclass that is not serializable, by code that the JDK generates. */
// expect calls CountsSerialized.<init> = 31
// expect calls CountsSerialized.helper = 31
// expect calls CountsSerialized$Leaf.<init> = 1
// expect edge CountsSerialized.<init> -> CountsSerialized.helper = 31
// expect edge CountsSerialized$Leaf.<init> -> CountsSerialized.<init> = 1
// expect edge CountsSerialized.main -> java.io.ObjectInputStream.readObject = 30
public class CountsSerialized {
    static int total;

    CountsSerialized() {
        helper();
    }

    static void helper() {
        total++;
    }

    static class Leaf extends CountsSerialized implements Serializable {
        final int value;

        Leaf(int value) {
            this.value = value;
        }
    }

    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Leaf(7));
        }
        int sum = 0;
        for (int i = 0; i < 30; i++) {
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                sum += ((Leaf) in.readObject()).value;
            }
        }
        System.out.println(sum + " " + total);
    }
}
