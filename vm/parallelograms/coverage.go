package parallelograms

import "math"

// Opaque is the coverage of a pixel that is covered wholly.
const Opaque = 0xFF

// Row is what of a row of pixels is covered, from the pixel at X on. The coverages are valid until the next row.
type Row struct {
	X, Y      int
	Coverages []byte
}

// coverageOf is a part of a pixel as a number up to Opaque.
func coverageOf(part float64) byte { return byte(int32(part * 255.9999)) }

// Cover gives the rows of an area in which a filled parallelogram covers parts of pixels, until draw reports false.
func (p Parallelogram) Cover(within Area, draw func(Row) bool) {
	p = p.sorted()
	area := p.touched(within)
	if area.Empty() {
		return
	}
	switch {
	case p.Side1.Y == 0 && p.Side2.X == 0:
		coverRectangle(area, p.Corner, Vector{p.Side1.X, p.Side2.Y}, draw)
	case p.Side1.X == 0 && p.Side2.Y == 0:
		coverRectangle(area, p.Corner, Vector{p.Side2.X, p.Side1.Y}, draw)
	default:
		left, right, some := edgesOf(p, area, false)
		if some {
			trace(area, left[:], right[:], false, draw)
		}
	}
}

// CoverOutline is Cover for what a pen draws along the sides.
func (p Parallelogram) CoverOutline(within Area, draw func(Row) bool) {
	p = p.sorted()
	outer := p.outer()
	area := outer.touched(within)
	if area.Empty() {
		return
	}
	outerLeft, outerRight, some := edgesOf(outer, area, false)
	if !some {
		return
	}
	if !p.hollow() {
		trace(area, outerLeft[:], outerRight[:], false, draw)
		return
	}
	innerLeft, innerRight, _ := edgesOf(p.inner(), area, true)
	trace(area, append(outerLeft[:], innerLeft[:]...), append(innerRight[:], outerRight[:]...), true, draw)
}

// touched is the part of an area with the pixels that a sorted parallelogram touches.
func (p Parallelogram) touched(within Area) Area {
	left, right := p.columns()
	return within.Intersection(Area{floor(left), floor(p.Corner.Y), ceil(right), ceil(p.Corner.Y + p.Side1.Y + p.Side2.Y)})
}

// coverRectangle is Cover for a rectangle with level sides.
func coverRectangle(area Area, corner, size Vector, draw func(Row) bool) {
	if size.X < 0 {
		corner.X += size.X
		size.X = -size.X
	}
	columns := axisOf(corner.X, corner.X+size.X, area.Right)
	rows := axisOf(corner.Y, corner.Y+size.Y, area.Bottom)
	coverages := make([]byte, area.Right-area.Left)
	for y := area.Top; y < area.Bottom; y++ {
		height := rows.part(y)
		for i := range coverages {
			coverages[i] = coverageOf(height * columns.part(area.Left+i))
		}
		if !draw(Row{area.Left, y, coverages}) {
			return
		}
	}
}

// axis says how much of pixels lies between two places: all of those from first to the one before end, and parts of the
// neighbours of these.
type axis struct {
	first, end    int
	before, after float64
}

func axisOf(from, to float64, limit int) axis {
	a := axis{first: ceil(from), end: floor(to)}
	a.before, a.after = float64(a.first)-from, to-float64(a.end)
	if a.end < a.first { // both places are in one pixel
		a.before += a.after - 1
		a.end = limit
	}
	return a
}

func (a axis) part(at int) float64 {
	switch {
	case at < a.first:
		return a.before
	case at >= a.end:
		return a.after
	}
	return 1
}

// minimum is the smallest difference of places that counts.
const minimum = 1.0 / 256

// edge is a side on its way down through the rows: where it is, and where it enters the next column and the next row.
type edge struct {
	at, end      Vector
	next         Vector // where it reaches the next column
	rowX         float64
	slope        float64 // columns per row
	stepX, stepY float64 // from column to column; stepY is 0 for an edge that is to be ignored
	sign         float64 // 1 where what is right of the edge is covered, -1 where it is not
}

// edgesOf are the left and the right edges of a sorted parallelogram, and whether any of them matters in the area. Inverted
// is the parallelogram that is left out of another one.
func edgesOf(p Parallelogram, area Area, inverted bool) (left, right [2]edge, some bool) {
	sign := 1.0
	if inverted {
		sign = -1
	}
	place := func(e *edge, from, way Vector, sign float64) {
		if e.place(from, way, area) {
			some = true
		}
		e.sign = sign
	}
	place(&left[0], p.Corner, p.Side1, sign)
	place(&left[1], p.Corner.plus(p.Side1), p.Side2, sign)
	place(&right[0], p.Corner, p.Side2, -sign)
	place(&right[1], p.Corner.plus(p.Side2), p.Side1, -sign)
	return left, right, some
}

// place puts an edge at its beginning, or where it enters the area, and reports whether it matters there.
func (e *edge) place(from, way Vector, area Area) bool {
	e.at, e.end = from, from.plus(way)
	top, bottom, right := float64(area.Top), float64(area.Bottom), float64(area.Right)
	if !(way.Y > minimum && e.end.Y > top && from.Y < bottom && e.end.X == e.end.X && (from.X < right || e.end.X < right)) {
		*e = edge{}
		return false
	}
	if !(way.X < -minimum || way.X > minimum) {
		e.at.Y = max(e.at.Y, top)
		e.end.X = from.X
		e.stepY = 1
		e.next, e.rowX = Vector{from.X, e.end.Y}, from.X
		return true
	}
	e.slope = way.X / way.Y
	rise := way.Y / way.X
	if from.Y < top {
		e.at = Vector{from.X + float64((top-from.Y)*e.slope), top}
	}
	e.stepX, e.stepY, e.next.X = 1, rise, math.Floor(e.at.X)+1
	if way.X < 0 {
		e.stepX, e.stepY, e.next.X = -1, -rise, math.Ceil(e.at.X)-1
	}
	e.next.Y = e.at.Y + float64((e.next.X-e.at.X)*rise)
	e.rowX = e.at.X + float64((math.Floor(e.at.Y)+1-e.at.Y)*e.slope)
	return true
}

// span is a range of columns, relative to the area.
type span struct{ from, to int }

// changes are by how much the coverage of each column of a row differs from that of the column before.
type changes struct {
	area   Area
	deltas []float32 // two more than there are columns
}

// cross has an edge go through a row, adds what it changes there, and extends s by the columns concerned.
func (c *changes) cross(e *edge, row int, s *span) {
	bottom := float64(row + 1)
	last := e.end
	if last.Y <= float64(row) || e.at.Y >= bottom || e.stepY == 0 {
		return
	}
	if last.Y > bottom {
		last = Vector{e.rowX, bottom}
	}
	at := e.at
	for e.next.Y <= last.Y {
		c.add(at, e.next, e.sign, s)
		at = e.next
		e.next = Vector{e.next.X + e.stepX, e.next.Y + e.stepY}
	}
	c.add(at, last, e.sign, s)
	e.at = last
	e.rowX = last.X + e.slope
}

// add adds the part of an edge that lies within one pixel: the trapezoid right of it there, and its full height in all columns behind.
func (c *changes) add(from, to Vector, sign float64, s *span) {
	middle := (from.X + to.X) * 0.5
	if !(middle < float64(c.area.Right)) {
		return
	}
	height := to.Y - from.Y
	column, part := 0, height
	if middle >= float64(c.area.Left) {
		place := math.Floor(middle)
		column = int(place) - c.area.Left
		part = (place + 1 - middle) * height
	}
	c.deltas[column] += float32(sign * part)
	c.deltas[column+1] += float32(sign * (height - part))
	s.from, s.to = min(s.from, column), max(s.to, column+2)
}

// trace gives the rows between left and right edges. With a hole there are two pairs of them in each row.
func trace(area Area, left, right []edge, hole bool, draw func(Row) bool) {
	width := area.Right - area.Left
	c := changes{area, make([]float32, width+2)}
	coverages := make([]byte, width)
	for y := area.Top; y < area.Bottom; y++ {
		l, r := span{width + 2, 0}, span{width + 2, 0}
		for i := range left {
			c.cross(&left[i], y, &l)
		}
		for i := range right {
			c.cross(&right[i], y, &r)
		}
		l.to, r.to = min(l.to, width), min(r.to, width)
		if r.from <= l.to {
			l.to = r.to
		}
		x, sum, last := l.from, 0.0, byte(0)
		accumulate := func(to int) {
			for ; x < to; x++ {
				sum += float64(c.deltas[x])
				c.deltas[x] = 0
				last = coverageOf(sum)
				coverages[x] = last
			}
		}
		accumulate(l.to)
		if last == Opaque || hole && last == 0 {
			middle := width // when the right edges lie outside of the area
			if r.from < r.to {
				middle = r.from
			}
			for ; x < middle; x++ {
				coverages[x] = last
			}
		} else if last > 0 && r.from >= r.to {
			r.to = width
		}
		accumulate(r.to)
		if hole && last == Opaque {
			for ; x < width; x++ {
				coverages[x] = Opaque
			}
		}
		if l.from < x && !draw(Row{area.Left + l.from, y, coverages[l.from:x]}) {
			return
		}
	}
}
