package affine

import (
	"bytes"
	"testing"

	"hotlens/vm/planes"
	"hotlens/vm/resampling"
)

// TestApply holds values of HotSpot's AffineTransformOp on rasters of bytes.
func TestApply(t *testing.T) {
	source := []byte{
		10, 20, 30, 40,
		60, 70, 80, 90,
		110, 120, 130, 200,
	}
	double := Map{XX: 2, YY: 2}
	for _, c := range []struct {
		m             Map
		filter        resampling.Filter
		width, height int
		want          []byte
	}{
		{Map{XX: 1, YY: 1}, resampling.NearestNeighbor, 4, 3, source},
		{Map{XX: 1, YY: 1, X: 1}, resampling.Bilinear, 4, 3, []byte{0, 10, 20, 30, 0, 60, 70, 80, 0, 110, 120, 130}},
		{double, resampling.Bilinear, 4, 2, []byte{10, 12, 17, 22, 22, 26, 31, 36}},
		{double, resampling.Bicubic, 4, 2, []byte{6, 8, 14, 19, 18, 21, 26, 32}},
		{Map{XY: -1, X: 3, YX: 1}, resampling.NearestNeighbor, 3, 4, []byte{110, 60, 10, 120, 70, 20, 130, 80, 30, 200, 90, 40}},
	} {
		got := make([]byte, c.width*c.height)
		plane := func(width, height int, components []byte) []planes.Plane {
			return []planes.Plane{{Width: width, Height: height, Step: 1, Stride: width, Components: components}}
		}
		rows := 0
		if !Apply(plane(c.width, c.height, got), plane(4, 3, source), c.m, c.filter, func() { rows++ }) {
			t.Fatalf("%+v cannot be applied", c.m)
		}
		if !bytes.Equal(got, c.want) || rows == 0 {
			t.Errorf("%+v, filter %d: %v after %d rows, want %v", c.m, c.filter, got, rows, c.want)
		}
	}
	flat := []planes.Plane{{Width: 4, Height: 3, Step: 1, Stride: 4, Components: source}}
	if Apply(flat, flat, Map{XX: 1}, resampling.Bilinear, func() {}) {
		t.Error("a map without an inverse has been applied")
	}
}
