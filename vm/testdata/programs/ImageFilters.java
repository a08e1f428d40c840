import java.awt.image.*;
import java.util.Arrays;

/** Filters of java.awt.image: convolutions of images and rasters with kernels of each shape and sign. */
public class ImageFilters {
    interface Filter { Object run(); }

    public static void main(String[] args) {
        System.setProperty("java.awt.headless", "true");
        float[][] values = {{1 / 16f, 2 / 16f, 1 / 16f, 2 / 16f, 4 / 16f, 2 / 16f, 1 / 16f, 2 / 16f, 1 / 16f}, {0, -1, 0, -1, 5, -1, 0, -1, 0}, {.1f, .2f, .4f, .2f, .1f, .05f}, {1, 0}, {2}, {-1}, {0.3f}, {1 / 3f, 1 / 3f, 1 / 3f}, {9000}, {60000}, {0}, {1 << 17}, new float[81]};
        int[][] shapes = {{3, 3}, {3, 3}, {3, 2}, {1, 2}, {1, 1}, {1, 1}, {1, 1}, {3, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {9, 9}};
        Arrays.fill(values[12], 1 / 81f);
        for (int type : new int[] {1, 2, 3, 4, 5, 6, 7, 10, 12, 13}) {
            BufferedImage source = source(type, 17, 13);
            for (int i = 0; i < shapes.length; i++) {
                Kernel kernel = new Kernel(shapes[i][0], shapes[i][1], values[i]);
                for (int edge : new int[] {ConvolveOp.EDGE_NO_OP, ConvolveOp.EDGE_ZERO_FILL}) {
                    attempt("type " + type + ", kernel " + i + ", edge " + edge, () -> hash(new ConvolveOp(kernel, edge, null).filter(source, null)));
                }
            }
            Kernel blur = new Kernel(3, 3, values[0]);
            attempt("part", () -> hash(new ConvolveOp(blur).filter(source.getSubimage(3, 2, 9, 8), null)));
            attempt("narrow", () -> hash(new ConvolveOp(blur, ConvolveOp.EDGE_NO_OP, null).filter(source.getSubimage(3, 2, 2, 8), null)));
            if (source.getColorModel() instanceof IndexColorModel) {
                continue; // into a palette the library dithers
            }
            attempt("twice", () -> hash(new ConvolveOp(blur).filter(new ConvolveOp(blur).filter(source, null), source(type, 17, 13))));
            attempt("in itself", () -> new ConvolveOp(blur).filter(source, source));
        }
        for (int bands = 1; bands < 5; bands++) {
            WritableRaster raster = Raster.createInterleavedRaster(DataBuffer.TYPE_BYTE, 8, 7, bands, null);
            for (int i = 0; i < 8 * 7 * bands; i++) {
                raster.setSample(i / bands % 8, i / bands / 8, i % bands, i * 37 & 255);
            }
            attempt("raster of " + bands, () -> Arrays.hashCode(new ConvolveOp(new Kernel(3, 3, values[1])).filter(raster, null).getPixels(0, 0, 8, 7, (int[]) null)));
        }
        attempt("brighter", () -> hash(new RescaleOp(1.3f, -20, null).filter(source(BufferedImage.TYPE_INT_RGB, 17, 13), null)));
    }

    static void attempt(String what, Filter filter) {
        try {
            System.out.println(what + ": " + filter.run());
        } catch (ImagingOpException | IllegalArgumentException e) {
            System.out.println(what + ": " + e);
        }
    }

    static BufferedImage source(int type, int width, int height) {
        BufferedImage image = new BufferedImage(width, height, type);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.setRGB(x, y, x * 255 / width << 16 | y * 255 / height << 8 | x * y * 7 & 255 | (255 - x * 3 & 255) << 24);
            }
        }
        return image;
    }

    static String hash(BufferedImage image) {
        int hash = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                hash = hash * 31 + image.getRGB(x, y);
            }
        }
        return image.getWidth() + " by " + image.getHeight() + ", type " + image.getType() + ": " + Integer.toHexString(hash);
    }
}
