package vm_test

import (
	"testing"

	"hotlens/vm"
)

// stressed chooses the programs of TestStressGC: those that reach the most of
// the VM's own code, which holds references in Go variables, natives above all.
func stressed(name string) bool {
	return hasPrefix(name, "Annot", "Basic", "Class", "Control", "Enum", "Exc", "FileSerialize", "FileText", "Format", "Generic", "Handle",
		"Init", "Lambda", "MiscBundles", "MiscClassLoading", "MiscProperties", "ProxyDynamic", "Reflect", "Regex", "Stdin", "StreamBasics", "StringBasics", "Thread")
}

// TestStressGC collects all the time: a program must not notice. An object that
// Go code still holds while no root does is gone by then, its memory zeroed or
// another object's, which rarely goes unnoticed.
func TestStressGC(t *testing.T) {
	// A prime, so that collections do not fall into step with a loop's
	// allocations. Smaller ones find no more but take longer.
	const everyAllocation = 41
	forEachProgram(t, "testdata/programs", stressed, func(t *testing.T, classes, name string) {
		want := runInProcess(t, classes, name, nil)
		got := runInProcess(t, classes, name, func(c *vm.Config) { c.StressGC = everyAllocation })
		sameRun(t, "collecting all the time", want, got)
	})
}

// TestStressGCEveryAllocation boots with a collection before every single
// allocation.
func TestStressGCEveryAllocation(t *testing.T) {
	forEachProgram(t, "testdata/programs", func(name string) bool { return name == "BasicHello" }, func(t *testing.T, classes, name string) {
		want := runInProcess(t, classes, name, nil)
		got := runInProcess(t, classes, name, func(c *vm.Config) { c.StressGC = 1 })
		sameRun(t, "collecting before every allocation", want, got)
	})
}
