// Package parallelograms says which pixels a parallelogram covers, as the native loops of Java 2D do: either the pixels whose centres lie
// in it, or how much of every pixel does. Straight lines, rectangles and those that are turned are drawn so.
package parallelograms

import "math"

// Area is a rectangle of pixels, without its right and lower edges.
type Area struct{ Left, Top, Right, Bottom int }

// Intersection is what two areas have in common; it is empty if they have nothing.
func (a Area) Intersection(b Area) Area {
	return Area{max(a.Left, b.Left), max(a.Top, b.Top), min(a.Right, b.Right), min(a.Bottom, b.Bottom)}
}

// Empty tells whether no pixel lies in a.
func (a Area) Empty() bool { return a.Left >= a.Right || a.Top >= a.Bottom }

// Vector is a point of the plane, or the way from one to another, in pixels.
type Vector struct{ X, Y float64 }

func (v Vector) plus(w Vector) Vector        { return Vector{v.X + w.X, v.Y + w.Y} }
func (v Vector) minus(w Vector) Vector       { return Vector{v.X - w.X, v.Y - w.Y} }
func (v Vector) times(factor float64) Vector { return Vector{v.X * factor, v.Y * factor} }
func (v Vector) length() float64             { return math.Sqrt(float64(v.X*v.X) + float64(v.Y*v.Y)) }
func (v Vector) leftOf(w Vector) bool        { return float64(v.X*w.Y) <= float64(w.X*v.Y) }
func (v Vector) isZero() bool                { return v == Vector{} }
func (v Vector) turned(origin *Vector) (w Vector) {
	*origin = origin.plus(v)
	return Vector{-v.X, -v.Y}
}

// Parallelogram has a corner, from which two sides go. Widths are those of a pen that draws along the sides, as parts of
// the side that the pen is broad along; without one they are 0.
type Parallelogram struct {
	Corner, Side1, Side2 Vector
	Width1, Width2       float64
}

// Flat tells whether a side has no length, so that there is nothing to fill.
func (p Parallelogram) Flat() bool { return p.Side1.isZero() || p.Side2.isZero() }

// sorted is the same parallelogram from its uppermost corner, with the left one of the sides first.
func (p Parallelogram) sorted() Parallelogram {
	if p.Side1.Y < 0 {
		p.Side1 = p.Side1.turned(&p.Corner)
	}
	if p.Side2.Y < 0 {
		p.Side2 = p.Side2.turned(&p.Corner)
	}
	if !p.Side1.leftOf(p.Side2) {
		p.Side1, p.Side2 = p.Side2, p.Side1
		p.Width1, p.Width2 = p.Width2, p.Width1
	}
	return p
}

// outer and inner are the edges of what the pen draws.
func (p Parallelogram) outer() Parallelogram {
	pen1, pen2 := p.Side1.times(p.Width1), p.Side2.times(p.Width2)
	return Parallelogram{
		Corner: Vector{p.Corner.X - (pen1.X+pen2.X)/2, p.Corner.Y - (pen1.Y+pen2.Y)/2},
		Side1:  p.Side1.plus(pen1), Side2: p.Side2.plus(pen2),
	}
}

func (p Parallelogram) inner() Parallelogram {
	pen1, pen2 := p.Side1.times(p.Width1), p.Side2.times(p.Width2)
	return Parallelogram{
		Corner: p.outer().Corner.plus(pen1).plus(pen2),
		Side1:  p.Side1.minus(pen1), Side2: p.Side2.minus(pen2),
	}
}

// hollow tells whether a pen leaves something in the middle.
func (p Parallelogram) hollow() bool { return p.Width1 < 1 && p.Width2 < 1 }

// columns are the smallest and the largest of the places of the corners in a row.
func (p Parallelogram) columns() (left, right float64) {
	left = p.Corner.X + min(p.Side1.X, 0) + min(p.Side2.X, 0)
	right = p.Corner.X + max(p.Side1.X, 0) + max(p.Side2.X, 0)
	return left, right
}

// whole is a place as the number of a pixel. What is far outside of all images stays there.
func whole(v float64) int {
	const far = 1 << 30
	if v != v {
		return 0
	}
	return int(min(max(v, -far), far))
}

func floor(v float64) int   { return whole(math.Floor(v)) }
func ceil(v float64) int    { return whole(math.Ceil(v)) }
func nearest(v float64) int { return floor(v + 0.5) }
