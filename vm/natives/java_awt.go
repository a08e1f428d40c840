//go:build unix

package natives

// identifierClasses are the classes of java.desktop with a native method initIDs(),
// in which a C library looks up the fields that it will read. Natives here look
// fields up when they need them.
var identifierClasses = []string{
	"java/awt/AWTEvent", "java/awt/Button", "java/awt/Checkbox", "java/awt/CheckboxMenuItem", "java/awt/Choice",
	"java/awt/Color", "java/awt/Component", "java/awt/Container", "java/awt/Cursor", "java/awt/Dialog",
	"java/awt/Dimension", "java/awt/Event", "java/awt/FileDialog", "java/awt/Font", "java/awt/FontMetrics",
	"java/awt/Frame", "java/awt/Insets", "java/awt/KeyboardFocusManager", "java/awt/Label", "java/awt/Menu",
	"java/awt/MenuBar", "java/awt/MenuComponent", "java/awt/MenuItem", "java/awt/Rectangle", "java/awt/Scrollbar",
	"java/awt/ScrollPane", "java/awt/ScrollPaneAdjustable", "java/awt/TextArea", "java/awt/TextField",
	"java/awt/Toolkit", "java/awt/TrayIcon", "java/awt/Window",
	"java/awt/event/InputEvent", "java/awt/event/KeyEvent", "java/awt/event/MouseEvent",
	"java/awt/image/BufferedImage", "java/awt/image/ColorModel", "java/awt/image/IndexColorModel",
	"java/awt/image/Kernel", "java/awt/image/Raster", "java/awt/image/SampleModel",
	"java/awt/image/SinglePixelPackedSampleModel",
	"sun/awt/image/ByteComponentRaster", "sun/awt/image/BytePackedRaster", "sun/awt/image/GifImageDecoder",
	"sun/awt/image/ImageRepresentation", "sun/awt/image/IntegerComponentRaster", "sun/awt/image/ShortComponentRaster",
	"sun/java2d/Disposer", "sun/java2d/SurfaceData", "sun/java2d/pipe/Region", "sun/java2d/pipe/ShapeSpanIterator",
}

func init() { later(javaAwt) }

func javaAwt() {
	for _, class := range identifierClasses {
		register(class, table{"initIDs()V": nothing})
	}
}
