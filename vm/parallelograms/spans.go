package parallelograms

// Span is a part of a row of pixels, without the one at Right.
type Span struct{ Y, Left, Right int }

// half is one half of a pixel, in 1/2³² of it: the form in which edges are stepped from row to row.
const half = int64(1) << 31

// fixed is a number of pixels in that form.
func fixed(v float64) int64 {
	v *= 1 << 32
	if !(v > -1<<63 && v < 1<<63) {
		return -1 << 63
	}
	return int64(v)
}

// side is an edge between two sides' ends: rows from first to the one before end have a pixel centre on its height.
type side struct {
	corner     Vector
	slope      float64 // columns per row
	first, end int
}

// sidesOf are the left and the right edges of a sorted parallelogram with the slopes of its sides.
func sidesOf(p Parallelogram, slope1, slope2 float64) (left, right [2]side) {
	place := func(corner Vector, bottom, slope float64) side {
		return side{corner, slope, nearest(corner.Y), nearest(bottom)}
	}
	c, all := p.Corner, p.Corner.Y+p.Side1.Y+p.Side2.Y
	left = [2]side{place(c, c.Y+p.Side1.Y, slope1), place(c.plus(p.Side1), all, slope2)}
	right = [2]side{place(c, c.Y+p.Side2.Y, slope2), place(c.plus(p.Side2), all, slope1)}
	return left, right
}

// slopes are those of the sides of a sorted parallelogram.
func (p Parallelogram) slopes() (slope1, slope2 float64) {
	if p.Side1.Y != 0 {
		slope1 = p.Side1.X / p.Side1.Y
	}
	if p.Side2.Y != 0 {
		slope2 = p.Side2.X / p.Side2.Y
	}
	return slope1, slope2
}

// enclosing is the part of an area with the pixels whose centres may lie in a sorted parallelogram.
func (p Parallelogram) enclosing(within Area) Area {
	left, right := p.columns()
	return within.Intersection(Area{nearest(left), nearest(p.Corner.Y), nearest(right), nearest(p.Corner.Y + p.Side1.Y + p.Side2.Y)})
}

// Fill gives the pixels of an area whose centres lie in a parallelogram, until draw reports false.
func (p Parallelogram) Fill(within Area, draw func(Span) bool) {
	p = p.sorted()
	slope1, slope2 := p.slopes()
	left, right := sidesOf(p, slope1, slope2)
	fill(p.enclosing(within), append(left[:], right[:]...), draw)
}

// thin is the width up to which a pen draws lines of single pixels.
const thin = 1.0001

// Outline is Fill for what a pen draws along the sides.
func (p Parallelogram) Outline(within Area, draw func(Span) bool) {
	p = p.sorted()
	outer := p.outer()
	area := outer.enclosing(within)
	if area.Empty() {
		return
	}
	slope1, slope2 := p.slopes()
	outerLeft, outerRight := sidesOf(outer, slope1, slope2)
	if !p.hollow() {
		fill(area, append(outerLeft[:], outerRight[:]...), draw)
		return
	}
	if p.Side1.times(p.Width1).length() <= thin && p.Side2.times(p.Width2).length() <= thin {
		a, b := p.Corner, p.Corner.plus(p.Side1)
		c, d := b.plus(p.Side2), p.Corner.plus(p.Side2)
		for _, way := range [4][2]Vector{{a, b}, {b, c}, {c, d}, {d, a}} {
			if !line(area, way[0], way[1], draw) {
				return
			}
		}
		return
	}
	innerLeft, innerRight := sidesOf(p.inner(), slope1, slope2)
	sides := append(outerLeft[:], innerLeft[:]...)
	sides = append(append(sides, innerRight[:]...), outerRight[:]...)
	fill(area, sides, draw)
}

// fill gives what lies between each two of the sides that cross a row. They are ordered from left to right. Places are stepped
// from the row where one of the sides begins or ends.
func fill(area Area, sides []side, draw func(Span) bool) {
	for top := area.Top; top < area.Bottom; {
		bottom := area.Bottom
		var crossing []*side
		for i := range sides {
			s := &sides[i]
			switch {
			case top >= s.end:
			case top < s.first:
				bottom = min(bottom, s.first)
			default:
				crossing = append(crossing, s)
				bottom = min(bottom, s.end)
			}
		}
		for i := 0; i+1 < len(crossing); i += 2 {
			left, right := crossing[i].at(top), crossing[i+1].at(top)
			leftStep, rightStep := fixed(crossing[i].slope), fixed(crossing[i+1].slope)
			for y := top; y < bottom; y++ {
				s := Span{y, max(int(left>>32), area.Left), min(int(right>>32), area.Right)}
				if s.Left < s.Right && !draw(s) {
					return
				}
				left += leftStep
				right += rightStep
			}
		}
		top = bottom
	}
}

// at is the first pixel, as the whole part, whose centre is not left of a side in a row.
func (s *side) at(row int) int64 {
	return fixed(s.corner.X+float64(s.slope*(float64(row)+0.5-s.corner.Y))) + half - 1
}

// line gives the pixels of a line (Bresenham, 1965), without the last one. It reports whether draw always reported true.
func line(area Area, from, to Vector, draw func(Span) bool) bool {
	x, y := floor(from.X), floor(from.Y)
	right, down := floor(to.X)-x, floor(to.Y)-y
	length := max(abs(right), abs(down))
	if length == 0 {
		return true
	}
	// minor is how far the line has come in the other direction after so many steps.
	minor := func(steps, way int) int {
		distance := (2*steps*abs(way) + length) / (2 * length)
		if way < 0 {
			return -distance
		}
		return distance
	}
	first, end := 0, length
	limit := func(start, way, low, high int) { // of the direction in which every step goes
		if way > 0 {
			first, end = max(first, low-start), min(end, high-start)
		} else {
			first, end = max(first, start-high+1), min(end, start-low+1)
		}
	}
	if abs(right) >= abs(down) {
		limit(x, right, area.Left, area.Right)
	} else {
		limit(y, down, area.Top, area.Bottom)
	}
	for i := first; i < end; i++ {
		column, row := x+minor(i, right), y+minor(i, down)
		if column >= area.Left && column < area.Right && row >= area.Top && row < area.Bottom && !draw(Span{row, column, column + 1}) {
			return false
		}
	}
	return true
}

func abs(v int) int { return max(v, -v) }
