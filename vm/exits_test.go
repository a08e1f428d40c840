//go:build unix

package vm_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

// leftOften is what the compiler's log says of a place where compiled code has left for
// the interpreter.
var leftOften = regexp.MustCompile(`left (\d+) times \((rare|never executed)\): (\S+) at`)

// checkExits demands of the compiler's log that no place in the classes whose names begin in a way has left compiled code more often than that.
func checkExits(t *testing.T, log, classes string, most int) {
	t.Helper()
	for _, left := range leftOften.FindAllStringSubmatch(log, -1) {
		times, err := strconv.Atoi(left[1])
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(left[3], classes) && times > most {
			t.Errorf("compiled code has %s", left[0])
		}
	}
}

// TestExits demands that what is linked late, or never, does not make compiled code leave for the interpreter each time that it is
// executed: casts and tests of a class that only null has passed, and what a class's own initialiser does with it.
func TestExits(t *testing.T) {
	const mostExits = 100 // until all that is executed has been executed once; the programs have some hundred thousand of each
	for _, test := range []struct{ program, compiled string }{
		{"TierNullCasts", "TierNullCasts.round("},
		{"TierInitializers", "TierInitializers.fill("},
	} {
		forEachProgram(t, programsFolder, 1, func(name string) bool { return name == test.program }, func(t *testing.T, classes, name string) {
			out := runInProcess(t, classes, name, func(c *configuration.Run) {
				c.Properties, c.Tier, c.VerboseJIT = append(c.Properties, [2]string{"nullOnly", "true"}), configuration.TierAuto, true
			})
			if out.result.ExitStatus != 0 || !strings.Contains(out.Stderr, "[jit] compiled "+test.compiled) {
				t.Fatalf("status %d:\n%s", out.result.ExitStatus, oracle.LastLines(out.Stderr, 20))
			}
			checkExits(t, out.Stderr, name, mostExits)
		})
	}
}
