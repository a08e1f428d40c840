package hotlens.compiler;

import com.sun.tools.javac.parser.Scanner;
import com.sun.tools.javac.parser.ScannerFactory;
import com.sun.tools.javac.parser.Tokens.TokenKind;
import com.sun.tools.javac.util.Context;
import com.sun.tools.javac.util.Log;
import com.sun.tools.javac.util.Options;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * The tokens of one source text and its lines. Offsets count UTF-16 code units
 * from 0; places are {line, character} pairs as LSP has them.
 */
final class Tokens {
    private final String text;
    private final int[] lineStarts;
    private final int[] starts;
    private final int[] ends;
    private final Set<Integer> names = new TreeSet<>();

    /** Returns what makes scanners for the texts of a compilation. What they have to say, the parser has said already. */
    static ScannerFactory scanners() {
        Context context = new Context();
        context.put(Log.errKey, new PrintWriter(Writer.nullWriter()));
        context.put(Log.outKey, new PrintWriter(Writer.nullWriter()));
        Options.instance(context).put("--enable-preview", "true"); // what only previews have is text as well
        return ScannerFactory.instance(context);
    }

    Tokens(String text, ScannerFactory scanners) {
        this.text = text;
        this.lineStarts = lineStarts(text);
        Scanner scanner = scanners.newScanner(text, false);
        int[] starts = new int[256];
        int[] ends = new int[256];
        int count = 0;
        for (scanner.nextToken(); scanner.token().kind != TokenKind.EOF; scanner.nextToken()) {
            if (count == starts.length) {
                starts = Arrays.copyOf(starts, 2 * count);
                ends = Arrays.copyOf(ends, 2 * count);
            }
            if (scanner.token().kind == TokenKind.IDENTIFIER) {
                names.add(scanner.token().name().toString().hashCode());
            }
            starts[count] = scanner.token().pos;
            ends[count] = scanner.token().endPos;
            count++;
        }
        this.starts = Arrays.copyOf(starts, count);
        this.ends = Arrays.copyOf(ends, count);
    }

    /** Returns the hash codes of the identifiers, as String.hashCode has them. */
    Set<Integer> names() {
        return names;
    }

    /** Returns the offset of each line; lines end as LSP and JLS 3.4 have it. */
    static int[] lineStarts(String text) {
        int[] lines = new int[64];
        int count = 1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n' || c == '\r' && !text.startsWith("\n", i + 1)) {
                if (count == lines.length) {
                    lines = Arrays.copyOf(lines, 2 * count);
                }
                lines[count++] = i + 1;
            }
        }
        return Arrays.copyOf(lines, count);
    }

    /** Returns the index of the line that holds the offset. */
    static int lineOf(int[] lineStarts, int offset) {
        int found = Arrays.binarySearch(lineStarts, offset);
        return found >= 0 ? found : -found - 2;
    }

    /** Returns {line, character, line, character} of a half-open stretch of text. */
    int[] range(int start, int end) {
        int first = lineOf(lineStarts, start);
        int last = lineOf(lineStarts, end);
        return new int[] {first, start - lineStarts[first], last, end - lineStarts[last]};
    }

    /** Returns the range of the token that starts at the offset. */
    int[] at(int start) {
        return range(start, endAt(start));
    }

    /** Returns the offset behind the token that starts at the offset. */
    int endAt(int start) {
        int token = Arrays.binarySearch(starts, start);
        return token < 0 ? start : ends[token];
    }

    /** Returns the range of the last token that starts before the offset, an empty one where there is none. */
    int[] before(int offset) {
        int found = Arrays.binarySearch(starts, offset);
        int token = (found >= 0 ? found : -found - 1) - 1;
        return token < 0 ? range(offset, offset) : range(starts[token], ends[token]);
    }

    /** Returns the offset of the first token that starts behind the offset, or the offset where there is none. */
    int startAfter(int offset) {
        int found = Arrays.binarySearch(starts, offset);
        int token = found >= 0 ? found + 1 : -found - 1;
        return token == starts.length ? offset : starts[token];
    }

    /** Returns the SHA-256 of the texts of the tokens within the stretch, joined by one space. */
    String hash(int start, int end) {
        MessageDigest digest = SourceText.sha256();
        int found = Arrays.binarySearch(starts, start);
        int first = found >= 0 ? found : -found - 1;
        for (int i = first; i < starts.length && ends[i] <= end; i++) {
            String separator = i > first ? " " : "";
            digest.update((separator + text.substring(starts[i], ends[i])).getBytes(StandardCharsets.UTF_8));
        }
        return SourceText.hex(digest.digest());
    }
}
