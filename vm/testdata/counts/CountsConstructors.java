/** Chains of constructors: super and this calls, field initialisers, up to Object. */
// expect calls CountsConstructors$Base.<init> = 30
// expect calls CountsConstructors$Middle.<init> = 50
// expect calls CountsConstructors$Leaf.<init> = 25
// expect edge CountsConstructors.main -> CountsConstructors$Leaf.<init> = 25 kind special
// expect edge CountsConstructors$Leaf.<init> -> CountsConstructors$Middle.<init> = 25 kind special
// expect edge CountsConstructors$Middle.<init> -> CountsConstructors$Middle.<init> = 25
// expect edge CountsConstructors$Middle.<init> -> CountsConstructors$Base.<init> = 25
// expect edge CountsConstructors$Base.<init> -> java.lang.Object.<init> = 30
// expect edge CountsConstructors$Base.<init> -> CountsConstructors.next = 60
// expect sites CountsConstructors$Base.<init> -> CountsConstructors.next = 2
// expect edge CountsConstructors.main -> CountsConstructors$Base.<init> = 5
// expect path CountsConstructors.main > CountsConstructors$Leaf.<init> > CountsConstructors$Middle.<init> > CountsConstructors$Middle.<init> > CountsConstructors$Base.<init> > CountsConstructors.next = 50
// expect bytecodes CountsConstructors$Leaf.<init> = 75
// expect bytecodes CountsConstructors$Base.<init> = 270
public class CountsConstructors {
    static int counter;

    static int next() {
        return ++counter;
    }

    static class Base {
        int a = next();
        int b;

        Base() {
            b = next();
        }
    }

    static class Middle extends Base {
        final int n;

        Middle() {
            this(5);
        }

        Middle(int n) {
            this.n = n;
        }
    }

    static class Leaf extends Middle {
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 25; i++) {
            sum += new Leaf().b;
        }
        for (int i = 0; i < 5; i++) {
            sum += new Base().a;
        }
        System.out.println(sum);
    }
}
