package mutation_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"hotlens/vm/classfile"
	"hotlens/vm/classfile/mutation"
)

// TestMutate checks that a class file survives being taken apart, and that most
// files with one change are still class files, different from the first.
func TestMutate(t *testing.T) {
	files, err := filepath.Glob("../testdata/*.class")
	if err != nil || len(files) == 0 {
		t.Fatal("no class files:", err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	accepted, changed, total := 0, 0, 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := mutation.Mutate(data, nil); !bytes.Equal(got, data) {
			t.Errorf("%s: without a script %d bytes become %d others", name, len(data), len(got))
		}
		for range 200 {
			script := make([]byte, 8)
			for i := range script {
				script[i] = byte(random.Uint32())
			}
			mutant := mutation.Mutate(data, script)
			if again := mutation.Mutate(data, script); !bytes.Equal(mutant, again) {
				t.Errorf("%s: script %x gives two results", name, script)
			}
			total++
			if !bytes.Equal(mutant, data) {
				changed++
			}
			if _, err := classfile.Parse(mutant); err == nil {
				accepted++
			}
		}
	}
	if accepted < total/3 || changed < total/2 {
		t.Errorf("of %d mutants %d differ and %d pass the format check", total, changed, accepted)
	}
}

// FuzzMutate checks that no file and no script makes Mutate panic.
func FuzzMutate(f *testing.F) {
	files, _ := filepath.Glob("../testdata/*.class")
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, []byte("abcdefghijklmnop"))
	}
	f.Fuzz(func(_ *testing.T, data, script []byte) {
		if len(script) > 1<<10 {
			return // more of the same
		}
		mutation.Mutate(data, script)
	})
}
