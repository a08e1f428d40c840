//go:build unix

package vm_test

import (
	"bufio"
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

// workLine is a line of a program's comments: what was counted of a method, or of one that it calls, and how much.
var workLine = regexp.MustCompile(`^// (work|strings|operands|thrown|frames|wait) ([\w.$]+)(?: > ([\w.$]+))? = (.+?)(?: on ([\d ]+))?$`)

// TestWork compares what the VM counts of lengths and of waiting with closed forms, and all of it between the tiers.
func TestWork(t *testing.T) {
	atHand := oracle.Release(t)
	for _, jdk := range oracle.JDKs(t) {
		tiers := allTiers
		if jdk.Release != atHand {
			if testing.Short() {
				continue
			}
			tiers = tiers[:2] // compiling everything takes ten times the time
		}
		classes := oracle.Compile(t, oracle.ToolsOf(t, jdk), countsFolder)
		for _, name := range []string{"CountsWork", "CountsWaits"} {
			t.Run(name+"/"+jdk.Name(), func(t *testing.T) {
				oracle.Once(t)
				t.Parallel()
				compareWork(t, jdk, tiers, classes, name)
			})
		}
	}
}

func compareWork(t *testing.T, jdk oracle.JDK, tiers []configuration.Tier, classes, name string) {
	t.Helper()
	want := readWork(t, filepath.Join(countsFolder, name+".java"), jdk)
	var first map[[3]string]uint64
	for _, tier := range tiers {
		run := runInProcess(t, classes, name, func(c *configuration.Run) {
			counted(c)
			c.Tier, c.JDK, c.Release = tier, jdk.Home, jdk.Release
		})
		got := sumWork(run.profile.Profile())
		for what, amount := range want {
			if got[what] != amount {
				t.Errorf("tier %s: %s of %s %s is %d, want %d", tier, what[0], what[1], what[2], got[what], amount)
			}
		}
		if first == nil {
			first = got
		}
		if diff := cmp.Diff(first, got); diff != "" {
			t.Errorf("tier %s: it differs (-interp +%s):\n%s", tier, tier, diff)
		}
	}
}

// readWork reads what a program says of its work on a JDK.
func readWork(t *testing.T, file string, jdk oracle.JDK) map[[3]string]uint64 {
	t.Helper()
	source, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = source.Close() }()
	want := map[[3]string]uint64{}
	for lines := bufio.NewScanner(source); lines.Scan(); {
		if m := workLine.FindStringSubmatch(lines.Text()); m != nil && isFor(m[5], jdk.Release) {
			value, err := types.Eval(token.NewFileSet(), nil, token.NoPos, m[4])
			if err != nil {
				t.Fatal(err)
			}
			want[[3]string{m[1], m[2], m[3]}], _ = constant.Uint64Val(value.Value)
		}
	}
	if len(want) < 5 {
		t.Fatalf("%s has %d expectations", file, len(want))
	}
	return want
}

// sumWork sums the extras of a profile: those of a method itself, and of each method below it.
func sumWork(p *profiles.Profile) map[[3]string]uint64 {
	sums := map[[3]string]uint64{}
	for i := range p.Contexts {
		c := &p.Contexts[i]
		own := methodName(p, int(c.Method))
		add := func(what string, amount uint64) {
			if amount == 0 {
				return
			}
			sums[[3]string{what, own, ""}] += amount
			for up := c.Parent; up >= 0; up = p.Contexts[up].Parent {
				sums[[3]string{what, methodName(p, int(p.Contexts[up].Method)), own}] += amount
			}
		}
		add("work", p.Also(c).Work)
		add("wait", profiles.MetricWait.Of(p, c))
		x := p.Also(c)
		add("strings", x.Strings)
		add("operands", x.Operands)
		add("thrown", x.Thrown)
		add("frames", x.Frames)
	}
	return sums
}

// TestLoggingIsNoWork demands that a program that exits, or starts a process, has about as many calls on each JDK: that later ones
// tell a logger, for which they make 50,000 calls, is the VM's work.
func TestLoggingIsNoWork(t *testing.T) {
	const most = 12_000 // to start a process JDK 17 makes 8,100 calls, and 25 10,600
	classes := oracle.Compile(t, oracle.FindTools(t), programsFolder)
	for _, jdk := range oracle.JDKs(t) {
		for _, name := range []string{"ExitNegative", "ProcStart"} {
			run := runInProcess(t, classes, name, func(c *configuration.Run) {
				counted(c)
				c.JDK, c.Release = jdk.Home, jdk.Release
			})
			calls := uint64(0)
			for _, context := range run.profile.Profile().Contexts {
				calls += context.Calls
			}
			if calls == 0 || calls > most {
				t.Errorf("JDK %s: %s makes %d calls, want at most %d", jdk.Name(), name, calls, most)
			}
		}
	}
}

// TestDemoIsAlike demands that the demo program is the same to its reader on each JDK: its own code has the same contexts and counts, and
// what the library does for it differs little.
func TestDemoIsAlike(t *testing.T) {
	oracle.Once(t)
	const (
		mostCalls    = 1.2 // of JDK 17's; JDK 21 makes 1.12
		mostContexts = 1.3 // JDK 21 has 1.22
	)
	type sums struct{ Contexts, Calls, Bytecodes uint64 }
	demo, err := filepath.Abs("../editors/demo")
	if err != nil {
		t.Fatal(err)
	}
	classes := oracle.Compile(t, oracle.FindTools(t), filepath.Join(demo, "src"))
	var first, firstOwn sums
	for _, jdk := range oracle.JDKs(t) {
		run := runInProcess(t, classes, "shop.Main", func(c *configuration.Run) {
			counted(c)
			c.JDK, c.Release, c.Directory = jdk.Home, jdk.Release, demo
		})
		var all, own sums
		p := run.profile.Profile()
		for _, context := range p.Contexts {
			for _, s := range []*sums{&all, &own} {
				if s == &all || p.Methods[context.Method].Origin == profiles.OriginApp {
					s.Contexts++
					s.Calls += context.Calls
					s.Bytecodes += context.Bytecodes
				}
			}
		}
		if first.Calls == 0 {
			first, firstOwn = all, own
		}
		if own.Calls == 0 || own != firstOwn {
			t.Errorf("JDK %s: the program's own code has %+v, and %+v on the oldest", jdk.Name(), own, firstOwn)
		}
		if float64(all.Calls) > mostCalls*float64(first.Calls) || float64(all.Contexts) > mostContexts*float64(first.Contexts) {
			t.Errorf("JDK %s: %+v in all, and %+v on the oldest", jdk.Name(), all, first)
		}
	}
}
