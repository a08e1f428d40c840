//go:build unix

package vm_test

import (
	"testing"

	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

// stressedShare is the share of what could be stressed that TestStressGC runs: the same natives are called by many.
const stressedShare = 4

// stressed chooses the programs of TestStressGC among those that reach the most of
// the VM's own code, which holds references in Go variables, natives above all.
func stressed(name string) bool {
	if name == "BasicHello" {
		return true
	}
	return oracle.Chosen(name, stressedShare) && name != "ExcStackOverflow" /* each collection scans its deep stacks */ && hasPrefix(name, "Annot", "Basic", "Class", "Control", "Enum", "Exc", "FileSerialize", "FileText", "Format", "Generic", "Handle",
		"Init", "Lambda", "LoaderGenerated", "LoaderUnloading", "MiscBundles", "MiscClassLoading", "MiscProperties", "ProxyDynamic", "Reflect", "Regex", "Stdin", "StreamBasics", "StringBasics", "Thread")
}

// TestStressGC collects all the time: a program must not notice. An object that
// Go code still holds while no root does is gone by then, its memory zeroed or
// another object's, which rarely goes unnoticed.
func TestStressGC(t *testing.T) {
	forEachProgram(t, programsFolder, profiledShare, stressed, func(t *testing.T, classes, name string) {
		// A prime, so that collections do not fall into step with a loop's
		// allocations. Smaller ones take longer, so one program has to do for
		// booting and ending under the greatest stress.
		every := 61
		if name == "BasicHello" {
			every = 2
		}
		want := runInProcess(t, classes, name, nil)
		got := runInProcess(t, classes, name, func(c *configuration.Run) { c.Testing.StressGC = every })
		sameRun(t, "collecting all the time", want, got)
	})
}
