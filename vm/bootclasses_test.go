//go:build unix

package vm_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hotlens/vm"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

var updateBootClasses = flag.Bool("update-boot-classes", false, "write the lists of the classes with which a library starts")

// TestBootClasses demands that nearly all classes with which the library of each JDK starts, and the methods that it calls, are listed to be read ahead, and few others. After an update of
// a JDK, -update-boot-classes writes the lists anew.
func TestBootClasses(t *testing.T) {
	const least, most = 0.9, 1.1 // of what is loaded: updates of a JDK load other classes
	for _, jdk := range oracle.JDKs(t) {
		t.Run(jdk.Name(), func(t *testing.T) {
			folder := t.TempDir()
			machine := bootInterpreter(t, jdk, folder)
			loaded := machine.BootLoaded()
			runToItsEnd(t, machine, vm.Program{MainClass: "java.lang.Object"}) // which has no main method
			list := filepath.Join("bootclasses", jdk.Name()+".txt")
			if *updateBootClasses {
				var text strings.Builder
				for _, w := range loaded {
					fmt.Fprintln(&text, append([]any{w.Class}, places(w.Methods)...)...)
				}
				if err := os.WriteFile(list, []byte(text.String()), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			listed := vm.BootClasses(jdk.Release)
			of := map[string][]int{}
			for _, w := range listed {
				of[w.Class] = w.Methods
			}
			var classes, methods, called, all int
			for _, w := range loaded {
				if known, found := of[w.Class]; found {
					classes++
					methods += len(w.Methods) - len(slices.DeleteFunc(slices.Clone(w.Methods), func(at int) bool { return slices.Contains(known, at) }))
				}
				called += len(w.Methods)
			}
			for _, w := range listed {
				all += len(w.Methods)
			}
			few := func(both, of int) bool { return float64(both) < least*float64(of) }
			many := func(listed, of int) bool { return float64(listed) > most*float64(of) }
			if few(classes, len(loaded)) || many(len(listed), len(loaded)) || few(methods, called) || many(all, called) {
				t.Errorf("%s lists %d classes, among them %d of the %d that are loaded, and %d methods, %d of the %d that are called: run go test ./vm -run TestBootClasses -update-boot-classes",
					list, len(listed), classes, len(loaded), all, methods, called)
			}
		})
	}
}

func places(methods []int) (words []any) {
	for _, at := range methods {
		words = append(words, at)
	}
	return words
}

// bootInterpreter boots a machine of a JDK that has only the interpreter, for programs in a folder.
func bootInterpreter(t *testing.T, jdk oracle.JDK, folder string) *vm.VM {
	t.Helper()
	machine, err := vm.Boot(t.Context(), configuration.Run{
		JDK: jdk.Home, Release: jdk.Release, ClassPath: []string{folder}, Tier: configuration.TierInterpreter, Policy: configuration.Policy{Unrestricted: true},
		Limits:    configuration.Limits{HeapBytes: 64 << 20, StackBytes: 1 << 20, MaxThreads: 50},
		Directory: folder, TempDirectory: folder, Environment: oracle.Environment(),
	}, vm.Needs{}, vm.Files{Memory: openMemory(t), Stdout: openScratch(t, filepath.Join(folder, "stdout"))})
	if err != nil {
		t.Fatal(err)
	}
	return machine
}
