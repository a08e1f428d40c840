// Package affected chooses what to run after a change: of the targets of a workspace those that the changed files can reach, by what
// their last runs called, were compiled from and read. A target is a program, or the tests of a class, of which each is chosen by itself.
//
// What a run called says which targets execute the code that was changed. It cannot say what the change makes them execute: a constant, a new
// override, a class that is loaded by its name. So the files that a target was compiled from count as well, after the others, as do the files that
// its program has read.
//
// Invariant: in doubt it runs. A target is left out only if its last run is known whole and had nothing to do with a changed file; what runs for nothing
// costs seconds, what does not run costs the trust in what is shown.
//
// Invariant: each choice says why, in words for people.
package affected

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"hotlens/engine/project"
	"hotlens/engine/target"
	"hotlens/engine/tests"
	"hotlens/profiles"
)

// The bounds of what is kept of a workspace. What is past them counts as unknown, and so runs.
const (
	// MaxTargets is of how many targets the last run is known: some times the tests of a large module. The oldest go first.
	MaxTargets = 5000
	// MaxFiles is how many files of a target are kept: the sources of a large module.
	MaxFiles = 2000
	// MaxTests is of how many tests of a class something is kept: the results are what the tests themselves have written.
	MaxTests = 5000
)

// Target is something that can be run, as a request to the engine asks for it.
type Target struct {
	// File is the absolute path of the source file that the request names: the program's own, or one that was compiled with it.
	File string `json:"file"`
	// Text is what is to be run, as the setting hotlens.targets has it; "" for File's own main method.
	Text string `json:"text,omitempty"`
}

// Record is what is known of a target by its last run: a program, or the tests of a class.
type Record struct {
	Target
	Main      string        `json:"main"`                // the class that was run, with dots; of tests the outermost class
	Arguments []string      `json:"arguments,omitempty"` // of the program
	Source    string        `json:"source,omitempty"`    // absolute path of the file that declares Main, "" if that is not known
	Time      time.Time     `json:"time"`                // when it began
	Wall      time.Duration `json:"wall"`                // how long the program ran; of tests see Test
	Failed    bool          `json:"failed,omitempty"`    // it ended with a failure
	// Files are the absolute paths of the sources that it was compiled from, each with one of its methods that the run has called, as people
	// write it ("Words.parse"), or "". Of tests it is what has called a method around the tests, for all of them.
	Files map[string]string `json:"files"`
	// Partial says that there are more of them than are kept.
	Partial bool `json:"partial,omitempty"`
	// Reads are the absolute paths of the other files of the workspace that the program looked for, whether or not they were there; a folder that it listed ends with "/".
	// Of tests they are those of the whole run: what one has read another may have found in a static field.
	Reads []string `json:"reads,omitempty"`
	// MoreReads says that there are more of these, or that nobody knows which.
	MoreReads bool `json:"moreReads,omitempty"`
	// ReadState identifies what Reads were when the run began; "" if they have changed since.
	ReadState string `json:"-"`

	// Builds are the absolute paths of the files that say how it is built. They are known while the session lasts that has run it.
	Builds []string `json:"-"`

	// Set identifies with which other tests these can run together: see engine.Result.TestSet. "": it is a program.
	Set string `json:"set,omitempty"`
	// Tests are those of the class by their methods, and those of nested classes with these in front: "counts", "Deeper#counts".
	Tests map[string]*Test `json:"tests,omitempty"`

	// Never says that the tests have only been compiled.
	Never bool `json:"never,omitempty"`

	asked   map[string]bool // the tests that the run was asked for, where that was not the whole class
	stopped bool            // a limit has ended the run, so that the tests without results are as before
}

// Test is what is known of a test, or of all invocations of it, by its last run. It is not changed any more.
type Test struct {
	Status  profiles.TestStatus `json:"status"`  // of the invocation that says most
	Wall    time.Duration       `json:"wall"`    // how long it took, or may take
	Reached map[string]string   `json:"reached"` // the absolute paths of the sources of which it has called a method, each with one
}

// Failed tells whether it runs until it has passed.
func (t *Test) Failed() bool {
	return t.Status == profiles.TestFailed || t.Status == profiles.TestUnfinished
}

// IsTests tells whether the target is the tests of a class.
func (r *Record) IsTests() bool { return r.Set != "" }

// Key identifies the target among those of a workspace.
func (r *Record) Key() string {
	return strings.Join(append([]string{r.Source, r.Main, r.Set}, r.Arguments...), "\x00")
}

// Name is what people call the target: the simple name of its class, and its arguments.
func (r *Record) Name() string {
	name := r.Main[strings.LastIndexByte(r.Main, '.')+1:]
	return strings.Join(append([]string{name}, r.Arguments...), " ")
}

// Asked tells whether a target of the setting hotlens.targets means this one, or some of its tests. Relative paths are the workspace's.
func (r *Record) Asked(text, workspace string) bool {
	return r.asks(text, workspace, slices.Collect(maps.Keys(r.Tests)))
}

// Asked tells whether a target of the setting hotlens.targets means what was chosen, or some of it.
func (c *Choice) Asked(text, workspace string) bool {
	if c.Test == "" {
		return c.Record.Asked(text, workspace)
	}
	return c.asks(text, workspace, []string{c.Test})
}

// asks tells whether a target means the one that was recorded, or one of some tests of it.
func (r *Record) asks(text, workspace string, names []string) bool {
	name, ok := target.ParseName(text)
	switch {
	case !ok || !slices.Equal(name.Arguments, r.Arguments):
		return false
	case name.File != "":
		return name.Path(workspace) == r.Source
	case name.Methods == "":
		return name.Class == r.Main || r.IsTests() && profiles.Outermost(name.Class) == r.Main
	}
	patterns, err := tests.Parse([]string{name.Class + "#" + name.Methods})
	if err != nil || !r.IsTests() {
		return false
	}
	return slices.ContainsFunc(names, func(test string) bool {
		class, method := r.split(test)
		return slices.ContainsFunc(patterns, func(p tests.Pattern) bool { return p.Matches(class, method) })
	})
}

// Choice is a target that a change can reach, or one of its tests.
type Choice struct {
	*Record
	Test   string // of Record.Tests; "" for a program, or for all tests of the class
	Reason string // why it runs, a predicate: "reached Words.parse last time"
	Wall   time.Duration
	Failed bool // last time
	strength
}

// strength is how close a target is to a change, the closest first.
type strength int

const (
	itself   strength = iota // tests whose own class was changed: some may be new
	executes                 // its last run called a method of a changed file, or read the file
	compiled                 // it was compiled from a changed file
	unknown
)

// affects says how a changed file can reach the target, of which its tests may know more, and reports whether it can.
func (r *Record) affects(file string) (reason string, how strength, does bool) {
	if method, known := r.Files[file]; known {
		if method != "" {
			return "reached " + method + " last time", executes, true
		}
		return "is compiled with " + filepath.Base(file), compiled, true
	}
	if _, reads := slices.BinarySearch(r.Reads, file); reads {
		return "reads " + filepath.Base(file), executes, true
	}
	if _, lists := slices.BinarySearch(r.Reads, filepath.Dir(file)+"/"); lists {
		return "lists the folder of " + filepath.Base(file), executes, true
	}
	if slices.Contains(r.Builds, file) {
		return "is built by " + filepath.Base(file), compiled, true
	}
	if source := strings.HasSuffix(file, ".java"); r.Partial && source || r.MoreReads && !source {
		return "may use " + filepath.Base(file) + ": not all that it used is known", unknown, true
	}
	return "", 0, false
}

// Index is what is known of the targets of a workspace. Its methods may be called by many goroutines.
type Index struct {
	mutex   sync.Mutex
	records map[string]*Record // by their keys
}

// New is an index of records, of which the newest of each target counts.
func New(records ...*Record) *Index {
	x := &Index{records: map[string]*Record{}}
	for _, r := range records {
		if known := x.records[r.Key()]; known == nil || known.Time.Before(r.Time) {
			x.records[r.Key()] = r
		}
	}
	return x
}

// Put takes over what the newest run of a target says, and returns what is known now: of a class with tests, some may not have run. The record must not be changed any more.
func (x *Index) Put(r *Record) *Record {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	if before := x.records[r.Key()]; before != nil {
		r = r.after(before)
	}
	x.records[r.Key()] = r
	if len(x.records) > MaxTargets {
		oldest := r
		for _, other := range x.records {
			if other.Time.Before(oldest.Time) {
				oldest = other
			}
		}
		delete(x.records, oldest.Key())
	}
	return r
}

// Forget removes a target, which cannot be run any more.
func (x *Index) Forget(r *Record) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	delete(x.records, r.Key())
}

// Records are all targets, in no order.
func (x *Index) Records() []*Record {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	var all []*Record
	for _, r := range x.records {
		all = append(all, r)
	}
	return all
}

// HasRun tells whether tests of each of some source files have run, of those that a source set has at one time, or are to.
func (x *Index) HasRun(set string, sources []string) bool {
	records := x.Records()
	return !slices.ContainsFunc(sources, func(source string) bool {
		return !slices.ContainsFunc(records, func(r *Record) bool { return r.Set == set && r.Source == source && (r.Never || len(r.Tests) > 0) })
	})
}

// Choose returns the targets that a change of some files, absolute paths, can reach: tests whose class was changed and what failed last time first, then what executes what was changed, then
// what only knows it; of these the fastest first. Tests that failed last time run in any case after a change of a source, until they pass.
func (x *Index) Choose(changed []string) []Choice {
	var chosen []Choice
	records := x.Records()
	for _, r := range records {
		if r.IsTests() && r.elsewhere(records) {
			continue
		}
		if r.IsTests() {
			chosen = append(chosen, r.chooseTests(changed)...)
			continue
		}
		var best *Choice
		for _, file := range changed {
			if reason, how, does := r.affects(file); does && (best == nil || how < best.strength) {
				best = &Choice{Record: r, Reason: reason, Wall: r.Wall, Failed: r.Failed, strength: how}
			}
		}
		if best != nil {
			chosen = append(chosen, *best)
		}
	}
	slices.SortFunc(chosen, inOrder)
	return chosen
}

// elsewhere tells whether the class had no tests at the time that the record is of, and has some at another time that the build runs them: whoever runs those learns whether there are any here by now.
func (r *Record) elsewhere(all []*Record) bool {
	return len(r.Tests) == 0 && !r.Never && slices.ContainsFunc(all, func(other *Record) bool {
		return other.Source == r.Source && other.Main == r.Main && other.Set != r.Set && len(other.Tests) > 0
	})
}

// Below are the files below some folders that a target was compiled from or has read; absolute paths.
func (x *Index) Below(folders []string) []string {
	if len(folders) == 0 {
		return nil
	}
	found := map[string]bool{}
	for _, r := range x.Records() {
		for _, file := range slices.AppendSeq(slices.Clone(r.Reads), maps.Keys(r.Files)) {
			if slices.ContainsFunc(folders, func(folder string) bool { return file != folder && project.Within(folder, file) }) {
				found[file] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// Executing returns the target whose run was the last to call a method of a source file, or to read a file; of a class, those of its tests that did.
func (x *Index) Executing(file string) []Choice {
	var last []Choice
	for _, c := range x.Choose([]string{file}) {
		switch {
		case c.strength > executes:
		case len(last) == 0 || last[0].Time.Before(c.Time):
			last = []Choice{c}
		case last[0].Record == c.Record:
			last = append(last, c)
		}
	}
	return last
}

func inOrder(a, b Choice) int {
	return cmp.Or(
		First(a.Failed || a.strength == itself, b.Failed || b.strength == itself), cmp.Compare(a.strength, b.strength), cmp.Compare(a.Wall, b.Wall),
		strings.Compare(a.Key(), b.Key()), strings.Compare(a.Test, b.Test),
	)
}

// First compares by what comes first: what is true.
func First(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
