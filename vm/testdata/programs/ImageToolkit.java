import java.awt.Graphics2D;
import java.awt.Toolkit;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.ImageConsumer;
import java.awt.image.ImageProducer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.concurrent.CountDownLatch;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;
import javax.swing.ImageIcon;

/** Images that Toolkit's decoders read, for ImageIcon: of JPEG, GIF and PNG files, whole ones, cut off ones, interlaced and progressive ones, and with transparent pixels. */
public class ImageToolkit {
    public static void main(String[] arguments) throws Exception {
        System.setProperty("java.awt.headless", "true");
        ImageIO.setUseCache(false);
        int[] types = {BufferedImage.TYPE_INT_RGB, BufferedImage.TYPE_BYTE_INDEXED, BufferedImage.TYPE_BYTE_GRAY, BufferedImage.TYPE_INT_ARGB, BufferedImage.TYPE_BYTE_BINARY};
        for (String format : new String[] {"jpg", "gif", "png"}) {
            for (int type : types) {
                for (int[] size : new int[][] {{1, 1}, {16, 9}, {33, 40}, {300, 7}}) {
                    byte[] file = write(format, image(type, size[0], size[1]), false);
                    if (file != null) {
                        show(format + " " + type + " " + size[0] + "x" + size[1], file);
                    }
                    file = write(format, image(type, size[0], size[1]), true);
                    if (file != null) {
                        show("in passes", file);
                    }
                }
            }
        }
        byte[] gif = write("gif", image(BufferedImage.TYPE_BYTE_INDEXED, 40, 30), true);
        show("gif without its end", Arrays.copyOf(gif, gif.length - 1));
        show("a transparent gif", write("gif", transparent(), false));
        show("a transparent gif in passes", write("gif", transparent(), true));
        show("not a jpeg", new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff, (byte) 0xd9});
        show("nothing", new byte[0]);
        show("text", "no image".getBytes());
        byte[] jpeg = write("jpg", image(BufferedImage.TYPE_INT_RGB, 40, 30), false);
        show("jpeg cut off", Arrays.copyOf(jpeg, jpeg.length * 3 / 4));
        show("jpeg header cut off", Arrays.copyOf(jpeg, 100));
        consume(frames());
        palettes();
    }

    static void show(String what, byte[] file) {
        show(what, new ImageIcon(file));
    }

    static void show(String what, ImageIcon icon) {
        int width = icon.getIconWidth(), height = icon.getIconHeight();
        long hash = 0;
        if (width > 0 && height > 0) {
            BufferedImage copy = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
            Graphics2D graphics = copy.createGraphics();
            graphics.drawImage(icon.getImage(), 0, 0, null);
            graphics.dispose();
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    hash = hash * 31 + copy.getRGB(x, y);
                }
            }
        }
        System.out.println(what + ": " + width + "x" + height + " " + icon.getImageLoadStatus() + " " + Long.toHexString(hash));
    }

    static BufferedImage image(int type, int width, int height) {
        BufferedImage image = new BufferedImage(width, height, type);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.setRGB(x, y, 0xff000000 | (x * 37 & 0xff) << 16 | (y * 11 & 0xff) << 8 | (x * y & 0xff));
            }
        }
        return image;
    }

    static BufferedImage transparent() {
        byte[] reds = {0, 50, 100, (byte) 200}, greens = {9, 8, 7, 6}, blues = {0, 0, (byte) 255, 0};
        BufferedImage image = new BufferedImage(21, 13, BufferedImage.TYPE_BYTE_INDEXED, new IndexColorModel(2, 4, reds, greens, blues, 2));
        for (int y = 0; y < 13; y++) {
            for (int x = 0; x < 21; x++) {
                image.getRaster().setSample(x, y, 0, (x + y) % 4);
            }
        }
        return image;
    }

    static byte[] write(String format, BufferedImage image, boolean passes) throws Exception {
        ImageWriter writer = ImageIO.getImageWritersByFormatName(format).next();
        if (!writer.getOriginatingProvider().canEncodeImage(image) || passes && format.equals("jpg")) {
            return null; // the VM writes no JPEG files in passes
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ImageOutputStream stream = ImageIO.createImageOutputStream(bytes)) {
            writer.setOutput(stream);
            ImageWriteParam how = writer.getDefaultWriteParam();
            if (!format.equals("jpg")) {
                how.setProgressiveMode(passes ? ImageWriteParam.MODE_DEFAULT : ImageWriteParam.MODE_DISABLED);
            }
            writer.write(null, new IIOImage(image, null, null), how);
        }
        writer.dispose();
        return bytes.toByteArray();
    }

    /** Writes down what a decoder sends. */
    static void consume(byte[] file) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        Toolkit.getDefaultToolkit().createImage(file).getSource().startProduction(new ImageConsumer() {
            @Override
            public void setDimensions(int width, int height) {
                System.out.println(width + "x" + height);
            }

            @Override
            public void setProperties(Hashtable<?, ?> properties) {
            }

            @Override
            public void setColorModel(ColorModel model) {
                System.out.println(model.getPixelSize() + " bits");
            }

            @Override
            public void setHints(int hints) {
                System.out.println("hints " + hints);
            }

            @Override
            public void setPixels(int x, int y, int width, int height, ColorModel model, byte[] pixels, int offset, int scan) {
                System.out.println(x + "," + y + " " + width + "x" + height + ": " + Arrays.hashCode(Arrays.copyOfRange(pixels, offset, offset + width)) + " " + model.getRGB(1));
            }

            @Override
            public void setPixels(int x, int y, int width, int height, ColorModel model, int[] pixels, int offset, int scan) {
                System.out.println(x + "," + y + " " + width + "x" + height + ": " + Arrays.hashCode(Arrays.copyOfRange(pixels, offset, offset + width)));
            }

            @Override
            public void imageComplete(int status) {
                System.out.println("complete " + status);
                if (status == IMAGEERROR) { // as there are no more frames
                    done.countDown();
                }
            }
        });
        done.await();
    }

    /** Shows an image whose parts have palettes of their own. */
    static void palettes() {
        byte[] low = {0, 1, 2, 3}, high = {9, (byte) 200, 100, 50};
        IndexColorModel[] models = {new IndexColorModel(8, 4, low, high, low), new IndexColorModel(8, 4, high, low, high), new IndexColorModel(8, 4, low, high, high)};
        ImageProducer producer = new ImageProducer() {
            @Override
            public void addConsumer(ImageConsumer consumer) {
            }

            @Override
            public boolean isConsumer(ImageConsumer consumer) {
                return false;
            }

            @Override
            public void removeConsumer(ImageConsumer consumer) {
            }

            @Override
            public void requestTopDownLeftRightResend(ImageConsumer consumer) {
            }

            @Override
            public void startProduction(ImageConsumer consumer) {
                consumer.setDimensions(11, 6);
                consumer.setColorModel(models[0]);
                consumer.setHints(ImageConsumer.RANDOMPIXELORDER);
                byte[] pixels = new byte[200];
                for (int i = 0; i < pixels.length; i++) {
                    pixels[i] = (byte) (i * i % 4);
                }
                consumer.setPixels(0, 0, 11, 6, models[0], pixels, 3, 20);
                consumer.setPixels(2, 1, 7, 4, models[1], pixels, 0, 9);
                consumer.setPixels(5, 0, 6, 5, models[2], pixels, 7, 0);
                consumer.imageComplete(ImageConsumer.STATICIMAGEDONE);
            }
        };
        show("palettes", new ImageIcon(Toolkit.getDefaultToolkit().createImage(producer)));
    }

    /** A file with a second image beside its first one's corner, of other colours. */
    static byte[] frames() throws Exception {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ImageOutputStream stream = ImageIO.createImageOutputStream(bytes)) {
            writer.setOutput(stream);
            writer.prepareWriteSequence(null);
            BufferedImage first = image(BufferedImage.TYPE_BYTE_INDEXED, 20, 20), second = transparent();
            writer.writeToSequence(new IIOImage(first, null, null), null);
            IIOMetadata metadata = writer.getDefaultImageMetadata(ImageTypeSpecifier.createFromRenderedImage(second), null);
            IIOMetadataNode root = (IIOMetadataNode) metadata.getAsTree(metadata.getNativeMetadataFormatName());
            for (org.w3c.dom.Node node = root.getFirstChild(); node != null; node = node.getNextSibling()) {
                if (node.getNodeName().equals("ImageDescriptor")) {
                    ((IIOMetadataNode) node).setAttribute("imageLeftPosition", "3");
                    ((IIOMetadataNode) node).setAttribute("imageTopPosition", "5");
                }
            }
            metadata.setFromTree(metadata.getNativeMetadataFormatName(), root);
            writer.writeToSequence(new IIOImage(second, null, metadata), null);
            writer.endWriteSequence();
        }
        return bytes.toByteArray();
    }
}
