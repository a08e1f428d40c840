import java.awt.*;
import java.awt.geom.*;
import java.awt.image.*;
import java.util.function.Consumer;

/** Images drawn larger, smaller, turned, mirrored, with each filter, over others, from and into each pixel format. */
public class ImageScaling {
    static final Object[] FILTERS = {RenderingHints.VALUE_INTERPOLATION_NEAREST_NEIGHBOR, RenderingHints.VALUE_INTERPOLATION_BILINEAR, RenderingHints.VALUE_INTERPOLATION_BICUBIC};

    public static void main(String[] args) {
        System.setProperty("java.awt.headless", "true");
        for (int from : new int[] {1, 2, 3, 5, 6, 10, 13}) {
            BufferedImage source = source(from, 16, 12);
            for (int to : new int[] {1, 2, 3, 4, 5, 6, 10}) {
                String formats = from + " to " + to;
                draw("as it is, " + formats, to, g -> g.drawImage(source, 3, 4, null));
                draw("larger, " + formats, to, g -> g.drawImage(source, 1, 2, 25, 20, null));
                draw("smaller, " + formats, to, g -> g.drawImage(source, 1, 2, 7, 5, null));
                draw("mirrored, " + formats, to, g -> g.drawImage(source, 20, 20, 2, 4, 1, 1, 10, 9, null));
                draw("on a background, " + formats, to, g -> g.drawImage(source, 3, 4, 20, 20, Color.PINK, null));
                for (Object filter : FILTERS) {
                    draw(filter + ", larger, " + formats, to, g -> with(filter, g).drawImage(source, 1, 2, 25, 20, null));
                    draw(filter + ", turned, " + formats, to, g -> { with(filter, g).rotate(0.5, 15, 15); g.drawImage(source, 5, 5, null); });
                    draw(filter + ", weak, " + formats, to, g -> {
                        g.setComposite(AlphaComposite.getInstance(AlphaComposite.SRC_OVER, 0.5f));
                        with(filter, g).drawImage(source, AffineTransform.getShearInstance(0.2, 0.3), null);
                    });
                }
            }
        }
        rules();
        clips();
        sizes();
    }

    static Graphics2D with(Object filter, Graphics2D g) {
        g.setRenderingHint(RenderingHints.KEY_INTERPOLATION, filter);
        return g;
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

    static void draw(String what, int type, Consumer<Graphics2D> drawing) {
        draw(what, source(type, 30, 30), drawing);
    }

    static void draw(String what, BufferedImage image, Consumer<Graphics2D> drawing) {
        Graphics2D g = image.createGraphics();
        drawing.accept(g);
        g.dispose();
        int hash = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                hash = hash * 31 + image.getRGB(x, y);
            }
        }
        System.out.println(what + ": " + Integer.toHexString(hash));
    }

    static void rules() {
        BufferedImage source = source(BufferedImage.TYPE_INT_ARGB, 9, 9);
        for (int rule = AlphaComposite.CLEAR; rule <= AlphaComposite.XOR; rule++) {
            AlphaComposite composite = AlphaComposite.getInstance(rule, 0.7f);
            for (int to : new int[] {1, 2, 3, 6}) {
                draw("rule " + rule + " to " + to, to, g -> {
                    g.setComposite(composite);
                    with(FILTERS[1], g).drawImage(source, 2, 3, 21, 24, null);
                    g.setComposite(composite.derive(1f));
                    with(FILTERS[0], g).drawImage(source, 10, 11, 7, 6, null);
                });
            }
        }
    }

    static void clips() {
        BufferedImage source = source(BufferedImage.TYPE_INT_RGB, 16, 12);
        for (Object filter : FILTERS) {
            draw("round clip, " + filter, 1, g -> { g.setClip(new Ellipse2D.Double(5, 5, 20, 15)); with(filter, g).drawImage(source, -5, 5, 40, 31, null); });
            draw("clip, turned, " + filter, 2, g -> { g.setClip(4, 5, 13, 11); with(filter, g).rotate(2, 9, 9); g.drawImage(source, 0, 0, 25, 25, null); });
            draw("part of a part, " + filter, 5, g -> with(filter, g).drawImage(source.getSubimage(3, 2, 9, 8), 2, 2, 28, 19, 1, 1, 7, 6, null));
            draw("much too large, " + filter, 1, g -> { with(filter, g).scale(1e-12, 1); g.drawImage(source, 0, 0, null); g.scale(1e20, 1e9); g.drawImage(source, 0, 0, null); });
        }
        Image smooth = source.getScaledInstance(8, 6, Image.SCALE_SMOOTH), twice = source.getScaledInstance(-1, 24, Image.SCALE_REPLICATE);
        draw("scaled instances", 1, g -> { g.drawImage(smooth, 0, 0, null); g.drawImage(twice, 3, 3, 20, 20, null); });
        draw("texture", 2, g -> { g.setPaint(new TexturePaint(source, new Rectangle(1, 1, 9, 9))); g.fillOval(2, 2, 24, 27); });
    }

    /** Every size, as only some of them meet the edge between two pixels. */
    static void sizes() {
        BufferedImage source = source(BufferedImage.TYPE_INT_RGB, 40, 24);
        for (int size = 1; size < 100; size += 3) {
            int width = size, height = 100 - size;
            draw("size " + size, new BufferedImage(100, 100, BufferedImage.TYPE_INT_RGB), g -> g.drawImage(source, 0, 0, width, height, null));
            draw("place " + size, new BufferedImage(100, 100, BufferedImage.TYPE_INT_RGB), g -> { g.translate(0.3, 0.6); g.scale(width / 7.0, 0.3); g.drawImage(source, 0, 0, null); });
        }
    }
}
