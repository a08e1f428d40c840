// Package export writes profiles to files: in hotlens' own format, and in those of
// other tools, so that a run can be looked at in them. Each format has its file.
//
// Invariants: an exporter is a pure function of profile and options, so that equal
// profiles give equal bytes. The sums that a format's readers come to are those of the
// profile; metrics that were not measured are absent. What an exporter allocates is
// linear in the size of the profile, or has a bound of its own, however deep the
// program recursed.
package export

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/profiles"
)

// Options say how to write a profile. The zero value is usable.
type Options struct {
	// Metric is what the format weighs contexts by, if it has room for one metric only, and
	// what it shows first if it has room for several. One that was not measured, or "",
	// stands for the best one that was.
	Metric profiles.Metric
	// Source finds the source file of a class: its absolute path, and its text. file is the
	// name that the class file gives it, such as "Main.java". nil finds none.
	Source func(class, file string) (path, text string, found bool)
	// Base is a folder. Formats that need not name sources by absolute paths name those
	// inside it relative to it.
	Base string
	// Lines has the collapsed format name every frame by the place in its source.
	Lines bool
	// Compared is a run to compare with, nil for none, and ComparedName what to call it, such as "last run". The flame graph
	// shows what has changed since; the other formats are about one run.
	Compared     *profiles.Profile
	ComparedName string
}

// Format is a format that profiles can be written in.
type Format struct {
	Name  string // of the format, as users give it
	Tools string // that read it, for people
	// Suffixes are those of the names of files in this format, in lower case. The first is
	// the usual one.
	Suffixes []string
	Prefix   string // of such names; "" for none
	// Coverage says that the format has what was executed, and no contexts.
	Coverage bool
	// write writes a valid profile. Unless anything is true, it has contexts, and the sums of
	// its amounts fit into 63 bits.
	write    func(io.Writer, *profiles.Profile, Options) error
	anything bool
}

// Formats lists the formats in the order in which users are told of them.
func Formats() []Format {
	return []Format{
		{Name: "json", Tools: "hotlens itself, and your scripts: everything that was measured", Suffixes: []string{".json"}, write: encode, anything: true},
		{Name: "flamegraph", Tools: "any web browser", Suffixes: []string{".html"}, write: flamegraph},
		{Name: "pprof", Tools: "go tool pprof, Pyroscope, Parca", Suffixes: []string{".pb.gz", ".pprof"}, write: pprof},
		{Name: "callgrind", Tools: "KCachegrind, callgrind_annotate", Suffixes: []string{".callgrind"}, Prefix: "callgrind.out", write: callgrind},
		{Name: "speedscope", Tools: "speedscope.app", Suffixes: []string{".speedscope.json"}, write: speedscope},
		{Name: "cpuprofile", Tools: "VS Code, Chrome's developer tools", Suffixes: []string{".cpuprofile"}, write: cpuprofile},
		{Name: "collapsed", Tools: "flamegraph.pl, inferno, perfanno.nvim", Suffixes: []string{".collapsed", ".folded"}, write: collapsed},
		{Name: "jacoco", Tools: "build servers, SonarQube: coverage, as JaCoCo reports it", Suffixes: []string{".xml"}, Coverage: true, write: jacoco},
		{Name: "lcov", Tools: "genhtml, Coverage Gutters: coverage", Suffixes: []string{".info", ".lcov"}, Coverage: true, write: lcov},
	}
}

// encode writes hotlens' own format.
func encode(w io.Writer, p *profiles.Profile, _ Options) error { return profiles.Encode(w, p) }

// Named returns the format with a name.
func Named(name string) (Format, bool) {
	formats := Formats()
	if at := slices.IndexFunc(formats, func(f Format) bool { return f.Name == name }); at >= 0 {
		return formats[at], true
	}
	return Format{}, false
}

// ForFile returns the format that files with this name are in; false if their name
// does not tell.
func ForFile(name string) (found Format, known bool) {
	name = strings.ToLower(filepath.Base(name))
	longest := 0 // of the parts of names that tell, as "x.speedscope.json" ends like "x.json"
	for _, f := range Formats() {
		for _, suffix := range f.Suffixes {
			if strings.HasSuffix(name, suffix) && len(suffix) > longest {
				found, longest = f, len(suffix)
			}
		}
		if f.Prefix != "" && strings.HasPrefix(name, f.Prefix) && len(f.Prefix) > longest {
			found, longest = f, len(f.Prefix)
		}
	}
	return found, longest > 0
}

// Write writes the profile in a format. Its error says what the profile lacks, or
// which number is too large, or is that of the writer.
func Write(w io.Writer, f Format, p *profiles.Profile, o Options) error {
	if err := p.Validate(); err != nil {
		return fmt.Errorf("exporting a profile: %w", err)
	}
	if f.Coverage && !p.Covered() {
		return fmt.Errorf("the profile does not say what was executed, of which %s files consist: profile with --profilers coverage (setting hotlens.coverage)", f.Name)
	}
	if !f.anything && !f.Coverage {
		if len(p.Measured()) == 0 || len(p.Contexts) == 0 {
			return fmt.Errorf("the profile has no calling contexts, of which %s files consist: profile with --profilers cct", f.Name)
		}
		if err := checkSums(p); err != nil {
			return err
		}
	}
	if o.Metric = p.Choose(o.Metric); !o.Metric.Known(p) && !f.anything && !f.Coverage {
		o.Metric = p.Measured()[0]
	}
	if err := f.write(w, p, o); err != nil {
		return fmt.Errorf("writing the profile as %s: %w", f.Name, err)
	}
	if _, err := w.Write(nil); err != nil { // so that a File of a format that is empty where there is nothing to tell is made all the same
		return fmt.Errorf("writing the profile as %s: %w", f.Name, err)
	}
	return nil
}

// checkSums looks whether each metric's sum fits the signed numbers of most formats.
func checkSums(p *profiles.Profile) error {
	for _, m := range p.Measured() {
		left := uint64(math.MaxInt64)
		for i := range p.Contexts {
			amount := m.Of(p, &p.Contexts[i])
			if amount > left {
				return fmt.Errorf("the contexts' %s add up to more than %d, which is the most that other tools can read", m, int64(math.MaxInt64))
			}
			left -= amount
		}
	}
	return nil
}

// metricsFirst lists the metrics that the profile has, with the chosen one in front.
func metricsFirst(p *profiles.Profile, chosen profiles.Metric) []profiles.Metric {
	metrics := p.Measured()
	return slices.Insert(slices.DeleteFunc(metrics, func(m profiles.Metric) bool { return m == chosen }), 0, chosen)
}
