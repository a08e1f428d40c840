// Package report writes a profile as text for people: the totals, the hottest
// call sites and contexts, where objects are made, what the inliner decided,
// and the program's source with the numbers beside the lines.
//
// Invariant: the text is a function of the profile and the options alone. No
// line is wider than Options.Width cells, and nothing that the profiled program
// chose (names, source text) can send control characters to the terminal.
package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/sourcegraph/conc"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/names"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
)

// Options says how a report looks and where it finds source text. The zero
// value is a report of DefaultWidth, without colour and without source.
type Options struct {
	// Color turns on ANSI colours (ECMA-48 SGR sequences).
	Color bool
	// Width is the number of cells in a line: DefaultWidth if 0, and never less
	// than MinWidth.
	Width int
	// MinShare hides rows of the tables whose share, from 0 to 1, is lower.
	MinShare float64
	// Metric is what shares are of; that of analysis.New if the profile has none such.
	Metric profiles.Metric
	// Packages are those, with dots, whose methods are the reader's own code, with the
	// packages below them. Without any it is what the class path has. What is not own
	// code is folded under the calls that led to it.
	Packages []string
	// All folds nothing but recursion, and shows everything that MinShare lets through.
	All bool
	// Top is how many rows a table has at most; each table has its own number if it is 0.
	Top int
	// Tables adds tables about the whole program: how it uses native methods and the library.
	Tables bool
	// Sources finds the text that a class was compiled from. Without it, no
	// source is shown.
	Sources SourceFunc
	// Index tells where methods stand in the text. Without it, or where its hash
	// is not that of the text, the lines of the class file have to do, and
	// methods that were never called cannot be marked.
	Index *sources.Index
}

// DefaultWidth fits the report into half of a common screen, and the columns
// need MinWidth.
const (
	DefaultWidth = 100
	MinWidth     = 72
)

// The lengths of the tables: what fits one screen together.
const (
	maxSites       = 15
	maxTargets     = 4 // of one call site
	maxContexts    = 12
	maxAllocations = 8
	maxTimed       = 20
	maxTypes       = 10
	maxInlinings   = 15
	maxValues      = 20
	maxSampled     = 15
	maxPolymorphic = 10
	maxEdges       = 40 // where the profile has nothing else
)

// Write writes the report of p, which has to be valid, to w.
func Write(w io.Writer, p *profiles.Profile, options Options) error {
	draft, err := NewDraft(p, options)
	if err != nil {
		return err
	}
	return draft.Write(w)
}

// Draft is a report of a profile whose costs may not be known yet.
type Draft struct {
	options Options
	outline *analysis.Outline
}

// NewDraft does of Write what needs no costs.
func NewDraft(p *profiles.Profile, options Options) (*Draft, error) {
	own, options := options.ownMethods(p)
	outline, err := analysis.NewOutline(p, options.Index, func(method int) bool { return own[method] })
	if err != nil {
		return nil, err
	}
	return &Draft{options, outline}, nil
}

// Write writes the report, once: the profile has its costs by now.
func (d *Draft) Write(w io.Writer) error {
	r := newReport(w, d.outline.Analyse(), d.options)
	r.condensed = sync.OnceValue(func() *analysis.Condensed { return d.outline.Condensed(r.analysis) })
	var ahead conc.WaitGroup // which takes time for millions of contexts, and nothing of what stands in front of it
	ahead.Go(func() { r.condensed() })
	ahead.Go(func() { r.listings() })
	defer ahead.Wait()
	r.writeTests(r.profile.Tests)
	r.writeTotals()
	r.writeTimes() // what a timed run was made for
	r.writeSites()
	r.writeValues()
	r.writeSampled()
	r.writeEdges()
	r.writeContexts()
	r.writeWaiting()
	r.writeAllocations()
	r.writeTypes()
	r.writeUsage()
	r.writeCallGraphs()
	r.writeHotSpot()
	r.writeInlining()
	r.writeListings()
	return r.finish()
}

func newReport(w io.Writer, analysed *analysis.Analysis, options Options) *report {
	r := &report{
		page:     newPage(w, &options),
		profile:  analysed.Profile,
		analysis: analysed.By(options.Metric),
		names:    make([]string, len(analysed.Names)),
	}
	for i, name := range analysed.Names {
		r.names[i] = clean(name)
	}
	r.own, r.options = options.ownMethods(analysed.Profile)
	r.condensed = sync.OnceValue(func() *analysis.Condensed { return r.analysis.Condense(r.isOwn) })
	r.listings = sync.OnceValue(r.makeListings)
	return r
}

// ownMethods tells which methods are the user's. Of a program of the JDK's all are, and nothing is folded.
func (o Options) ownMethods(p *profiles.Profile) (own []bool, options Options) {
	own = make([]bool, len(p.Methods))
	for i := range own {
		own[i] = o.owns(&p.Methods[i])
	}
	if len(o.Packages) == 0 && !slices.Contains(own, true) {
		o.All = true
		for i := range own {
			own[i] = true
		}
	}
	return own, o
}

// report is the state of one Write.
type report struct {
	page
	options  Options
	profile  *profiles.Profile
	analysis *analysis.Analysis
	names    []string // by method, without control characters
	own      []bool   // by method: see Options.Packages
	// condensed is the tree as it is shown.
	condensed func() *analysis.Condensed
	// listings are those of all sources that ran, the hottest first.
	listings func() []*listing
}

// writeTotals writes the headline and everything that limits how the numbers
// may be read.
func (r *report) writeTotals() {
	p := r.profile
	command := strings.Join(append([]string{names.QualifiedClass(p.Target.Main)}, p.Target.Arguments...), " ")
	r.line(r.paint(bold, fitEnd(clean(command), r.width)))
	totals := []string{numbers.Count(uint64(len(p.Edges)), "call edge"), numbers.Count(uint64(len(p.Methods)), "method")}
	switch {
	case p.Counted():
		totals = r.counts()
	case p.Timed():
		totals = r.timed()
	case p.Sampled():
		totals = r.sampled()
	}
	r.wrapped("", " · ", totals)
	if p.Timed() && p.Totals.Contexts == 0 {
		r.warn("No root was called, so nothing was timed: --root takes Class.method, with the class's simple or full name.")
	}
	if r.analysis.Metric == profiles.MetricWait && r.analysis.Total.WaitNanos == 0 {
		r.warn("Nothing has waited, so that there is nothing to have a share of.")
	}
	if !p.Counted() && !p.Timed() && !p.Sampled() {
		r.line(r.paint(dim, fitEnd("calls, bytecodes and contexts were not counted (--profilers "+strings.Join(p.Profilers, ",")+")", r.width)))
	}
	r.writeCoverage()
	r.writeSetting()
	if a := p.Accuracy; a != nil {
		r.line(r.paint(dim, fitEnd(accuracyText(a), r.width)))
	}
	if s := p.Sampling; s != nil {
		r.wrapped("", " · ", samplingText(s))
	}
	for i := range p.Limits {
		r.warn(p.Limits[i].Message)
	}
	if p.Joined() && p.Counted() {
		r.line(r.paint(dim, fitEnd("where calls are 0 they had begun before: only what happened in them since is counted", r.width)))
	}
	if !p.Complete && !p.Joined() {
		r.warn("The program did not end by itself: these numbers are what it did until then.")
	}
	if p.Totals.Folded > 0 {
		r.warn(foldedText(p.Totals.Folded))
	}
}

// samplingText says what the sampler has seen.
func samplingText(s *profiles.Sampling) []string {
	parts := []string{fmt.Sprintf("%s, one each %s", numbers.Count(s.Samples, "sample"), numbers.Duration(s.IntervalNanos))}
	for _, of := range []struct {
		name    string
		samples uint64
	}{
		{"Java code", s.Java}, {"native methods", s.Native}, {"starting, loading and linking", s.VM},
		{"collecting", s.Collecting}, {"compiling", s.Compiling}, {"waiting", s.Waiting},
	} {
		if of.samples > 0 {
			share := numbers.Share(of.samples, s.Samples)
			parts = append(parts, fmt.Sprintf("%s %s ± %s", of.name, numbers.Percent(share), numbers.Percent(profiles.Confidence(share, s.Samples))))
		}
	}
	return parts
}

// foldedText says what folding means for the numbers.
func foldedText(folded uint64) string {
	return fmt.Sprintf("%s of recursive calls folded: their counts went into the same call of an enclosing activation. Calls, edges and methods are exact; --contexts all keeps every context.",
		numbers.Count(folded, "context"))
}

// counts are the totals of a profile with contexts.
func (r *report) counts() []string {
	p := r.profile
	counts := []string{numbers.Count(p.Totals.Calls, "call")}
	for _, metric := range []profiles.Metric{profiles.MetricCost, profiles.MetricWait} {
		if r.analysis.Total.By(metric) > 0 {
			counts = append(counts, analysis.Figure(r.analysis.Total, metric))
		}
	}
	return append(counts,
		numbers.Count(p.Totals.Bytecodes, "bytecode"),
		numbers.Count(p.Totals.Allocations, "object")+" of "+numbers.Bytes(p.Totals.AllocatedBytes),
		numbers.Count(uint64(p.Totals.Contexts), "context"),
		numbers.Count(uint64(len(p.Threads)), rootWord(p)),
	)
}

// rootWord is what the trees of calls of a profile have at their roots.
func rootWord(p *profiles.Profile) string {
	if p.Tests != nil {
		return "root"
	}
	return "thread"
}

// timed are the totals of a profile of the call subgraphs of some methods.
func (r *report) timed() []string {
	p := r.profile
	return []string{
		numbers.Duration(r.analysis.Total.By(profiles.MetricTime)) + " in timed methods",
		numbers.Count(r.analysis.Total.Calls, "timed call"),
		instrumentedText(p),
		numbers.Count(uint64(p.Totals.Contexts), "context"),
		numbers.Count(uint64(len(p.Threads)), "tree"), // one for each root method in each thread
	}
}

// sampled are the totals of a profile that has nothing but samples of contexts.
func (r *report) sampled() []string {
	p := r.profile
	return []string{
		numbers.Count(r.analysis.Total.By(profiles.MetricSamples), "sample") + " of the program",
		numbers.Count(uint64(len(p.Methods)), "method"),
		numbers.Count(uint64(p.Totals.Contexts), "context"),
		numbers.Count(uint64(len(p.Threads)), "thread"),
	}
}

// callsTitle and calls are what stands in columns of calls, nothing where they were not counted.
func (r *report) callsTitle() string {
	if r.profile.Sampled() {
		return ""
	}
	return "calls"
}

func (r *report) calls(n uint64) string {
	if r.profile.Sampled() {
		return ""
	}
	return numbers.Grouped(n)
}

// instrumentedText says how many methods were called, and how many had their calls timed.
func instrumentedText(p *profiles.Profile) string {
	text := numbers.Count(uint64(len(p.Methods)), "method")
	if p.Totals.Instrumented != nil {
		text += " of " + numbers.Grouped(*p.Totals.Instrumented) + " instrumented"
	}
	return text
}

// writeSetting writes how the program was run.
func (r *report) writeSetting() {
	p := r.profile
	var setting []string
	if p.Target.JDK != "" {
		setting = append(setting, "JDK "+p.Target.JDK)
	}
	if p.Clock != "" {
		setting = append(setting, p.Clock+" clock")
	}
	if p.CostModel != "" {
		setting = append(setting, "cost model "+p.CostModel)
	}
	if p.Tier != "" {
		setting = append(setting, "tier "+p.Tier)
	}
	if p.Totals.WallNanos != nil {
		setting = append(setting, fmt.Sprintf("%.1f s", float64(*p.Totals.WallNanos)/1e9))
	}
	if len(setting) > 0 {
		r.line(r.paint(dim, fitEnd(clean(strings.Join(setting, " · ")), r.width)))
	}
}

// place is where a method calls: "Demo.java:12".
func (r *report) place(method, line int) string {
	m := &r.profile.Methods[method]
	file := m.File
	if file == "" {
		file = names.SimpleClass(m.Class)
	}
	if line >= 0 {
		file = fmt.Sprintf("%s:%d", file, line)
	}
	return clean(file)
}

// owns tells whether a method is the reader's own code.
func (o *Options) owns(m *profiles.Method) bool {
	if o.All {
		return true
	}
	if len(o.Packages) == 0 {
		return m.Origin == profiles.OriginApp
	}
	class := strings.ReplaceAll(m.Class, "/", ".")
	return slices.ContainsFunc(o.Packages, func(name string) bool { return strings.HasPrefix(class, name+".") })
}

// isOwn tells whether a method is the reader's own code.
func (r *report) isOwn(method int) bool { return r.own[method] }

// isApp tells whether a method is of the class path.
func (r *report) isApp(method int) bool {
	return r.profile.Methods[method].Origin == profiles.OriginApp
}

// rows is how many rows a table has that shows so many by itself.
func (r *report) rows(usual int) int { return cmp.Or(r.options.Top, usual) }

// shortName fits the name of a method into so many cells. Its parameters go
// first, then its middle. The number of a lambda, in parentheses behind a space, is no parameter.
func shortName(name string, width int) string {
	if cells(name) <= width {
		return name
	}
	if open := strings.IndexByte(name, '('); open > 0 && name[open-1] != ' ' {
		name = name[:open] + "(" + ellipsis + ")"
	}
	return fitMiddle(name, width)
}
