//go:build unix

package vm_test

import (
	"strings"
	"testing"

	"hotlens/profiles"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

// TestHotImplicitExceptions throws what the VM makes itself, thousands of times, without
// contexts: the edges of the constructors that it runs are never announced, as their calls
// are not the program's, and yet their code neither leaves at the calls nor is compiled
// again and again.
func TestHotImplicitExceptions(t *testing.T) {
	const (
		mostExits        = 100 // until all that they execute has been executed once
		mostCompilations = 3
	)
	if testing.Short() {
		t.Skip("make test-all does; the program itself is tried in TestPrograms")
	}
	hot := func(name string) bool { return name == "ExcHot" }
	forEachProgram(t, programsFolder, 1, hot, func(t *testing.T, classes, name string) {
		out := runInProcess(t, classes, name, func(c *configuration.Run) {
			c.Tier, c.Profilers, c.VerboseJIT = configuration.TierAuto, []string{profiles.ProfilerEdges}, true
		})
		if out.result.ExitStatus != 0 {
			t.Fatalf("status %d:\n%s", out.result.ExitStatus, oracle.LastLines(out.Stderr, 20))
		}
		compiled := strings.Count(out.Stderr, "[jit] compiled java.lang.Throwable.<init>(Ljava/lang/String;Ljava/lang/Throwable;)V:") // of those that call others it executes most
		if compiled == 0 || compiled > mostCompilations {
			t.Errorf("the constructor of Throwable with a cause was compiled %d times, not once or a few times; the end of the log:\n%s", compiled, oracle.LastLines(out.Stderr, 20))
		}
		checkExits(t, out.Stderr, "java.", mostExits)
	})
}
