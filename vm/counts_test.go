//go:build unix

package vm_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/vm/oracle"
	"hotlens/vm/release"
)

const countsFolder = "testdata/counts"

// TestCounts profiles programs whose profile is known in closed form. Each states
// it in comments that start a line:
//
//	// expect calls A.f = N              entries of a method, over all contexts
//	// expect edge A.f -> B.g = N        calls from one method to another
//	// expect edge A.f -> B.g = N kind K the same, all of them of one kind
//	// expect sites A.f -> B.g = N       call sites in A.f that call B.g
//	// expect path A.main > A.f > B.g = N  calls in the contexts with exactly this chain
//	// expect contexts A.f = N           contexts of a method
//	// expect bytecodes A.f = N          instructions executed in a method
//	// expect strings A.f:L = N          strings that + has joined on line L of a method
//	// expect text A.f:L = N             the bytes of their characters
//	// expect ... = N on J K             one of these on the JDKs J and K alone
//
// A and B are binary class names with dots, f and g method names, of which all
// overloads count. N is a number, or $name for the one that the program prints in
// a line "name=number".
func TestCounts(t *testing.T) {
	jdk := oracle.Release(t)
	forEachProfiled(t, countsFolder, 1, func(t *testing.T, program profiledProgram) { checkCounts(t, program, jdk) })
}

// TestLongActivation counts what a single call executes in seconds of compiled code.
func TestLongActivation(t *testing.T) {
	if testing.Short() {
		t.Skip("it executes some thousand million bytecodes")
	}
	jdk := oracle.Release(t)
	profileEach(t, oracle.FindTools(t), "testdata/long", []string{"LongActivation"}, func(t *testing.T, program profiledProgram) { checkCounts(t, program, jdk) })
}

// newerCountsShortShare is the share of the counted programs that TestCountsOnNewerJDKs takes on each JDK with -short; newerCompiledShare is the share of those that it has compiled as a whole.
const newerCountsShortShare, newerCompiledShare = 16, 12

// TestCountsOnNewerJDKs profiles the counted programs on the JDKs that are newer than the one at hand, each compiled by the JDK's own
// javac: the counts are those that they state, and the profile is the same in each tier and in another run.
func TestCountsOnNewerJDKs(t *testing.T) {
	for _, jdk := range oracle.NewerJDKs(t) {
		t.Run(jdk.Name(), func(t *testing.T) {
			names := chosenPrograms(t, countsFolder)
			if testing.Short() {
				names = jdk.Sample(t, newerCountsShortShare, names)
			}
			profileEach(t, oracle.ToolsOf(t, jdk), countsFolder, names, func(t *testing.T, program profiledProgram) {
				checkCounts(t, program, jdk.Release)
				compareTiers(t, program, oracle.Chosen(program.name, repeatedShare), oracle.Chosen(program.name, newerCompiledShare))
			})
		})
	}
}

// checkCounts compares what a program counts on a JDK with what it states.
func checkCounts(t *testing.T, program profiledProgram, jdk release.Release) {
	t.Helper()
	p, run := program.successful(t)
	checkConsistency(t, p)
	counted := newCounts(p)
	for _, e := range readExpectations(t, filepath.Join(program.folder, program.name+".java"), run.Stdout, jdk) {
		if got := counted[e.what]; got != e.count {
			t.Errorf("%s:%d: %s %s is %d, want %d", program.name, e.line, e.what.measure, e.what.subject, got, e.count)
		}
	}
}

// successful is the profile of a program that ends with status 0, in the tier that the tests are for, and the run.
func (p profiledProgram) successful(t *testing.T) (*profiles.Profile, oracle.Result) {
	t.Helper()
	file, run := p.profile(t, *oracle.Tier)
	if run.Status != "0" {
		t.Fatalf("hotlens profile ends with status %s; the end of its stderr:\n%s", run.Status, oracle.LastLines(run.Stderr, 20))
	}
	decoded, err := profiles.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return decoded, run
}

// profiledProgram is a program that a test profiles.
type profiledProgram struct {
	tools         oracle.Tools
	folder        string // of its source
	classes, name string
}

// someTiers are the tiers in which the program is tried with profilers beside the tree: everything is compiled for one in jitShare of the
// programs, as that takes longer than all else.
func (p profiledProgram) someTiers() []string {
	if oracle.Chosen(p.name, jitShare) || p.name == sampledProgram {
		return []string{"interp", "auto", "jit"}
	}
	return []string{"interp", "auto"}
}

// forEachProfiled runs test on the programs of a folder as subtests, with -short on one in
// share of them.
func forEachProfiled(t *testing.T, folder string, share uint32, test func(t *testing.T, program profiledProgram)) {
	t.Helper()
	profileEach(t, oracle.FindTools(t), folder, oracle.Sample(t, share, chosenPrograms(t, folder)), test)
}

// forEachOfHalf runs test on half of the counted programs as subtests, among them one that is named, with -compile-all on all, and with -short on one in
// share.
func forEachOfHalf(t *testing.T, share uint32, named string, test func(t *testing.T, program profiledProgram)) {
	t.Helper()
	names := oracle.Sample(t, share, chosenPrograms(t, countsFolder))
	if !testing.Short() && !*compileAll && *program == "" {
		names = slices.DeleteFunc(names, func(name string) bool { return name != named && !oracle.Chosen(name, 2) })
	}
	profileEach(t, oracle.FindTools(t), countsFolder, names, test)
}

// profileEach runs test on some programs of a folder as subtests, with the JDK of the tools.
func profileEach(t *testing.T, tools oracle.Tools, folder string, names []string, test func(t *testing.T, program profiledProgram)) {
	t.Helper()
	classes := oracle.Compile(t, tools, folder)
	slots := make(chan struct{}, concurrentPrograms)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			oracle.Once(t)
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			test(t, profiledProgram{tools, folder, classes, name})
		})
	}
}

// profiled are the runs of profiledProgram.profile: those of a program in one tier serve
// several tests.
var profiled struct {
	sync.Mutex
	runs map[string]profiledRun
}

// profiledRun is a run whose profile was written to a file.
type profiledRun struct {
	path string
	run  oracle.Result
}

// profile returns the profile file of a run in a tier, with more flags, and what else the
// run gave. It is the same run whenever it is asked for.
func (p profiledProgram) profile(t *testing.T, tier string, flags ...string) ([]byte, oracle.Result) {
	t.Helper()
	key := strings.Join(slices.Concat([]string{p.folder, p.name, tier}, flags, p.tools.Settings), " ")
	profiled.Lock()
	known, ok := profiled.runs[key]
	profiled.Unlock()
	if !ok {
		known = p.run(t, filepath.Join(oracle.SharedFolder(t, "profiles"), fmt.Sprintf("%x.json", sha256.Sum256([]byte(key)))), tier, flags...)
		profiled.Lock()
		if profiled.runs == nil {
			profiled.runs = map[string]profiledRun{}
		}
		profiled.runs[key] = known
		profiled.Unlock()
	}
	return known.read(t), known.run
}

// profileAgain is profile for a run of its own.
func (p profiledProgram) profileAgain(t *testing.T, tier string, flags ...string) ([]byte, oracle.Result) {
	t.Helper()
	again := p.run(t, filepath.Join(t.TempDir(), "profile.json"), tier, flags...)
	return again.read(t), again.run
}

// run profiles the program into a file.
func (p profiledProgram) run(t *testing.T, path, tier string, flags ...string) profiledRun {
	t.Helper()
	// The library completes relative paths, so that the length of the folder's own path shows
	// in a profile: all runs of a program have the same folder, empty.
	folder := oracle.SharedFolder(t, filepath.Join("work", p.name))
	if err := errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o755)); err != nil {
		t.Fatal(err)
	}
	arguments := slices.Concat([]string{"profile", "--tier", tier, "--timeout", "0", "--heap", programHeap, "--format", "json", "-o", path, "-cp", p.classes}, flags,
		[]string{p.name}, oracle.Arguments(t, filepath.Join(p.folder, p.name+".args")))
	// Programs hash paths: their private folders have the same ones in all runs.
	settings := append([]string{"XDG_CACHE_HOME=" + oracle.SharedFolder(t, filepath.Join("cache", p.name))}, p.tools.Settings...)
	if tier == "jit" {
		settings = append(settings, oracle.KeepsNoCode)
	}
	return profiledRun{path, oracle.Run(t, oracle.Command{
		Program: p.tools.Hotlens, Arguments: arguments, Input: filepath.Join(p.folder, p.name+".in"), Folder: folder, Settings: settings,
	})}
}

func (r profiledRun) read(t *testing.T) []byte {
	t.Helper()
	file, err := os.ReadFile(r.path)
	if err != nil {
		t.Fatalf("%v\nhotlens profile ends with status %s; the end of its stderr:\n%s", err, r.run.Status, oracle.LastLines(r.run.Stderr, 20))
	}
	return file
}

// quantity is something that a profile counts: a measure ("edge") and what it is
// taken of ("A.f -> B.g").
type quantity struct {
	measure, subject string
}

// expectation is one line of a program that begins with "// expect".
type expectation struct {
	line  int
	what  quantity
	count uint64
}

var (
	expectLine = regexp.MustCompile(`^// expect (calls|edge|sites|path|contexts|bytecodes|strings|text) (.+) = (\$\w+|\d+)(?: kind (\w+))?(?: on ([\d ]+))?$`)
	printed    = regexp.MustCompile(`(?m)^(\w+)=(\d+)$`)
)

// readExpectations reads the expectations in a source file, taking the counts that
// the program prints itself from its stdout. An edge with a kind is two
// expectations: of the edge, and of the same calls with that kind. Those for other JDKs are left out.
func readExpectations(t *testing.T, file, stdout string, jdk release.Release) []expectation {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	counters := map[string]string{}
	for _, match := range printed.FindAllStringSubmatch(stdout, -1) {
		counters["$"+match[1]] = match[2]
	}
	var expectations []expectation
	for i, line := range strings.Split(string(source), "\n") {
		if !strings.HasPrefix(line, "// expect") {
			continue
		}
		match := expectLine.FindStringSubmatch(line)
		if match == nil {
			t.Fatalf("%s:%d: %q is no expectation", file, i+1, line)
		}
		if !isFor(match[5], jdk) {
			continue
		}
		measure, subject, number, kind := match[1], match[2], match[3], match[4]
		if strings.HasPrefix(number, "$") {
			counter, ok := counters[number]
			if !ok {
				t.Fatalf("%s:%d: the program did not print %s; it printed:\n%s", file, i+1, number, stdout)
			}
			number = counter
		}
		count, err := strconv.ParseUint(number, 10, 64)
		if err != nil {
			t.Fatalf("%s:%d: %v", file, i+1, err)
		}
		expectations = append(expectations, expectation{i + 1, quantity{measure, subject}, count})
		if kind != "" {
			expectations = append(expectations, expectation{i + 1, quantity{edgeOfKind(profiles.EdgeKind(kind)), subject}, count})
		}
	}
	if len(expectations) == 0 {
		t.Fatalf("%s expects nothing", file)
	}
	return expectations
}

// isFor reports whether a JDK is among those that an expectation lists by their feature versions. No list is that of all.
func isFor(list string, jdk release.Release) bool {
	return list == "" || slices.Contains(strings.Fields(list), strconv.Itoa(jdk.Feature))
}

// edgeOfKind is the measure of the edges of one kind.
func edgeOfKind(kind profiles.EdgeKind) string { return "edge of kind " + string(kind) }

// newCounts takes every measure of every subject that occurs in a profile.
// Whatever does not occur counts 0.
func newCounts(p *profiles.Profile) map[quantity]uint64 {
	counts := map[quantity]uint64{}
	paths := make([]string, len(p.Contexts))
	for i, c := range p.Contexts {
		name := methodName(p, int(c.Method))
		paths[i] = name
		if c.Parent >= 0 {
			paths[i] = paths[c.Parent] + " > " + name
		}
		counts[quantity{"calls", name}] += c.Calls
		counts[quantity{"bytecodes", name}] += c.Bytecodes
		counts[quantity{"contexts", name}]++
		counts[quantity{"path", paths[i]}] += c.Calls
	}
	for _, c := range p.Concatenations {
		subject := fmt.Sprintf("%s:%d", methodName(p, c.Caller), c.Line)
		counts[quantity{"strings", subject}] += c.Strings
		counts[quantity{"text", subject}] += c.Bytes
	}
	type site struct{ caller, bci, callee int }
	sites := map[site]bool{}
	for _, e := range p.Edges {
		subject := methodName(p, e.Caller) + " -> " + methodName(p, e.Callee)
		counts[quantity{"edge", subject}] += e.Calls
		counts[quantity{edgeOfKind(e.Kind), subject}] += e.Calls
		if s := (site{e.Caller, e.BCI, e.Callee}); !sites[s] {
			sites[s] = true
			counts[quantity{"sites", subject}]++
		}
	}
	return counts
}

// methodName is a method as the expectations write it: "pkg.Outer$Inner.name".
func methodName(p *profiles.Profile, method int) string {
	m := p.Methods[method]
	return strings.ReplaceAll(m.Class, "/", ".") + "." + m.Name
}

// checkConsistency checks what holds for every complete profile, whatever the
// program: the totals are the sums, the edges are the sums of the contexts, the
// tree is a tree, native methods execute no bytecodes, and the library is not the program.
func checkConsistency(t *testing.T, p *profiles.Profile) {
	t.Helper()
	if !p.Complete || len(p.Limits) != 0 {
		t.Errorf("the run is not complete: %v", p.Limits)
	}
	if p.Totals.WallNanos != nil {
		t.Errorf("the virtual clock gave wallNanos = %d", *p.Totals.WallNanos)
	}
	checkTree(t, p)
	checkTotals(t, p)
	checkEdges(t, p)
	checkThreads(t, p)
	for i := range p.Methods {
		if m := &p.Methods[i]; m.Origin == profiles.OriginApp && (strings.HasPrefix(m.Class, "java/") || strings.HasPrefix(m.Class, "jdk/internal/")) {
			t.Errorf("%s.%s is said to be of the program", m.Class, m.Name)
		}
	}
}

// checkTree checks that parents stand before their children and that no two
// contexts are the same call.
func checkTree(t *testing.T, p *profiles.Profile) {
	t.Helper()
	type call struct{ parent, bci, method int }
	seen := map[call]int{}
	for i, c := range p.Contexts {
		if int(c.ID) != i || int(c.Parent) >= i {
			t.Fatalf("context %d stands in row %d and has parent %d", c.ID, i, c.Parent)
		}
		if p.Methods[c.Method].Native && c.Bytecodes != 0 {
			t.Errorf("context %d of the native method %s executed %d bytecodes", i, methodName(p, int(c.Method)), c.Bytecodes)
		}
		if c.Parent < 0 {
			continue
		}
		key := call{int(c.Parent), int(c.BCI), int(c.Method)}
		if other, ok := seen[key]; ok {
			t.Errorf("contexts %d and %d are both %s at bci %d of context %d", other, i, methodName(p, int(c.Method)), c.BCI, c.Parent)
		}
		seen[key] = i
	}
}

// checkTotals checks that the totals are the sums of the contexts.
func checkTotals(t *testing.T, p *profiles.Profile) {
	t.Helper()
	sums := profiles.Totals{Contexts: len(p.Contexts)}
	for _, c := range p.Contexts {
		sums.Calls += c.Calls
		sums.Bytecodes += c.Bytecodes
		sums.Allocations += c.Allocations
		sums.AllocatedBytes += c.AllocatedBytes
		sums.Cost = addMeasured(sums.Cost, c.Cost)
		sums.WaitNanos = addMeasured(sums.WaitNanos, p.Also(&c).WaitNanos)
	}
	if diff := cmp.Diff(sums, p.Totals); diff != "" {
		t.Errorf("the totals are not the sums of the contexts (-sums +totals):\n%s", diff)
	}
}

// addMeasured adds an amount, if it was measured.
func addMeasured(sum *uint64, amount profiles.Amount) *uint64 {
	if !amount.Known() {
		return sum
	}
	total := amount.Value()
	if sum != nil {
		total += *sum
	}
	return &total
}

// checkEdges checks that the edges, but those of thread starts, are the sums of
// the contexts by caller, call site and callee, and that firstSeen numbers them.
func checkEdges(t *testing.T, p *profiles.Profile) {
	t.Helper()
	fromContexts, fromEdges := map[string]uint64{}, map[string]uint64{}
	key := func(caller, bci, callee int) string {
		return fmt.Sprintf("%s %s@%d -> %s %s", methodName(p, caller), p.Methods[caller].Descriptor, bci, methodName(p, callee), p.Methods[callee].Descriptor)
	}
	for _, c := range p.Contexts {
		if c.Parent >= 0 {
			fromContexts[key(int(p.Contexts[c.Parent].Method), int(c.BCI), int(c.Method))] += c.Calls
		}
	}
	order := make([]int, 0, len(p.Edges))
	for _, e := range p.Edges {
		order = append(order, e.FirstSeen)
		if e.Calls == 0 {
			t.Errorf("edge %s was never executed", key(e.Caller, e.BCI, e.Callee))
		}
		if e.Kind != profiles.EdgeThread {
			fromEdges[key(e.Caller, e.BCI, e.Callee)] += e.Calls
		}
	}
	if diff := cmp.Diff(fromContexts, fromEdges); diff != "" {
		t.Errorf("the edges are not the sums of the contexts (-contexts +edges):\n%s", diff)
	}
	slices.Sort(order)
	for i, firstSeen := range order {
		if firstSeen != i {
			t.Errorf("firstSeen does not number the edges from 0: %d comes in place %d", firstSeen, i)
			break
		}
	}
}

// startedByVM are the names of threads that no thread of the program starts: the library has started its own before
// main, and starts shutdown hooks when the VM ends.
var startedByVM = []string{"Finalizer", "hook"}

// checkThreads checks that every thread but the first, and those that the VM starts, begins with a root context
// and a thread edge to its method.
func checkThreads(t *testing.T, p *profiles.Profile) {
	t.Helper()
	if len(p.Threads) == 0 {
		t.Fatal("there is no thread")
	}
	roots, starts := map[string]uint64{}, map[string]uint64{}
	for _, thread := range p.Threads {
		root := p.Contexts[thread.Root]
		if root.Parent != -1 {
			t.Errorf("thread %q begins in context %d, which has a parent", thread.Name, thread.Root)
		}
		if thread.ID != 0 && !slices.Contains(startedByVM, thread.Name) {
			roots[methodName(p, int(root.Method))]++
		}
	}
	for _, e := range p.Edges {
		if e.Kind == profiles.EdgeThread {
			starts[methodName(p, e.Callee)] += e.Calls
		}
	}
	if diff := cmp.Diff(roots, starts); diff != "" {
		t.Errorf("the thread edges do not fit the threads (-threads +edges):\n%s", diff)
	}
}
