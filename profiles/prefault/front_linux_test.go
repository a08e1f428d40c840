package prefault

import (
	"bytes"
	"testing"
	"unsafe"

	"github.com/sourcegraph/conc"
)

// TestFront uses a memory from its start on, a little at a time: what is used has pages when the steps have been taken, nothing behind the end has, and the memory contains what was written.
func TestFront(t *testing.T) {
	const (
		length = 16 << 20
		record = 3 * page / 2
		least  = 16 * page
		end    = length - 5*page // which is not the end of a step
	)
	for _, beside := range []bool{false, true} {
		var tasks conc.WaitGroup
		var f Front
		if beside {
			f.Tasks = &tasks
		}
		memory := mapped(t, length)
		base := unsafe.Pointer(&memory[0])
		steps := 0
		for from := 0; from+record <= end; from += record {
			to := uint32(from + record)
			if to > f.Due {
				f.Step(base, uint32(from)&^(page-1), to, uint32(from), least, end)
				steps++
				tasks.Wait()
				if given, want := resident(t, uintptr(base), uintptr(to)&^(page-1)), int(to)/page; given != want {
					t.Fatalf("%d of the %d pages in use were given", given, want)
				}
			}
			copy(memory[from:to], bytes.Repeat([]byte{byte(from/record) | 1}, record))
		}
		if given := resident(t, uintptr(base)+end, length-end); given != 0 {
			t.Errorf("%d pages behind the end were given", given)
		}
		if most := 400; steps > most {
			t.Errorf("%d steps, more than %d", steps, most)
		}
		for from := 0; from+record <= end; from += record {
			if got, want := memory[from], byte(from/record)|1; got != want {
				t.Fatalf("at %d the memory contains %d, want %d", from, got, want)
			}
		}
	}
}

// TestFrontSkips leaves out a part that gets no pages, and goes on behind it.
func TestFrontSkips(t *testing.T) {
	const pages = 64
	memory := mapped(t, pages*page)
	base := unsafe.Pointer(&memory[0])
	var f Front
	f.Step(base, 0, page, page, 2*page, pages*page)
	f.Skip(40 * page)
	f.Step(base, 40*page, 41*page, 41*page, 2*page, pages*page)
	for at, want := range map[uintptr]int{0: 2, 2: 0, 38: 0, 40: 2, 46: 0} {
		if got := resident(t, uintptr(base)+at*page, 2*page); got != want {
			t.Errorf("of the two pages from page %d on, %d were given, want %d", at, got, want)
		}
	}
}
