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
import java.awt.geom.Line2D;
import java.awt.geom.PathIterator;
import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.awt.image.WritableRaster;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import javax.imageio.ImageIO;

/** Shapes, pixels of all types of images, and the image formats that the library codes in Java. */
public class ImagePixels {
    private static void shapes() {
        System.out.println(new Color(255, 128, 0).darker() + " " + Color.decode("#102030") + " " + Arrays.toString(Color.RGBtoHSB(10, 20, 30, null)));
        System.out.println(new Rectangle(1, 2, 3, 4).union(new Rectangle(5, 6, 7, 8)) + " " + new Dimension(1, 2) + " " + new Insets(1, 2, 3, 4) + " " + new Point(1, 2).distance(4, 6));
        Area area = new Area(new Ellipse2D.Double(0, 0, 10, 10));
        area.subtract(new Area(new Rectangle(3, 3, 20, 20)));
        System.out.println(area.getBounds2D() + " " + area.contains(2, 2) + " " + area.isSingular());
        System.out.println(AffineTransform.getRotateInstance(1).createTransformedShape(new Rectangle(0, 0, 5, 5)).getBounds2D());
        GeneralPath path = new GeneralPath();
        path.moveTo(0, 0);
        path.curveTo(10, 0, 10, 10, 0, 10);
        path.closePath();
        double[] point = new double[6];
        for (PathIterator i = path.getPathIterator(null, 1); !i.isDone(); i.next()) {
            System.out.println(i.currentSegment(point) + " " + point[0] + " " + point[1]);
        }
        System.out.println(new BasicStroke(3).createStrokedShape(new Line2D.Double(0, 0, 9, 5)).getBounds2D());
    }

    private static void coded(BufferedImage image, String format) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (!ImageIO.write(image, format, out)) {
            System.out.println("  no " + format);
            return;
        }
        BufferedImage back = ImageIO.read(new ByteArrayInputStream(out.toByteArray()));
        System.out.println("  " + format + " " + out.size() + " " + Arrays.hashCode(out.toByteArray()) + " " + back.getType() + " " + Integer.toHexString(back.getRGB(1, 1)));
    }

    private static void image(int type) throws IOException {
        BufferedImage image = new BufferedImage(9, 7, type);
        for (int y = 0; y < 7; y++) for (int x = 0; x < 9; x++) image.setRGB(x, y, x * 0x1F1F0311 + y * 0x03251013);
        image.setRGB(1, 1, 0x80FF8040);
        StringBuilder pixels = new StringBuilder();
        for (int x = 0; x < 4; x++) pixels.append(' ').append(Integer.toHexString(image.getRGB(x, x)));
        System.out.println(type + pixels.toString() + " " + image.getColorModel().getClass().getName());
        WritableRaster raster = image.getRaster();
        System.out.println("  " + Arrays.toString(raster.getPixel(3, 2, (int[]) null)) + " " + raster.getSampleModel().getClass().getSimpleName() + " " + raster.getDataBuffer().getSize());
        BufferedImage part = image.getSubimage(2, 1, 5, 4);
        Raster data = part.getData();
        System.out.println("  " + data.getBounds() + " " + Integer.toHexString(part.getRGB(4, 3)) + " " + part.isAlphaPremultiplied());
        for (String format : new String[] {"png", "gif", "bmp", "wbmp", "tiff"}) coded(image, format);
    }

    public static void main(String[] args) throws IOException {
        System.setProperty("java.awt.headless", "true");
        shapes();
        for (int type = BufferedImage.TYPE_INT_RGB; type <= BufferedImage.TYPE_BYTE_INDEXED; type++) image(type);
        String[] formats = ImageIO.getReaderFormatNames();
        Arrays.sort(formats);
        System.out.println(Arrays.toString(formats));
    }
}
