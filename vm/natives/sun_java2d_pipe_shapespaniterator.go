//go:build unix

package natives

import (
	"math"

	"hotlens/vm/memory"
	"hotlens/vm/scanconversion"
)

// Kinds of segments of a java.awt.geom.PathIterator.
const (
	segmentMoveTo = iota
	segmentLineTo
	segmentQuadTo
	segmentCubicTo
	segmentClose
)

// windEvenOdd is PathIterator.WIND_EVEN_ODD.
const windEvenOdd = 0

func init() { later(sunJava2dPipeShapespaniterator) }

func sunJava2dPipeShapespaniterator() {
	register("sun/java2d/pipe/ShapeSpanIterator", table{
		"setNormalize(Z)V": func(t *Thread, a Args) uint64 {
			setField(t, a.Ref(0), "pData", keep(t, &scanconversion.Shape{Normalize: a.Bool(1)}, 0))
			return 0
		},
		"dispose()V": func(t *Thread, a Args) uint64 {
			drop(t, shapeHandle(t, a.Ref(0)))
			setField(t, a.Ref(0), "pData", 0)
			return 0
		},
		"setOutputAreaXYXY(IIII)V": onShape(func(_ *Thread, s *scanconversion.Shape, a Args) { s.SetArea(boxOf(a)) }),
		"intersectClipBox(IIII)V":  onShape(func(_ *Thread, s *scanconversion.Shape, a Args) { s.Clip(boxOf(a)) }),
		"setRule(I)V":              onShape(func(_ *Thread, s *scanconversion.Shape, a Args) { s.EvenOdd = a.Int(1) == windEvenOdd }),
		"moveTo(FF)V":              onShape(func(_ *Thread, s *scanconversion.Shape, a Args) { s.MoveTo(floatOf(a, 1), floatOf(a, 2)) }),
		"lineTo(FF)V":              onShape(func(_ *Thread, s *scanconversion.Shape, a Args) { s.LineTo(floatOf(a, 1), floatOf(a, 2)) }),
		"quadTo(FFFF)V": onShape(func(_ *Thread, s *scanconversion.Shape, a Args) {
			s.QuadTo(floatOf(a, 1), floatOf(a, 2), floatOf(a, 3), floatOf(a, 4))
		}),
		"curveTo(FFFFFF)V": onShape(func(_ *Thread, s *scanconversion.Shape, a Args) {
			s.CurveTo(floatOf(a, 1), floatOf(a, 2), floatOf(a, 3), floatOf(a, 4), floatOf(a, 5), floatOf(a, 6))
		}),
		"closePath()V":         onShape(func(_ *Thread, s *scanconversion.Shape, _ Args) { s.Close() }),
		"pathDone()V":          onShape(func(_ *Thread, s *scanconversion.Shape, _ Args) { s.Done() }),
		"skipDownTo(I)V":       onShape(func(_ *Thread, s *scanconversion.Shape, a Args) { s.SkipTo(a.Int(1)) }),
		"addSegment(I[F)V":     onShape(addSegment),
		"appendPoly([I[IIII)V": onShape(appendPolygon),
		"getPathBox([I)V": onShape(func(t *Thread, s *scanconversion.Shape, a Args) {
			storeBox(t, a.Ref(1), s.Bounds())
		}),
		"nextSpan([I)Z": nextSpan,
	})
}

func shapeHandle(t *Thread, iterator Ref) int64 {
	return int64(t.M.Memory.U64(iterator + fieldOf(t, iterator, "pData").Offset))
}

// onShape makes a native without result of what is done with the shape.
func onShape(f func(t *Thread, s *scanconversion.Shape, a Args)) func(*Thread, Args) uint64 {
	return func(t *Thread, a Args) uint64 {
		if s, ok := handleOf[*scanconversion.Shape](t, shapeHandle(t, a.Ref(0))); ok {
			f(t, s, a)
			resize(t, shapeHandle(t, a.Ref(0)), s.Bytes())
		}
		return 0
	}
}

func floatOf(a Args, slot int) float32 { return math.Float32frombits(uint32(a.Int(slot))) }

func boxOf(a Args) scanconversion.Box {
	return scanconversion.Box{Left: a.Int(1), Top: a.Int(2), Right: a.Int(3), Bottom: a.Int(4)}
}

// storeBox writes a box into an int[4]; it throws for an array that is too short.
func storeBox(t *Thread, array Ref, b scanconversion.Box) {
	m := t.M.Memory
	switch {
	case array == 0:
		t.ThrowNull()
		return
	case m.U32(array+memory.ArrayLength) < 4:
		t.Throw("java/lang/ArrayIndexOutOfBoundsException", "span array")
		return
	}
	for i, v := range [4]int32{b.Left, b.Top, b.Right, b.Bottom} {
		m.SetU32(array+memory.ArrayBase+memory.Address(4*i), uint32(v))
	}
}

// nextSpan is ShapeSpanIterator.nextSpan.
func nextSpan(t *Thread, a Args) uint64 {
	s, ok := handleOf[*scanconversion.Shape](t, shapeHandle(t, a.Ref(0)))
	if !ok {
		return 0
	}
	box, more := s.Next()
	if more {
		storeBox(t, a.Ref(1), box)
	}
	return boolean(more)
}

// intArray are the elements of an int[] or float[], at least n; otherwise it throws.
func intArray(t *Thread, array Ref, n int32) (at func(i int32) uint32, ok bool) {
	m := t.M.Memory
	if array == 0 {
		t.ThrowNull()
		return nil, false
	}
	if int32(m.U32(array+memory.ArrayLength)) < n {
		t.Throw("java/lang/ArrayIndexOutOfBoundsException", "coords array")
		return nil, false
	}
	return func(i int32) uint32 { return m.U32(array + memory.ArrayBase + memory.Address(4*i)) }, true
}

// addSegment adds a segment of a PathIterator.
func addSegment(t *Thread, s *scanconversion.Shape, a Args) {
	const coordinates = 6
	at, ok := intArray(t, a.Ref(2), coordinates)
	if !ok {
		return
	}
	c := func(i int32) float32 { return math.Float32frombits(at(i)) }
	switch a.Int(1) {
	case segmentMoveTo:
		s.MoveTo(c(0), c(1))
	case segmentLineTo:
		s.LineTo(c(0), c(1))
	case segmentQuadTo:
		s.QuadTo(c(0), c(1), c(2), c(3))
	case segmentCubicTo:
		s.CurveTo(c(0), c(1), c(2), c(3), c(4), c(5))
	case segmentClose:
		s.Close()
	default:
		t.Throw("java/lang/InternalError", "bad path segment type")
	}
}

// settledEdges is after how many points of a polygon its memory is charged for.
const settledEdges = 1 << 14

// appendPolygon adds a closed polygon, moved by an offset, and ends the path.
func appendPolygon(t *Thread, s *scanconversion.Shape, a Args) {
	n := a.Int(3)
	xs, ok := intArray(t, a.Ref(1), n)
	if !ok {
		return
	}
	ys, ok := intArray(t, a.Ref(2), n)
	if !ok {
		return
	}
	for i := range max(n, 0) {
		if i%settledEdges == 0 {
			resize(t, shapeHandle(t, a.Ref(0)), s.Bytes())
		}
		x, y := float32(int32(xs(i))+a.Int(4)), float32(int32(ys(i))+a.Int(5))
		if i == 0 {
			s.MoveTo(x, y)
		} else {
			s.LineTo(x, y)
		}
	}
	s.Done()
}
