// Package scanconversion converts shapes into the rows of pixels whose centres they enclose,
// as the native scan converter of Java 2D does for shapes without antialiasing:
// with single precision, curves as at most 1024 lines, and edges that step from row
// to row in fixed-point numbers.
package scanconversion

import (
	"math"
	"slices"
)

// Box is a rectangle of pixels, without its right and lower edges.
type Box struct{ Left, Top, Right, Bottom int32 }

// Shape collects the path of a shape, and then gives its spans. The zero value is an
// empty shape with an empty output area.
type Shape struct {
	Normalize bool // move end points to the nearest place a quarter of a pixel behind an edge, as for outlines
	EvenOdd   bool // what is inside; otherwise what the path winds around
	area      Box

	edges          []edge
	moveX, moveY   float32 // where the current part of the path began
	atX, atY       float32
	adjustX        float32 // what normalising has added to the current point
	adjustY        float32
	started        bool // there is a current point
	lowX, lowY     float32
	highX, highY   float32
	next           int // edges before it were made active
	active         []*edge
	row            int32 // the row that is being given
	rowOpen, began bool
	position       int // in active, of the next edge in this row
}

// edge is a part of the outline, from its first row. Its place in a row is the first
// pixel whose centre is not left of it.
type edge struct {
	x, row, last int32 // last is the first row that it no longer crosses
	error, step  int32 // fractions of a pixel, of which errorUnit make a whole one
	bump         int32 // whole pixels per row
	winding      int32
}

const (
	errorUnit     = math.MaxInt32
	maxFlatSquare = 1 // of the distance of a curve's control points from its chord, in pixels squared
	maxLevel      = 10
)

// SetArea sets the rectangle outside of which nothing is given.
func (s *Shape) SetArea(area Box) { s.area = area }

// Clip makes the rectangle smaller.
func (s *Shape) Clip(b Box) {
	s.area = Box{max(s.area.Left, b.Left), max(s.area.Top, b.Top), min(s.area.Right, b.Right), min(s.area.Bottom, b.Bottom)}
}

// Bounds is the smallest rectangle around the path's points.
func (s *Shape) Bounds() Box {
	return Box{int32(floor(s.lowX)), int32(floor(s.lowY)), int32(ceil(s.highX)), int32(ceil(s.highY))}
}

func floor(v float32) float32 { return float32(math.Floor(float64(v))) }
func ceil(v float32) float32  { return float32(math.Ceil(float64(v))) }

// normalized is an end point as Normalize wants it, and what that added to it.
func (s *Shape) normalized(x, y float32) (float32, float32, float32, float32) {
	if !s.Normalize {
		return x, y, 0, 0
	}
	const quarter = 0.25
	newX, newY := floor(x+quarter)+quarter, floor(y+quarter)+quarter
	return newX, newY, newX - x, newY - y
}

// see widens the bounds.
func (s *Shape) see(x, y float32) {
	if !s.started {
		s.started = true
		s.lowX, s.highX, s.lowY, s.highY = x, x, y, y
	}
	s.lowX, s.highX = min(s.lowX, x), max(s.highX, x)
	s.lowY, s.highY = min(s.lowY, y), max(s.highY, y)
}

// MoveTo closes the current part of the path and starts another.
func (s *Shape) MoveTo(x, y float32) {
	s.Close()
	x, y, s.adjustX, s.adjustY = s.normalized(x, y)
	s.see(x, y)
	s.moveX, s.moveY, s.atX, s.atY = x, y, x, y
}

// LineTo adds a line.
func (s *Shape) LineTo(x, y float32) {
	x, y, s.adjustX, s.adjustY = s.normalized(x, y)
	s.line(s.atX, s.atY, x, y)
	s.see(x, y)
	s.atX, s.atY = x, y
}

// QuadTo adds a quadratic curve.
func (s *Shape) QuadTo(x1, y1, x2, y2 float32) {
	x2, y2, addX, addY := s.normalized(x2, y2)
	x1 += (s.adjustX + addX) / 2
	y1 += (s.adjustY + addY) / 2
	s.adjustX, s.adjustY = addX, addY
	s.quad([3]float32{s.atX, x1, x2}, [3]float32{s.atY, y1, y2}, 0)
	s.see(x1, y1)
	s.see(x2, y2)
	s.atX, s.atY = x2, y2
}

// CurveTo adds a cubic curve.
func (s *Shape) CurveTo(x1, y1, x2, y2, x3, y3 float32) {
	x3, y3, addX, addY := s.normalized(x3, y3)
	x1, y1, x2, y2 = x1+s.adjustX, y1+s.adjustY, x2+addX, y2+addY
	s.adjustX, s.adjustY = addX, addY
	s.cubic([4]float32{s.atX, x1, x2, x3}, [4]float32{s.atY, y1, y2, y3}, 0)
	s.see(x1, y1)
	s.see(x2, y2)
	s.see(x3, y3)
	s.atX, s.atY = x3, y3
}

// Close closes the current part of the path.
func (s *Shape) Close() {
	if s.atX != s.moveX || s.atY != s.moveY {
		s.line(s.atX, s.atY, s.moveX, s.moveY)
		s.atX, s.atY = s.moveX, s.moveY
	}
}

// visible is false for a piece without a part of the area beside or left of it.
func (s *Shape) visible(lowX, lowY, highY float32) bool {
	return highY > float32(s.area.Top) && lowY < float32(s.area.Bottom) && lowX < float32(s.area.Right)
}

// quad adds the lines of a quadratic curve by its points' coordinates.
func (s *Shape) quad(x, y [3]float32, level int) {
	lowX, highX := slices.Min(x[:]), slices.Max(x[:])
	if !s.visible(lowX, slices.Min(y[:]), slices.Max(y[:])) {
		return
	}
	switch {
	case highX <= float32(s.area.Left):
		s.line(highX, y[0], highX, y[2])
	case level < maxLevel && distanceSquare(x[0], y[0], x[2], y[2], x[1], y[1]) > maxFlatSquare:
		leftX, rightX := halvedQuad(x)
		leftY, rightY := halvedQuad(y)
		s.quad(leftX, leftY, level+1)
		s.quad(rightX, rightY, level+1)
	default:
		s.line(x[0], y[0], x[2], y[2])
	}
}

func halvedQuad(v [3]float32) (first, second [3]float32) {
	a, b := (v[0]+v[1])/2, (v[1]+v[2])/2
	middle := (a + b) / 2
	return [3]float32{v[0], a, middle}, [3]float32{middle, b, v[2]}
}

// cubic adds the lines of a cubic curve by its points' coordinates.
func (s *Shape) cubic(x, y [4]float32, level int) {
	lowX, highX := slices.Min(x[:]), slices.Max(x[:])
	if !s.visible(lowX, slices.Min(y[:]), slices.Max(y[:])) {
		return
	}
	switch {
	case highX <= float32(s.area.Left):
		s.line(highX, y[0], highX, y[3])
	case level < maxLevel && (distanceSquare(x[0], y[0], x[3], y[3], x[1], y[1]) > maxFlatSquare ||
		distanceSquare(x[0], y[0], x[3], y[3], x[2], y[2]) > maxFlatSquare):
		leftX, rightX := halvedCubic(x)
		leftY, rightY := halvedCubic(y)
		s.cubic(leftX, leftY, level+1)
		s.cubic(rightX, rightY, level+1)
	default:
		s.line(x[0], y[0], x[3], y[3])
	}
}

func halvedCubic(v [4]float32) (first, second [4]float32) {
	centre := (v[1] + v[2]) / 2
	a, d := (v[0]+v[1])/2, (v[2]+v[3])/2
	b, c := (a+centre)/2, (centre+d)/2
	middle := (b + c) / 2
	return [4]float32{v[0], a, b, middle}, [4]float32{middle, c, d, v[3]}
}

// distanceSquare is that of a point from the line segment from 0 to 1.
func distanceSquare(x0, y0, x1, y1, px, py float32) float32 {
	x1, y1, px, py = x1-x0, y1-y0, px-x0, py-y0
	dot := px*x1 + py*y1
	var projected float32
	if dot > 0 {
		// Seen from the other end.
		px, py = x1-px, y1-py
		if dot = px*x1 + py*y1; dot > 0 {
			projected = dot * dot / (x1*x1 + y1*y1)
		}
	}
	return max(px*px+py*py-projected, 0)
}

// line adds an edge if the line crosses the centres of rows in the area.
func (s *Shape) line(x0, y0, x1, y1 float32) {
	winding := int32(1)
	if y0 > y1 {
		x0, y0, x1, y1, winding = x1, y1, x0, y0, -1
	}
	const centre = 0.5
	first, last := rowAt(ceil(y0-centre)), rowAt(ceil(y1-centre))
	if first >= last || first >= s.area.Bottom || last <= s.area.Top {
		return
	}
	first = max(first, s.area.Top)
	dx, dy := x1-x0, y1-y0
	slope := dx / dy
	x0 += (float32(first) + centre - y0) * dx / dy
	x := ceil(x0 - centre)
	whole := floor(slope)
	s.edges = append(s.edges, edge{
		x: rowAt(x), row: first, last: last, winding: winding,
		bump: rowAt(whole), step: units(slope - whole), error: units(x0 - (x - centre)),
	})
}

// rowAt is a coordinate that is whole already, within the range of an int32.
func rowAt(v float32) int32 {
	return int32(max(math.MinInt32, min(math.MaxInt32, float64(v))))
}

// units is a fraction of a pixel in fixed-point form.
func units(v float32) int32 { return rowAt(v * errorUnit) }

// Done ends the path; Next can be called then.
func (s *Shape) Done() {
	s.Close()
	slices.SortStableFunc(s.edges, func(a, b edge) int { return int(int64(a.row) - int64(b.row)) })
}

// SkipTo lets Next go on with row y, if it has not passed it yet.
func (s *Shape) SkipTo(y int32) {
	for s.began || len(s.edges) > 0 {
		if s.began && s.row >= y-1 {
			return
		}
		if !s.advance(y) {
			return
		}
		if s.row >= y {
			return
		}
	}
}

// Next gives the next span, from top to bottom and from left to right; false after
// the last.
func (s *Shape) Next() (Box, bool) {
	for {
		if !s.rowOpen && !s.advance(math.MinInt32) {
			return Box{}, false
		}
		if left, right, ok := s.spanInRow(); ok {
			return Box{left, s.row, right, s.row + 1}, true
		}
		s.rowOpen = false
	}
}

// spanInRow gives the next span of the row. What has a left edge only goes on to the end of the area: there are no edges beyond it.
func (s *Shape) spanInRow() (left, right int32, ok bool) {
	wound := int32(0)
	for ; s.position < len(s.active); s.position++ {
		e := s.active[s.position]
		was := s.inside(wound)
		wound += e.winding
		is := s.inside(wound)
		switch {
		case !was && is:
			left = max(e.x, s.area.Left)
		case was && !is:
			if right = min(e.x, s.area.Right); right > left {
				s.position++
				return left, right, true
			}
		}
	}
	if s.inside(wound) && left < s.area.Right {
		return left, s.area.Right, true
	}
	return 0, 0, false
}

func (s *Shape) inside(wound int32) bool {
	if s.EvenOdd {
		return wound&1 != 0
	}
	return wound != 0
}

// advance goes to the next row that edges cross; false when there is none. Rows
// before y need no order of their edges.
func (s *Shape) advance(y int32) bool {
	if s.began {
		s.row++
	} else {
		s.began = true
		s.row = s.area.Top
	}
	kept := s.active[:0]
	for _, e := range s.active {
		if e.last <= s.row {
			continue
		}
		e.x += e.bump
		if sum := uint32(e.error) + uint32(e.step); sum > errorUnit {
			e.x++
			e.error = int32(sum & errorUnit)
		} else {
			e.error = int32(sum)
		}
		kept = append(kept, e)
	}
	s.active = kept
	if len(s.active) == 0 {
		if s.next == len(s.edges) {
			return false
		}
		s.row = max(s.row, s.edges[s.next].row)
	}
	for ; s.next < len(s.edges) && s.edges[s.next].row <= s.row; s.next++ {
		s.active = append(s.active, &s.edges[s.next])
	}
	if s.row >= s.area.Bottom {
		return false
	}
	if s.row >= y {
		slices.SortStableFunc(s.active, func(a, b *edge) int { return int(int64(a.x) - int64(b.x)) })
	}
	s.rowOpen, s.position = true, 0
	return true
}
