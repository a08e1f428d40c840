//go:build unix

package natives

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"hotlens/vm/memory"
)

// TestRandom wants the stream behind /dev/random to be the same in each run, and
// not to depend on the sizes in which it is read.
func TestRandom(t *testing.T) {
	var a, b Host
	whole := make([]byte, 1000)
	a.random(whole)
	pieces := make([]byte, 1000)
	for i := 0; i < len(pieces); i += 8 {
		b.random(pieces[i : i+8])
	}
	if !bytes.Equal(whole, pieces) {
		t.Error("the stream depends on the sizes")
	}
	if bytes.Equal(whole[:500], whole[500:]) {
		t.Error("the stream repeats itself")
	}
}

func TestDescriptors(t *testing.T) {
	f := &Files{Standard: [3]int{-1, 11, 12}}
	if _, ok := f.descriptor(0); ok || !f.silent(0) {
		t.Error("an absent stdin is not silent")
	}
	if host, ok := f.descriptor(2); !ok || host != 12 {
		t.Errorf("stderr is %d, %t", host, ok)
	}
	if err := f.close(2); err != nil || !f.silent(2) {
		t.Errorf("closing stderr: %v", err)
	}
	if _, ok := f.descriptor(11); ok {
		t.Error("the host's descriptor is the program's")
	}
	if err := f.close(11); err != unix.EBADF {
		t.Errorf("closing the host's descriptor: %v", err)
	}
	reader, writer, err := makePipe()
	if err != nil {
		t.Fatal(err)
	}
	f.opened(reader, kindStream)
	f.opened(writer, kindStream)
	if _, err := unix.Read(reader, make([]byte, 1)); err != unix.EAGAIN {
		t.Errorf("an empty stream: %v", err)
	}
	if err := f.setBlocking(int32(reader), false); err != nil || !f.nonBlocking(int32(reader)) {
		t.Errorf("setBlocking: %v", err)
	}
	for _, fd := range []int{reader, writer} {
		if err := f.close(int32(fd)); err != nil {
			t.Error(err)
		}
	}
	if f.kind(int32(reader)) != kindDevice {
		t.Error("a closed descriptor is still known")
	}
}

// TestMapping maps a file into the linear memory, as FileChannel.map does.
func TestMapping(t *testing.T) {
	backing, err := os.Create(filepath.Join(t.TempDir(), "memory"))
	if err != nil {
		t.Fatal(err)
	}
	defer backing.Close()
	if err := backing.Truncate(memory.Size); err != nil {
		t.Fatal(err)
	}
	m, err := memory.Map(backing, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	content := bytes.Repeat([]byte("x"), 3*pageBytes)
	if _, err := file.Write(content); err != nil {
		t.Fatal(err)
	}
	var f Files
	host := int(file.Fd())
	shared, err := f.mapFile(m, host, mapReadWrite, pageBytes, 2*pageBytes)
	if err != nil || shared == 0 || shared%pageBytes != 0 {
		t.Fatalf("mapped at %#x, %v", shared, err)
	}
	const private = 2
	own, err := f.mapFile(m, host, private, 0, 100)
	if err != nil || own == 0 {
		t.Fatalf("mapped at %#x, %v", own, err)
	}
	if !m.OffHeap.Contains(uint64(shared), 2*pageBytes) || !m.OffHeap.Contains(uint64(own), pageBytes) {
		t.Error("the mappings are not in the off-heap memory")
	}
	m.SetU8(shared+5, 's')
	m.SetU8(own+5, 'o')
	got := make([]byte, 1)
	if _, err := file.ReadAt(got, pageBytes+5); err != nil || got[0] != 's' {
		t.Errorf("the file has %q, %v", got, err)
	}
	if _, err := file.ReadAt(got, 5); err != nil || got[0] != 'x' {
		t.Errorf("the file has %q, %v", got, err)
	}
	// Pages behind the end of the file would end the process.
	if err := f.truncate(m, host, pageBytes+10); err != nil {
		t.Fatal(err)
	}
	if m.U8(shared+5) != 's' || m.U8(shared+pageBytes) != 0 {
		t.Errorf("after truncation: %q %d", m.U8(shared+5), m.U8(shared+pageBytes))
	}
	first, err := f.mapFile(m, host, mapReadOnly, 0, pageBytes)
	again, errAgain := f.mapFile(m, host, mapReadOnly, 0, pageBytes)
	if first == 0 || first != again || err != nil || errAgain != nil {
		t.Errorf("two mappings that are only read: %#x and %#x, %v, %v", first, again, err, errAgain)
	}
	if known, err := f.unmapFile(m, again); !known || err != nil || m.U8(first) != 'x' {
		t.Errorf("the first mapping has %q after the second ended: %t, %v", m.U8(first), known, err)
	}
	if err := f.truncate(m, host, 0); err != nil {
		t.Fatal(err)
	}
	if err := f.truncate(m, host, 2*pageBytes); err != nil {
		t.Fatal(err)
	}
	if longer, err := f.mapFile(m, host, mapReadOnly, 0, pageBytes); longer == first || err != nil {
		t.Errorf("a mapping whose file became shorter is shared: %#x, %v", longer, err)
	}
	for _, a := range []memory.Address{shared, own, first} {
		if known, err := f.unmapFile(m, a); !known || err != nil {
			t.Errorf("unmapping: %t, %v", known, err)
		}
		if m.U8(a+5) != 0 {
			t.Error("an unmapped page still shows the file")
		}
	}
	if known, _ := f.unmapFile(m, shared); known {
		t.Error("unmapped twice")
	}
	if a, err := f.mapFile(m, host, mapReadWrite, 0, int64(memory.OffHeapBytes)); a != 0 || err != nil {
		t.Errorf("a mapping of the whole region: %#x, %v", a, err)
	}
}
