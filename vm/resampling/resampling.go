// Package resampling says which pixels of an image are seen where it is drawn larger, smaller or turned, with the
// roundings of the Java 2D library's own loops.
//
// Pixels that are interpolated are 0xAARRGGBB with colours that are multiplied by alpha.
package resampling

import (
	"math"
	"sync"
)

// Filter is how pixels follow from their neighbours, with the numbers of java.awt.image.AffineTransformOp.
type Filter int32

// The filters.
const (
	NearestNeighbor Filter = 1 + iota
	Bilinear
	Bicubic
)

// Valid tells whether f is one of the filters.
func (f Filter) Valid() bool { return f >= NearestNeighbor && f <= Bicubic }

// Fixed is a coordinate with 32 bits behind the point. The centre of the first pixel is at one half.
type Fixed int64

const half Fixed = 1 << 31

// FixedOf cuts a coordinate off behind the last bit. It must be smaller than 2³¹.
func FixedOf(v float64) Fixed { return Fixed(v * (1 << 32)) }

// Whole is the number of the pixel at a coordinate.
func (f Fixed) Whole() int64 { return int64(f >> 32) }

// weight is the fraction behind the point in 256ths.
func (f Fixed) weight() int32 { return int32(f >> 24 & 0xFF) }

// Image is a rectangle of pixels.
type Image struct {
	Width, Height int64
	Pixel         func(x, y int64) uint32 // within the rectangle
}

// Contains tells whether a place lies in the image.
func (i *Image) Contains(x, y Fixed) bool {
	return x >= 0 && y >= 0 && x.Whole() < i.Width && y.Whole() < i.Height
}

// nearest is the pixel at x and y, or at the edge next to it.
func (i *Image) nearest(x, y int64) uint32 {
	return i.Pixel(min(max(x, 0), i.Width-1), min(max(y, 0), i.Height-1))
}

// Sample is the colour at a place in the image. The filter must be valid.
func (i *Image) Sample(f Filter, x, y Fixed) uint32 {
	switch f {
	case Bilinear:
		return i.bilinear(x-half, y-half)
	case Bicubic:
		return i.bicubic(x-half, y-half)
	}
	return i.nearest(x.Whole(), y.Whole())
}

// bilinear weighs the four pixels around a place by their distances.
func (i *Image) bilinear(x, y Fixed) uint32 {
	left, top := x.Whole(), y.Whole()
	a, b := i.nearest(left, top), i.nearest(left+1, top)
	c, d := i.nearest(left, top+1), i.nearest(left+1, top+1)
	right, down := x.weight(), y.weight()
	between := func(from, to, weight int32) int32 { return from<<8 + (to-from)*weight }
	result := uint32(0)
	for shift := 0; shift < 32; shift += 8 {
		component := func(pixel uint32) int32 { return int32(pixel >> shift & 0xFF) }
		upper := between(component(a), component(b), right)
		lower := between(component(c), component(d), right)
		result |= uint32((between(upper, lower, down)+1<<15)>>16&0xFF) << shift
	}
	return result
}

// cubic is the curve of a bicubic filter with a sharpness of -1/2, in 256ths, at distances of 256ths of a pixel up to two.
// What lies on opposite sides adds up to one.
var cubic = sync.OnceValue(func() *[513]int32 {
	var curve [513]int32
	const sharpness, one = -0.5, 256
	for i := range 256 {
		x := float64(i) / one
		curve[i] = int32((((sharpness+2)*x-(sharpness+3))*x*x + 1) * one)
	}
	for i := 256; i < 384; i++ {
		x := float64(i) / one
		curve[i] = int32((((sharpness*x-5*sharpness)*x+8*sharpness)*x - 4*sharpness) * one)
	}
	curve[384] = (one - curve[128]*2) / 2
	for i := 385; i <= 512; i++ {
		curve[i] = one - (curve[512-i] + curve[i-256] + curve[768-i])
	}
	return &curve
})

// bicubic weighs the sixteen pixels around a place by the curve.
func (i *Image) bicubic(x, y Fixed) uint32 {
	columns, rows := cubicWeights(x.weight()), cubicWeights(y.weight())
	sums := [4]int32{1 << 15, 1 << 15, 1 << 15, 1 << 15} // blue, green, red, alpha
	for down, row := range rows {
		for right, column := range columns {
			pixel := i.nearest(x.Whole()+int64(right)-1, y.Whole()+int64(down)-1)
			for c := range sums {
				sums[c] += int32(pixel>>(8*c)&0xFF) * (row * column)
			}
		}
	}
	const alpha = 3
	limit := min(max(sums[alpha]>>16, 0), 0xFF)
	result := uint32(limit) << 24
	for c := range alpha { // no colour is brighter than its alpha
		result |= uint32(min(max(sums[c]>>16, 0), limit)) << (8 * c)
	}
	return result
}

// cubicWeights are the weights of four neighbours at a fraction behind the second.
func cubicWeights(fraction int32) [4]int32 {
	curve := cubic()
	return [4]int32{curve[256+fraction], curve[fraction], curve[256-fraction], curve[512-fraction]}
}

// Scaling says for one axis which pixels of a source are copied when it is drawn larger or smaller without a filter.
// Steps are added up in integers, beginning anew at tiles of a size that keeps the error small.
type Scaling struct {
	first     int64   // pixel of the destination
	origin    float64 // where the source's edge lies
	scale     float64 // source pixels, shifted, for each of the destination
	increment int64   // the same, cut off
	shift     uint
	tile      int64
	size      int64 // of the source
	single    bool  // the source is drawn smaller than one pixel
}

// Scalings are those of both axes, for a source of a size that is not 0 and the places of its edges in the destination.
func Scalings(width, height int64, left, top, right, bottom float64) (x, y Scaling) {
	shift := uint(0)
	for all := int32(width | height); all<<1 > 0; all <<= 1 {
		shift++
	}
	axis := func(size int64, from, to float64) Scaling {
		s := Scaling{
			first: int64(math.Ceil(from - 0.5)), origin: from, shift: shift, size: size,
			scale:  float64(size) / (to - from) * float64(int64(1)<<shift),
			single: to-from < 1,
		}
		if s.single {
			s.increment = size << shift
		} else {
			s.increment = int64(s.scale)
		}
		return s
	}
	x, y = axis(width, left, right), axis(height, top, bottom)
	x.tile = tileSize(shift, min(x.increment, y.increment))
	y.tile = x.tile
	return x, y
}

// tileSize is a power of two over which the error of an increment stays below a pixel.
func tileSize(shift uint, increment int64) int64 {
	if increment <= 0 {
		return 1
	}
	for int64(1)<<shift > increment {
		shift--
	}
	if shift >= 16 {
		return 1 << (shift - 8)
	}
	return 1 << (shift / 2)
}

// location is the place in the source, shifted, of a pixel of the destination.
func (s *Scaling) location(at int64) int64 {
	start := s.first + (at-s.first)&^(s.tile-1)
	return int64(s.exact(start)) + s.increment*(at-start)
}

func (s *Scaling) exact(at int64) float64 {
	return math.Ceil((float64(at)+0.5-s.origin)*s.scale - 0.5)
}

// Source is the pixel of the source that a pixel of the destination, one of Range, shows.
func (s *Scaling) Source(at int64) int64 {
	return min(max(s.location(at)>>s.shift, 0), s.size-1)
}

// Range are the pixels of the destination that show one of the source: the first and the one behind the last.
func (s *Scaling) Range() (from, to int64) {
	if s.single {
		if place := s.exact(s.first) / float64(int64(1)<<s.shift); place >= 0 && place < float64(s.size) {
			return s.first, s.first + 1
		}
		return s.first, s.first
	}
	end := s.size << s.shift
	to = int64(math.Ceil(s.origin + float64(end)/s.scale - 0.5))
	for s.location(to) < end {
		to++
	}
	for to > s.first && s.location(to-1) >= end {
		to--
	}
	return s.first, to
}
