//go:build unix

package natives

import (
	"math"

	"hotlens/vm/classes"
	"hotlens/vm/compositing"
	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

// The loops of Java 2D. HotSpot's libawt brings one for most pairs of pixel formats;
// here all but one are those that the library has in Java for pixel formats that
// libawt does not know. They convert to 0xAARRGGBB, and the loop that blends such
// pixels must be native.
func init() {
	register("sun/java2d/loops/GraphicsPrimitiveMgr", table{
		"initIDs(Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;)V": initLoops,
		"registerNativeLoops()V": registerNativeLoops,
	})
	register("sun/java2d/loops/MaskBlit", table{
		"MaskBlit(Lsun/java2d/SurfaceData;Lsun/java2d/SurfaceData;Ljava/awt/Composite;Lsun/java2d/pipe/Region;IIIIII[BII)V": maskBlit,
	})
	register("sun/java2d/SurfaceData", table{
		"isOpaqueGray(Ljava/awt/image/IndexColorModel;)Z": isOpaqueGray,
	})
	register("sun/java2d/pipe/SpanClipRenderer", table{
		"initIDs(Ljava/lang/Class;Ljava/lang/Class;)V": nothing,
	})
	register("sun/awt/image/BufImgSurfaceData", table{
		"initIDs(Ljava/lang/Class;Ljava/lang/Class;)V":                          nothing,
		"initRaster(Ljava/lang/Object;IIIIIILjava/awt/image/IndexColorModel;)V": nothing,
	})
}

// initLoops initialises the class of hints: HotSpot's loops look its constants up.
// The library counts on it, for it finds a hint by number in another class.
func initLoops(t *Thread, _ Args) uint64 {
	if c := t.FindBootClass("sun/awt/SunHints"); c != nil {
		t.Initialize(c)
	}
	return 0
}

// loopDescriptor is that of the constructors of native loops.
const loopDescriptor = "(JLsun/java2d/loops/SurfaceType;Lsun/java2d/loops/CompositeType;Lsun/java2d/loops/SurfaceType;)V"

// registerNativeLoops tells the library of the one native loop.
func registerNativeLoops(t *Thread, _ Args) uint64 {
	surface, ok := staticOf(t, "sun/java2d/loops/SurfaceType", "IntArgb")
	if !ok {
		return 0
	}
	composite, ok := staticOf(t, "sun/java2d/loops/CompositeType", "AnyAlpha")
	if !ok {
		return 0
	}
	const number = 1 // the library takes 0 for a loop in Java
	loop := newByConstructor(t, "sun/java2d/loops/MaskBlit", loopDescriptor, number, uint64(surface), uint64(composite), uint64(surface))
	if t.Exception != 0 {
		return 0
	}
	manager, element := t.FindBootClass("sun/java2d/loops/GraphicsPrimitiveMgr"), t.FindBootClass("sun/java2d/loops/GraphicsPrimitive")
	if manager == nil || element == nil {
		return 0
	}
	loops := t.NewRefArray(element, []Ref{loop})
	if t.Exception == 0 {
		t.Call(interpreter.Callback, manager.Method("register", "([Lsun/java2d/loops/GraphicsPrimitive;)V"), uint64(loops))
	}
	return 0
}

// staticOf reads a static field with a reference, of a class that it initialises.
func staticOf(t *Thread, class, field string) (Ref, bool) {
	c := t.FindBootClass(class)
	if c == nil || !t.Initialize(c) {
		return 0, false
	}
	return t.M.Memory.U32(c.Field(field, "").Address), true
}

// refField and intField read fields by name, from wherever in its superclasses.
func refField(t *Thread, object Ref, name string) Ref {
	return t.M.Memory.U32(object + fieldOf(t, object, name).Offset)
}

func intField(t *Thread, object Ref, name string) int32 {
	return int32(t.M.Memory.U32(object + fieldOf(t, object, name).Offset))
}

func fieldOf(t *Thread, object Ref, name string) *classes.Field {
	return t.M.ClassOf(object).LookupField(name, "")
}

// rectangle is a part of the plane, without its right and lower edges.
type rectangle struct{ left, top, right, bottom int64 }

func (r rectangle) intersection(o rectangle) rectangle {
	return rectangle{max(r.left, o.left), max(r.top, o.top), min(r.right, o.right), min(r.bottom, o.bottom)}
}

// argbSurface is an image with pixels of 0xAARRGGBB.
type argbSurface struct {
	pixels         Ref   // the int[]
	offset, stride int64 // of the first pixel and between rows, in elements
	bounds         rectangle
}

// argbSurfaceOf finds the pixels behind a SurfaceData of a BufferedImage.
func argbSurfaceOf(t *Thread, surface Ref) argbSurface {
	raster := refField(t, refField(t, surface, "bufImg"), "raster")
	offsets := refField(t, raster, "dataOffsets")
	return argbSurface{
		pixels: refField(t, raster, "data"),
		offset: int64(int32(t.M.Memory.U32(offsets + memory.ArrayBase))),
		stride: int64(intField(t, raster, "scanlineStride")),
		bounds: rectangle{0, 0, int64(intField(t, raster, "width")), int64(intField(t, raster, "height"))},
	}
}

// row is the address of the pixel at x and y, and whether n pixels from there lie
// within the array.
func (s *argbSurface) row(t *Thread, x, y, n int64) (memory.Address, bool) {
	first := s.offset + y*s.stride + x
	inside := first >= 0 && first+n <= int64(t.M.Memory.U32(s.pixels+memory.ArrayLength))
	return s.pixels + memory.ArrayBase + memory.Address(4*first), inside
}

// maskBlit is MaskBlit.MaskBlit for pixels of 0xAARRGGBB and an AlphaComposite: the
// source's pixels are blended into the destination, as far as the mask covers them.
func maskBlit(t *Thread, a Args) uint64 {
	sourceData, destinationData, composite, clip := a.Ref(1), a.Ref(2), a.Ref(3), a.Ref(4)
	if sourceData == 0 || destinationData == 0 || composite == 0 {
		t.ThrowNull()
		return 0
	}
	rule := compositing.Rule(intField(t, composite, "rule"))
	if !rule.Valid() {
		t.Throw("java/lang/InternalError", "unknown rule of an AlphaComposite")
		return 0
	}
	b := blit{
		source: argbSurfaceOf(t, sourceData), destination: argbSurfaceOf(t, destinationData), rule: rule,
		extra:    uint32(math.Float32frombits(uint32(intField(t, composite, "extraAlpha")))*compositing.Opaque + 0.5),
		x:        int64(a.Int(7)),
		y:        int64(a.Int(8)),
		right:    int64(a.Int(5)) - int64(a.Int(7)),
		down:     int64(a.Int(6)) - int64(a.Int(8)),
		mask:     a.Ref(11),
		maskFrom: int64(a.Int(12)),
		maskScan: int64(a.Int(13)),
	}
	area := rectangle{b.x, b.y, b.x + int64(a.Int(9)), b.y + int64(a.Int(10))}.intersection(b.destination.bounds)
	within := b.source.bounds
	area = area.intersection(rectangle{within.left - b.right, within.top - b.down, within.right - b.right, within.bottom - b.down})
	for _, part := range clipped(t, area, clip) {
		if !b.draw(t, part) {
			t.Throw("java/lang/ArrayIndexOutOfBoundsException", "an image, or a mask, that is smaller than it says")
			return 0
		}
	}
	return 0
}

// clipped gives the parts of an area that lie in a Region: a rectangle, or bands of
// rows with the columns in each. No region means all.
func clipped(t *Thread, area rectangle, region Ref) []rectangle {
	if region == 0 {
		return []rectangle{area}
	}
	area = area.intersection(rectangle{
		int64(intField(t, region, "lox")), int64(intField(t, region, "loy")),
		int64(intField(t, region, "hix")), int64(intField(t, region, "hiy")),
	})
	array := refField(t, region, "bands")
	if array == 0 {
		return []rectangle{area}
	}
	var parts []rectangle
	band := func(i int32) int64 { return int64(int32(t.M.Memory.U32(array + memory.ArrayBase + 4*uint32(i)))) }
	end := min(intField(t, region, "endIndex"), int32(t.M.Memory.U32(array+memory.ArrayLength)))
	for at := int32(0); at+3 <= end; {
		top, bottom, n := band(at), band(at+1), band(at+2)
		for at += 3; n > 0 && at+2 <= end; at += 2 {
			parts = append(parts, area.intersection(rectangle{band(at), top, band(at + 1), bottom}))
			n--
		}
	}
	return parts
}

// blit is one call of a loop that copies from a source to a destination.
type blit struct {
	source, destination argbSurface
	rule                compositing.Rule
	extra               uint32
	x, y                int64 // of the destination's upper left pixel
	right, down         int64 // from a pixel of the destination to that of the source
	mask                Ref   // a byte[] of coverages, or 0 for full coverage
	maskFrom, maskScan  int64
}

// draw blends one rectangle of the destination. It reports false when that would
// leave an array.
func (b *blit) draw(t *Thread, r rectangle) bool {
	width := r.right - r.left
	if width <= 0 {
		return true
	}
	m := t.M.Memory
	var coverages []byte
	if b.mask != 0 {
		coverages = t.M.Bytes(b.mask)
	}
	for y := r.top; y < r.bottom; y++ {
		from, inSource := b.source.row(t, r.left+b.right, y+b.down, width)
		to, inDestination := b.destination.row(t, r.left, y, width)
		covered := b.maskFrom + (y-b.y)*b.maskScan + r.left - b.x
		if !inSource || !inDestination || b.mask != 0 && (covered < 0 || covered+width > int64(len(coverages))) {
			return false
		}
		for i := range width {
			coverage := uint32(compositing.Opaque)
			if b.mask != 0 {
				coverage = uint32(coverages[covered+i])
			}
			at := to + memory.Address(4*i)
			m.SetU32(at, b.rule.Blend(m.U32(from+memory.Address(4*i)), m.U32(at), b.extra, coverage))
		}
	}
	return true
}

// isOpaqueGray is SurfaceData.isOpaqueGray: whether all colours of a palette are
// opaque shades of grey.
func isOpaqueGray(t *Thread, a Args) uint64 {
	if a.Ref(0) == 0 {
		return 0
	}
	palette := refField(t, a.Ref(0), "rgb")
	if palette == 0 {
		t.ThrowNull()
		return 0
	}
	for i := range min(intField(t, a.Ref(0), "map_size"), int32(t.M.Memory.U32(palette+memory.ArrayLength))) {
		c := t.M.Memory.U32(palette + memory.ArrayBase + memory.Address(4*i))
		red, green, blue := c>>16&0xFF, c>>8&0xFF, c&0xFF
		if c>>24 != compositing.Opaque || red != green || green != blue {
			return 0
		}
	}
	return 1
}
