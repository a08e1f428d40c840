package scanconversion

import (
	"slices"
	"testing"
)

// all gives the spans of a finished shape.
func all(s *Shape) (boxes []Box) {
	s.Done()
	for {
		b, ok := s.Next()
		if !ok {
			return boxes
		}
		boxes = append(boxes, b)
	}
}

// rectangle adds one, clockwise.
func rectangle(s *Shape, left, top, right, bottom float32) {
	s.MoveTo(left, top)
	s.LineTo(right, top)
	s.LineTo(right, bottom)
	s.LineTo(left, bottom)
	s.Close()
}

func TestCentres(t *testing.T) {
	var s Shape
	s.SetArea(Box{0, 0, 10, 10})
	rectangle(&s, 1.5, 2.5, 3.5, 4.5)
	if b := s.Bounds(); b != (Box{1, 2, 4, 5}) {
		t.Errorf("bounds %v", b)
	}
	// A centre on the left or upper edge is inside, one on the others is not.
	if got, want := all(&s), []Box{{1, 2, 3, 3}, {1, 3, 3, 4}}; !slices.Equal(got, want) {
		t.Errorf("spans %v, want %v", got, want)
	}
}

func TestWinding(t *testing.T) {
	for _, c := range []struct {
		evenOdd bool
		want    []Box
	}{
		{true, []Box{{0, 0, 2, 1}, {4, 0, 6, 1}}},
		{false, []Box{{0, 0, 6, 1}}},
	} {
		s := Shape{EvenOdd: c.evenOdd}
		s.SetArea(Box{0, 0, 10, 1})
		rectangle(&s, 0, 0, 6, 3)
		rectangle(&s, 2, 0, 4, 3)
		if got := all(&s); !slices.Equal(got, c.want) {
			t.Errorf("even-odd %t: spans %v, want %v", c.evenOdd, got, c.want)
		}
	}
}

func TestAreaAndSkip(t *testing.T) {
	var s Shape
	s.SetArea(Box{-5, -5, 50, 50})
	s.Clip(Box{2, 1, 4, 9})
	rectangle(&s, -100, -100, 100, 100)
	s.Done()
	s.SkipTo(7)
	if got, want := all(&s), []Box{{2, 7, 4, 8}, {2, 8, 4, 9}}; !slices.Equal(got, want) {
		t.Errorf("spans %v, want %v", got, want)
	}
	if got := all(&Shape{}); got != nil {
		t.Errorf("an empty shape has the spans %v", got)
	}
}

func TestEdgesAndCurves(t *testing.T) {
	var s Shape
	s.SetArea(Box{0, 0, 20, 20})
	s.MoveTo(0, 0)
	s.LineTo(4, 4)
	s.LineTo(0, 4)
	if got, want := all(&s), []Box{{0, 1, 1, 2}, {0, 2, 2, 3}, {0, 3, 3, 4}}; !slices.Equal(got, want) {
		t.Errorf("a triangle's spans %v, want %v", got, want)
	}
	var curves Shape
	curves.SetArea(Box{0, 0, 20, 20})
	curves.MoveTo(0, 10)
	curves.QuadTo(0, 0, 10, 0)
	curves.CurveTo(16, 0, 20, 4, 20, 10)
	rows := all(&curves)
	if len(rows) != 10 || rows[9] != (Box{0, 9, 20, 10}) || rows[0].Left < 5 || rows[0].Right > 15 {
		t.Errorf("an arch's spans: %v", rows)
	}
}

func TestNormalize(t *testing.T) {
	s := Shape{Normalize: true}
	s.SetArea(Box{0, 0, 20, 20})
	rectangle(&s, 1.9, 1.9, 3.1, 3.1)
	if got, want := all(&s), []Box{{2, 2, 3, 3}}; !slices.Equal(got, want) {
		t.Errorf("spans %v, want %v", got, want)
	}
}

// TestBeyond draws a curve whose right half lies outside of the area, and has no edges there.
func TestBeyond(t *testing.T) {
	var s Shape
	s.SetArea(Box{0, 0, 10, 10})
	s.MoveTo(2, 4)
	s.LineTo(11, 4)
	s.CurveTo(15, 4, 15, 6, 11, 6)
	s.LineTo(2, 6)
	if got, want := all(&s), []Box{{2, 4, 10, 5}, {2, 5, 10, 6}}; !slices.Equal(got, want) {
		t.Errorf("spans %v, want %v", got, want)
	}
}

// FuzzShape draws wild shapes: spans lie in the area, in order, without overlap.
func FuzzShape(f *testing.F) {
	f.Add([]byte("some path of a shape"), float32(1))
	f.Fuzz(func(t *testing.T, path []byte, scale float32) {
		area := Box{-3, -4, 30, 20}
		var s Shape
		s.SetArea(area)
		at := func(i int) float32 { return (float32(path[i%len(path)]) - 100) * scale }
		for i := 0; i < min(len(path), 100); i++ {
			switch path[i] % 5 {
			case 0:
				s.MoveTo(at(i), at(i+1))
			case 1:
				s.LineTo(at(i), at(i+1))
			case 2:
				s.QuadTo(at(i), at(i+1), at(i+2), at(i+3))
			case 3:
				s.CurveTo(at(i), at(i+1), at(i+2), at(i+3), at(i+4), at(i+5))
			case 4:
				s.Close()
			}
		}
		last := Box{area.Left, area.Top - 1, area.Left, area.Top}
		for _, b := range all(&s) {
			after := b.Top > last.Top || b.Top == last.Top && b.Left >= last.Right
			if !after || b.Left < area.Left || b.Top < area.Top || b.Right > area.Right || b.Bottom > area.Bottom || b.Right <= b.Left || b.Bottom != b.Top+1 {
				t.Fatalf("span %v after %v", b, last)
			}
			last = b
		}
	})
}
