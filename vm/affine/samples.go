package affine

import (
	"math"
	"sync"

	"hotlens/vm/planes"
	"hotlens/vm/resampling"
)

// samplers are how a filter finds a component at a place in the source: where it has all neighbours, and where it does not, if
// that makes a difference. Inside, places are those of the upper left one of the pixels around.
func samplers(f resampling.Filter) (inside, atEdge func(p *planes.Plane, x, y int32) byte) {
	switch f {
	case resampling.Bilinear:
		return bilinear, bilinearAtEdge
	case resampling.Bicubic:
		return bicubic, bicubicAtEdge
	}
	return func(p *planes.Plane, x, y int32) byte { return p.Nearest(int(x>>shift), int(y>>shift)) }, nil
}

// bilinear weighs the four pixels around a place, in integers.
func bilinear(p *planes.Plane, x, y int32) byte {
	right, down := x&(one-1), y&(one-1)
	column, row := int(x>>shift), int(y>>shift)
	between := func(from, to, weight int32) int32 { return from + (weight*(to-from)+half)>>shift }
	at := func(dx, dy int) int32 { return int32(p.Nearest(column+dx, row+dy)) }
	left := between(at(0, 0), at(0, 1), down)
	return byte(between(left, between(at(1, 0), at(1, 1), down), right))
}

// bilinearAtEdge is the same in floating point, with the source's edge repeated outside.
func bilinearAtEdge(p *planes.Plane, x, y int32) byte {
	x, y = x-half, y-half
	right, down := float64(x&(one-1))/one, float64(y&(one-1))/one
	column, row := int(x>>shift), int(y>>shift)
	at := func(dx, dy int) float64 { return float64(p.Nearest(column+dx, row+dy)) }
	upper := float64(at(0, 0)*(1-right)) + float64(at(1, 0)*right)
	lower := float64(at(0, 1)*(1-right)) + float64(at(1, 1)*right)
	return byte(float64(upper*(1-down)) + float64(lower*down))
}

// positions is how many places between two pixels the tables of weights have.
const positions = 256

// weights are those of four pixels in a row at the places between the second and the third, by the cubic curve with a sharpness
// of -1/2.
func weights(of func(value float64, sign float64) float64) (table [positions][4]float64) {
	for i := range table {
		d := float64(i)/positions + 1.0/(2*positions)
		square := d * d
		cube := square * d
		table[i] = [4]float64{
			of(-0.5*cube+square-0.5*d, -1), of(1.5*cube-2.5*square+1, 1),
			of(-1.5*cube+2*square+0.5*d, 1), of(0.5*cube-0.5*square, -1),
		}
	}
	return table
}

// integerWeights are in 2.14 fixed-point form, and floatWeights numbers of single precision times 4096.
var (
	integerWeights = sync.OnceValue(func() *[positions][4]int32 {
		var table [positions][4]int32
		rounded := weights(func(v, sign float64) float64 { return math.Trunc(v*(1<<14) + sign*0.5) })
		for i, row := range rounded {
			for j, v := range row {
				table[i][j] = int32(v)
			}
		}
		return &table
	})
	floatWeights = sync.OnceValue(func() *[positions][4]float64 {
		table := weights(func(v, _ float64) float64 { return float64(float32(v * (1 << 12))) })
		return &table
	})
)

// bicubic weighs the sixteen pixels around a place, in integers: first those of each row, then the rows.
func bicubic(p *planes.Plane, x, y int32) byte {
	const firstShift, secondShift = 12, 16
	table := integerWeights()
	across, down := &table[x>>8&(positions-1)], &table[y>>8&(positions-1)]
	column, row := int(x>>shift), int(y>>shift)
	total := int32(1) << (secondShift - 1)
	for dy, weight := range down {
		sum := int32(0)
		for dx, w := range across {
			sum += int32(p.Nearest(column+dx-1, row+dy-1)) * w
		}
		total += sum >> firstShift * weight
	}
	return byte(min(max(total>>secondShift, 0), 0xFF))
}

// bicubicAtEdge is the same in floating point, with the source's edge repeated outside.
func bicubicAtEdge(p *planes.Plane, x, y int32) byte {
	x, y = x-half, y-half
	table := floatWeights()
	across, down := &table[x>>8&(positions-1)], &table[y>>8&(positions-1)]
	column, row := int(x>>shift), int(y>>shift)
	var rows [4]float64
	for dy := range rows {
		for dx, w := range across {
			rows[dy] += float64(float64(p.Nearest(column+dx-1, row+dy-1)) * w)
		}
	}
	total := 0.0
	for dy, weight := range down {
		total += float64(rows[dy] * weight)
	}
	const middle = 0x7F800000 // of the range of 8.24 fixed-point numbers
	return byte(truncated(total-middle)>>24) ^ 0x80
}

// truncated is v without its fraction, or the nearest number of 32 bits.
func truncated(v float64) int32 {
	if v >= math.MaxInt32 {
		return math.MaxInt32
	}
	if v <= math.MinInt32 {
		return math.MinInt32
	}
	return int32(v)
}
