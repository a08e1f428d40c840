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

// RecordOf is what a run of a target in a workspace says of it. The profile is nil for a run that has none: then all that it was compiled from counts alike.
func RecordOf(target Target, workspace string, profile *profiles.Profile, index *sources.Index, outcome *profiles.Outcome, began time.Time) *Record {
	r := &Record{
		Target: target, Main: outcome.Main, Time: began, Wall: outcome.Wall, Failed: !outcome.Succeeded(),
		Files: map[string]string{}, MoreReads: outcome.MoreReads,
	}
	for _, path := range outcome.Reads {
		if !filepath.IsLocal(path) { // a worker says so, which runs the user's program
			continue
		}
		absolute := filepath.Join(workspace, path)
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
	byClass := map[string]string{}
	for i := range index.Files {
		file := &index.Files[i]
		if len(r.Files) == MaxFiles {
			r.Partial = true
			break
		}
		r.Files[file.Path] = ""
		for _, class := range file.Types {
			byClass[class] = file.Path
		}
		for j := range file.Methods {
			byClass[file.Methods[j].Class] = file.Path
		}
	}
	r.Source = byClass[strings.ReplaceAll(outcome.Main, ".", "/")]
	if profile == nil {
		return r
	}
	r.Arguments = profile.Target.Arguments
	calls := make([]uint64, len(profile.Methods))
	for i := range profile.Contexts {
		calls[profile.Contexts[i].Method] += profile.Contexts[i].Calls
	}
	most := map[string]uint64{}
	for i := range profile.Methods {
		m := &profile.Methods[i]
		file := fileOf(byClass, m.Class)
		if file == "" || calls[i] <= most[file] {
			continue
		}
		most[file] = calls[i]
		r.Files[file], _ = names.Written(m)
	}
	return r
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
