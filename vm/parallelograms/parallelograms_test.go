package parallelograms

import (
	"math"
	"slices"
	"testing"
)

var area = Area{0, 0, 12, 12}

// covered sums up what of pixels is covered, in pixels.
func covered(t *testing.T, draw func(Area, func(Row) bool)) float64 {
	t.Helper()
	sum := 0.0
	draw(area, func(r Row) bool {
		if r.X < area.Left || r.X+len(r.Coverages) > area.Right || r.Y < area.Top || r.Y >= area.Bottom {
			t.Errorf("row %+v leaves the area", r)
		}
		for _, c := range r.Coverages {
			sum += float64(c) / Opaque
		}
		return true
	})
	return sum
}

// TestCover compares the sums of coverages with the sizes of shapes: level, turned, drawn by a pen, and cut off by the area.
func TestCover(t *testing.T) {
	for _, c := range []struct {
		p    Parallelogram
		want float64
	}{
		{Parallelogram{Corner: Vector{1.5, 2.25}, Side1: Vector{4, 0}, Side2: Vector{0, 3.5}}, 14},
		{Parallelogram{Corner: Vector{1.25, 2}, Side1: Vector{0.5, 0}, Side2: Vector{0, 4}}, 2},
		{Parallelogram{Corner: Vector{5, 1}, Side1: Vector{3, 4}, Side2: Vector{-4, 3}}, 25},
		{Parallelogram{Corner: Vector{6, 9}, Side1: Vector{3, -5}, Side2: Vector{-4, -3}}, 29},
		{Parallelogram{Corner: Vector{-6, -6}, Side1: Vector{30, 0}, Side2: Vector{0, 30}}, 144},
		{Parallelogram{Corner: Vector{math.NaN(), 1}, Side1: Vector{3, 4}, Side2: Vector{-4, 3}}, 0},
	} {
		if got := covered(t, c.p.Cover); math.Abs(got-c.want) > c.want/50 {
			t.Errorf("%+v covers %v pixels, want about %v", c.p, got, c.want)
		}
	}
	outline := Parallelogram{Corner: Vector{6, 2}, Side1: Vector{3, 4}, Side2: Vector{-4, 3}, Width1: 0.2, Width2: 0.2}
	if got := covered(t, outline.CoverOutline); math.Abs(got-20) > 0.5 {
		t.Errorf("an outline covers %v pixels, want about 20", got)
	}
	outline.Width1 = 1
	if got := covered(t, outline.CoverOutline); math.Abs(got-60) > 1 {
		t.Errorf("an outline without a hole covers %v pixels, want about 60", got)
	}
}

// spans are what a shape draws without antialiasing.
func spans(draw func(Area, func(Span) bool)) (all []Span) {
	draw(area, func(s Span) bool { all = append(all, s); return true })
	return all
}

func TestFill(t *testing.T) {
	square := Parallelogram{Corner: Vector{2, 3}, Side1: Vector{3, 0}, Side2: Vector{0, 2}}
	if got, want := spans(square.Fill), []Span{{3, 2, 5}, {4, 2, 5}}; !slices.Equal(got, want) {
		t.Errorf("a square is %v, want %v", got, want)
	}
	diamond := Parallelogram{Corner: Vector{5, 1}, Side1: Vector{-3, 3}, Side2: Vector{3, 3}}
	if got, want := spans(diamond.Fill), []Span{{1, 4, 5}, {2, 3, 6}, {3, 2, 7}, {4, 2, 7}, {5, 3, 6}, {6, 4, 5}}; !slices.Equal(got, want) {
		t.Errorf("a diamond is %v, want %v", got, want)
	}
	thinLine := Parallelogram{Corner: Vector{2, 2}, Side1: Vector{4, 0}, Side2: Vector{0, 3}, Width1: 1.0 / 4, Width2: 1.0 / 3}
	pixels := map[[2]int]bool{}
	for _, s := range spans(thinLine.Outline) {
		for x := s.Left; x < s.Right; x++ {
			pixels[[2]int{x, s.Y}] = true
		}
	}
	if len(pixels) != 2*(4+3) {
		t.Errorf("the outline of 4 by 3 has %d pixels: %v", len(pixels), pixels)
	}
	count := 0
	square.Fill(area, func(Span) bool { count++; return false })
	if count != 1 {
		t.Errorf("%d spans after the first has been refused", count)
	}
}
