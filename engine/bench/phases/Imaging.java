import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Pictures: filters, rotation, tiles, flood filling, packing. */
final class Imaging {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 480;

    public static void main(String[] arguments) throws Exception {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("blur");
            p.end(blur());
            p.start("contrast");
            p.end(contrast());
            p.start("rotation");
            p.end(rotation());
            p.start("shapes");
            p.end(shapes());
            p.start("tiles");
            p.end(tiles());
            p.start("packed");
            p.end(packed());
        }
    }

    /** A picture of 0xRRGGBB in rows. */
    private static final class Picture {
        private final int width;
        private final int height;
        private final int[] pixels;

        Picture(int width, int height) {
            this.width = width;
            this.height = height;
            pixels = new int[width * height];
        }

        static Picture of(int seed) {
            Picture picture = new Picture(WIDTH, HEIGHT);
            Random random = new Random(seed);
            int color = 0;
            for (int i = 0; i < picture.pixels.length; i++) {
                if (i % 16 == 0) {
                    color = random.nextInt(0x1000000);
                }
                picture.pixels[i] = color ^ i & 0x0f0f;
            }
            return picture;
        }

        int get(int x, int y) {
            return pixels[y * width + x];
        }

        void set(int x, int y, int color) {
            pixels[y * width + x] = color;
        }

        long sum() {
            long sum = 0;
            for (int pixel : pixels) {
                sum = sum * 31 + pixel;
            }
            return sum;
        }
    }

    private static Picture blurred(Picture from, int radius) {
        Picture to = new Picture(from.width, from.height);
        int count = (2 * radius + 1) * (2 * radius + 1);
        for (int y = radius; y < from.height - radius; y++) {
            for (int x = radius; x < from.width - radius; x++) {
                int red = 0;
                int green = 0;
                int blue = 0;
                for (int dy = -radius; dy <= radius; dy++) {
                    for (int dx = -radius; dx <= radius; dx++) {
                        int color = from.get(x + dx, y + dy);
                        red += color >> 16 & 0xff;
                        green += color >> 8 & 0xff;
                        blue += color & 0xff;
                    }
                }
                to.set(x, y, red / count << 16 | green / count << 8 | blue / count);
            }
        }
        return to;
    }

    private static long blur() {
        Picture picture = Picture.of(1);
        for (int radius = 1; radius <= 3; radius++) {
            picture = blurred(picture, radius);
        }
        return picture.sum();
    }

    /** Stretches brightness, so that all shades of grey are as frequent. */
    private static long contrast() {
        byte[] grey = new byte[1500 * 1000];
        new Random(2).nextBytes(grey);
        for (int i = 0; i < grey.length; i++) {
            grey[i] = (byte) (40 + (grey[i] & 0x3f) + (grey[i] >> 3 & 0x0f));
        }
        long result = 0;
        for (int round = 0; round < 12; round++) {
            int[] histogram = new int[256];
            for (byte shade : grey) {
                histogram[shade & 0xff]++;
            }
            byte[] table = new byte[256];
            long below = 0;
            for (int shade = 0; shade < 256; shade++) {
                below += histogram[shade];
                table[shade] = (byte) (255 * below / grey.length);
            }
            for (int i = 0; i < grey.length; i++) {
                grey[i] = table[grey[i] & 0xff];
            }
            result += histogram[128] + table[90];
        }
        return result;
    }

    private static long rotation() {
        Picture from = Picture.of(3);
        long result = 0;
        for (int degrees = 15; degrees <= 60; degrees += 15) {
            Picture to = new Picture(WIDTH, HEIGHT);
            double radians = Math.toRadians(degrees);
            for (int y = 0; y < HEIGHT; y++) {
                for (int x = 0; x < WIDTH; x++) {
                    double swirl = radians * Math.exp(-Math.hypot(x - WIDTH / 2, y - HEIGHT / 2) / 200);
                    double sx = (x - WIDTH / 2) * Math.cos(swirl) - (y - HEIGHT / 2) * Math.sin(swirl) + WIDTH / 2;
                    double sy = (x - WIDTH / 2) * Math.sin(swirl) + (y - HEIGHT / 2) * Math.cos(swirl) + HEIGHT / 2;
                    int fromX = (int) Math.floor(sx);
                    int fromY = (int) Math.floor(sy);
                    if (fromX >= 0 && fromY >= 0 && fromX < WIDTH && fromY < HEIGHT) {
                        to.set(x, y, from.get(fromX, fromY));
                    }
                }
            }
            result += to.sum();
        }
        return result;
    }

    /** Draws rectangles, row by row, and floods what is between them. */
    private static long shapes() {
        int size = 1200;
        int[][] canvas = new int[size][size];
        Random random = new Random(4);
        long flooded = 0;
        for (int round = 0; round < 20; round++) {
            for (int[] row : canvas) {
                Arrays.fill(row, 0);
            }
            for (int i = 0; i < 400; i++) {
                int left = random.nextInt(size);
                int right = Math.min(size, left + 10 + random.nextInt(300));
                int top = random.nextInt(size);
                int bottom = Math.min(size, top + 5 + random.nextInt(100));
                for (int y = top; y < bottom; y++) {
                    Arrays.fill(canvas[y], left, right, i + 1);
                }
            }
            flooded += flood(canvas, random.nextInt(size), random.nextInt(size));
        }
        return flooded;
    }

    private static int flood(int[][] canvas, int x, int y) {
        int old = canvas[y][x];
        int filled = 0;
        Deque<Integer> open = new ArrayDeque<>();
        open.push(y * canvas.length + x);
        while (!open.isEmpty()) {
            int at = open.pop();
            int row = at / canvas.length;
            int column = at % canvas.length;
            int from = column;
            while (from > 0 && canvas[row][from - 1] == old) {
                from--;
            }
            int to = column;
            while (to < canvas.length - 1 && canvas[row][to + 1] == old) {
                to++;
            }
            if (canvas[row][column] != old) {
                continue;
            }
            Arrays.fill(canvas[row], from, to + 1, -1);
            filled += to + 1 - from;
            for (int next : new int[] {row - 1, row + 1}) {
                if (next < 0 || next >= canvas.length) {
                    continue;
                }
                for (int i = from; i <= to; i++) {
                    if (canvas[next][i] == old && (i == from || canvas[next][i - 1] != old)) {
                        open.push(next * canvas.length + i);
                    }
                }
            }
        }
        return filled;
    }

    /** Cuts a large picture into tiles, mirrors them, and puts them together in another order. */
    private static long tiles() {
        int tile = 32;
        int across = 36;
        byte[] picture = new byte[across * across * tile * tile * 3];
        new Random(5).nextBytes(picture);
        int row = across * tile * 3;
        long result = 0;
        for (int round = 0; round < 3; round++) {
            byte[][] tiles = new byte[across * across][];
            for (int i = 0; i < tiles.length; i++) {
                int start = i / across * tile * row + i % across * tile * 3;
                byte[] cut = new byte[0];
                for (int y = 0; y < tile; y++) {
                    cut = Arrays.copyOf(cut, cut.length + tile * 3);
                    System.arraycopy(picture, start + y * row, cut, y * tile * 3, tile * 3);
                }
                tiles[i] = cut;
            }
            byte[] next = picture.clone();
            for (int i = 0; i < tiles.length; i++) {
                byte[] source = tiles[(i * 7 + round) % tiles.length];
                int start = i / across * tile * row + i % across * tile * 3;
                for (int y = 0; y < tile; y++) {
                    System.arraycopy(source, (tile - 1 - y) * tile * 3, next, start + y * row, tile * 3);
                }
            }
            if (!Arrays.equals(picture, next)) {
                result += next[round * 1000] + Arrays.copyOfRange(next, 100, 200)[round];
            }
            picture = next;
        }
        return result;
    }

    private static long packed() throws DataFormatException {
        long result = 0;
        for (int seed = 6; seed < 9; seed++) {
            byte[] rows = differences(Picture.of(seed));
            byte[] packed = deflated(rows, seed);
            byte[] back = inflated(packed, rows.length);
            result += Arrays.equals(rows, back) ? rows.length : packed.length;
        }
        return result;
    }

    /** The channels of a picture, each as the difference to the one of the pixel before. */
    private static byte[] differences(Picture picture) {
        byte[] rows = new byte[picture.pixels.length * 3];
        for (int i = 0, at = 0; i < picture.pixels.length; i++) {
            int color = picture.pixels[i];
            rows[at++] = (byte) (color >> 16);
            rows[at++] = (byte) (color >> 8);
            rows[at++] = (byte) color;
        }
        for (int i = rows.length - 1; i >= 3; i--) {
            rows[i] -= rows[i - 3];
        }
        return rows;
    }

    private static byte[] deflated(byte[] bytes, int level) {
        Deflater deflater = new Deflater(level);
        deflater.setInput(bytes);
        deflater.finish();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        while (!deflater.finished()) {
            packed.write(buffer, 0, deflater.deflate(buffer));
        }
        deflater.end();
        return packed.toByteArray();
    }

    private static byte[] inflated(byte[] packed, int length) throws DataFormatException {
        Inflater inflater = new Inflater();
        inflater.setInput(packed);
        byte[] bytes = new byte[length];
        int at = 0;
        while (at < length) {
            at += inflater.inflate(bytes, at, length - at);
        }
        inflater.end();
        return bytes;
    }
}
