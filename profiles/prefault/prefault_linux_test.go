package prefault

import (
	"bytes"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

const page = 4096

// resident counts the pages of a range that the kernel has given.
func resident(t *testing.T, start, length uintptr) (pages int) {
	t.Helper()
	which := make([]byte, length/page)
	if _, _, errno := unix.Syscall(unix.SYS_MINCORE, start, length, uintptr(unsafe.Pointer(&which[0]))); errno != 0 {
		t.Fatal(errno)
	}
	for _, one := range which {
		pages += int(one & 1)
	}
	return pages
}

func mapped(t *testing.T, length int) []byte {
	t.Helper()
	memory, err := unix.Mmap(-1, 0, length, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Munmap(memory) })
	return memory
}

func TestPages(t *testing.T) {
	const pages, given, closed = 64, 40, 32
	memory := mapped(t, pages*page)
	start := uintptr(unsafe.Pointer(&memory[0]))
	memory[3*page] = 7
	if err := unix.Mprotect(memory[closed*page:], unix.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	Pages(start, given*page) // as far as it may be written
	if got := resident(t, start, pages*page); got != closed {
		t.Errorf("%d pages were given, want the %d that may be written", got, closed)
	}
	want := make([]byte, closed*page)
	want[3*page] = 7
	if !bytes.Equal(memory[:closed*page], want) {
		t.Error("the memory does not contain what it did")
	}
}

// TestGoHeap demands that all of the piece of the heap is given in which an object is the first one.
func TestGoHeap(t *testing.T) {
	var kept [][]byte
	for range 64 { // a heap that has been collected has gaps below its end
		object := make([]byte, growth)
		kept = append(kept, object)
		at := uintptr(unsafe.Pointer(&object[growth-1]))
		if at < known.Load() {
			continue
		}
		piece := at &^ (growth - 1)
		first := growth - 1
		if start := uintptr(unsafe.Pointer(&object[0])); piece >= max(known.Load(), start) {
			first = int(piece - start) // the second half of the piece is given beside
		}
		GoHeap(unsafe.Pointer(&object[first]))
		beside.Wait()
		end := uintptr(unsafe.Pointer(&object[growth-1])) &^ (page - 1)
		if got := resident(t, piece, end-piece); got != int(end-piece)/page {
			t.Errorf("%d pages of the %d before the object's end were given", got, (end-piece)/page)
		}
		if known.Load() <= at {
			t.Error("what was given is not known")
		}
		return
	}
	t.Fatalf("none of %d objects was the last one of the heap", len(kept))
}

// TestSlice demands that a long list has all its pages, and that a short one is one as well.
func TestSlice(t *testing.T) {
	type triple [3]int32
	for _, length := range []int{0, 3, 5 * growth / 12, growth} {
		list := Slice[triple](length)
		if len(list) != length {
			t.Fatalf("a list of %d has %d", length, len(list))
		}
		for i, one := range list {
			if one != (triple{}) {
				t.Fatalf("element %d of %d is %v", i, length, one)
			}
		}
	}
	const length = growth
	list := Slice[byte](length)
	if got := resident(t, uintptr(unsafe.Pointer(&list[0])), length); got != length/page {
		t.Errorf("%d pages of the %d of a list were given", got, length/page)
	}
}
