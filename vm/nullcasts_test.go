//go:build unix

package vm_test

import (
	"strconv"
	"strings"
	"testing"

	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

// TestNullCasts demands that a cast and a test of a class, which nothing but null links never, do not make compiled code leave for
// the interpreter each time that they are executed.
func TestNullCasts(t *testing.T) {
	const mostExits = 100 // until all that is executed has been executed once; the program has some hundred thousand of each
	tests := func(name string) bool { return name == "TierNullCasts" }
	forEachProgram(t, programsFolder, 1, tests, func(t *testing.T, classes, name string) {
		out := runInProcess(t, classes, name, func(c *configuration.Run) {
			c.Properties, c.Tier, c.VerboseJIT = append(c.Properties, [2]string{"nullOnly", "true"}), configuration.TierAuto, true
		})
		if out.result.ExitStatus != 0 || !strings.Contains(out.Stderr, "[jit] compiled TierNullCasts.round(") {
			t.Fatalf("status %d:\n%s", out.result.ExitStatus, oracle.LastLines(out.Stderr, 20))
		}
		for _, left := range leftOften.FindAllStringSubmatch(out.Stderr, -1) {
			times, err := strconv.Atoi(left[1])
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(left[3], name) && times > mostExits {
				t.Errorf("compiled code has %s", left[0])
			}
		}
	})
}
