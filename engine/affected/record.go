package affected

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hotlens/profiles"
	"hotlens/profiles/names"
	"hotlens/profiles/sources"
)

// Run is a run of targets.
type Run struct {
	Target
	Directory string              // that it ran in, absolute
	Profile   *profiles.Profile   // nil: there is none
	Index     *sources.Index      // of what was compiled
	Uses      map[string][]string // see engine.Result
	Builds    []string            // see Record
	LeftOut   []string            // see engine.Result
	Outcome   *profiles.Outcome
	Set       string // of tests, see Record; "": it was a program
	Began     time.Time
}

// Records are what a run says of what it has run: of a program, or of each class of tests.
func (run *Run) Records() []*Record {
	program := RecordOf(run.Target, run.Directory, run.Profile, run.Index, run.Outcome, run.Began)
	program.Builds = run.Builds
	for _, path := range run.LeftOut { // what a change may have it be compiled from
		if _, known := program.Files[path]; !known {
			program.Files[path] = ""
		}
	}
	if run.Set == "" {
		return []*Record{program}
	}
	if run.Profile == nil {
		return nil
	}
	return run.testRecords(program)
}

// RecordOf is what a run of a program in a folder says of it. The profile is nil for a run that has none: then all that it was compiled from counts alike.
func RecordOf(target Target, directory string, profile *profiles.Profile, index *sources.Index, outcome *profiles.Outcome, began time.Time) *Record {
	r := &Record{
		Target: target, Main: outcome.Main, Time: began, Wall: outcome.Wall, Failed: !outcome.Succeeded(),
		Files: map[string]string{}, MoreReads: outcome.MoreReads,
	}
	for _, path := range outcome.Reads {
		if !filepath.IsLocal(path) { // a worker says so, which runs the user's program
			continue
		}
		absolute := filepath.Join(directory, path)
		if strings.HasSuffix(path, "/") {
			absolute += "/"
		}
		r.Reads = append(r.Reads, absolute)
	}
	slices.Sort(r.Reads)
	if len(r.Reads) > MaxFiles {
		r.Reads, r.MoreReads = r.Reads[:MaxFiles], true
	}
	r.ReadState = stateOf(r.Reads, began)
	for i := range index.Files {
		if len(r.Files) == MaxFiles {
			r.Partial = true
			break
		}
		r.Files[index.Files[i].Path] = ""
	}
	byClass := index.PathsByClass()
	r.Source = byClass[strings.ReplaceAll(outcome.Main, ".", "/")]
	if profile == nil {
		return r
	}
	r.Arguments = profile.Target.Arguments
	calls := make([]uint64, len(profile.Methods))
	for i := range profile.Contexts {
		calls[profile.Contexts[i].Method] += profile.Contexts[i].Calls
	}
	most := map[string]int{} // the method that tells most, by file
	for i := range profile.Methods {
		file := fileOf(byClass, profile.Methods[i].Class)
		if _, kept := r.Files[file]; !kept || calls[i] == 0 {
			continue
		}
		if before, known := most[file]; !known || tells(profile, i, calls[i], before, calls[before]) {
			most[file] = i
		}
	}
	for file, method := range most {
		r.Files[file], _ = names.Written(&profile.Methods[method])
	}
	return r
}

// tells tells whether a method that was called so often tells people more than another one: constructors tell least.
func tells(profile *profiles.Profile, method int, calls uint64, other int, otherCalls uint64) bool {
	constructs := func(method int) bool { return strings.HasPrefix(profile.Methods[method].Name, "<") }
	if a, b := constructs(method), constructs(other); a != b {
		return b
	}
	return calls > otherCalls || calls == otherCalls && method < other
}

// fileOf is the file that declares a class, by the class or by one around it, for those that the compiler has made; "" for none.
func fileOf(byClass map[string]string, class string) string {
	for name := class; ; {
		if file := byClass[name]; file != "" {
			return file
		}
		at := strings.LastIndexByte(name, '$')
		if at <= 0 {
			return ""
		}
		name = name[:at]
	}
}

// Changed tells whether a file that the program has read may have changed since.
func (r *Record) Changed() bool {
	return r.ReadState == "" || stateOf(r.Reads, time.Time{}) != r.ReadState
}

// clockSlack is by how much a file system's clock may be behind that of the process: a tick of the coarsest kernel that is common.
const clockSlack = 10 * time.Millisecond

// stateOf identifies what files are, by their sizes and times; "" if one has changed after a moment, unless that is zero.
func stateOf(paths []string, since time.Time) string {
	state := sha256.New()
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			fmt.Fprintln(state, "none")
			continue
		}
		if changed := info.ModTime(); !since.IsZero() && changed.After(since.Add(-clockSlack)) {
			return ""
		}
		fmt.Fprintln(state, info.Size(), info.ModTime().UnixNano(), info.Mode())
	}
	return hex.EncodeToString(state.Sum(nil))
}
