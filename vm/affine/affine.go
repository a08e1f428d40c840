// Package affine moves, scales, turns and shears images whose components are bytes, with the roundings of the filter that
// java.awt.image.AffineTransformOp leaves to native code.
package affine

import (
	"math"

	"hotlens/vm/planes"
	"hotlens/vm/resampling"
)

// Map says where in the destination a place of the source is seen: at XX*x + XY*y + X and YX*x + YY*y + Y.
type Map struct{ XX, XY, X, YX, YY, Y float64 }

// determinant is how much larger areas become.
func (m *Map) determinant() float64 { return float64(m.XX*m.YY) - float64(m.XY*m.YX) }

// maxSize is the first width or height of a source for which 16 bits do not do.
const maxSize = 1 << 15

// Places in the source are in 16.16 fixed-point form.
const (
	shift = 16
	one   = 1 << shift
	half  = one / 2
)

// Apply draws the planes of a source into those of a destination, of which it leaves what the source does not reach. It calls
// progress after each row. It reports false for a map that has no inverse, or a source of more than 32767 pixels in a row or column.
func Apply(destination, source []planes.Plane, m Map, filter resampling.Filter, progress func()) bool {
	for _, v := range []float64{m.XX, m.XY, m.X, m.YX, m.YY, m.Y} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	width, height := source[0].Width, source[0].Height
	if width >= maxSize || height >= maxSize || m.determinant() == 0 {
		return false
	}
	to := size{destination[0].Width, destination[0].Height}
	inner := m.rows(to, inside(filter, width, height))
	draw := func(r row, from, end int, steps [2]int32, sample func(*planes.Plane, int32, int32) byte) {
		x, y := r.x+int32(from-r.left)*steps[0], r.y+int32(from-r.left)*steps[1]
		for at := from; at < end; at++ {
			for i := range destination {
				*destination[i].At(at, r.at) = sample(&source[i], x, y)
			}
			x += steps[0]
			y += steps[1]
		}
	}
	sample, atEdge := samplers(filter)
	for _, r := range inner.rows {
		draw(r, r.left, r.right+1, inner.steps, sample)
		progress()
	}
	if atEdge == nil {
		return true
	}
	// What is left are pixels that need neighbours outside of the source.
	outer := m.rows(to, area{0, 0, float64(width), float64(height), 0})
	done := map[int]row{}
	for _, r := range inner.rows {
		done[r.at] = r
	}
	for _, r := range outer.rows {
		behind := r.left
		if d, ok := done[r.at]; ok && d.left <= d.right {
			draw(r, r.left, d.left, outer.steps, atEdge)
			behind = d.right + 1
		}
		draw(r, behind, r.right+1, outer.steps, atEdge)
		progress()
	}
	return true
}

// inside is the part of a source in which a filter has all neighbours.
func inside(f resampling.Filter, width, height int) area {
	w, h := float64(width), float64(height)
	switch f {
	case resampling.Bilinear:
		return area{0.5, 0.5, w - 0.5, h - 0.5, -0.5}
	case resampling.Bicubic:
		return area{1.5, 1.5, w - 1.5, h - 1.5, -0.5}
	}
	return area{0, 0, w, h, 0}
}
