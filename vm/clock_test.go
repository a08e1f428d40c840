//go:build unix

package vm_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"hotlens/profiles/cost"
	"hotlens/vm/oracle"
)

// TestClockKnowsFirstTimes demands that a program which measures itself by the virtual clock sees what the cost model says of classes that are initialised, of call
// sites that are linked and of the first strings that are joined, in every tier.
func TestClockKnowsFirstTimes(t *testing.T) {
	oracle.Once(t)
	const picosInNano, joined = 1000, 1000 // the program joins so many strings
	clock := cost.Default().Clock()
	class := func(kind cost.ClassKind) uint64 { return clock.Classes[kind].Base / picosInNano }
	first := func(kind cost.ClassKind) uint64 { return clock.Classes[kind].Unit / picosInNano }
	want := map[string]uint64{
		"nothing":      0,
		"class":        class(cost.ApplicationClass),
		"lambda":       class(cost.HiddenClass) + first(cost.HiddenClass) + first(cost.LinkedClass),
		"lambda again": class(cost.HiddenClass),
		"string":       class(cost.JoiningClass) + first(cost.JoiningClass),
		"record":       class(cost.ApplicationClass) + class(cost.RecordClass) + first(cost.RecordClass),
		"strings":      class(cost.JoiningClass) + joined*(clock.Joined.Base+clock.Text.Base+clock.Operand.Base)/picosInNano,
	}
	// beside is what else a step may take: its instructions, and classes of the library that it is the first to need.
	const beside = 250_000
	tools := oracle.FindTools(t)
	classes := oracle.Compile(t, tools, "testdata/clock")
	for _, tier := range []string{"auto", "interp"} {
		result := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: []string{"profile", "--tier", tier, "-cp", classes, "Steps"}})
		found := 0
		for line := range strings.Lines(result.Stdout) {
			name, text, _ := strings.Cut(strings.TrimSpace(line), "=")
			least, known := want[name]
			if !known {
				continue
			}
			found++
			if nanos, err := strconv.ParseUint(text, 10, 64); err != nil || nanos < least || nanos > least+beside {
				t.Errorf("--tier %s: %s takes %s ns by the program's clock (%v), want %d to %d", tier, name, text, err, least, least+beside)
			}
		}
		if found != len(want) {
			t.Errorf("--tier %s: %d steps are told, want %d\n%s\n%s", tier, found, len(want), result.Stdout, oracle.LastLines(result.Stderr, 5))
		}
	}
}

// TestClockKnowsNativeFunctions runs a program that measures native functions in a hot loop: their time passes by the clock in compiled code, too.
func TestClockKnowsNativeFunctions(t *testing.T) {
	oracle.Once(t)
	const picosInNano, numbers, beside = 1000, 200_000, 250_000
	want := numbers * cost.Default().Native("java/lang/StrictMath", "log", "(D)D").Base / picosInNano
	tools := oracle.FindTools(t)
	classes := oracle.Compile(t, tools, "testdata/clock")
	for _, tier := range []string{"auto", "interp"} {
		result := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: []string{"profile", "--tier", tier, "-o", os.DevNull, "-cp", classes, "Logarithms"}})
		nanos, err := strconv.ParseUint(strings.TrimSpace(result.Stdout), 10, 64)
		if err != nil || nanos+beside < want || nanos > want+beside {
			t.Errorf("--tier %s: logarithms take %q ns longer than roots by the program's clock (%v), want %d\n%s", tier, result.Stdout, err, want, oracle.LastLines(result.Stderr, 5))
		}
	}
}
