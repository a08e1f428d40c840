package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"hotlens/engine/sourcepath"
	"hotlens/profiles"
	"hotlens/profiles/export"
	"hotlens/profiles/report"
	"hotlens/profiles/sources"
)

// The formats that are hotlens' own. Text is for people; JSON and the formats of other
// tools are those of package export.
const (
	formatText = "text"
	formatJSON = "json"
)

// The values of --frames.
const (
	framesMethods = "methods"
	framesLines   = "lines"
)

// defaultMinShare hides, in the text, what took less than a thousandth of the run.
const defaultMinShare = 0.001

// outputFlags say how to write a profile, and where: the flags of all commands that
// write one.
type outputFlags struct {
	format   string // "" for what output tells
	output   string // "" for stdout
	frames   string
	minShare float64
	metric   string // "" for that of profiles.Profile.Choose
	top      int
	packages []string
	all      bool
	tables   bool
	// writeText writes the text; nil: report.Write does.
	writeText func(io.Writer, *profiles.Profile, report.Options) error
	sources   []string // folders and archives
}

// register adds the flags to a command.
func (f *outputFlags) register(set *pflag.FlagSet) {
	set.StringVar(&f.format, "format", "", "of the profile: "+strings.Join(formatNames(), ", ")+" (default what the file's name tells, else text)")
	set.StringVarP(&f.output, "output", "o", "", "file to write the profile to, instead of stdout")
	set.StringVar(&f.metric, "metric", "", "what shares are of, and what formats with room for one metric have: "+profiles.MetricNames()+" (default cost, if it is known)")
	set.StringVar(&f.frames, "frames", framesMethods, "of collapsed stacks: methods, or lines, each with the path and line of its source")
	set.StringSliceVar(&f.packages, "packages", nil, "the packages of your own code, in the text; the rest is folded under the calls that led to it (default what is on the class path)")
	set.IntVar(&f.top, "top", 0, "rows of each table of the text (default what fits a screen)")
	set.BoolVar(&f.all, "all", false, "fold nothing but recursion, and show all source lines, in the text")
	set.BoolVar(&f.tables, "tables", false, "also show the calls of native methods, and those between your code and the library, in the text")
	set.StringSliceVar(&f.sources, "source-path", nil, "folders and archives with the sources of classes on the class path (default where they usually lie)")
	set.Float64Var(&f.minShare, "min-share", defaultMinShare, "hide, in the text, what has a smaller share of the run (0 to 1)")
}

// check checks the flags, and sets a format that was not given to the one that the
// output's name tells.
func (f *outputFlags) check() error {
	if f.format == "" {
		f.format = formatOf(f.output)
	}
	if names := formatNames(); !slices.Contains(names, f.format) {
		return fmt.Errorf("--format %s is not supported: give one of %s", f.format, strings.Join(names, ", "))
	}
	if f.frames != framesMethods && f.frames != framesLines {
		return fmt.Errorf("--frames %s is unknown: give %s or %s", f.frames, framesMethods, framesLines)
	}
	if f.metric != "" {
		if _, err := profiles.ParseMetric(f.metric); err != nil {
			return fmt.Errorf("--metric: %w", err)
		}
	}
	if f.top < 0 {
		return fmt.Errorf("--top is %d: give a number of rows", f.top)
	}
	if f.minShare < 0 || f.minShare > 1 {
		return fmt.Errorf("--min-share is %v: give a number from 0 to 1", f.minShare)
	}
	return nil
}

// checkMeasured demands that the metric is one of those that a run will have.
func (f *outputFlags) checkMeasured(have []profiles.Metric) error {
	metric := profiles.Metric(f.metric)
	if metric == "" || slices.Contains(have, metric) {
		return nil
	}
	from := map[profiles.Metric]string{profiles.MetricTime: profiles.ProfilerTime, profiles.MetricSamples: profiles.ProfilerSampler}
	return fmt.Errorf("--metric: the run has no %s: add %s to --profilers", metric, cmp.Or(from[metric], profiles.ProfilerContexts))
}

// checkKnown demands that a profile has the metric.
func (f *outputFlags) checkKnown(p *profiles.Profile) error {
	if f.metric == "" {
		return nil
	}
	if err := p.Demand(profiles.Metric(f.metric)); err != nil {
		return fmt.Errorf("--metric: %w", err)
	}
	return nil
}

// formatNames are the values of --format.
func formatNames() []string {
	names := []string{formatText}
	for _, f := range export.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// formatOf returns the format that a file's name tells, text where it tells none.
func formatOf(output string) string {
	if f, known := export.ForFile(output); known {
		return f.Name
	}
	return formatText
}

// formatsHelp is the part of a command's help that tells of the formats.
func formatsHelp() string {
	var help strings.Builder
	fmt.Fprint(&help, `The formats of a profile, who reads them, and the names of files that tell them:
  text         people
`)
	for _, f := range export.Formats() {
		fmt.Fprintf(&help, "  %-12s %s (%s)\n", f.Name, f.Tools, strings.Join(f.Suffixes, ", "))
	}
	return help.String()
}

// open opens the file for the profile before anything runs, so that the work is not
// for nothing.
func (f *outputFlags) open() (io.WriteCloser, error) { return openOutput(f.output, "the profile") }

// openOutput opens the file for a result, stdout for "".
func openOutput(name, what string) (io.WriteCloser, error) {
	if name == "" {
		return keptOpen{os.Stdout}, nil
	}
	file, err := export.Open(name)
	if err != nil {
		return nil, fmt.Errorf("the file for %s: %w; give another one with -o", what, err)
	}
	return file, nil
}

// keptOpen is a file that is not ours to close.
type keptOpen struct{ io.Writer }

func (keptOpen) Close() error { return nil }

// write writes the profile in the format that the flags say. Without a source index,
// nil, sources are looked for where they usually lie for this class path.
func (f *outputFlags) write(to io.Writer, p *profiles.Profile, index *sources.Index, classPath []string) error {
	find, forget := f.findSources(index, classPath)
	defer forget()
	if format, known := export.Named(f.format); known {
		return f.export(to, format, p, find)
	}
	options := f.reportOptions(index, find)
	if f.writeText != nil {
		return f.writeText(to, p, options)
	}
	return report.Write(to, p, options)
}

// begin does of write what needs no costs, which may not be known yet, and returns what does the rest.
func (f *outputFlags) begin(p *profiles.Profile, index *sources.Index, classPath []string) (write func(io.Writer) error) {
	if f.format != formatText || f.writeText != nil {
		return func(to io.Writer) error { return f.write(to, p, index, classPath) }
	}
	find, forget := f.findSources(index, classPath)
	draft, err := report.NewDraft(p, f.reportOptions(index, find))
	return func(to io.Writer) error {
		defer forget()
		if err != nil {
			return err
		}
		return draft.Write(to)
	}
}

// findSources is what finds the sources of a profile, and what ends that.
func (f *outputFlags) findSources(index *sources.Index, classPath []string) (find report.SourceFunc, forget func()) {
	if index != nil {
		return report.IndexedSources(index, os.ReadFile), func() {}
	}
	found := sourcepath.New(classPath, f.sources)
	return found.Find, func() { found.Close() }
}

// reportOptions are those of a report.
func (f *outputFlags) reportOptions(index *sources.Index, find report.SourceFunc) report.Options {
	options := report.Options{
		Metric: profiles.Metric(f.metric), MinShare: f.minShare, Index: index, Sources: find,
		Packages: f.packages, Top: f.top, All: f.all, Tables: f.tables,
	}
	if f.output == "" {
		fitTerminal(&options)
	}
	return options
}

// fitTerminal fits a report to stdout, if that is a terminal.
func fitTerminal(options *report.Options) {
	if !term.IsTerminal(int(os.Stdout.Fd())) {
		return
	}
	options.Color = os.Getenv("NO_COLOR") == "" // see no-color.org
	if width, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
		options.Width = width
	}
}

// export writes the profile in the format of another tool.
func (f *outputFlags) export(to io.Writer, format export.Format, p *profiles.Profile, find report.SourceFunc) error {
	folder, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("the current folder: %w", err)
	}
	return export.Write(to, format, p, export.Options{
		Metric: profiles.Metric(f.metric), Base: folder, Lines: f.frames == framesLines,
		Source: func(class, file string) (path, text string, found bool) {
			if path, text, found = find(class, file); found && !filepath.IsAbs(path) {
				path = filepath.Join(folder, path)
			}
			return path, text, found
		},
	})
}
