import java.io.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.util.*;
import org.apache.commons.codec.binary.*;
import org.apache.commons.codec.digest.*;
import org.apache.commons.codec.language.*;
import org.apache.commons.codec.language.bm.*;
import org.apache.commons.codec.net.*;
import org.apache.commons.csv.*;
import org.apache.commons.io.*;
import org.apache.commons.io.comparator.*;
import org.apache.commons.io.filefilter.*;
import org.apache.commons.io.input.*;
import org.apache.commons.io.output.DeferredFileOutputStream;
import org.apache.commons.io.serialization.ValidatingObjectInputStream;

/** commons-io, commons-codec, commons-csv: files, streams, encodings, phonetics, records. */
public class CommonsIo {
    enum Column { ID, NAME, REMARK }

    public static void main(String[] args) throws Exception {
        File root = Files.createTempDirectory("io").toFile();
        try {
            files(root);
        } finally {
            FileUtils.deleteDirectory(root);
            System.out.println(root.exists());
        }
        streams();
        codec();
        csv();
    }

    static void files(File root) throws Exception {
        FileUtils.writeStringToFile(new File(root, "a/one.txt"), "ünö\nzwei\n", StandardCharsets.UTF_8);
        FileUtils.writeLines(new File(root, "a/b/two.log"), List.of("x", "y"));
        FileUtils.copyDirectory(new File(root, "a"), new File(root, "copy"), FileFilterUtils.or(DirectoryFileFilter.DIRECTORY, new WildcardFileFilter("*.txt")));
        FileUtils.touch(new File(root, "empty"));
        FileUtils.moveFile(new File(root, "empty"), new File(root, "a/moved"));
        List<File> all = new ArrayList<>(FileUtils.listFilesAndDirs(root, TrueFileFilter.INSTANCE, TrueFileFilter.INSTANCE));
        all.sort(PathFileComparator.PATH_COMPARATOR);
        for (File f : all) System.out.println(root.toPath().relativize(f.toPath()) + " " + (f.isFile() ? f.length() + " " + Long.toHexString(FileUtils.checksumCRC32(f)) : "dir"));
        System.out.println(FileUtils.sizeOfDirectory(root) + " " + FileUtils.byteCountToDisplaySize(123456789L) + " " + FileUtils.contentEquals(new File(root, "a/one.txt"), new File(root, "copy/one.txt")));
        System.out.println(FilenameUtils.normalize("/a/../b/./c.txt") + FilenameUtils.wildcardMatch("file.tar.gz", "*.t?r.*") + FilenameUtils.getBaseName("x/y.z"));
        try (LineIterator lines = FileUtils.lineIterator(new File(root, "a/one.txt"), "UTF-8")) { while (lines.hasNext()) System.out.print(lines.next() + ";"); }
        try (ReversedLinesFileReader reader = new ReversedLinesFileReader(new File(root, "a/one.txt"), StandardCharsets.UTF_8)) { System.out.println(reader.readLine() + reader.readLine() + reader.readLine()); }
        try { FileUtils.readFileToString(new File(root, "none"), "UTF-8"); } catch (IOException e) { System.out.println(e.getClass().getName()); }
        try { FileUtils.copyFile(new File(root, "a"), new File(root, "z")); } catch (IOException | IllegalArgumentException e) { System.out.println(e.getClass().getName()); }
    }

    static void streams() throws Exception {
        byte[] data = "\uFEFFhello, wörld".getBytes(StandardCharsets.UTF_8);
        try (BOMInputStream in = new BOMInputStream(new ByteArrayInputStream(data))) { System.out.println(in.hasBOM() + IOUtils.toString(in, "UTF-8")); }
        try (XmlStreamReader in = new XmlStreamReader(new ByteArrayInputStream("<?xml version='1.0' encoding='ISO-8859-15'?><a>\u20ac</a>".getBytes("ISO-8859-15")))) { System.out.println(in.getEncoding() + " " + IOUtils.toString(in)); }
        ByteArrayOutputStream a = new ByteArrayOutputStream();
        try (TeeInputStream tee = new TeeInputStream(new BoundedInputStream(new CountingProbe(data), 8), a)) { System.out.println(IOUtils.toByteArray(tee).length + " " + a.size()); }
        DeferredFileOutputStream deferred = new DeferredFileOutputStream(4, "prefix", "s", new File(System.getProperty("java.io.tmpdir")));
        deferred.write(data); deferred.close();
        System.out.println(deferred.isInMemory() + " " + deferred.getFile().length() + deferred.getFile().delete());
        System.out.println(IOUtils.toString(new ReaderInputStream(new StringReader("€uro"), StandardCharsets.UTF_16BE), StandardCharsets.UTF_16BE) + HexDumpProbe.dump());
        PipedInputStream pipe = new PipedInputStream();
        PipedOutputStream out = new PipedOutputStream(pipe);
        Thread writer = new Thread(() -> { try (out) { for (int i = 0; i < 5000; i++) out.write(i); } catch (IOException e) { throw new UncheckedIOException(e); } });
        writer.start();
        System.out.println(IOUtils.toByteArray(pipe).length);
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        try (ObjectOutputStream o = new ObjectOutputStream(object)) { o.writeObject(new ArrayList<>(List.of("a", 1))); }
        try (ValidatingObjectInputStream v = new ValidatingObjectInputStream(new ByteArrayInputStream(object.toByteArray()))) { v.accept(ArrayList.class); System.out.println(v.readObject()); } catch (InvalidClassException e) { System.out.println(e.getMessage()); }
        System.out.println(EndianUtils.readSwappedInteger(new byte[] {1, 2, 3, 4}, 0) + " " + Charset.forName("windows-1252").newEncoder().canEncode('€') + " " + new String(new byte[] {(byte) 0x82, (byte) 0xa0}, "Shift_JIS") + " " + new String("中文".getBytes("GB18030"), "GB18030") + Arrays.toString("한글".getBytes("EUC-KR")));
    }
    static class CountingProbe extends CountingInputStream { CountingProbe(byte[] b) { super(new ByteArrayInputStream(b)); } }
    static class HexDumpProbe { static String dump() throws IOException { ByteArrayOutputStream o = new ByteArrayOutputStream(); HexDump.dump("some bytes to dump".getBytes(), 0, o, 0); return o.toString(); } }

    static void codec() throws Exception {
        System.out.println(org.apache.commons.codec.binary.Base64.encodeBase64String("any carnal pleas".getBytes()) + new Base32().encodeToString("foobar".getBytes()) + Hex.encodeHexString(new byte[] {1, (byte) 0xff}) + org.apache.commons.codec.binary.Base64.encodeBase64URLSafeString(new byte[] {-1, -2, -3}));
        for (String name : MessageDigestAlgorithms.values()) System.out.println(name + " " + new DigestUtils(name).digestAsHex("text"));
        System.out.println(HmacUtilsProbe.sign() + " " + new Metaphone().encode("Knightsbridge") + " " + new DoubleMetaphone().encode("Schmidt") + " " + new Soundex().encode("Robert") + " " + new RefinedSoundex().encode("testing") + " " + new ColognePhonetic().encode("Müller-Lüdenscheidt") + " " + new Nysiis().encode("MACINTOSH") + " " + new MatchRatingApproachEncoder().encode("Smith") + " " + new Caverphone2().encode("Thompson"));
        System.out.println(new PhoneticEngine(NameType.GENERIC, RuleType.APPROX, true, 4).encode("Renault"));
        System.out.println(new URLCodec().encode("a b&ü") + new QuotedPrintableCodec().encode("naïve=1") + new BCodec().encode("grün") + new QCodec().decode("=?UTF-8?Q?gr=C3=BCn?="));
        System.out.println(Crypt.crypt("secret", "$6$saltsalt") + " " + Md5Crypt.apr1Crypt("pw", "$apr1$abcdefgh") + " " + UnixCrypt.crypt("pw", "ab") + " " + MurmurHash3.hash32x86("abc".getBytes()) + " " + XXHashProbe.hash());
    }
    static class HmacUtilsProbe { static String sign() { return new HmacUtils(HmacAlgorithms.HMAC_SHA_512, "key").hmacHex("text").substring(0, 20); } }
    static class XXHashProbe { static long hash() { XXHash32 x = new XXHash32(); x.update("abc".getBytes(), 0, 3); return x.getValue(); } }

    static void csv() throws Exception {
        StringBuilder text = new StringBuilder();
        try (CSVPrinter printer = new CSVPrinter(text, CSVFormat.EXCEL.builder().setHeader(Column.class).setQuoteMode(QuoteMode.MINIMAL).build())) {
            printer.printRecord(1, "with \"quotes\", commas", null);
            printer.printRecord(2, "line\nbreak", "plain");
            printer.printComment("no comment marker");
        }
        System.out.print(text);
        try (CSVParser parser = CSVParser.parse(text.toString(), CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).setNullString("").build())) {
            for (CSVRecord record : parser) System.out.println(parser.getCurrentLineNumber() + " " + record.toMap() + " " + record.isConsistent() + record.get("NAME").length());
            System.out.println(parser.getHeaderNames());
        }
        try { CSVParser.parse("a,\"b\"c", CSVFormat.DEFAULT).getRecords(); } catch (IOException | IllegalStateException e) { System.out.println(e.getMessage()); }
    }
}
