//go:build unix

package vm_test

import (
	"testing"

	"hotlens/vm/oracle"
)

// foreignSince is the first JDK whose java.lang.foreign is no preview (JEP 454).
const foreignSince = 22

// TestNativeFunctionsAreRefused has a program look for native functions, which hotlens does not call: it is told so by exceptions, and goes on.
func TestNativeFunctionsAreRefused(t *testing.T) {
	oracle.Once(t)
	const want = `memory: 12
linker: java.lang.UnsupportedOperationException: Platform does not support native linker
library: java.lang.IllegalArgumentException: Cannot open library: libc.so.6
loader: Optional.empty
`
	for _, jdk := range oracle.NewerJDKs(t) {
		if jdk.Release.Feature < foreignSince {
			continue
		}
		t.Run(jdk.Name(), func(t *testing.T) {
			tools := oracle.ToolsOf(t, jdk)
			run := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Settings: tools.Settings,
				Arguments: []string{"run", "--tier", *oracle.Tier, "-cp", oracle.Compile(t, tools, "testdata/foreign"), "CallsNative"}})
			if run.Status != "0" || run.Stdout != want {
				t.Errorf("exit status %s, stdout:\n%s\nstderr:\n%s", run.Status, oracle.FirstDifference(want, run.Stdout), oracle.LastLines(run.Stderr, 20))
			}
		})
	}
}
