//go:build unix

package natives

import (
	"hotlens/vm/compositing"
	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
	"hotlens/vm/parallelograms"
)

func init() { later(sunJava2dFills) }

// The loops that draw with a plain colour. Those for rectangles, lines and paths without antialiasing are the library's own, in Java, but
// with the pixels of libawt's.
func sunJava2dFills() {
	register("sun/java2d/loops/MaskFill", table{
		"MaskFill(Lsun/java2d/SunGraphics2D;Lsun/java2d/SurfaceData;Ljava/awt/Composite;IIII[BII)V":    maskFill,
		"FillAAPgram(Lsun/java2d/SunGraphics2D;Lsun/java2d/SurfaceData;Ljava/awt/Composite;DDDDDD)V":   coverParallelogram,
		"DrawAAPgram(Lsun/java2d/SunGraphics2D;Lsun/java2d/SurfaceData;Ljava/awt/Composite;DDDDDDDD)V": coverOutline,
	})
	register("sun/java2d/loops/FillParallelogram", table{
		"FillParallelogram(Lsun/java2d/SunGraphics2D;Lsun/java2d/SurfaceData;DDDDDD)V": fillParallelogram,
	})
	register("sun/java2d/loops/DrawParallelogram", table{
		"DrawParallelogram(Lsun/java2d/SunGraphics2D;Lsun/java2d/SurfaceData;DDDDDDDD)V": drawParallelogram,
	})
	substitute("sun/java2d/loops/GeneralRenderer", table{
		"createSolidPixelWriter(Lsun/java2d/SunGraphics2D;Lsun/java2d/SurfaceData;)Lsun/java2d/loops/PixelWriter;": solidPixelWriter,
		"createXorPixelWriter(Lsun/java2d/SunGraphics2D;Lsun/java2d/SurfaceData;)Lsun/java2d/loops/PixelWriter;":   xorPixelWriter,
	})
}

// painter fills pixels of an image with the colour of a SunGraphics2D.
type painter struct {
	*surface
	clip  rectangle
	plain uint32 // the colour as it is
	color uint32 // the colour as it is blended, with its parts multiplied by its alpha
	blend func(color, destination, coverage uint32) uint32
}

// painterOf makes the painter of a native loop of a class; nil if it has thrown. No composite means that nothing is blended.
func painterOf(t *Thread, a Args, class string, composite Ref) *painter {
	l := loopOf(t, a.Ref(0), class)
	if l == nil {
		return nil
	}
	if a.Ref(1) == 0 {
		t.ThrowNull()
		return nil
	}
	s, ok := surfaceOf(t, a.Ref(2), l.destination)
	if !ok {
		return nil
	}
	p := &painter{surface: &s, clip: s.bounds, plain: uint32(intField(t, a.Ref(1), "eargb"))}
	if region := refField(t, a.Ref(1), "clipRegion"); region != 0 {
		p.clip = p.clip.intersection(enclosing(t, region))
	}
	if l.destination == byteGray {
		p.plain = grey(p.plain)
	}
	p.color = compositing.Multiplied(p.plain)
	form := l.form() | compositing.SourceMultiplied
	switch {
	case l.over():
		p.blend = func(color, destination, coverage uint32) uint32 {
			return compositing.FillOver(form, color, destination, coverage)
		}
	case l.composite == "AnyAlpha":
		c, ok := compositionOf(t, composite, l)
		if !ok {
			return nil
		}
		p.blend = func(color, destination, coverage uint32) uint32 {
			return c.rule.Blend(form, color, destination, compositing.Opaque, coverage)
		}
	default:
		p.blend = func(color, destination, coverage uint32) uint32 {
			return compositing.Fill(form, color, destination, coverage)
		}
		if p.plain>>24 == 0 {
			p.plain = 0
		}
	}
	return p
}

// copies tells whether full coverage replaces the pixel, whatever it was.
func (l *loop) copies() bool { return l.composite == "Src" || l.composite == "SrcNoEa" }

// cover draws as much of each pixel from x and y on as its coverage says, and reports whether they all lie within the array.
func (p *painter) cover(t *Thread, l *loop, x, y int64, coverages []byte) bool {
	m := t.M.Memory
	at, inside := p.row(x, y, int64(len(coverages)))
	if !inside {
		return false
	}
	for _, coverage := range coverages {
		switch {
		case coverage == 0:
		case coverage == compositing.Opaque && l.copies():
			p.paint(m, at)
		default:
			p.format.store(m, at, p.blend(p.color, p.format.load(m, at), uint32(coverage)))
		}
		at += memory.Address(p.step)
	}
	return true
}

// paint stores the colour as it is in a pixel.
func (p *painter) paint(m *memory.Memory, at memory.Address) {
	switch {
	case p.format == intRgb: // libawt stores what the colour has for alpha, too
		m.SetU32(at, p.plain)
	case p.format.multiplied:
		p.format.store(m, at, p.color)
	default:
		p.format.store(m, at, p.plain)
	}
}

// maskFill is MaskFill.MaskFill: a rectangle is filled, as far as the mask covers it.
func maskFill(t *Thread, a Args) uint64 {
	p := painterOf(t, a, "MaskFill", a.Ref(3))
	if p == nil {
		return 0
	}
	l := loopOf(t, a.Ref(0), "MaskFill")
	x, y := int64(a.Int(4)), int64(a.Int(5))
	area := rectangle{x, y, x + int64(a.Int(6)), y + int64(a.Int(7))}.intersection(p.bounds)
	width := area.right - area.left
	if width <= 0 {
		return 0
	}
	mask, from, scan := a.Ref(8), int64(a.Int(9)), int64(a.Int(10))
	var full []byte
	if mask == 0 {
		full = opaqueRow(width)
	}
	for row := area.top; row < area.bottom; row++ {
		coverages := full
		if mask != 0 {
			first := from + (row-y)*scan + area.left - x
			all := t.M.Bytes(mask)
			if first < 0 || first+width > int64(len(all)) {
				return throwSmall(t)
			}
			coverages = all[first : first+width]
		}
		if !p.cover(t, l, area.left, row, coverages) {
			return throwSmall(t)
		}
	}
	return 0
}

// opaqueRow is full coverage of so many pixels.
func opaqueRow(width int64) []byte {
	row := make([]byte, width)
	for i := range row {
		row[i] = compositing.Opaque
	}
	return row
}

// parallelogramOf reads a parallelogram from the arguments from a slot on, with the widths of a pen if it is one's.
func parallelogramOf(a Args, slot int, pen bool) parallelograms.Parallelogram {
	vector := func(at int) parallelograms.Vector {
		return parallelograms.Vector{X: a.Double(slot + at), Y: a.Double(slot + at + 2)}
	}
	p := parallelograms.Parallelogram{Corner: vector(0), Side1: vector(4), Side2: vector(8)}
	if pen {
		p.Width1, p.Width2 = a.Double(slot+12), a.Double(slot+14)
	}
	return p
}

// area is the clip in the form of the package parallelograms.
func (p *painter) area() parallelograms.Area {
	return parallelograms.Area{Left: int(p.clip.left), Top: int(p.clip.top), Right: int(p.clip.right), Bottom: int(p.clip.bottom)}
}

// coverParallelogram is MaskFill.FillAAPgram.
func coverParallelogram(t *Thread, a Args) uint64 {
	return coverRows(t, a, parallelogramOf(a, 4, false), parallelograms.Parallelogram.Cover)
}

// coverOutline is MaskFill.DrawAAPgram.
func coverOutline(t *Thread, a Args) uint64 {
	return coverRows(t, a, parallelogramOf(a, 4, true), parallelograms.Parallelogram.CoverOutline)
}

func coverRows(t *Thread, a Args, shape parallelograms.Parallelogram,
	rows func(parallelograms.Parallelogram, parallelograms.Area, func(parallelograms.Row) bool)) uint64 {
	p := painterOf(t, a, "MaskFill", a.Ref(3))
	if p == nil || shape.Flat() {
		return 0
	}
	l := loopOf(t, a.Ref(0), "MaskFill")
	rows(shape, p.area(), func(r parallelograms.Row) bool {
		if !p.cover(t, l, int64(r.X), int64(r.Y), r.Coverages) {
			throwSmall(t)
		}
		return t.Exception == 0
	})
	return 0
}

// fillParallelogram is FillParallelogram.FillParallelogram.
func fillParallelogram(t *Thread, a Args) uint64 {
	if shape := parallelogramOf(a, 3, false); !shape.Flat() {
		fillSpans(t, a, "FillParallelogram", shape, parallelograms.Parallelogram.Fill)
	}
	return 0
}

// drawParallelogram is DrawParallelogram.DrawParallelogram.
func drawParallelogram(t *Thread, a Args) uint64 {
	fillSpans(t, a, "DrawParallelogram", parallelogramOf(a, 3, true), parallelograms.Parallelogram.Outline)
	return 0
}

func fillSpans(t *Thread, a Args, class string, shape parallelograms.Parallelogram,
	spans func(parallelograms.Parallelogram, parallelograms.Area, func(parallelograms.Span) bool)) {
	p := painterOf(t, a, class, 0)
	if p == nil {
		return
	}
	spans(shape, p.area(), func(s parallelograms.Span) bool {
		at, inside := p.row(int64(s.Left), int64(s.Y), int64(s.Right-s.Left))
		if !inside {
			throwSmall(t)
			return false
		}
		for range s.Right - s.Left {
			p.paint(t.M.Memory, at)
			at += memory.Address(p.step)
		}
		return true
	})
}

// solidPixelWriter is GeneralRenderer.createSolidPixelWriter.
func solidPixelWriter(t *Thread, a Args) uint64 {
	if a.Ref(0) == 0 || a.Ref(1) == 0 {
		t.ThrowNull()
		return 0
	}
	elements := pixelOf(t, a.Ref(1), intField(t, a.Ref(0), "eargb"), intField(t, a.Ref(0), "pixel"), 0)
	return uint64(newByConstructor(t, "sun/java2d/loops/SolidPixelWriter", "(Ljava/lang/Object;)V", uint64(elements)))
}

// xorPixelWriter is GeneralRenderer.createXorPixelWriter. What the composite's mask has stays as it is, which is alpha.
func xorPixelWriter(t *Thread, a Args) uint64 {
	if a.Ref(0) == 0 || a.Ref(1) == 0 {
		t.ThrowNull()
		return 0
	}
	composite := refField(t, a.Ref(0), "composite")
	if composite == 0 || fieldOf(t, composite, "xorColor") == nil || refField(t, composite, "xorColor") == 0 {
		t.Throw("java/lang/ClassCastException", "not an XORComposite")
		return 0
	}
	mask := intField(t, composite, "alphaMask")
	drawn := pixelOf(t, a.Ref(1), intField(t, a.Ref(0), "eargb"), intField(t, a.Ref(0), "pixel"), mask)
	if t.Exception != 0 {
		return 0
	}
	color := intField(t, refField(t, composite, "xorColor"), "value")
	mixed := pixelOf(t, a.Ref(1), color, intField(t, composite, "xorPixel"), mask)
	if t.Exception != 0 || drawn == 0 {
		return 0
	}
	kinds := map[string]string{"[B": "ByteData", "[S": "ShortData", "[I": "IntData", "[F": "FloatData", "[D": "DoubleData"}
	kind := kinds[t.M.ClassOf(drawn).Name]
	if kind == "" {
		t.Throw("java/lang/InternalError", "Unsupported XOR pixel type")
		return 0
	}
	return uint64(newByConstructor(t, "sun/java2d/loops/XorPixelWriter$"+kind, "(Ljava/lang/Object;Ljava/lang/Object;)V", uint64(drawn), uint64(mixed)))
}

// pixelOf is a colour as the elements of a pixel of a surface, without the bits of a mask. Where a pixel is one element it is the
// one that a SunGraphics2D has for libawt's loops: the colour model's is another one for shades of grey and for colours of 16 bits.
func pixelOf(t *Thread, data Ref, color, pixel, mask int32) Ref {
	model := callVirtual(t, data, "getColorModel", "()Ljava/awt/image/ColorModel;")
	if t.Exception != 0 {
		return 0
	}
	elements := t.Root(callVirtual(t, model, "getDataElements", "(ILjava/lang/Object;)Ljava/lang/Object;", signed(color), 0))
	if t.Exception != 0 || elements == 0 {
		return 0
	}
	const alpha = 3 // the element that has it, where each component is one
	m, at := t.M.Memory, elements+memory.ArrayBase
	kind, length := t.M.ClassOf(elements).Name, m.U32(elements+memory.ArrayLength)
	pixel &^= mask
	switch {
	case length == 1 && kind == "[B":
		m.SetU8(at, uint8(pixel))
	case length == 1 && kind == "[S":
		m.SetU16(at, uint16(pixel))
	case length == 1 && kind == "[I":
		m.SetU32(at, uint32(pixel))
	case length == alpha+1 && kind == "[B" && mask != 0:
		m.SetU8(at+alpha, 0)
	}
	return elements
}

// callVirtual calls the method that an object's class has by a name and descriptor, and returns its result, a reference.
func callVirtual(t *Thread, object Ref, name, descriptor string, arguments ...interpreter.Value) Ref {
	if object == 0 {
		t.ThrowNull()
		return 0
	}
	for class := t.M.ClassOf(object); class != nil; class = class.Super {
		if method := class.Method(name, descriptor); method != nil && !method.Abstract() {
			return Ref(t.Call(interpreter.Callback, method, append([]interpreter.Value{uint64(object)}, arguments...)...))
		}
	}
	t.Throw("java/lang/AbstractMethodError", name+descriptor)
	return 0
}
