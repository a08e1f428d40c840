import java.lang.reflect.Constructor;
import java.lang.reflect.Method;

/** Method.invoke and Constructor.newInstance forty times: past the point where the JDK changes its accessor. */
// expect calls CountsReflection.work = 40
// expect calls CountsReflection.instance = 40
// expect calls CountsReflection.<init> = 41
// expect calls CountsReflection.helper = 80
// expect edge CountsReflection.main -> java.lang.reflect.Method.invoke = 80 kind virtual
// expect sites CountsReflection.main -> java.lang.reflect.Method.invoke = 2
// expect edge CountsReflection.main -> CountsReflection.work = 0
// expect edge CountsReflection.work -> CountsReflection.helper = 40
// expect edge CountsReflection.instance -> CountsReflection.helper = 40
// expect edge CountsReflection.main -> CountsReflection.<init> = 1
public class CountsReflection {
    CountsReflection() {
    }

    static int total;

    static void helper() {
        total++;
    }

    static int work(int n) {
        helper();
        return n + 1;
    }

    void instance() {
        helper();
    }

    public static void main(String[] args) throws Exception {
        Method work = CountsReflection.class.getDeclaredMethod("work", int.class), instance = CountsReflection.class.getDeclaredMethod("instance");
        Constructor<CountsReflection> constructor = CountsReflection.class.getDeclaredConstructor();
        CountsReflection target = new CountsReflection();
        int n = 0;
        for (int i = 0; i < 40; i++) {
            n = (Integer) work.invoke(null, n);
            instance.invoke(target);
            constructor.newInstance();
        }
        System.out.println(n + " " + total);
    }
}
