import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.LineNumberReader;
import java.io.PrintWriter;
import java.io.PushbackReader;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Scanner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Text files: readers and writers, Files.* for lines and strings, Scanner, tokenizers, encodings, errors. */
public class FileText {
    public static void main(String[] args) throws Exception {
        Path dir = Files.createTempDirectory("text");
        try {
            Path file = dir.resolve("a.txt");
            try (BufferedWriter w = new BufferedWriter(new FileWriter(file.toFile(), StandardCharsets.UTF_8))) {
                w.write("first line");
                w.newLine();
                w.write("second \u00e9\u20ac\ud83d\ude00");
                w.newLine();
                w.write("third without end");
            }
            System.out.println(Files.size(file) + " " + Files.readAllLines(file).size() + " " + Files.readString(file).length() + " " + Files.readAllBytes(file).length);
            try (BufferedReader r = new BufferedReader(new FileReader(file.toFile(), StandardCharsets.UTF_8))) {
                for (String line = r.readLine(); line != null; line = r.readLine()) {
                    System.out.println(line.length() + " " + line.codePoints().count());
                }
            }
            try (PrintWriter p = new PrintWriter(new FileWriter(file.toFile(), true))) {
                p.printf("%n%05d|%s%n", 42, "appended");
                p.print('c');
                p.println(2.5);
                System.out.println(p.checkError());
            }
            try (LineNumberReader r = new LineNumberReader(Files.newBufferedReader(file))) {
                while (r.readLine() != null) {
                    if (r.getLineNumber() > 2) {
                        System.out.print(r.getLineNumber() + " ");
                    }
                }
                System.out.println();
            }
            try (Stream<String> lines = Files.lines(file)) {
                System.out.println(lines.filter(l -> l.contains("e")).map(String::length).collect(Collectors.toList()));
            }
            Path b = dir.resolve("b.txt");
            Files.writeString(b, "one two\n3 4.5 true\nlast,line\n");
            Files.writeString(b, "more\n", StandardOpenOption.APPEND);
            Files.write(b, List.of("x", "y"), StandardOpenOption.APPEND);
            System.out.println(Files.readString(b).replace("\n", "/"));
            try (Scanner s = new Scanner(b)) {
                s.useLocale(java.util.Locale.ROOT);
                System.out.println(s.next() + s.next() + (s.nextInt() + s.nextDouble()) + s.nextBoolean() + "[" + s.nextLine() + "]" + s.nextLine() + s.hasNextInt() + s.hasNextLine());
                s.useDelimiter("e\n|\n");
                System.out.println(s.next() + "-" + s.next() + "-" + s.tokens().toList());
            }
            Scanner in = new Scanner("a1b22c, 7;8 0x1F 99999999999").useDelimiter("[,; ]+");
            System.out.println(in.findInLine("(\\d+)[a-z](\\d+)") + " " + in.match().group(2) + " " + in.next() + " " + in.nextInt() + " " + in.nextInt() + " " + in.hasNextInt(16) + " " + in.next() + " " + in.hasNextInt() + in.hasNextLong() + " " + in.nextBigInteger());
            StreamTokenizer tokenizer = new StreamTokenizer(new StringReader("x = 3.5 * (y1 - 'str') // comment\n\"q\" 7"));
            tokenizer.slashSlashComments(true);
            StringBuilder out = new StringBuilder();
            while (tokenizer.nextToken() != StreamTokenizer.TT_EOF) {
                out.append(switch (tokenizer.ttype) {
                    case StreamTokenizer.TT_WORD -> "w:" + tokenizer.sval;
                    case StreamTokenizer.TT_NUMBER -> "n:" + tokenizer.nval;
                    case '"', '\'' -> "q:" + tokenizer.sval;
                    default -> "c:" + (char) tokenizer.ttype;
                }).append(' ');
            }
            System.out.println(out);
            PushbackReader push = new PushbackReader(new StringReader("abc"), 2);
            int c = push.read();
            push.unread('z');
            push.unread(c);
            System.out.println("" + (char) push.read() + (char) push.read() + (char) push.read());
            StringReader sr = new StringReader("marked");
            sr.mark(10);
            sr.skip(2);
            int r = sr.read();
            sr.reset();
            System.out.println((char) r + "" + (char) sr.read() + sr.ready());
            StringWriter sw = new StringWriter();
            sw.append("a").write("bcd", 1, 2);
            System.out.println(sw.getBuffer().reverse());
            Files.write(dir.resolve("latin"), "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
            System.out.println(Files.readString(dir.resolve("latin"), StandardCharsets.ISO_8859_1).length());
            try {
                Files.readString(dir.resolve("latin"));
            } catch (java.nio.charset.MalformedInputException e) {
                System.out.println(e.getMessage());
            }
            try {
                new FileReader(new File(dir.toFile(), "missing"));
            } catch (FileNotFoundException e) {
                System.out.println(e.getMessage().replace(dir.toString(), "DIR"));
            }
            try {
                Files.readString(dir.resolve("missing"));
            } catch (NoSuchFileException e) {
                System.out.println(e.getMessage().replace(dir.toString(), "DIR") + " " + Path.of(e.getFile()).getFileName());
            }
            try {
                Files.writeString(b, "", StandardOpenOption.CREATE_NEW);
            } catch (FileAlreadyExistsException e) {
                System.out.println("exists");
            }
            BufferedReader closed = new BufferedReader(new StringReader("x"));
            closed.close();
            try {
                closed.read();
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        } finally {
            try (Stream<Path> all = Files.list(dir)) {
                for (Path p : all.toList()) {
                    Files.delete(p);
                }
            }
            Files.delete(dir);
        }
        System.out.println(Files.exists(dir));
    }
}
