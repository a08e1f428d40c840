package affected

import (
	"maps"
	"slices"
	"strings"
	"time"

	"hotlens/engine/uses"
	"hotlens/profiles"
	"hotlens/profiles/names"
	"hotlens/vm/configuration"
)

// This file finds out what the tests of a run depend on.

// How long a test takes is made of the bytecodes that its methods execute, so that of tests that do the same it says the same, however busy the machine is, and the same tests run together again.
const (
	// bytecodeTime is how long a bytecode takes that is interpreted, about, as most of what tests execute runs once (hotlens bench interp).
	bytecodeTime = 20 * time.Nanosecond
	// warmBytecodes is how many a method executes in a test before it is compiled, about, and compiledTime how long one takes then, with the calls among them (hotlens bench speed).
	warmBytecodes = 1_000_000
	compiledTime  = 2 * time.Nanosecond
)

// timeOf is how long bytecodes of a method take in a test.
func timeOf(bytecodes uint64) time.Duration {
	interpreted := min(bytecodes, warmBytecodes)
	return time.Duration(interpreted)*bytecodeTime + time.Duration(bytecodes-interpreted)*compiledTime
}

// harnessTime is how long the framework takes around an invocation of a test, about: it executes 350,000 bytecodes for one of Gson's (JUnit 4), and 500,000 for one of Commons IO's (JUnit 5), which for
// most tests is more than they do themselves.
const harnessTime = 400_000 * bytecodeTime

// testRecords are what a run says of the classes that it was asked for. What is the same for all is in the record of the run.
func (run *Run) testRecords(all *Record) []*Record {
	records := map[string]*Record{}
	var order []*Record
	byClass := run.Index.PathsByClass()
	for _, argument := range run.Profile.Target.Arguments { // those of tests.Select
		class, methods, some := strings.Cut(argument, "#")
		main := profiles.Outermost(class)
		some = some || main != class
		r := records[main]
		if r == nil {
			source := byClass[strings.ReplaceAll(main, ".", "/")]
			r = &Record{
				Target: Target{File: source}, Main: main, Source: source, Time: run.Began, Set: run.Set, Tests: map[string]*Test{},
				Files: run.reachable(source, all.Files), Partial: all.Partial, Reads: all.Reads, MoreReads: all.MoreReads, ReadState: all.ReadState, Builds: all.Builds,
				stopped: run.Outcome.Limit != nil,
			}
			if some {
				r.asked = map[string]bool{}
			}
			records[main] = r
			order = append(order, r)
		}
		if !some {
			r.asked = nil
		}
		for method := range strings.SplitSeq(methods, ",") {
			if r.asked != nil {
				r.asked[testKey(strings.ReplaceAll(class, ".", "/"), method)] = true
			}
		}
	}
	uncounted := slices.ContainsFunc(run.Profile.Limits, func(l profiles.Limit) bool { return profiles.LimitTests.Is(&l) }) // some are
	trees := run.trees(byClass)
	virtual := run.Profile.Clock == configuration.ClockVirtual
	for i := range run.Outcome.Tests {
		t := &run.Outcome.Tests[i]
		r := records[strings.ReplaceAll(profiles.Outermost(t.Class), "/", ".")]
		if r == nil || strings.Contains(t.Method, "#") {
			continue
		}
		key := testKey(t.Class, t.Method)
		test := r.Tests[key]
		if test == nil && len(r.Tests) >= MaxTests {
			continue
		}
		if test == nil {
			test = &Test{Reached: map[string]string{}}
			r.Tests[key] = test
			if t.Root != nil && trees[*t.Root] != nil {
				test.Reached = trees[*t.Root].reached
				if virtual {
					test.Wall = trees[*t.Root].wall
				}
			} else if uncounted && t.Status != profiles.TestSkipped {
				r.Partial = true
				if virtual {
					test.Wall = unknownWall
				}
			}
		}
		test.take(t, virtual)
		r.Failed = r.Failed || t.Failed()
	}
	for _, id := range run.Outcome.Planned { // what a limit has kept from running is to run
		r := records[strings.ReplaceAll(profiles.Outermost(id.Class), "/", ".")]
		if r == nil || strings.Contains(id.Method, "#") || len(r.Tests) >= MaxTests {
			continue
		}
		if key := testKey(id.Class, id.Method); r.Tests[key] == nil {
			r.Tests[key] = &Test{Status: statusUnknown, Wall: unknownWall, Reached: map[string]string{}}
		}
	}
	for _, r := range order {
		for _, tree := range trees {
			class, around := strings.CutSuffix(tree.name, "#")
			if tree.name == "" || around && strings.ReplaceAll(profiles.Outermost(class), "/", ".") == r.Main {
				maps.Copy(r.Files, tree.reached)
			}
		}
		for _, t := range r.Tests { // what was found by its name only was not compiled with
			for file := range t.Reached {
				if _, known := r.Files[file]; !known {
					r.Files[file] = ""
				}
			}
		}
	}
	return slices.DeleteFunc(order, func(r *Record) bool { return r.stopped && len(r.Tests) == 0 }) // nothing is known of what the limit has kept from running
}

// Unrun is what compiling a class of tests says of it that has not run.
func (run *Run) Unrun(class, source string) *Record {
	all := map[string]string{}
	for i := range run.Index.Files {
		all[run.Index.Files[i].Path] = ""
	}
	return &Record{
		Target: Target{File: source}, Main: class, Source: source, Time: run.Began, Set: run.Set, Tests: map[string]*Test{}, Files: run.reachable(source, all), Builds: run.Builds, Never: true,
	}
}

// take takes over the outcome of an invocation. By the virtual clock a test takes as long as its bytecodes do.
func (t *Test) take(of *profiles.Test, virtual bool) {
	if virtual {
		t.Wall += harnessTime
	} else {
		t.Wall += time.Duration(of.Nanos)
	}
	rank := []profiles.TestStatus{profiles.TestSkipped, profiles.TestAborted, profiles.TestPassed, profiles.TestFailed, profiles.TestUnfinished}
	if slices.Index(rank, of.Status) > slices.Index(rank, t.Status) {
		t.Status = of.Status
	}
}

// reachable are the files that one uses, and what these use, of those that are kept; all of them where that is not known.
func (run *Run) reachable(source string, kept map[string]string) map[string]string {
	reached := map[string]string{}
	if run.Uses == nil || source == "" {
		for file := range kept {
			reached[file] = ""
		}
		return reached
	}
	for file := range uses.Closure([]string{source}, MaxFiles, run.Uses) {
		reached[file] = ""
	}
	return reached
}

// tree is what the contexts below a root of a run of tests say.
type tree struct {
	name    string            // of a test its class and method: "shop/WordsTest#counts", of what ran around those of a class "shop/WordsTest#"; "" of others, such as threads
	reached map[string]string // see Test
	wall    time.Duration     // with the clock of the bytecodes
}

// trees are those of a run, by their roots.
func (run *Run) trees(byClass map[string]string) map[int]*tree {
	p := run.Profile
	trees := map[int]*tree{}
	root := make([]int, len(p.Contexts)) // of each context
	type place struct{ root, method int }
	calls, bytecodes := map[place]uint64{}, map[place]uint64{}
	for i := range p.Contexts {
		c := &p.Contexts[i]
		if c.Parent >= 0 {
			root[i] = root[c.Parent]
		} else {
			root[i] = i
			trees[i] = &tree{reached: map[string]string{}}
			if m := &p.Methods[c.Method]; strings.HasPrefix(m.Name, profiles.TestRootPrefix) {
				trees[i].name = m.Class + "#" + strings.TrimPrefix(m.Name, profiles.TestRootPrefix)
			}
		}
		at := place{root[i], int(c.Method)}
		calls[at] += c.Calls
		bytecodes[at] += c.Bytecodes
	}
	for at, n := range bytecodes {
		trees[at.root].wall += timeOf(n)
	}
	files := make([]string, len(p.Methods))
	for i := range p.Methods {
		if !strings.HasPrefix(p.Methods[i].Name, profiles.TestRootPrefix) {
			files[i] = fileOf(byClass, p.Methods[i].Class)
		}
	}
	type target struct {
		root int
		file string
	}
	most := map[target]place{}
	for at, n := range calls {
		if files[at.method] == "" {
			continue
		}
		to := target{at.root, files[at.method]}
		before, known := most[to]
		if !known || tells(p, at.method, n, before.method, calls[before]) {
			most[to] = at
		}
	}
	for to, at := range most {
		trees[to.root].reached[to.file], _ = names.Written(&p.Methods[at.method])
	}
	return trees
}
