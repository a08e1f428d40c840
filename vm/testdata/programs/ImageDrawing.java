import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.LinearGradientPaint;
import java.awt.Polygon;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.TexturePaint;
import java.awt.geom.Area;
import java.awt.geom.CubicCurve2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.QuadCurve2D;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.util.Arrays;

/** Drawing into images of all types without a display: lines, shapes, clips, rules of composition, paints, images. */
public class ImageDrawing {
    private static final int WIDTH = 41, HEIGHT = 31;

    private interface Drawing {
        void draw(Graphics2D graphics);
    }

    private final BufferedImage image;

    private ImageDrawing(BufferedImage image) {
        this.image = image;
    }

    private void draw(String name, Drawing drawing) {
        Graphics2D graphics = image.createGraphics();
        graphics.setComposite(AlphaComposite.Src);
        graphics.setColor(new Color(0, 0, 0, 0));
        graphics.fillRect(0, 0, WIDTH, HEIGHT);
        graphics.setComposite(AlphaComposite.SrcOver);
        graphics.setColor(Color.ORANGE);
        graphics.fillRect(0, 0, WIDTH, HEIGHT / 2);
        drawing.draw(graphics);
        graphics.dispose();
        int[] pixels = image.getRGB(0, 0, WIDTH, HEIGHT, null, 0, WIDTH);
        System.out.println("  " + name + " " + Integer.toHexString(Arrays.hashCode(pixels)));
    }

    private static BufferedImage pattern(int type) {
        BufferedImage pattern = new BufferedImage(10, 10, type);
        for (int i = 0; i < 100; i++) pattern.setRGB(i % 10, i / 10, i * 0x02030507);
        return pattern;
    }

    private void shapes() {
        draw("rectangles", g -> {
            g.setColor(Color.RED);
            g.fillRect(3, 4, 10, 11);
            g.drawRect(15, 2, 20, 20);
            g.drawLine(0, 0, 39, 29);
            g.fillRoundRect(20, 12, 15, 15, 6, 8);
        });
        draw("ovals", g -> {
            g.setColor(Color.BLUE);
            g.fillOval(3, 4, 20, 21);
            g.drawOval(5, 5, 30, 20);
            g.fillArc(1, 1, 20, 20, 30, 100);
        });
        draw("polygons", g -> {
            g.setColor(Color.GREEN);
            g.fillPolygon(new int[] {0, 30, 10}, new int[] {2, 10, 29}, 3);
            g.draw(new QuadCurve2D.Double(0, 0, 20, 29, 39, 0));
            g.drawPolygon(new Polygon(new int[] {5, 35, 8}, new int[] {20, 25, 29}, 3));
        });
        draw("winding", g -> {
            for (int rule : new int[] {Path2D.WIND_EVEN_ODD, Path2D.WIND_NON_ZERO}) {
                Path2D star = new Path2D.Double(rule);
                for (int i = 0; i < 5; i++) {
                    double x = 20 + 14 * Math.sin(i * 0.8 * Math.PI), y = 15 - 14 * Math.cos(i * 0.8 * Math.PI);
                    if (i == 0) star.moveTo(x, y);
                    else star.lineTo(x, y);
                }
                star.closePath();
                g.setColor(new Color(20, 200 * rule, 250));
                g.fill(star);
            }
        });
        draw("wide", g -> {
            g.setColor(Color.BLUE);
            g.setStroke(new BasicStroke(4));
            g.draw(new Ellipse2D.Double(3, 3, 20, 20));
            g.drawLine(2, 2, 30, 20);
            g.setStroke(new BasicStroke(3, BasicStroke.CAP_ROUND, BasicStroke.JOIN_BEVEL, 1, new float[] {5, 3}, 0));
            g.draw(new CubicCurve2D.Double(0, 0, 20, 29, 39, 0, 39, 29));
        });
        draw("smooth", g -> {
            g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            g.setColor(Color.BLUE);
            g.fillOval(3, 4, 20, 21);
            g.setStroke(new BasicStroke(3, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND, 1, new float[] {5, 3}, 0));
            g.draw(new CubicCurve2D.Double(0, 0, 20, 29, 39, 0, 39, 29));
        });
    }

    private void compositions() {
        draw("transparent", g -> {
            g.setColor(new Color(255, 0, 100, 100));
            g.fillRect(3, 4, 10, 20);
            g.drawLine(0, 0, 39, 29);
        });
        draw("exclusive", g -> {
            g.setXORMode(Color.WHITE);
            g.setColor(Color.BLACK);
            g.fillRect(3, 4, 20, 20);
        });
        draw("clips", g -> {
            g.setClip(new Ellipse2D.Float(2, 2, 30, 20));
            g.setColor(Color.PINK);
            g.fillRect(0, 0, WIDTH, HEIGHT);
            Area ring = new Area(new Ellipse2D.Float(4, 4, 26, 16));
            ring.subtract(new Area(new Ellipse2D.Float(9, 9, 10, 10)));
            g.clip(ring);
            g.drawImage(pattern(BufferedImage.TYPE_INT_RGB), 4, 4, null);
        });
        draw("cleared", g -> {
            g.setBackground(Color.CYAN);
            g.clearRect(5, 5, 10, 10);
            g.copyArea(0, 0, 10, 10, 12, 12);
        });
    }

    private void paints() {
        draw("gradient", g -> {
            g.setPaint(new GradientPaint(0, 0, Color.RED, 40, 30, Color.BLUE));
            g.fillRect(0, 0, WIDTH, HEIGHT);
        });
        draw("gradients", g -> {
            Color[] colors = {Color.RED, Color.GREEN, Color.BLUE};
            g.setPaint(new LinearGradientPaint(0, 0, 40, 30, new float[] {0, .3f, 1}, colors));
            g.fill(new Ellipse2D.Double(3, 3, 20, 20));
        });
        draw("texture", g -> {
            g.setPaint(new TexturePaint(pattern(BufferedImage.TYPE_INT_RGB), new Rectangle(0, 0, 10, 10)));
            g.fillRect(0, 0, WIDTH, HEIGHT);
        });
        for (int type : new int[] {BufferedImage.TYPE_INT_RGB, BufferedImage.TYPE_INT_ARGB, BufferedImage.TYPE_3BYTE_BGR}) {
            draw("image " + type, g -> g.drawImage(pattern(type), 5, 5, null));
        }
    }

    private void rules() {
        for (int rule = AlphaComposite.CLEAR; rule <= AlphaComposite.XOR; rule++) {
            for (float alpha : new float[] {1, 0.3f}) {
                AlphaComposite composite = AlphaComposite.getInstance(rule, alpha);
                draw("rule " + rule + " " + alpha, g -> {
                    g.setComposite(composite);
                    g.drawImage(pattern(BufferedImage.TYPE_INT_ARGB), 5, 5, null);
                });
            }
        }
    }

    public static void main(String[] args) {
        System.setProperty("java.awt.headless", "true");
        int[] types = {
            BufferedImage.TYPE_INT_RGB, BufferedImage.TYPE_INT_ARGB, BufferedImage.TYPE_INT_BGR,
            BufferedImage.TYPE_3BYTE_BGR, BufferedImage.TYPE_4BYTE_ABGR,
        };
        for (int type : types) {
            System.out.println(type);
            ImageDrawing drawing = new ImageDrawing(new BufferedImage(WIDTH, HEIGHT, type));
            drawing.shapes();
            drawing.compositions();
            drawing.paints();
        }
        new ImageDrawing(new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_ARGB)).rules();
        byte[] greys = {0, 100, (byte) 200, (byte) 255};
        IndexColorModel palette = new IndexColorModel(2, 4, greys, greys, greys);
        new ImageDrawing(new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_BYTE_INDEXED, palette)).shapes();
    }
}
