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

	"hotlens/profiles"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

// workLine is a line of CountsWork's comments: what was counted of a method, or of one that it calls, and how much.
var workLine = regexp.MustCompile(`^// (work|strings|operands|thrown|frames) ([\w.$]+)(?: > ([\w.$]+))? = (.+)$`)

// TestWork compares what the VM counts of lengths with closed forms, in every tier.
func TestWork(t *testing.T) {
	const name = "CountsWork"
	classes := oracle.Compile(t, oracle.Tools{Javac: oracle.JDKTool(t, "javac")}, countsFolder)
	source, err := os.Open(filepath.Join(countsFolder, name+".java"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = source.Close() }()
	want := map[[3]string]uint64{}
	for lines := bufio.NewScanner(source); lines.Scan(); {
		if m := workLine.FindStringSubmatch(lines.Text()); m != nil {
			value, err := types.Eval(token.NewFileSet(), nil, token.NoPos, m[4])
			if err != nil {
				t.Fatal(err)
			}
			want[[3]string{m[1], m[2], m[3]}], _ = constant.Uint64Val(value.Value)
		}
	}
	if len(want) < 10 {
		t.Fatalf("%d expectations were found", len(want))
	}
	for _, tier := range allTiers {
		run := runInProcess(t, classes, name, func(c *configuration.Run) {
			counted(c)
			c.Tier = tier
		})
		got := sumWork(run.profile.Profile())
		for what, amount := range want {
			if got[what] != amount {
				t.Errorf("tier %s: %s of %s %s is %d, want %d", tier, what[0], what[1], what[2], got[what], amount)
			}
		}
	}
}

// sumWork sums the extras of a profile: those of a method itself, and of each method below it.
func sumWork(p *profiles.Profile) map[[3]string]uint64 {
	sums := map[[3]string]uint64{}
	for i := range p.Contexts {
		c := &p.Contexts[i]
		own := methodName(p, c.Method)
		add := func(what string, amount uint64) {
			if amount == 0 {
				return
			}
			sums[[3]string{what, own, ""}] += amount
			for up := c.Parent; up >= 0; up = p.Contexts[up].Parent {
				sums[[3]string{what, methodName(p, p.Contexts[up].Method), own}] += amount
			}
		}
		add("work", c.Work)
		if x := c.Extras; x != nil {
			add("strings", x.Strings)
			add("operands", x.Operands)
			add("thrown", x.Thrown)
			add("frames", x.Frames)
		}
	}
	return sums
}
