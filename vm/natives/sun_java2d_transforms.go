//go:build unix

package natives

import (
	"math"

	"hotlens/vm/compositing"
	"hotlens/vm/memory"
	"hotlens/vm/resampling"
)

// scaledBlit is ScaledBlit.Scale: the source's rectangle is copied into one of another size.
func scaledBlit(t *Thread, a Args) uint64 {
	l := loopOf(t, a.Ref(0), "ScaledBlit")
	if l == nil {
		return 0
	}
	source, destination, ok := surfacesOf(t, a.Ref(1), l.source, a.Ref(2), l.destination)
	if !ok {
		return 0
	}
	from := rectangle{int64(a.Int(5)), int64(a.Int(6)), int64(a.Int(7)), int64(a.Int(8))}
	width, height := from.right-from.left, from.bottom-from.top
	left, top, right, bottom := a.Double(9), a.Double(11), a.Double(13), a.Double(15)
	for _, edge := range []float64{left, top, right, bottom} {
		if !(math.Abs(edge) < 1<<31) {
			return 0
		}
	}
	if from != from.intersection(source.bounds) || width <= 0 || height <= 0 || !(left < right) || !(top < bottom) {
		return 0 // the library cuts off what is outside before it scales
	}
	columns, rows := resampling.Scalings(width, height, left, top, right, bottom)
	var area rectangle
	area.left, area.right = columns.Range()
	area.top, area.bottom = rows.Range()
	convert, load, store := l.converter(), l.reader(&source), l.writer(&destination)
	m := t.M.Memory
	for _, part := range clipped(t, area.intersection(destination.bounds), a.Ref(4)) {
		for y := part.top; y < part.bottom && part.left < part.right; y++ {
			to, inDestination := destination.row(part.left, y, part.right-part.left)
			first, inSource := source.row(from.left, from.top+rows.Source(y), width)
			if !inDestination || !inSource {
				return throwSmall(t)
			}
			for x := part.left; x < part.right; x++ {
				pixel := load(m, first+memory.Address(columns.Source(x)*source.step))
				store(m, to+memory.Address((x-part.left)*destination.step), convert(pixel))
			}
		}
	}
	return 0
}

// transformImage is TransformHelper.Transform: what is drawn are the pixels of the destination whose centres lie in the
// source's rectangle when the inverse of the transform is applied to them.
func transformImage(t *Thread, a Args) uint64 {
	helper := loopOf(t, a.Ref(0), "TransformHelper")
	if helper == nil {
		return 0
	}
	drawn := loopOf(t, a.Ref(1), "MaskBlit")
	if drawn == nil {
		return 0
	}
	source, destination, ok := surfacesOf(t, a.Ref(2), helper.source, a.Ref(3), drawn.destination)
	if !ok {
		return 0
	}
	c, ok := compositionOf(t, a.Ref(4), drawn)
	if !ok {
		return 0
	}
	if a.Ref(6) == 0 {
		t.ThrowNull()
		return 0
	}
	from := rectangle{int64(a.Int(8)), int64(a.Int(9)), int64(a.Int(10)), int64(a.Int(11))}
	area := rectangle{int64(a.Int(12)), int64(a.Int(13)), int64(a.Int(14)), int64(a.Int(15))}
	edges := a.Ref(16)
	filter := resampling.Filter(a.Int(7))
	if !filter.Valid() || drawn.source != intArgbPre || from != from.intersection(source.bounds) || from.left >= from.right || from.top >= from.bottom {
		return 0
	}
	if edges == 0 {
		// HotSpot begins at what a region encloses, and not at what it draws of it: its steps are added up from there.
		if region := a.Ref(5); region != 0 {
			area = area.intersection(enclosing(t, region))
		}
	}
	area = area.intersection(destination.bounds)
	if area.left >= area.right || area.top >= area.bottom {
		return 0
	}
	if edges != 0 && int64(t.M.Memory.U32(edges+memory.ArrayLength)) < 2*(area.bottom-area.top)+2 {
		t.Throw("java/lang/InternalError", "Unable to allocate edge list")
		return 0
	}

	convert := helper.converter()
	m, inside := t.M.Memory, true
	image := resampling.Image{Width: from.right - from.left, Height: from.bottom - from.top, Pixel: func(x, y int64) uint32 {
		at, ok := source.row(from.left+x, from.top+y, 1)
		if !ok {
			inside = false
			return 0
		}
		return convert(source.format.load(m, at))
	}}
	finish := drawn.converter()
	place := inverseOf(t, a.Ref(6), area, int64(a.Int(17)), int64(a.Int(18)))
	parts := clipped(t, area, a.Ref(5))
	for y := area.top; y < area.bottom; y++ {
		first, end := area.right, area.right
		for x := area.left; x < area.right; x++ {
			if !image.Contains(place(x, y)) {
				continue
			}
			if first == area.right {
				first = x
			}
			end = x + 1
		}
		if edges != 0 {
			at := edges + memory.ArrayBase + memory.Address(8*(y-area.top)+8)
			m.SetU32(at, uint32(first))
			m.SetU32(at+4, uint32(end))
		}
		for _, part := range parts {
			if y < part.top || y >= part.bottom {
				continue
			}
			for x := max(first, part.left); x < min(end, part.right); x++ {
				sourceX, sourceY := place(x, y)
				if !image.Contains(sourceX, sourceY) {
					continue
				}
				to, ok := destination.row(x, y, 1)
				pixel := image.Sample(filter, sourceX, sourceY)
				if !ok || !inside {
					return throwSmall(t)
				}
				destination.format.store(m, to, c.blend(finish(pixel), destination.format.load(m, to), compositing.Opaque))
			}
		}
	}
	if edges != 0 {
		m.SetU32(edges+memory.ArrayBase, uint32(area.top))
		m.SetU32(edges+memory.ArrayBase+4, uint32(area.bottom))
	}
	return 0
}

// inverseOf says by an AffineTransform where in the source the centre of a pixel of the destination lies. Places are added
// up in fixed-point form from the corner of the area, or computed one by one where they are too large for that.
func inverseOf(t *Thread, transform Ref, area rectangle, right, down int64) func(x, y int64) (resampling.Fixed, resampling.Fixed) {
	entry := func(name string) float64 { return doubleField(t, transform, name) }
	dxdx, dxdy, tx := entry("m00"), entry("m01"), entry("m02")
	dydx, dydy, ty := entry("m10"), entry("m11"), entry("m12")
	centre := func(x, y int64) (float64, float64) {
		atX, atY := float64(right+x)+0.5, float64(down+y)+0.5
		return float64(dxdx*atX) + float64(dxdy*atY) + tx, float64(dydx*atX) + float64(dydy*atY) + ty
	}
	safe := true
	for _, x := range []int64{area.left, area.right - 1} {
		for _, y := range []int64{area.top, area.bottom - 1} {
			sourceX, sourceY := centre(x, y)
			safe = safe && math.Abs(sourceX) < 1<<30 && math.Abs(sourceY) < 1<<30
		}
	}
	if !safe {
		return func(x, y int64) (resampling.Fixed, resampling.Fixed) {
			sourceX, sourceY := centre(x, y)
			if !(sourceX >= 0 && sourceX < 1<<31 && sourceY >= 0 && sourceY < 1<<31) {
				return -1, -1
			}
			return resampling.FixedOf(sourceX), resampling.FixedOf(sourceY)
		}
	}
	fromX, fromY := centre(area.left, area.top)
	startX, startY := resampling.FixedOf(fromX), resampling.FixedOf(fromY)
	rightX, rightY := resampling.FixedOf(dxdx), resampling.FixedOf(dydx)
	downX, downY := resampling.FixedOf(dxdy), resampling.FixedOf(dydy)
	return func(x, y int64) (resampling.Fixed, resampling.Fixed) {
		across, below := resampling.Fixed(x-area.left), resampling.Fixed(y-area.top)
		return startX + across*rightX + below*downX, startY + across*rightY + below*downY
	}
}
