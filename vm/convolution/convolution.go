// Package convolution weighs the neighbours of each pixel by a kernel, with the roundings of the Java 2D library's own code.
package convolution

import (
	"math"

	"hotlens/vm/planes"
)

// Kernel is a matrix of weights, as integers with a power of two in common.
type Kernel struct {
	width, height int // odd
	weights       []int64
	scale         uint
}

// New makes a kernel of the values of a java.awt.image.Kernel, which lie on the other side of the pixel than what they
// weigh. It reports false for values that are too large, or all zero.
func New(width, height int, values []float32) (Kernel, bool) {
	k := Kernel{width: width | 1, height: height | 1}
	if width < 1 || height < 1 || len(values) < width*height {
		return k, false
	}
	turned := make([]float64, k.width*k.height)
	var positive, negative float64
	for i, v := range values {
		if v > 1<<16 {
			return k, false
		}
		if last := len(values) - 1 - i; last < width*height {
			turned[last/width*k.width+last%width] = float64(v)
		}
		positive += max(float64(v), 0)
		negative -= min(float64(v), 0)
	}
	sum := max(positive, negative)
	if !(sum > 0) || math.IsInf(sum, 0) {
		return k, false
	}
	scale := min(30-math.Ilogb(sum), 31)
	if scale <= 16 {
		return k, false
	}
	k.scale = uint(scale)
	k.weights = rounded(turned, k.scale)
	return k, true
}

// rounded gives the weights as integers, times two to the power of scale. They are rounded to 8 bits less, when neither
// the rounding makes them too large nor the kernel is so large that its sums would lose bits.
func rounded(values []float64, scale uint) []int64 {
	const spare = 8
	weights := make([]int64, len(values))
	if float64(len(values))*math.Ldexp(1<<15, -int(scale)) > 8 {
		for i, v := range values {
			weights[i] = int64(v * math.Ldexp(1, int(scale)))
		}
		return weights
	}
	norm := math.Ldexp(1, int(scale-spare))
	var positive, negative int64
	for i, v := range values {
		weights[i] = int64(v*norm + math.Copysign(0.5, v))
		positive += max(weights[i], 0)
		negative -= min(weights[i], 0)
	}
	large := max(positive, negative) >= 1<<(31-spare)
	for i, v := range values {
		if large {
			weights[i] = int64(v * norm)
		}
		weights[i] <<= spare
	}
	return weights
}

// Size is how many weights k has.
func (k *Kernel) Size() int { return len(k.weights) }

// Apply makes the pixels of a destination from those of a source of the same size. Where the kernel would leave the
// source, the destination gets the source's pixel, or zero. It calls progress after each row.
func (k *Kernel) Apply(destination, source *planes.Plane, zero bool, progress func()) {
	left, above := (k.width-1)/2, (k.height-1)/2
	for y := range source.Height {
		for x := range source.Width {
			to := destination.At(x, y)
			switch {
			case x >= left && y >= above && x-left+k.width <= source.Width && y-above+k.height <= source.Height:
				*to = k.weigh(source, x-left, y-above)
			case zero:
				*to = 0
			default:
				*to = *source.At(x, y)
			}
		}
		progress()
	}
}

// weigh is the weighted sum of the pixels from x and y on.
func (k *Kernel) weigh(source *planes.Plane, x, y int) byte {
	sum := int64(0)
	for row := range k.height {
		for column := range k.width {
			sum += k.weights[row*k.width+column] * int64(*source.At(x+column, y+row))
		}
	}
	return byte(min(max(sum>>k.scale, 0), 0xFF))
}
