//go:build unix

package vm_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"hotlens/vm"
	"hotlens/vm/oracle"
)

// TestMainClassMissing tells a main class that there is not from one that cannot be loaded, with each JDK.
func TestMainClassMissing(t *testing.T) {
	for _, jdk := range oracle.JDKs(t) {
		for class, missing := range map[string]bool{"shop.Nowhere": true, "Damaged": false} {
			t.Run(jdk.Name()+"/"+class, func(t *testing.T) {
				folder := t.TempDir()
				if err := os.WriteFile(filepath.Join(folder, "Damaged.class"), []byte("no class"), 0o600); err != nil {
					t.Fatal(err)
				}
				machine := bootInterpreter(t, jdk, folder)
				var load *vm.LoadError
				if got := runToItsEnd(t, machine, vm.Program{MainClass: class}).Err; !errors.As(got, &load) || load.Missing() != missing {
					t.Errorf("the run ends with %v, want a LoadError of a class that is missing: %t", got, missing)
				}
			})
		}
	}
}
