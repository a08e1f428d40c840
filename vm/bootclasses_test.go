//go:build unix

package vm_test

import (
	"flag"
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

// TestBootClasses demands that nearly all classes with which the library of each JDK starts are listed to be read ahead, and few others. After an update of
// a JDK, -update-boot-classes writes the lists anew.
func TestBootClasses(t *testing.T) {
	const least, most = 0.9, 1.1 // of what is loaded: updates of a JDK load other classes
	for _, jdk := range oracle.JDKs(t) {
		t.Run(jdk.Name(), func(t *testing.T) {
			folder := t.TempDir()
			machine, err := vm.Boot(t.Context(), configuration.Run{
				JDK: jdk.Home, Release: jdk.Release, ClassPath: []string{folder}, Tier: configuration.TierInterpreter, Policy: configuration.Policy{Unrestricted: true},
				Limits:    configuration.Limits{HeapBytes: 64 << 20, StackBytes: 1 << 20, MaxThreads: 50},
				Directory: folder, TempDirectory: folder, Environment: oracle.Environment(),
			}, vm.Files{Memory: openMemory(t), Stdout: openScratch(t, filepath.Join(folder, "stdout"))})
			if err != nil {
				t.Fatal(err)
			}
			loaded := machine.BootLoaded()
			runToItsEnd(t, machine, vm.Program{MainClass: "java.lang.Object"}) // which has no main method
			list := filepath.Join("bootclasses", jdk.Name()+".txt")
			if *updateBootClasses {
				if err := os.WriteFile(list, []byte(strings.Join(loaded, "\n")+"\n"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			listed := vm.BootClasses(jdk.Release)
			both := len(loaded) - len(slices.DeleteFunc(slices.Clone(loaded), func(name string) bool { return slices.Contains(listed, name) }))
			if float64(both) < least*float64(len(loaded)) || float64(len(listed)) > most*float64(len(loaded)) {
				t.Errorf("%s lists %d classes, among them %d of the %d that are loaded: run go test ./vm -run TestBootClasses -update-boot-classes", list, len(listed), both, len(loaded))
			}
		})
	}
}
