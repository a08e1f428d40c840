// Package affected chooses what to run after a change: of the targets of a workspace those that the changed files can reach, by what
// their last runs called, were compiled from and read.
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
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// The bounds of what is kept of a workspace. What is past them counts as unknown, and so runs.
const (
	// MaxTargets is of how many targets the last run is known: some times the tests of a large module. The oldest go first.
	MaxTargets = 5000
	// MaxFiles is how many files of a target are kept: the sources of a large module.
	MaxFiles = 2000
)

// Target is something that can be run, as a request to the engine asks for it.
type Target struct {
	// File is the absolute path of the source file that the request names: the program's own, or one that was compiled with it.
	File string `json:"file"`
	// Text is what is to be run, as the setting hotlens.targets has it; "" for File's own main method.
	Text string `json:"text,omitempty"`
}

// Record is what is known of a target by its last run.
type Record struct {
	Target
	Main      string        `json:"main"`                // the class that was run, with dots
	Arguments []string      `json:"arguments,omitempty"` // of the program
	Source    string        `json:"source,omitempty"`    // absolute path of the file that declares Main, "" if that is not known
	Time      time.Time     `json:"time"`                // when it began
	Wall      time.Duration `json:"wall"`                // how long the program ran
	Failed    bool          `json:"failed,omitempty"`    // it ended with a failure
	// Files are the absolute paths of the sources that it was compiled from, each with one of its methods that the run has called, as people
	// write it ("Words.parse"), or "".
	Files map[string]string `json:"files"`
	// Partial says that there are more of them than are kept.
	Partial bool `json:"partial,omitempty"`
	// Reads are the absolute paths of the other files of the workspace that the program looked for, whether or not they were there; a folder that it listed ends with "/".
	Reads []string `json:"reads,omitempty"`
	// MoreReads says that there are more of these, or that nobody knows which.
	MoreReads bool `json:"moreReads,omitempty"`
	// ReadState identifies what Reads were when the run began; "" if they have changed since.
	ReadState string `json:"-"`
}

// Key identifies the target among those of a workspace.
func (r *Record) Key() string {
	return strings.Join(append([]string{r.Source, r.Main}, r.Arguments...), "\x00")
}

// Name is what people call the target: the simple name of its class, and its arguments.
func (r *Record) Name() string {
	name := r.Main[strings.LastIndexByte(r.Main, '.')+1:]
	return strings.Join(append([]string{name}, r.Arguments...), " ")
}

// Asked tells whether a target of the setting hotlens.targets means this one. Relative paths are the workspace's.
func (r *Record) Asked(text, workspace string) bool {
	words := strings.Fields(text)
	if len(words) == 0 || !slices.Equal(words[1:], r.Arguments) {
		return false
	}
	if !strings.HasSuffix(words[0], ".java") {
		return words[0] == r.Main
	}
	if !filepath.IsAbs(words[0]) {
		words[0] = filepath.Join(workspace, words[0])
	}
	return words[0] == r.Source
}

// Choice is a target that a change can reach.
type Choice struct {
	*Record
	Reason string // why it runs, a predicate: "reached Words.parse last time"
	strength
}

// strength is how close a target is to a change, the closest first.
type strength int

const (
	executes strength = iota // its last run called a method of a changed file, or read the file
	compiled                 // it was compiled from a changed file
	unknown
)

// affects says how a changed file can reach the target, and reports whether it can.
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

// Put takes over what the newest run of a target says. The record must not be changed any more.
func (x *Index) Put(r *Record) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
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

// Choose returns the targets that a change of some files, absolute paths, can reach: those that failed last time first, then those that execute what was changed, then
// those that only know it; of these the fastest first.
func (x *Index) Choose(changed []string) []Choice {
	var chosen []Choice
	for _, r := range x.Records() {
		var best *Choice
		for _, file := range changed {
			if reason, how, does := r.affects(file); does && (best == nil || how < best.strength) {
				best = &Choice{r, reason, how}
			}
		}
		if best != nil {
			chosen = append(chosen, *best)
		}
	}
	slices.SortFunc(chosen, func(a, b Choice) int {
		return cmp.Or(failedFirst(a, b), cmp.Compare(a.strength, b.strength), cmp.Compare(a.Wall, b.Wall), strings.Compare(a.Key(), b.Key()))
	})
	return chosen
}

func failedFirst(a, b Choice) int {
	switch {
	case a.Failed == b.Failed:
		return 0
	case a.Failed:
		return -1
	}
	return 1
}
