import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Insets;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.geom.AffineTransform;
import java.awt.geom.Area;
import java.awt.geom.Ellipse2D;
import java.awt.geom.GeneralPath;
import java.awt.geom.Point2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import javax.imageio.ImageIO;

/** Graphics without drawing: colours, geometry, and images as data that javax.imageio writes and reads. */
public class MiscImages {
    public static void main(String[] args) throws Exception {
        System.setProperty("java.awt.headless", "true");
        System.out.println(new Color(10, 20, 30).brighter() + " " + Color.getHSBColor(0.3f, 1, 1) + Color.decode("#ff0080") + Color.WHITE.darker());
        System.out.println(new Dimension(3, 4) + " " + new Insets(1, 2, 3, 4) + new Point(1, 2) + new BasicStroke(2).getLineWidth());
        System.out.println(new Rectangle2D.Double(1, 2, 3, 4).intersects(2, 2, 1, 1) + " " + AffineTransform.getRotateInstance(Math.PI / 6).transform(new Point2D.Double(1, 0), null));
        GeneralPath path = new GeneralPath();
        path.moveTo(0, 0);
        path.curveTo(1, 2, 3, 4, 5, 6);
        path.closePath();
        Area area = new Area(new Ellipse2D.Double(0, 0, 10, 10));
        area.subtract(new Area(new Rectangle(0, 0, 5, 10)));
        System.out.println(path.getBounds2D() + " " + area.getBounds() + " " + area.contains(6, 5));

        int[] types = {BufferedImage.TYPE_INT_RGB, BufferedImage.TYPE_INT_ARGB, BufferedImage.TYPE_3BYTE_BGR, BufferedImage.TYPE_BYTE_GRAY,
            BufferedImage.TYPE_USHORT_565_RGB, BufferedImage.TYPE_BYTE_BINARY, BufferedImage.TYPE_BYTE_INDEXED, BufferedImage.TYPE_4BYTE_ABGR_PRE};
        for (int type : types) {
            BufferedImage image = new BufferedImage(16, 8, type);
            for (int y = 0; y < 8; y++) {
                for (int x = 0; x < 16; x++) {
                    image.setRGB(x, y, 0xff000000 | x * 16 << 16 | y * 32 << 8 | 77);
                }
            }
            System.out.println(image.toString().replaceAll("@\\w+", "") + " " + Arrays.toString(image.getSubimage(2, 1, 9, 5).getRaster().getPixel(3, 2, (int[]) null)));
            show(image, "png");
        }
        show(new BufferedImage(9, 9, BufferedImage.TYPE_3BYTE_BGR), "bmp");
        show(new BufferedImage(9, 9, BufferedImage.TYPE_BYTE_INDEXED), "gif");
        show(new BufferedImage(9, 9, BufferedImage.TYPE_BYTE_BINARY), "wbmp");
    }

    static void show(BufferedImage image, String format) throws Exception {
        image.setRGB(1, 1, -1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean written = ImageIO.write(image, format, bytes);
        BufferedImage back = ImageIO.read(new ByteArrayInputStream(bytes.toByteArray()));
        System.out.println(format + " " + written + " " + bytes.size() + " " + back.getType() + " " + Integer.toHexString(back.getRGB(1, 1)) + " " + Integer.toHexString(back.getRGB(5, 3)));
    }
}
