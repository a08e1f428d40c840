import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Unseen phases: records are parsed, sorted, stored, inspected and queued. */
final class Clinic {
    static final class Patient implements Serializable {
        String name;
        int age;
        double weight;
        List<String> visits = new ArrayList<>();

        Patient(String name, int age, double weight) {
            this.name = name;
            this.age = age;
            this.weight = weight;
        }

        public String getName() {
            return name;
        }

        public int getAge() {
            return age;
        }
    }

    public static void main(String[] arguments) throws Exception {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("parse");
            p.end(parse());
            p.start("order");
            p.end(order());
            p.start("store");
            p.end(store());
            p.start("inspect");
            p.end(inspect());
            p.start("triage");
            p.end(triage());
            p.start("doses");
            p.end(doses());
        }
    }

    private static long parse() {
        Pattern line = Pattern.compile("(\\w+);(\\d+);([0-9.]+);(.*)");
        long total = 0;
        for (int i = 0; i < 60000; i++) {
            Matcher matcher = line.matcher("Patient" + i + ";" + i % 90 + ";" + (50 + i % 50) + ".5;notes, more notes");
            if (matcher.matches()) {
                total += Integer.parseInt(matcher.group(2)) + (long) Double.parseDouble(matcher.group(3)) + matcher.group(4).length();
            }
        }
        return total;
    }

    private static List<Patient> patients(int count) {
        List<Patient> patients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            patients.add(new Patient("P" + i * 7919 % 10007, i * 31 % 97, 40 + i % 60));
        }
        return patients;
    }

    private static long order() {
        long total = 0;
        for (int round = 0; round < 6; round++) {
            List<Patient> patients = patients(20000);
            patients.sort(Comparator.comparingInt(Patient::getAge).thenComparing(Patient::getName));
            total += patients.get(50).age;
            Collections.sort(patients, (a, b) -> Double.compare(b.weight, a.weight));
            total += patients.get(70).name.length();
        }
        return total;
    }

    private static long store() throws Exception {
        List<Patient> patients = patients(800);
        for (Patient patient : patients) {
            patient.visits.add("first");
        }
        long total = 0;
        for (int round = 0; round < 12; round++) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            ObjectOutputStream out = new ObjectOutputStream(bytes);
            out.writeObject(patients);
            out.close();
            List<?> copy = (List<?>) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
            total += copy.size() + bytes.size();
        }
        return total;
    }

    private static long inspect() throws Exception {
        Patient patient = new Patient("x", 3, 4);
        Method getter = Patient.class.getMethod("getAge");
        Field weight = Patient.class.getDeclaredField("weight");
        long total = 0;
        for (int i = 0; i < 2500000; i++) {
            total += (Integer) getter.invoke(patient);
            weight.setDouble(patient, i);
        }
        for (int i = 0; i < 3000; i++) {
            for (Method method : Patient.class.getDeclaredMethods()) {
                total += method.getName().length();
            }
        }
        return total + (long) patient.weight;
    }

    private static long triage() {
        PriorityQueue<Patient> queue = new PriorityQueue<>((a, b) -> a.age != b.age ? b.age - a.age : a.name.compareTo(b.name));
        long total = 0;
        for (Patient patient : patients(150000)) {
            queue.add(patient);
            if (queue.size() > 300) {
                total += queue.poll().age;
            }
        }
        return total;
    }

    private static long doses() {
        double total = 0;
        for (int i = 1; i < 2500000; i++) {
            double level = Math.exp(-i * 1e-6) * Math.pow(1 + i * 1e-7, 2.5);
            total += Math.sqrt(level) + Math.log1p(level) + Math.round(level * 10) / 10.0;
        }
        return (long) total;
    }
}
