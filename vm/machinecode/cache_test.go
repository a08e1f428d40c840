//go:build unix

package machinecode_test

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"hotlens/vm/codecache"
	"hotlens/vm/compiler/wasm"
)

// store opens a folder for machine code, which is closed with the test.
func store(t *testing.T, folder string) *codecache.Cache {
	t.Helper()
	cache, err := codecache.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cache.Close(); err != nil {
			t.Error(err)
		}
	})
	return cache
}

// answer compiles a function that returns 42, in a machine of its own, and calls it.
func answer(t *testing.T, cache codecache.Store) {
	t.Helper()
	code, memory := machineWith(t, nil, cache)
	shape := wasm.FuncType{Params: signature.Params[:4], Results: wasm.Types(wasm.I32, wasm.I32)}
	_, trampoline := install(t, code, shape)
	entry, ok := code.NewEntry()
	if !ok {
		t.Fatal("the table is full")
	}
	body := wasm.NewBody(4)
	body.ConstI32(42)
	body.Index(wasm.OpLocalGet, 3)
	m := code.NewModule()
	m.Element(entry, m.Function(shape, body.Bytes()))
	translated, err := code.Translate(m.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := code.Install(translated, ""); err != nil {
		t.Fatal(err)
	}
	left, err := code.NewEntrance().Enter(trampoline, entry, 0, lowest, 0, 7)
	if got := memory[result]; err != nil || left != 7 || got != 42 {
		t.Fatalf("the function returned %d with %d bytecodes left: %v", got, left, err)
	}
}

// files is what a folder holds, by name.
func files(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]byte{}
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		found[entry.Name()] = data
	}
	return found
}

// TestCodeIsKept demands that a second machine finds all that a first one has
// compiled, and that code whose file is damaged is compiled again.
func TestCodeIsKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "code")
	answer(t, store(t, folder))
	first := files(t, folder)
	if len(first) == 0 {
		t.Fatal("nothing was kept")
	}
	before := inodes(t, folder)
	answer(t, store(t, folder))
	for name, inode := range inodes(t, folder) {
		if before[name] != inode {
			t.Errorf("%s was written again", name)
		}
	}

	for name, data := range first {
		damaged := bytes.Clone(data)
		for i := len(damaged) / 2; i < len(damaged); i++ {
			damaged[i] ^= 0xff // the machine code is there
		}
		if err := os.WriteFile(filepath.Join(folder, name), damaged, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	answer(t, store(t, folder))
	for name, data := range files(t, folder) {
		if !bytes.Equal(data, first[name]) {
			t.Errorf("%s was not mended", name)
		}
	}
}

// TestFolderThatIsGone compiles although nothing can be kept.
func TestFolderThatIsGone(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "code")
	cache := store(t, folder)
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	answer(t, cache)
}

// inodes are the files' numbers: one that is written again has another.
func inodes(t *testing.T, folder string) map[string]uint64 {
	t.Helper()
	found := map[string]uint64{}
	for name := range files(t, folder) {
		info, err := os.Stat(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		found[name] = info.Sys().(*syscall.Stat_t).Ino
	}
	return found
}
