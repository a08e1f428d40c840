import java.awt.geom.AffineTransform;
import java.awt.image.*;
import java.util.Arrays;

/** AffineTransformOp and LookupOp on images and rasters of bytes: all filters, sizes, directions and formats. */
public class ImageTransforms {
    interface Filter { Object run(); }

    public static void main(String[] args) {
        System.setProperty("java.awt.headless", "true");
        AffineTransform[] transforms = {
            AffineTransform.getScaleInstance(0.6, 1.7), AffineTransform.getScaleInstance(3, 2), AffineTransform.getScaleInstance(-1, 1),
            AffineTransform.getRotateInstance(0.5, 20, 15), AffineTransform.getQuadrantRotateInstance(1, 9, 9), AffineTransform.getShearInstance(0.3, -0.2),
            AffineTransform.getTranslateInstance(2.5, -1.25), new AffineTransform(), AffineTransform.getScaleInstance(0.05, 0.05), AffineTransform.getRotateInstance(-2.1, 3, 4),
        };
        for (int type = BufferedImage.TYPE_INT_RGB; type <= BufferedImage.TYPE_BYTE_INDEXED; type++) {
            if (type == BufferedImage.TYPE_USHORT_GRAY || type == BufferedImage.TYPE_BYTE_BINARY) {
                continue;
            }
            boolean packed = type == BufferedImage.TYPE_USHORT_565_RGB || type == BufferedImage.TYPE_USHORT_555_RGB;
            BufferedImage image = image(type, 23, 17);
            for (int filter = packed ? AffineTransformOp.TYPE_BILINEAR : AffineTransformOp.TYPE_NEAREST_NEIGHBOR; filter <= AffineTransformOp.TYPE_BICUBIC; filter++) {
                for (int i = 0; i < transforms.length; i++) {
                    AffineTransformOp op = new AffineTransformOp(transforms[i], filter);
                    attempt(type + " transform " + i + " filter " + filter, () -> hash(op.filter(image, null)));
                    attempt(type + " part", () -> hash(op.filter(image.getSubimage(5, 4, 9, 8), null)));
                }
            }
            byte[] inverted = new byte[256], wave = new byte[256];
            for (int i = 0; i < 256; i++) {
                inverted[i] = (byte) (255 - i);
                wave[i] = (byte) (i * i);
            }
            attempt(type + " table", () -> hash(new LookupOp(new ByteLookupTable(0, inverted), null).filter(image, null)));
            attempt(type + " three tables", () -> hash(new LookupOp(new ByteLookupTable(0, new byte[][] {inverted, wave, inverted}), null).filter(image, null)));
            attempt(type + " four tables", () -> hash(new LookupOp(new ByteLookupTable(0, new byte[][] {inverted, wave, inverted, wave}), null).filter(image, null)));
        }
        for (int bands = 1; bands <= 4; bands++) {
            WritableRaster raster = Raster.createInterleavedRaster(DataBuffer.TYPE_BYTE, 8, 7, bands, null);
            for (int i = 0; i < 8 * 7 * bands; i++) {
                raster.setSample(i / bands % 8, i / bands / 8, i % bands, i * 37 & 255);
            }
            for (int filter = 1; filter <= 3; filter++) {
                for (AffineTransform transform : transforms) {
                    AffineTransformOp op = new AffineTransformOp(transform, filter);
                    attempt("raster of " + bands, () -> Arrays.hashCode(op.filter(raster, raster.createCompatibleWritableRaster(11, 9)).getPixels(0, 0, 11, 9, (int[]) null)));
                }
            }
        }
        BufferedImage wide = image(BufferedImage.TYPE_INT_ARGB, 3, 2);
        attempt("into another format", () -> hash(new AffineTransformOp(transforms[1], 2).filter(wide, new BufferedImage(9, 9, BufferedImage.TYPE_INT_ARGB))));
        attempt("into itself", () -> new AffineTransformOp(transforms[1], 2).filter(wide, wide));
        attempt("without an inverse", () -> new AffineTransformOp(AffineTransform.getScaleInstance(0, 1), 2));
    }

    static void attempt(String what, Filter filter) {
        try {
            System.out.println(what + ": " + filter.run());
        } catch (ImagingOpException | IllegalArgumentException e) {
            System.out.println(what + ": " + e);
        }
    }

    static BufferedImage image(int type, int width, int height) {
        BufferedImage image = new BufferedImage(width, height, type);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.setRGB(x, y, x * 255 / width << 16 | y * 255 / height << 8 | x * y * 7 & 255 | (255 - x * 3 & 255) << 24);
            }
        }
        return image;
    }

    static String hash(BufferedImage image) {
        int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        return image.getType() + " " + image.getWidth() + "x" + image.getHeight() + " " + Integer.toHexString(Arrays.hashCode(pixels));
    }
}
