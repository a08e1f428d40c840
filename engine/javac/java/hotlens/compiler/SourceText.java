package hotlens.compiler;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaFileObject;

/**
 * A source file as the compiler sees it: read once, from the disk or from the
 * editor's unsaved text, so that the classes, the index and its hash all speak of
 * the same bytes.
 */
final class SourceText extends ForwardingJavaFileObject<JavaFileObject> {
    private final String unsaved; // null: on the disk
    private final Charset encoding;
    private JavaFileObject found;
    private byte[] bytes;
    private String text;
    private boolean malformed;

    SourceText(JavaFileObject file, String unsaved, Charset encoding) {
        super(file);
        this.found = file;
        this.unsaved = unsaved;
        this.encoding = encoding;
    }

    JavaFileObject file() {
        return fileObject;
    }

    /**
     * Returns the file as javac has found it by the name of its class, if it has. One that is a link and was named by its path only has the name of
     * what it leads to, by which javac finds no class for it.
     */
    JavaFileObject found() {
        return found;
    }

    void foundAs(JavaFileObject file) {
        found = file;
    }

    private void load() throws IOException {
        if (text != null) {
            return;
        }
        if (unsaved != null) {
            bytes = unsaved.getBytes(StandardCharsets.UTF_8);
            text = unsaved;
            return;
        }
        try (InputStream in = fileObject.openInputStream()) {
            bytes = in.readAllBytes();
        }
        try {
            text = encoding.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            malformed = true;
            text = encoding.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE)
                    .decode(ByteBuffer.wrap(bytes)).toString();
        }
    }

    /** Returns whether some bytes are not in the encoding; the text then holds U+FFFD for them. */
    boolean isMalformed() {
        return malformed;
    }

    Charset encoding() {
        return encoding;
    }

    /** Returns the SHA-256 of the bytes in lower-case hexadecimal. */
    String hash() throws IOException {
        load();
        return hex(sha256().digest(bytes));
    }

    /** Returns the SHA-256 of the text in UTF-8, with "\n" at the end of lines: see HashText of the Go package sources. */
    String textHash() throws IOException {
        load();
        String normalised = text.indexOf('\r') < 0 ? text : text.replace("\r\n", "\n").replace('\r', '\n');
        return hex(sha256().digest(normalised.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns the text. A first line that tells a shell how to start the file (JEP 330), which java takes, is a comment. */
    @Override
    public String getCharContent(boolean ignoreEncodingErrors) throws IOException {
        load();
        return text.startsWith("#!") ? "//" + text.substring(2) : text;
    }

    @Override
    public InputStream openInputStream() throws IOException {
        load();
        return new ByteArrayInputStream(bytes);
    }

    @Override
    public Reader openReader(boolean ignoreEncodingErrors) throws IOException {
        return new StringReader(getCharContent(ignoreEncodingErrors));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SourceText && fileObject.equals(((SourceText) other).fileObject);
    }

    @Override
    public int hashCode() {
        return fileObject.hashCode();
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }

    static String hex(byte[] bytes) {
        StringBuilder s = new StringBuilder();
        for (byte b : bytes) {
            s.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
        }
        return s.toString();
    }
}
