import java.awt.color.ColorSpace;
import java.awt.color.ICC_Profile;
import java.awt.color.ICC_ProfileRGB;
import java.util.Arrays;

/** Colour profiles as data: the built-in ones, and what the library makes of changed headers. */
public class ImageProfiles {
    private static int number(byte[] data, int at) {
        return (data[at] & 255) << 24 | (data[at + 1] & 255) << 16 | (data[at + 2] & 255) << 8 | data[at + 3] & 255;
    }

    private static int signature(String name) {
        return name.charAt(0) << 24 | name.charAt(1) << 16 | name.charAt(2) << 8 | name.charAt(3);
    }

    private static void show(String name, byte[] changed) {
        try {
            byte[] data = ICC_Profile.getInstance(changed).getData();
            System.out.println(name + " " + data.length + " " + Arrays.hashCode(data));
        } catch (IllegalArgumentException e) {
            System.out.println(name + " " + e.getMessage());
        }
    }

    private static void changed(String name, byte[] data, int from, int to, int value) {
        byte[] copy = data.clone();
        Arrays.fill(copy, from, to, (byte) value);
        show(name, copy);
    }

    public static void main(String[] args) {
        for (int space : new int[] {ColorSpace.CS_sRGB, ColorSpace.CS_GRAY, ColorSpace.CS_CIEXYZ, ColorSpace.CS_LINEAR_RGB, ColorSpace.CS_PYCC}) {
            ICC_Profile profile = ICC_Profile.getInstance(space);
            byte[] data = profile.getData();
            System.out.println(data.length + " " + Arrays.hashCode(data) + " " + profile.getNumComponents() + " " + profile.getMajorVersion());
            for (String tag : new String[] {"head", "wtpt", "rXYZ", "cprt", "desc", "none"}) {
                byte[] found = profile.getData(signature(tag));
                System.out.println("  " + tag + " " + (found == null ? "none" : found.length + " " + Arrays.hashCode(found)));
            }
            System.out.println(Arrays.equals(ICC_Profile.getInstance(data).getData(), data) + " " + ICC_Profile.getInstance(data).getClass());
        }
        System.out.println(((ICC_ProfileRGB) ICC_Profile.getInstance(ColorSpace.CS_LINEAR_RGB)).getGamma(0));
        System.out.println(Arrays.deepToString(((ICC_ProfileRGB) ICC_Profile.getInstance(ColorSpace.CS_sRGB)).getMatrix()));

        byte[] srgb = ICC_Profile.getInstance(ColorSpace.CS_sRGB).getData();
        changed("module", srgb, 4, 8, 'x');
        changed("version", srgb, 9, 12, 0x3C);
        changed("later version", srgb, 8, 9, 5);
        changed("date", srgb, 24, 36, 1);
        changed("magic", srgb, 36, 37, 'x');
        changed("flags", srgb, 44, 64, 'x');
        changed("intent", srgb, 66, 68, 1);
        changed("illuminant", srgb, 68, 80, 1);
        changed("rest", srgb, 80, 128, 'x');
        changed("tags", srgb, 131, 132, 101);
        changed("offset", srgb, 136, 137, 127);
        changed("name", srgb, 132, 133, 'q');
        show("longer", Arrays.copyOf(srgb, srgb.length + 10));
        show("shorter", Arrays.copyOf(srgb, 300));
        byte[] swapped = srgb.clone();
        System.arraycopy(srgb, 132, swapped, 144, 12);
        System.arraycopy(srgb, 144, swapped, 132, 12);
        show("swapped", swapped);

        ICC_Profile profile = ICC_Profile.getInstance(srgb);
        byte[] white = profile.getData(signature("wtpt"));
        white[19]++;
        profile.setData(signature("wtpt"), white);
        System.out.println(number(profile.getData(signature("wtpt")), 16) + " " + profile.getData().length);
    }
}
