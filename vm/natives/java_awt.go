package natives

// This file holds the part of the graphics library (java.desktop) that works without
// native code: colours, geometry, and images as data, with what javax.imageio reads and
// writes in Java. Drawing into an image, fonts and windows need the JDK's native
// renderer; their natives are missing, and say so.

// fieldIDs are the classes whose native initIDs only looks up fields for other native
// code, which the VM does not have.
var fieldIDs = []string{
	"java/awt/AWTEvent", "java/awt/Button", "java/awt/Checkbox", "java/awt/CheckboxMenuItem", "java/awt/Choice", "java/awt/Color", "java/awt/Component",
	"java/awt/Container", "java/awt/Cursor", "java/awt/Dialog", "java/awt/Dimension", "java/awt/Event", "java/awt/FileDialog", "java/awt/Font",
	"java/awt/FontMetrics", "java/awt/Frame", "java/awt/Insets", "java/awt/KeyboardFocusManager", "java/awt/Label", "java/awt/Menu", "java/awt/MenuBar",
	"java/awt/MenuComponent", "java/awt/MenuItem", "java/awt/Rectangle", "java/awt/ScrollPane", "java/awt/ScrollPaneAdjustable", "java/awt/Scrollbar",
	"java/awt/TextArea", "java/awt/TextField", "java/awt/Toolkit", "java/awt/TrayIcon", "java/awt/Window",
	"java/awt/event/InputEvent", "java/awt/event/KeyEvent", "java/awt/event/MouseEvent",
	"java/awt/image/BufferedImage", "java/awt/image/ColorModel", "java/awt/image/IndexColorModel", "java/awt/image/Kernel", "java/awt/image/Raster",
	"java/awt/image/SampleModel", "java/awt/image/SinglePixelPackedSampleModel",
	"sun/awt/image/ByteComponentRaster", "sun/awt/image/BytePackedRaster", "sun/awt/image/IntegerComponentRaster", "sun/awt/image/ShortComponentRaster",
	"sun/java2d/Disposer",
}

func init() {
	for _, class := range fieldIDs {
		register(class, table{"initIDs()V": nothing})
	}
}
