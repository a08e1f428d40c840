//go:build unix

package natives

import (
	"math"

	"hotlens/vm/classes"
	"hotlens/vm/compositing"
	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

func init() { later(sunJava2dLoops) }

// The loops of Java 2D. HotSpot's libawt brings one for most pairs of pixel formats;
// here most are those that the library has in Java for pixel formats that
// libawt does not know. They convert to 0xAARRGGBB, and the loop that blends such
// pixels must be native. So must all that draw transformed images.
func sunJava2dLoops() {
	register("sun/java2d/loops/GraphicsPrimitiveMgr", table{
		"initIDs(Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;)V": initLoops,
		"registerNativeLoops()V": registerNativeLoops,
	})
	register("sun/java2d/loops/MaskBlit", table{
		"MaskBlit(Lsun/java2d/SurfaceData;Lsun/java2d/SurfaceData;Ljava/awt/Composite;Lsun/java2d/pipe/Region;IIIIII[BII)V": maskBlit,
	})
	register("sun/java2d/loops/Blit", table{
		"Blit(Lsun/java2d/SurfaceData;Lsun/java2d/SurfaceData;Ljava/awt/Composite;Lsun/java2d/pipe/Region;IIIIII)V": copyBlit,
	})
	register("sun/java2d/loops/ScaledBlit", table{
		"Scale(Lsun/java2d/SurfaceData;Lsun/java2d/SurfaceData;Ljava/awt/Composite;Lsun/java2d/pipe/Region;IIIIDDDD)V": scaledBlit,
	})
	register("sun/java2d/loops/TransformHelper", table{
		"Transform(Lsun/java2d/loops/MaskBlit;Lsun/java2d/SurfaceData;Lsun/java2d/SurfaceData;Ljava/awt/Composite;Lsun/java2d/pipe/Region;Ljava/awt/geom/AffineTransform;IIIIIIIII[III)V": transformImage,
	})
	register("sun/java2d/SurfaceData", table{
		"isOpaqueGray(Ljava/awt/image/IndexColorModel;)Z": isOpaqueGray,
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

// loop is a native loop, from one pixel format to another.
type loop struct {
	class, composite    string // of sun.java2d.loops, and a field of its CompositeType
	source, destination *pixelFormat
}

// over tells whether l draws the source over the destination, whatever the composite says.
func (l *loop) over() bool { return l.composite == "SrcOver" }

// form says which pixels of a blend by l have multiplied colours.
func (l *loop) form() (form compositing.Form) {
	if l.source.multiplied {
		form |= compositing.SourceMultiplied
	}
	if l.destination.multiplied {
		form |= compositing.DestinationMultiplied
	}
	return form
}

// reader and writer are how a loop that copies gets at pixels. What the formats of ints have in a byte that they do not use goes along.
func (l *loop) reader(s *surface) func(*memory.Memory, memory.Address) uint32 {
	if l.copiesInts() || l.source == intRgb && l.destination == intBgr {
		return (*memory.Memory).U32
	}
	return s.format.load
}

func (l *loop) writer(s *surface) func(*memory.Memory, memory.Address, uint32) {
	switch {
	case l.copiesInts():
		return (*memory.Memory).SetU32
	case l.source == intArgb || l.source == intRgb || l.source == intBgr || l.source == byteIndexed:
		return s.format.copied
	}
	return s.format.store
}

// copiesInts tells whether both sides of a loop have pixels of the same format, each an int.
func (l *loop) copiesInts() bool { return l.source == l.destination && l.source.data == "[I" }

// converter is what makes of a pixel of the source one that l can blend with one of the destination, or store there.
func (l *loop) converter() func(uint32) uint32 {
	switch {
	case l.destination == byteGray && l.source != byteGray:
		return grey
	case l.class != "MaskBlit" && l.destination.multiplied && !l.source.multiplied:
		return compositing.Multiplied
	}
	return func(pixel uint32) uint32 { return pixel }
}

// loops are the native loops. A loop's number, by which the library knows it, is its index here and one: the library takes
// 0 for a loop in Java.
var loops = func() (all []loop) {
	for _, composite := range []string{"SrcOver", "AnyAlpha"} {
		for _, destination := range writtenFormats {
			all = append(all, loop{"MaskBlit", composite, intArgb, destination}, loop{"MaskBlit", composite, intArgbPre, destination})
		}
	}
	for _, destination := range writtenFormats {
		for _, composite := range []string{"Src", "SrcOver", "AnyAlpha"} {
			all = append(all, loop{"MaskFill", composite, anyColor, destination})
		}
		all = append(all, loop{"FillParallelogram", "SrcNoEa", anyColor, destination}, loop{"DrawParallelogram", "SrcNoEa", anyColor, destination})
	}
	for _, source := range readFormats {
		all = append(all, loop{"TransformHelper", "SrcNoEa", source, intArgbPre})
		for _, destination := range writtenFormats {
			if source == destination || !source.multiplied {
				all = append(all, loop{"ScaledBlit", "SrcNoEa", source, destination}, loop{"Blit", "SrcNoEa", source, destination})
			}
		}
	}
	return all
}()

// registerNativeLoops tells the library of the native loops.
func registerNativeLoops(t *Thread, _ Args) uint64 {
	manager, element := t.FindBootClass("sun/java2d/loops/GraphicsPrimitiveMgr"), t.FindBootClass("sun/java2d/loops/GraphicsPrimitive")
	if manager == nil || element == nil {
		return 0
	}
	objects := make([]Ref, len(loops))
	for i := range loops {
		l := &loops[i]
		source, ok1 := staticOf(t, "sun/java2d/loops/SurfaceType", l.source.name)
		composite, ok2 := staticOf(t, "sun/java2d/loops/CompositeType", l.composite)
		destination, ok3 := staticOf(t, "sun/java2d/loops/SurfaceType", l.destination.name)
		if !ok1 || !ok2 || !ok3 {
			return 0
		}
		objects[i] = newByConstructor(t, "sun/java2d/loops/"+l.class, loopDescriptor, uint64(i+1), uint64(source), uint64(composite), uint64(destination))
		if t.Exception != 0 {
			return 0
		}
	}
	array := t.NewRefArray(element, objects)
	if t.Exception == 0 {
		t.Call(interpreter.Callback, manager.Method("register", "([Lsun/java2d/loops/GraphicsPrimitive;)V"), uint64(array))
	}
	return 0
}

// loopOf finds the native loop of a class behind an object of the library's. Programs can make such objects, too.
func loopOf(t *Thread, object Ref, class string) *loop {
	if object == 0 {
		t.ThrowNull()
		return nil
	}
	if f := fieldOf(t, object, "pNativePrim"); f != nil {
		if number := t.M.Memory.U64(object + f.Offset); number-1 < uint64(len(loops)) && loops[number-1].class == class {
			return &loops[number-1]
		}
	}
	t.Throw("java/lang/InternalError", "no native loop of "+class)
	return nil
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

func doubleField(t *Thread, object Ref, name string) float64 {
	return math.Float64frombits(t.M.Memory.U64(object + fieldOf(t, object, name).Offset))
}

func fieldOf(t *Thread, object Ref, name string) *classes.Field {
	return t.M.ClassOf(object).LookupField(name, "")
}

// rectangle is a part of the plane, without its right and lower edges.
type rectangle struct{ left, top, right, bottom int64 }

func (r rectangle) intersection(o rectangle) rectangle {
	return rectangle{max(r.left, o.left), max(r.top, o.top), min(r.right, o.right), min(r.bottom, o.bottom)}
}

// maskBlit is MaskBlit.MaskBlit: the source's pixels are blended into the destination, as far as the mask covers them.
func maskBlit(t *Thread, a Args) uint64 {
	l := loopOf(t, a.Ref(0), "MaskBlit")
	if l == nil {
		return 0
	}
	c, ok := compositionOf(t, a.Ref(3), l)
	if !ok {
		return 0
	}
	convert := l.converter()
	return l.run(t, a, &blit{
		combine: func(source, destination, coverage uint32) uint32 {
			return c.blend(convert(source), destination, coverage)
		},
		mask:     a.Ref(11),
		maskFrom: int64(a.Int(12)),
		maskScan: int64(a.Int(13)),
	})
}

// copyBlit is Blit.Blit: the source's pixels are copied.
func copyBlit(t *Thread, a Args) uint64 {
	l := loopOf(t, a.Ref(0), "Blit")
	if l == nil {
		return 0
	}
	convert := l.converter()
	return l.run(t, a, &blit{copies: true, combine: func(source, _, _ uint32) uint32 { return convert(source) }})
}

// run does a blit whose first arguments are surfaces, composite, clip, places and size.
func (l *loop) run(t *Thread, a Args, b *blit) uint64 {
	var ok bool
	b.loop = l
	if b.source, b.destination, ok = surfacesOf(t, a.Ref(1), l.source, a.Ref(2), l.destination); !ok {
		return 0
	}
	b.x, b.y = int64(a.Int(7)), int64(a.Int(8))
	b.right, b.down = int64(a.Int(5))-b.x, int64(a.Int(6))-b.y
	area := rectangle{b.x, b.y, b.x + int64(a.Int(9)), b.y + int64(a.Int(10))}.intersection(b.destination.bounds)
	within := b.source.bounds
	area = area.intersection(rectangle{within.left - b.right, within.top - b.down, within.right - b.right, within.bottom - b.down})
	for _, part := range clipped(t, area, a.Ref(4)) {
		if !b.draw(t, part) {
			return throwSmall(t)
		}
	}
	return 0
}

// throwSmall reports an array that has not all the pixels that an image should have.
func throwSmall(t *Thread) uint64 {
	t.Throw("java/lang/ArrayIndexOutOfBoundsException", "an image, or a mask, that is smaller than it says")
	return 0
}

// clipped gives the parts of an area that lie in a Region: a rectangle, or bands of
// rows with the columns in each. No region means all.
func clipped(t *Thread, area rectangle, region Ref) []rectangle {
	if region == 0 {
		return []rectangle{area}
	}
	area = area.intersection(enclosing(t, region))
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

// enclosing is the smallest rectangle around a Region.
func enclosing(t *Thread, region Ref) rectangle {
	return rectangle{
		int64(intField(t, region, "lox")), int64(intField(t, region, "loy")),
		int64(intField(t, region, "hix")), int64(intField(t, region, "hiy")),
	}
}

// composition is how pixels are blended.
type composition struct {
	rule  compositing.Rule // 0 for a loop that knows its own
	form  compositing.Form
	extra uint32
}

// compositionOf reads an AlphaComposite for a loop.
func compositionOf(t *Thread, composite Ref, l *loop) (c composition, ok bool) {
	if composite == 0 {
		t.ThrowNull()
		return c, false
	}
	rule, extra := fieldOf(t, composite, "rule"), fieldOf(t, composite, "extraAlpha")
	if rule == nil || extra == nil || rule.Desc != "I" || extra.Desc != "F" {
		t.Throw("java/lang/InternalError", "not an AlphaComposite")
		return c, false
	}
	c = composition{
		rule:  compositing.Rule(t.M.Memory.U32(composite + rule.Offset)),
		form:  l.form(),
		extra: uint32(float64(math.Float32frombits(t.M.Memory.U32(composite+extra.Offset)))*compositing.Opaque + 0.5),
	}
	if !c.rule.Valid() {
		t.Throw("java/lang/InternalError", "unknown rule of an AlphaComposite")
		return c, false
	}
	if l.over() {
		c.rule = 0
	}
	return c, true
}

func (c *composition) blend(source, destination, coverage uint32) uint32 {
	if c.rule == 0 {
		return compositing.Over(c.form, source, destination, c.extra, coverage)
	}
	return c.rule.Blend(c.form, source, destination, c.extra, coverage)
}

// blit is one call of a loop that copies from a source to a destination.
type blit struct {
	loop                *loop
	copies              bool // nothing is blended
	combine             func(source, destination, coverage uint32) uint32
	source, destination surface
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
	load, store := b.source.format.load, b.destination.format.store
	if b.copies {
		load, store = b.loop.reader(&b.source), b.loop.writer(&b.destination)
	}
	var coverages []byte
	if b.mask != 0 {
		coverages = t.M.Bytes(b.mask)
	}
	for y := r.top; y < r.bottom; y++ {
		from, inSource := b.source.row(r.left+b.right, y+b.down, width)
		to, inDestination := b.destination.row(r.left, y, width)
		covered := b.maskFrom + (y-b.y)*b.maskScan + r.left - b.x
		if !inSource || !inDestination || b.mask != 0 && (covered < 0 || covered+width > int64(len(coverages))) {
			return false
		}
		for i := range width {
			coverage := uint32(compositing.Opaque)
			if b.mask != 0 {
				coverage = uint32(coverages[covered+i])
			}
			at := to + memory.Address(i*b.destination.step)
			pixel := load(m, from+memory.Address(i*b.source.step))
			store(m, at, b.combine(pixel, b.destination.format.load(m, at), coverage))
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
