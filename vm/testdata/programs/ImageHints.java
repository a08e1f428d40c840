import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.geom.*;
import java.awt.image.*;
import java.util.*;
import java.util.stream.*;

/** The state of a drawing surface before anything is drawn: hints, fonts' attributes, transforms, clips, colours; geometry without pixels. */
public class ImageHints {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("java.awt.headless", "true");
        contexts();
        fonts();
        hints();
        clips();
        colors();
        geometry();
        paths();
        rasters();
    }

    /** The first use of hints by drawing code, before any other class has touched them. */
    static void contexts() {
        Graphics2D g = (Graphics2D) new BufferedImage(1, 1, BufferedImage.TYPE_INT_ARGB).getGraphics();
        System.out.println(g.getFontRenderContext().getAntiAliasingHint() + " " + g.getFontRenderContext().getTransform() + " " + g.getFontRenderContext().usesFractionalMetrics());
        g.scale(2, 3);
        System.out.println(g.getFontRenderContext().getTransform() + " " + g.getFontRenderContext().isTransformed() + " " + g.getFontRenderContext().getTransformType());
    }

    static void fonts() {
        Font f = new Font("Serif", Font.BOLD | Font.ITALIC, 14);
        System.out.println(f.getName() + " " + f.getSize2D() + " " + f.getStyle() + " " + f.isBold() + f.isItalic() + f.isPlain() + " " + f.isTransformed());
        System.out.println(f.equals(new Font("Serif", 3, 14)) + " " + f.hashCode() + " " + Font.decode("Arial-BOLD-18").getName() + " " + Font.decode("x y 9").getSize() + " " + Font.getFont("no.such.property"));
    }

    static void hints() {
        Graphics2D g = new BufferedImage(3, 3, BufferedImage.TYPE_3BYTE_BGR).createGraphics();
        g.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
        g.addRenderingHints(Map.of(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON));
        System.out.println(g.getRenderingHints().entrySet().stream().map(Object::toString).sorted().collect(Collectors.toList()) + " " + g.getRenderingHint(RenderingHints.KEY_DITHERING));
        attempt("incompatible", () -> { g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_RENDER_SPEED); return null; });
        attempt("map", () -> new RenderingHints(RenderingHints.KEY_ANTIALIASING, "no"));
        System.out.println(g.getColor() + " " + g.getBackground() + " " + g.getPaint() + " " + g.getFont().getName() + " " + g.getClip() + " " + g.getTransform() + " " + g.getComposite().getClass().getSimpleName() + " " + g.getStroke().equals(new java.awt.BasicStroke()));
        attempt("composite", () -> { g.setComposite(null); return null; });
        attempt("size", () -> new BufferedImage(0, 1, 1));
        attempt("type", () -> new BufferedImage(1, 1, 99));
        attempt("pixel", () -> new BufferedImage(1, 1, 1).getRGB(1, 0));
    }

    static void clips() {
        Graphics2D g = new BufferedImage(10, 10, BufferedImage.TYPE_INT_RGB).createGraphics();
        g.translate(1.5, 2);
        g.clipRect(0, 0, 5, 5);
        g.rotate(Math.PI / 2);
        System.out.println(g.getClipBounds() + " " + g.getTransform() + " " + g.hitClip(-1, -1, 1, 1) + " " + g.getDeviceConfiguration().getBounds());
        g.setClip(new Ellipse2D.Double(0, 0, 4, 4));
        g.clip(new Rectangle(1, 1, 2, 9));
        System.out.println(g.getClip().getBounds2D() + " " + g.hit(new Rectangle(0, 0, 1, 1), new Rectangle(0, 0, 3, 3), false));
    }

    static void colors() {
        Color c = new Color(10, 200, 30, 40);
        System.out.println(c + " " + c.getAlpha() + " " + c.brighter() + " " + c.darker().darker() + " " + Integer.toHexString(c.getRGB()) + " " + c.hashCode() + " " + Color.decode("#ff8000") + Color.decode("0x10") + Color.getHSBColor(0.3f, 0.5f, 0.7f) + Arrays.toString(Color.RGBtoHSB(1, 2, 3, null)) + Arrays.toString(c.getComponents(null)));
        attempt("range", () -> new Color(256, -1, 0));
        attempt("float range", () -> new Color(1.5f, 0, 0));
        attempt("decode", () -> Color.decode("red"));
        System.out.println(Arrays.toString(Color.ORANGE.getRGBColorComponents(null)) + Color.TRANSLUCENT + c.getTransparency());
    }

    static void geometry() throws Exception {
        Rectangle r = new Rectangle(1, 2, 3, 4);
        System.out.println(r.union(new Rectangle(9, 9, 1, 1)) + " " + r.intersection(new Rectangle(50, 50, 1, 1)) + " " + r.outcode(0, 0) + " " + r.contains(new Point(3, 5)) + " " + new Rectangle(0, 0, -1, -1).isEmpty() + " " + r.hashCode());
        AffineTransform t = AffineTransform.getRotateInstance(1, 2, 3);
        t.shear(0.5, 0.25); t.scale(-2, 3); t.quadrantRotate(3);
        System.out.println(t + " " + t.getType() + " " + t.getDeterminant() + " " + t.createInverse() + " " + t.transform(new Point2D.Double(1, 1), null) + " " + t.hashCode());
        attempt("inverse", () -> new AffineTransform(1, 2, 2, 4, 0, 0).createInverse());
        System.out.println(new Line2D.Double(0, 0, 4, 4).ptSegDist(3, 1) + " " + Line2D.linesIntersect(0, 0, 2, 2, 0, 2, 2, 0) + " " + Line2D.relativeCCW(0, 0, 1, 1, 2, 5) + " " + new Point2D.Float(1, 2).distance(4, 6));
        double[] roots = new double[3];
        System.out.println(CubicCurve2D.solveCubic(new double[] {-6, 11, -6, 1}, roots) + " " + Arrays.stream(roots).sorted().mapToObj(x -> String.format("%.9f", x)).collect(Collectors.toList()) + " " + QuadCurve2D.solveQuadratic(new double[] {1, 0, 1}) + " " + new CubicCurve2D.Double(0, 0, 1, 2, 3, 4, 5, 0).getFlatness());
        System.out.println(new Arc2D.Double(0, 0, 10, 5, 30, 200, Arc2D.PIE).getBounds2D() + " " + new Arc2D.Float(Arc2D.CHORD).containsAngle(3) + " " + new RoundRectangle2D.Double(0, 0, 10, 10, 4, 4).contains(0.5, 0.5) + " " + new Ellipse2D.Float(0, 0, 3, 4).intersects(2, 3, 1, 1));
    }

    static void paths() {
        Path2D p = new GeneralPath();
        attempt("move", () -> { new Path2D.Double().lineTo(1, 1); return null; });
        p.moveTo(0, 0); p.lineTo(4, 0); p.quadTo(6, 2, 4, 4); p.curveTo(3, 5, 1, 5, 0, 4); p.closePath();
        System.out.println(p.getBounds2D() + " " + p.contains(2, 2) + " " + p.intersects(5, 5, 1, 1) + " " + p.getCurrentPoint() + " " + p.getWindingRule());
        double[] c = new double[6];
        StringBuilder s = new StringBuilder();
        for (PathIterator i = new FlatteningPathIterator(p.getPathIterator(AffineTransform.getScaleInstance(2, 2)), 0.5); !i.isDone(); i.next()) s.append(i.currentSegment(c)).append(String.format("(%.3f,%.3f) ", c[0], c[1]));
        System.out.println(s);
        Area a = new Area(new Rectangle(0, 0, 4, 4)), b = new Area(new Ellipse2D.Double(2, 2, 4, 4));
        a.exclusiveOr(b);
        System.out.println(a.getBounds2D() + " " + a.isSingular() + a.isPolygonal() + a.isRectangular() + " " + a.contains(3.5, 3.5) + " " + b.equals(new Area(new Ellipse2D.Double(2, 2, 4, 4))));
        System.out.println(new java.awt.BasicStroke(2, 1, 1, 5, new float[] {3, 1}, 1).createStrokedShape(new Line2D.Float(0, 0, 10, 0)).getBounds2D());
        attempt("dash", () -> new java.awt.BasicStroke(1, 0, 0, 1, new float[] {0, 0}, 0));
    }

    static void rasters() {
        WritableRaster w = Raster.createInterleavedRaster(DataBuffer.TYPE_BYTE, 3, 2, 3, new Point(1, 1));
        w.setPixel(2, 2, new int[] {1, 2, 3});
        System.out.println(Arrays.toString(w.getPixels(1, 1, 3, 2, (int[]) null)) + " " + w.getBounds() + " " + w.createChild(2, 2, 1, 1, 0, 0, new int[] {2}).getSample(0, 0, 0) + " " + w.getSampleModel().getClass().getSimpleName());
        attempt("bounds", () -> w.getSample(0, 0, 0));
        attempt("raster", () -> Raster.createBandedRaster(99, 1, 1, 1, null));
        System.out.println(new DirectColorModel(24, 0xff0000, 0xff00, 0xff).getRed(0x123456) + " " + new IndexColorModel(2, 3, new byte[] {0, 5, 9}, new byte[3], new byte[3], 1).getTransparentPixel() + " " + ColorModel.getRGBdefault());
        BufferedImage half = new AffineTransformOp(AffineTransform.getScaleInstance(0.5, 0.5), AffineTransformOp.TYPE_NEAREST_NEIGHBOR).createCompatibleDestImage(new BufferedImage(9, 9, 2), null);
        System.out.println(half.getWidth() + "x" + half.getHeight() + " " + new Kernel(2, 1, new float[] {1, 2}).getXOrigin());
    }
}
