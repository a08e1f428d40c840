//go:build unix

package vm_test

import (
	"testing"

	"hotlens/profiles"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

// runCycles profiles a counted program with a table of cycles.
func runCycles(t *testing.T, classes, name, table string, change func(*configuration.Run)) *profiles.Profile {
	t.Helper()
	run := runInProcess(t, classes, name, func(c *configuration.Run) {
		counted(c)
		c.Tier, c.Cycles = configuration.TierInterpreter, table
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		if change != nil {
			change(c)
		}
	})
	return run.profile.Profile()
}

// cyclesOf sums the cycles of a method.
func cyclesOf(p *profiles.Profile, method string) (sum uint64) {
	for i := range p.Contexts {
		if c := &p.Contexts[i]; methodName(p, int(c.Method)) == method {
			sum += p.Also(c).Cycles.Value()
		}
	}
	return sum
}

// codeWords is the length of a method's code in words of 32 bits.
func codeWords(p *profiles.Profile, method string) uint64 {
	for i := range p.Methods {
		if methodName(p, i) == method {
			return uint64(p.Methods[i].CodeBytes+3) / 4
		}
	}
	return 0
}

// TestCycles adds up by hand what straight code takes.
func TestCycles(t *testing.T) {
	classes := oracle.Compile(t, oracle.Tools{Javac: oracle.JDKTool(t, "javac")}, countsFolder)
	p := runCycles(t, classes, "CountsCycles", `opcode,cycles
iconst_m1 iconst_0..5,1
iload_0..3,10
istore_0..3 astore_0..3,100
imul,1000
iadd,10000
idiv,100000
pop,7
ireturn,1000000+n
invokestatic,2000000+1000*n
*,0
`, nil)
	const name = "CountsCycles."
	main, calling, throwing, line := codeWords(p, name+"main"), codeWords(p, name+"calling"), codeWords(p, name+"throwing"), codeWords(p, name+"line")
	// Of throwing: the instructions that are always executed, those behind idiv, the handler, without the return.
	const always, behind, handler = 1 + 10 + 100000, 100 + 10 + 10 + 1000, 100 + 1
	for method, want := range map[string]uint64{
		"line":     3 * (10 + 10 + 1000 + 1 + 10000 + 1000000 + main),
		"throwing": 4*(always+1000000) + 2*behind + 2*handler + 2*main + 2*calling,
		"calling":  2 * (10 + 2000000 + 1000*throwing + 7 + 1 + 1000000 + main),
		// Its calls, arguments (bipush 6 takes nothing), additions and local variable 1.
		"main": 3*(2000000+1000*line) + 2*(2000000+1000*throwing) + 2*(2000000+1000*calling) + 5 + 2*10000 + 100 + 10 + 2 + 10000 + 10000 + 100 + 10 + 2 + 10000 + 10000 + 100 + 10,
	} {
		if got := cyclesOf(p, name+method); got != want {
			t.Errorf("%s takes %d cycles, want %d", method, got, want)
		}
	}
}

// TestCyclesOfAnything counts a cycle for each instruction: the cycles of each context are its bytecodes, whatever the program
// does, where it ends, and where exceptions leave blocks. So they are where calls and returns depend on another
// method, in programs whose calls all reach one.
func TestCyclesOfAnything(t *testing.T) {
	const each, dependent = "*,1\nwide,0\n", "invokevirtual invokespecial invokestatic invokeinterface,1+n-n\nireturn..return,1+n-n\n*,1\nwide,0\n"
	classes := oracle.Compile(t, oracle.Tools{Javac: oracle.JDKTool(t, "javac")}, countsFolder)
	for _, test := range []struct {
		name, table string
		most        uint64 // bytecodes
	}{
		{"CountsExceptions", each, 0},
		{"CountsExceptions", dependent, 0},
		{"CountsLocks", each, 0},
		{"CountsLambdas", each, 0},
		{"CountsReflection", each, 0},
		{"CountsToString", dependent, 0},
		{"CountsThreads", dependent, 0},
		{"CountsInitializers", dependent, 0},
		{"CountsHanoi", each, 300_000},
		{"CountsStreams", dependent, 100_000},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := runCycles(t, classes, test.name, test.table, func(c *configuration.Run) { c.Limits.MaxBytecodes = test.most })
			for i := range p.Contexts {
				if c := &p.Contexts[i]; p.Also(c).Cycles != profiles.Measured(c.Bytecodes) {
					t.Errorf("context %d (%s) has %d cycles, but %d bytecodes", i, methodName(p, int(c.Method)), p.Also(c).Cycles.Value(), c.Bytecodes)
				}
			}
		})
	}
}
