// Package memorytest makes linear memories for tests.
//
// Invariant: only tests import it.
package memorytest

import (
	"os"
	"path/filepath"
	"testing"

	"hotlens/vm/memory"
)

// HeapBytes is a heap that is large enough for what unit tests make.
const HeapBytes = 1 << 20

// New maps a linear memory with a heap of so many bytes, which goes with t.
func New(t testing.TB, heapBytes uint64) *memory.Memory {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "memory"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	if err := file.Truncate(memory.Size); err != nil {
		t.Fatal(err)
	}
	m, err := memory.Map(file, heapBytes)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Close() })
	return m
}
