import java.awt.*;
import java.awt.geom.*;
import java.awt.image.*;
import java.util.Arrays;

/** Plain colours with and without antialiasing: rectangles, lines and those that are turned, clips, transparency, and what arrays of pixels hold then. */
public class ImageSmooth {
    private static final int WIDTH = 40, HEIGHT = 30;

    private interface Drawing {
        void draw(Graphics2D graphics);
    }

    private final int type;

    private ImageSmooth(int type) {
        this.type = type;
    }

    public static void main(String[] args) {
        System.setProperty("java.awt.headless", "true");
        for (int type = BufferedImage.TYPE_INT_RGB; type <= BufferedImage.TYPE_BYTE_GRAY; type++) {
            new ImageSmooth(type).shapes();
        }
    }

    private void draw(String what, Object hint, Color color, Drawing drawing) {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, type);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                image.setRGB(x, y, x * 6 << 16 | y * 8 << 8 | x * y & 255 | (255 - x * 3 & 255) << 24);
            }
        }
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, hint);
        graphics.setColor(color);
        drawing.draw(graphics);
        graphics.dispose();
        DataBuffer elements = image.getRaster().getDataBuffer();
        int sum = 0;
        for (int i = 0; i < elements.getSize(); i++) {
            sum = 31 * sum + elements.getElem(i);
        }
        int colors = Arrays.hashCode(image.getRGB(0, 0, WIDTH, HEIGHT, null, 0, WIDTH));
        System.out.println(type + " " + what + " " + Integer.toHexString(sum) + " " + Integer.toHexString(colors));
    }

    private void shapes() {
        for (Object hint : new Object[] {RenderingHints.VALUE_ANTIALIAS_OFF, RenderingHints.VALUE_ANTIALIAS_ON}) {
            for (int alpha : new int[] {255, 100, 1}) {
                String how = (hint == RenderingHints.VALUE_ANTIALIAS_ON ? "smooth " : "") + alpha + " ";
                Color color = new Color(200, 100, 50, alpha);
                draw(how + "line", hint, color, g -> g.drawLine(2, 3, 35, 25));
                draw(how + "thick line", hint, color, g -> { g.setStroke(new BasicStroke(3.3f)); g.draw(new Line2D.Double(2.5, 3.1, 35.7, 24.2)); });
                draw(how + "rectangle", hint, color, g -> g.fill(new Rectangle2D.Double(2.5, 3.1, 15.7, 14.2)));
                draw(how + "narrow rectangle", hint, color, g -> g.fill(new Rectangle2D.Double(2.2, 3.1, 0.5, 14.2)));
                draw(how + "outline", hint, color, g -> g.draw(new Rectangle2D.Double(2.5, 3.1, 15.7, 14.2)));
                draw(how + "thick outline", hint, color, g -> { g.setStroke(new BasicStroke(4.5f)); g.draw(new Rectangle2D.Double(5.5, 6.1, 15.7, 14.2)); });
                draw(how + "turned", hint, color, g -> { g.rotate(0.3); g.fillRect(10, 3, 15, 14); });
                draw(how + "turned outline", hint, color, g -> { g.rotate(0.3); g.drawRect(10, 3, 15, 14); });
                draw(how + "turned thick outline", hint, color, g -> { g.rotate(-0.4); g.setStroke(new BasicStroke(3)); g.drawRect(2, 13, 15, 14); });
                if (alpha == 255) { // what HotSpot cuts off in pieces is rounded for each
                    draw(how + "beyond", hint, color, g -> { g.rotate(0.7); g.fillRect(-100, -5, 200, 14); g.drawRect(-300, -300, 600, 310); });
                }
                draw(how + "arc", hint, color, g -> g.fillArc(3, 4, 20, 20, 30, 200));
                draw(how + "clip", hint, color, g -> { g.clip(new Ellipse2D.Double(2, 2, 25, 25)); g.fillRect(0, 0, 40, 30); g.drawLine(0, 5, 30, 20); });
                draw(how + "holed clip", hint, color, g -> {
                    Area clip = new Area(new Rectangle(3, 3, 30, 20));
                    clip.subtract(new Area(new Ellipse2D.Double(10, 6, 12, 12)));
                    g.clip(clip);
                    g.fill(new Ellipse2D.Double(1, 1, 37, 27));
                });
                draw(how + "copied", hint, color, g -> { g.fillOval(3, 4, 20, 10); g.copyArea(2, 2, 20, 10, 7, 5); });
                if (type != BufferedImage.TYPE_4BYTE_ABGR_PRE) { // HotSpot's loops round otherwise
                    draw(how + "exclusive", hint, color, g -> { g.setXORMode(Color.WHITE); g.fillRect(3, 3, 10, 10); g.drawLine(0, 0, 30, 20); });
                    draw(how + "source", hint, color, g -> { g.setComposite(AlphaComposite.Src); g.fillOval(3, 4, 20, 10); g.fillRect(20, 20, 9, 9); });
                }
                for (int rule : alpha == 1 ? new int[0] : new int[] {AlphaComposite.SRC_OVER, AlphaComposite.DST_OUT, AlphaComposite.SRC_ATOP, AlphaComposite.XOR, AlphaComposite.CLEAR}) {
                    draw(how + "rule " + rule, hint, color, g -> { g.setComposite(AlphaComposite.getInstance(rule, .4f)); g.fillOval(3, 4, 20, 10); g.drawLine(2, 3, 35, 25); });
                }
            }
        }
    }
}
