package affected

import (
	"strings"
	"time"

	"hotlens/profiles"
	"hotlens/profiles/names"
	"hotlens/profiles/sources"
)

// RecordOf is what a run of a target says of it. The profile is nil for a run that has none: then all that it was compiled from counts alike.
func RecordOf(target Target, profile *profiles.Profile, index *sources.Index, outcome *profiles.Outcome, ended time.Time) *Record {
	r := &Record{
		Target: target, Main: outcome.Main, Time: ended, Wall: outcome.Wall, Failed: !outcome.Succeeded(),
		Files: map[string]string{},
	}
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
