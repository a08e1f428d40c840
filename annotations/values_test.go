package annotations

import (
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestCallAt names a call of several targets, and one of a single one.
func TestCallAt(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/polymorphic.txtar")
	if err != nil {
		t.Fatal(err)
	}
	s := newScenario(t, archive)
	for snippet, want := range map[string]string{"s.«area»()": "Circle.area, or another of 3 targets,", "«total»(new Shape[0])": "Demo.total", "double «sum» = 0": ""} {
		_, _, at := s.find(snippet, 0, len(s.compiled))
		if got, known := CallAt(s.view, at.Start); got != want || known != (want != "") {
			t.Errorf("%s calls %q, want %q", snippet, got, want)
		}
	}
}
