package convolution

import (
	"bytes"
	"testing"

	"hotlens/vm/planes"
)

// TestApply holds values of HotSpot's ConvolveOp on grey images.
func TestApply(t *testing.T) {
	source := &planes.Plane{Width: 5, Height: 3, Step: 1, Stride: 5, Components: []byte{
		10, 20, 30, 40, 50,
		60, 70, 80, 90, 100,
		110, 120, 130, 200, 255,
	}}
	for _, c := range []struct {
		width, height int
		values        []float32
		zero          bool
		want          []byte
	}{
		{3, 1, []float32{0, 0, 1}, true, []byte{0, 10, 20, 30, 0, 0, 60, 70, 80, 0, 0, 110, 120, 130, 0}},
		{2, 1, []float32{1, 0}, false, []byte{10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 200, 255}},
		{1, 1, []float32{2}, false, []byte{20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240, 255, 255, 255}},
		{1, 1, []float32{-1}, false, make([]byte, 15)},
		{1, 1, []float32{0.3}, false, []byte{3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 60, 76}},
	} {
		k, ok := New(c.width, c.height, c.values)
		if !ok {
			t.Fatalf("no kernel of %v", c.values)
		}
		got := &planes.Plane{Width: 5, Height: 3, Step: 1, Stride: 5, Components: make([]byte, 15)}
		k.Apply(got, source, c.zero, func() {})
		if !bytes.Equal(got.Components, c.want) {
			t.Errorf("%d by %d of %v: %v, want %v", c.width, c.height, c.values, got.Components, c.want)
		}
	}
	for _, values := range [][]float32{{0}, {1 << 17}, nil} {
		if _, ok := New(1, 1, values); ok {
			t.Errorf("a kernel of %v", values)
		}
	}
}
