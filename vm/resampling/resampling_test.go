package resampling

import "testing"

// TestSample holds values of HotSpot's drawing of images.
func TestSample(t *testing.T) {
	pixels := []uint32{0xFF000000, 0xFF0000FF, 0xFF00FF00, 0x00000000}
	image := Image{Width: 2, Height: 2, Pixel: func(x, y int64) uint32 { return pixels[y*2+x] }}
	for _, c := range []struct {
		filter Filter
		x, y   float64
		want   uint32
	}{
		{NearestNeighbor, 0.99, 0.99, 0xFF000000},
		{NearestNeighbor, 1, 0.99, 0xFF0000FF},
		{Bilinear, 0.5, 0.5, 0xFF000000},
		{Bilinear, 1, 0.5, 0xFF000080},
		{Bilinear, 1, 1, 0xBF004040},
		{Bilinear, 1.9, 0.1, 0xFF0000FF},
		{Bicubic, 0.5, 0.5, 0xFF000000},
		{Bicubic, 1.5, 0.5, 0xFF0000FF},
	} {
		if got := image.Sample(c.filter, FixedOf(c.x), FixedOf(c.y)); got != c.want {
			t.Errorf("filter %d at %g, %g: %#08x, want %#08x", c.filter, c.x, c.y, got, c.want)
		}
	}
	if image.Contains(FixedOf(2), 0) || image.Contains(-1, 0) || !image.Contains(FixedOf(1.999), 0) {
		t.Error("the image has the pixels 0 and 1")
	}
}

// TestWeights demands that the weights of a place's four neighbours add up to one.
func TestWeights(t *testing.T) {
	for fraction := range int32(256) {
		sum := int32(0)
		for _, weight := range cubicWeights(fraction) {
			sum += weight
		}
		if sum != 256 {
			t.Errorf("at %d/256 the weights add up to %d", fraction, sum)
		}
	}
}

// TestScaling demands that the range's pixels show the source's first to last in order, whatever the sizes.
func TestScaling(t *testing.T) {
	for size := int64(1); size < 50; size += 7 {
		for to := 0.4; to < 1000; to *= 1.7 {
			x, _ := Scalings(size, size, 3.3, 0, 3.3+to, 1)
			first, end := x.Range()
			if float64(end-first) < to-1 || float64(end-first) > to+1 {
				t.Errorf("%d pixels scaled to %g are drawn to %d up to %d", size, to, first, end)
			}
			for at := first + 1; at < end; at++ {
				if step := x.Source(at) - x.Source(at-1); step < 0 || float64(step) > float64(size)/to+1 {
					t.Errorf("%d pixels scaled to %g: a step of %d at %d", size, to, step, at)
				}
			}
		}
	}
}
