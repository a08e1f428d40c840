package affine

import "math"

// size is that of a destination, in pixels.
type size struct{ width, height int }

// area is a part of the source that is drawn. What is added to the places of its pixels' centres is move.
type area struct{ left, top, right, bottom, move float64 }

// row is the pixels of a row of the destination that show a part of the source, from left to right, and the place in the source
// of the first one, in fixed-point form.
type row struct {
	at, left, right int
	x, y            int32
}

// outline is what a part of the source becomes in the destination, row by row, and how far the places in the source of two
// neighbours are from each other.
type outline struct {
	rows  []row
	steps [2]int32
}

// point is a place of the destination.
type point struct{ x, y float64 }

// corners are those of a part of the source in the destination, clockwise or the other way round as the map turns.
func (m *Map) corners(a area) (c [4]point) {
	place := func(x, y float64) point {
		return point{
			float64(x*m.XX) + float64(y*m.XY) + (m.X - 0.5),
			float64(x*m.YX) + float64(y*m.YY) + (m.Y - 0.5),
		}
	}
	c = [4]point{place(a.left, a.top), place(a.right, a.top), place(a.right, a.bottom), place(a.left, a.bottom)}
	if m.determinant() <= 0 {
		c[1], c[3] = c[3], c[1]
	}
	return c
}

// rows is the outline of a part of the source.
func (m *Map) rows(to size, a area) outline {
	if a.left >= a.right || a.top >= a.bottom {
		return outline{}
	}
	c := m.corners(a)
	highest := 0
	for i := range c {
		if c[i].y < c[highest].y {
			highest = i
		}
	}
	start := c[highest].y
	top, bottom := int(truncated(start)), -1
	if top >= to.height {
		return outline{}
	}
	left, right := make([]int32, to.height), make([]int32, to.height)
	switch {
	case start < 0:
		top = 0
	case start != float64(top):
		top++
	default:
		from, end := c[highest].x, c[highest].x
		for _, next := range []int{highest + 1, highest + 3} {
			if p := c[next&3]; p.y == start {
				from, end = min(from, p.x), max(end, p.x)
			}
		}
		left[top], right[top] = ceil(from), truncated(end)
	}
	for i := range 2 {
		walk(c[(highest+4-i)&3], c[(highest+3-i)&3], to.height, func(y int, x float64) { left[y] = ceil(x) })
	}
	for i := range 2 {
		if last, some := walk(c[(highest+i)&3], c[(highest+i+1)&3], to.height, func(y int, x float64) { right[y] = truncated(x) }); some {
			bottom = last
		}
	}
	return m.places(a, to.width, top, bottom, left, right)
}

// ceil is the smallest number of 32 bits that is not less than v, if there is one.
func ceil(v float64) int32 {
	if v >= math.MaxInt32 {
		return math.MaxInt32
	}
	if t := truncated(v); float64(t) >= v {
		return t
	} else {
		return t + 1
	}
}

// walk goes down an edge, and tells where it is in each row. It reports the last row, and false for an edge that is level.
func walk(from, to point, height int, at func(y int, x float64)) (last int, some bool) {
	slope := (to.x - from.x) / (to.y - from.y)
	if from.y == to.y || math.IsNaN(slope) || math.IsInf(slope, 0) {
		return 0, false
	}
	first := 0
	if from.y >= 0 {
		first = int(truncated(from.y + 1))
	}
	last = min(int(truncated(to.y)), height-1)
	x := from.x + float64(slope*(float64(first)-from.y))
	for y := first; y <= last; y++ {
		at(y, x)
		x += slope
	}
	return last, true
}

// places finds the places in the source of the pixels in rows of the destination, and cuts off those that come to lie outside.
func (m *Map) places(a area, width, top, bottom int, left, right []int32) outline {
	determinant := m.determinant()
	// The inverse, times the determinant.
	xx, xy, dx := m.YY, -m.XY, -float64(m.YY*(m.X))+float64(m.XY*m.Y)
	yx, yy, dy := -m.YX, m.XX, float64(m.YX*m.X)-float64(m.XX*m.Y)
	lowX, lowY, highX, highY := a.left*determinant, a.top*determinant, a.right*determinant, a.bottom*determinant
	outside := func(x, y float64) bool {
		if determinant > 0 {
			return x < lowX || x >= highX || y < lowY || y >= highY
		}
		return x > lowX || x <= highX || y > lowY || y <= highY
	}
	// The first pixels of the source that a filter begins at, and the ones behind the last.
	firstX, firstY := int32(a.left+a.move), int32(a.top+a.move)
	endX, endY := int32(a.right+a.move), int32(a.bottom+a.move)
	within := func(v, first, end int32) int32 {
		switch {
		case v>>shift < first:
			return first << shift
		case v>>shift >= end:
			return end<<shift - 1
		}
		return v
	}
	inverse := 1 / determinant
	steps := [2]int32{int32(xx * inverse * one), int32(yx * inverse * one)}
	var o outline
	for i := top; i <= bottom; i++ {
		from, end := max(left[i], 0), min(right[i], int32(width-1))
		at := func(column int32) (x, y float64) {
			c, r := float64(column)+0.5, float64(i)+0.5
			return float64(c*xx) + float64(r*xy) + dx, float64(c*yx) + float64(r*yy) + dy
		}
		x, y := at(from)
		lastX, lastY := at(end)
		if outside(x, y) {
			x, y = x+xx, y+yx
			if from < math.MaxInt32 {
				from++
			}
			if outside(x, y) {
				end = -1
			}
		}
		if outside(lastX, lastY) {
			if end > math.MinInt32 {
				end--
			}
			if outside(lastX-xx, lastY-yx) {
				end = -1
			}
		}
		r := row{
			at: i, left: int(from), right: int(end),
			x: within(int32(float64((float64(x*inverse)+a.move)*one)), firstX, endX),
			y: within(int32(float64((float64(y*inverse)+a.move)*one)), firstY, endY),
		}
		if end >= from {
			shorten := func(step *int32, start, first, end int32) {
				last := ((int32(r.right-r.left))**step + start) >> shift
				switch {
				case last >= first && last < end:
				case *step > 0:
					*step--
				default:
					*step++
				}
			}
			shorten(&steps[0], r.x, firstX, endX)
			shorten(&steps[1], r.y, firstY, endY)
			o.rows = append(o.rows, r)
		}
	}
	o.steps = steps
	return o
}
