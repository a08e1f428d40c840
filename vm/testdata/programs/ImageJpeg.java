import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.*;
import java.io.*;
import java.util.*;
import javax.imageio.*;
import javax.imageio.event.IIOReadProgressListener;
import javax.imageio.metadata.*;
import javax.imageio.stream.*;
import org.w3c.dom.*;

/** JPEG images by ImageIO: written with each sampling and quality, read whole, in parts and cut off; thumbnails; metadata. */
public class ImageJpeg {
    /** A progressive image of 12 by 10 pixels, made by java, which the VM does not write. */
    private static final String PROGRESSIVE = ""
        + "/9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/2wBDAQkJCQwLDBgNDRgy"
        + "IRwhMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjL/wgARCAAKAAwDASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAABf/EABUBAQEAAAAA"
        + "AAAAAAAAAAAAAAEF/9oADAMBAAIQAxAAAAERVNiQ/wD/xAAZEAACAwEAAAAAAAAAAAAAAAAAAgMEIQH/2gAIAQEAAQUCjqC08iF5n//EABgRAAIDAAAAAAAAAAAAAAAAAAADBAUS/9oA"
        + "CAEDAQE/Aa+azJ//xAAWEQEBAQAAAAAAAAAAAAAAAAACABP/2gAIAQIBAT8B2Sv/xAAWEAEBAQAAAAAAAAAAAAAAAAAxABD/2gAIAQEABj8CI3//xAAZEAEAAgMAAAAAAAAAAAAAAAAB"
        + "ACEQMUH/2gAIAQEAAT8h14ECqIHJP//aAAwDAQACAAMAAAAQY//EABURAQEAAAAAAAAAAAAAAAAAAAAB/9oACAEDAQE/EIj/xAAWEQEBAQAAAAAAAAAAAAAAAAABACH/2gAIAQIBAT8Q"
        + "dDf/xAAZEAEAAgMAAAAAAAAAAAAAAAAAEdEhscH/2gAIAQEAAT8QmoYHCukFqf/Z";

    public static void main(String[] args) throws Exception {
        System.setProperty("java.awt.headless", "true");
        ImageIO.setUseCache(false);
        for (int type : new int[] {BufferedImage.TYPE_INT_RGB, BufferedImage.TYPE_3BYTE_BGR, BufferedImage.TYPE_BYTE_GRAY, BufferedImage.TYPE_BYTE_INDEXED, BufferedImage.TYPE_INT_ARGB}) {
            for (int[] size : new int[][] {{1, 1}, {8, 8}, {17, 15}, {33, 40}, {3, 20}}) {
                for (float quality : new float[] {-1, .1f, .95f, 1}) {
                    attempt(type + " " + size[0] + " " + quality, () -> {
                        byte[] file = write(image(type, size[0], size[1]), quality, 0, 0, 0);
                        return file.length + " " + Arrays.hashCode(file) + " " + hash(ImageIO.read(new ByteArrayInputStream(file)));
                    });
                }
            }
        }
        for (int[] sampling : new int[][] {{1, 1}, {2, 1}, {1, 2}, {2, 2}, {4, 1}, {4, 2}}) {
            for (int restart : new int[] {0, 3}) {
                attempt("sampling " + Arrays.toString(sampling) + " " + restart, () -> {
                    byte[] file = write(image(BufferedImage.TYPE_INT_RGB, 37, 29), -1, sampling[0], sampling[1], restart);
                    return Arrays.hashCode(file) + " " + hash(ImageIO.read(new ByteArrayInputStream(file)));
                });
            }
        }
        byte[] file = write(image(BufferedImage.TYPE_INT_RGB, 40, 30), .8f, 0, 0, 0);
        attempt("cut off", () -> hash(ImageIO.read(new ByteArrayInputStream(file, 0, file.length * 3 / 4))));
        attempt("headless", () -> hash(ImageIO.read(new ByteArrayInputStream(file, 0, 300))));
        attempt("no image", () -> ImageIO.read(new ByteArrayInputStream("no image".getBytes())));
        attempt("progressive", () -> hash(ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(PROGRESSIVE)))));
        parts(file);
        thumbnail(file);
    }

    /** Reads a part, each third pixel and the raw components, and listens. */
    private static void parts(byte[] file) throws IOException {
        ImageReader reader = ImageIO.getImageReadersByFormatName("jpg").next();
        reader.setInput(ImageIO.createImageInputStream(new ByteArrayInputStream(file)));
        System.out.println(reader.getNumImages(true) + " " + reader.getWidth(0) + "x" + reader.getHeight(0) + " " + reader.getAspectRatio(0) + " " + reader.getFormatName());
        for (Iterator<ImageTypeSpecifier> i = reader.getImageTypes(0); i.hasNext();) {
            System.out.println(i.next().getBufferedImageType());
        }
        ImageReadParam part = reader.getDefaultReadParam();
        part.setSourceRegion(new java.awt.Rectangle(5, 7, 20, 13));
        System.out.println(hash(reader.read(0, part)));
        part.setSourceSubsampling(3, 2, 1, 1);
        System.out.println(hash(reader.read(0, part)));
        Raster raw = reader.readRaster(0, null);
        System.out.println(raw.getNumBands() + " " + Arrays.hashCode(raw.getPixels(0, 0, 40, 30, (int[]) null)));
        StringBuilder events = new StringBuilder();
        reader.addIIOReadProgressListener(new IIOReadProgressListener() {
            public void imageComplete(ImageReader source) { events.append(" complete"); }
            public void imageProgress(ImageReader source, float percentage) { events.append(' ').append((int) percentage); }
            public void imageStarted(ImageReader source, int index) { events.append(" started ").append(index); }
            public void readAborted(ImageReader source) { events.append(" aborted"); }
            public void sequenceComplete(ImageReader source) { }
            public void sequenceStarted(ImageReader source, int first) { }
            public void thumbnailComplete(ImageReader source) { }
            public void thumbnailProgress(ImageReader source, float percentage) { }
            public void thumbnailStarted(ImageReader source, int index, int thumbnail) { }
        });
        System.out.println(hash(reader.read(0)) + events);
        Node tree = reader.getImageMetadata(0).getAsTree("javax_imageio_jpeg_image_1.0");
        print(tree, "");
        reader.dispose();
    }

    private static void print(Node node, String indent) {
        StringBuilder line = new StringBuilder(indent).append(node.getNodeName());
        for (int i = 0; i < node.getAttributes().getLength(); i++) {
            line.append(' ').append(node.getAttributes().item(i).getNodeName()).append('=').append(node.getAttributes().item(i).getNodeValue());
        }
        System.out.println(line);
        for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            print(child, indent + " ");
        }
    }

    /** What programs mostly do: read, draw smaller, write. */
    private static void thumbnail(byte[] file) throws IOException {
        BufferedImage photo = ImageIO.read(new ByteArrayInputStream(file)), small = new BufferedImage(16, 12, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = small.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.drawImage(photo, 0, 0, 16, 12, null);
        graphics.dispose();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.out.println(ImageIO.write(small, "jpg", out) + " " + out.size() + " " + Arrays.hashCode(out.toByteArray()));
    }

    private static byte[] write(BufferedImage image, float quality, int horizontal, int vertical, int restart) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ImageOutputStream stream = ImageIO.createImageOutputStream(out)) {
            writer.setOutput(stream);
            ImageWriteParam parameters = writer.getDefaultWriteParam();
            if (quality >= 0) {
                parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
                parameters.setCompressionQuality(quality);
            }
            IIOMetadata metadata = null;
            if (horizontal > 0) {
                metadata = writer.getDefaultImageMetadata(ImageTypeSpecifier.createFromRenderedImage(image), parameters);
                Element tree = (Element) metadata.getAsTree("javax_imageio_jpeg_image_1.0");
                Element first = (Element) tree.getElementsByTagName("componentSpec").item(0);
                first.setAttribute("HsamplingFactor", "" + horizontal);
                first.setAttribute("VsamplingFactor", "" + vertical);
                if (restart > 0) {
                    Element interval = new IIOMetadataNode("dri"), markers = (Element) tree.getElementsByTagName("markerSequence").item(0);
                    interval.setAttribute("interval", "" + restart);
                    markers.insertBefore(interval, markers.getLastChild());
                }
                metadata.setFromTree("javax_imageio_jpeg_image_1.0", tree);
            }
            writer.write(null, new IIOImage(image, null, metadata), parameters);
        } finally {
            writer.dispose();
        }
        return out.toByteArray();
    }

    private static BufferedImage image(int type, int width, int height) {
        BufferedImage image = new BufferedImage(width, height, type);
        Random random = new Random(5);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.setRGB(x, y, 0xFF000000 | (x * 7 + y * 3) << 16 & 0xFF0000 | (y * 5 ^ x) << 8 & 0xFF00 | random.nextInt(60) + x * y & 0xFF);
            }
        }
        return image;
    }

    private interface Action { Object run() throws Exception; }

    private static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    private static String hash(BufferedImage image) {
        int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        return image.getType() + " " + image.getWidth() + "x" + image.getHeight() + " " + Integer.toHexString(Arrays.hashCode(pixels));
    }
}
