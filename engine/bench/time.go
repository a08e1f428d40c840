package bench

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/names"
	"hotlens/profiles/numbers"
)

// The sides of Times beside Plain: what of a program is timed from main on.
const (
	TimedRoot Side = "root"
	TimedB    Side = "b"
	TimedA    Side = "a"
	TimedAll  Side = "all"
)

// timeSurvey is what timing costs by JFluid's schemes, and how many methods each instruments.
var timeSurvey = survey{
	contest: contest{
		contenders: []contender{
			{Plain, "hotlens run", true, func(o *SpeedOptions) []string { return o.hotlens("run", "--tier", "auto") }},
			{TimedRoot, "main alone is timed (--profilers time --scheme root)", true, timedBy("root")},
			{TimedB, "scheme B (--scheme b)", true, timedBy("b")},
			{TimedA, "scheme A (--scheme a)", true, timedBy("a")},
			{TimedAll, "every method is instrumented (--scheme all)", true, timedBy("all")},
		},
		comparisons: []comparison{{over: TimedRoot, under: Plain}, {over: TimedB, under: Plain}, {over: TimedA, under: Plain}, {over: TimedAll, under: Plain}},
		programs:    paperPrograms,
	},
	finding: finding{
		flags:   [][]string{timing("b"), timing("a"), timing("all")},
		columns: []string{"instrumented by B", "A", "all", "called (B)", "contexts", "timed calls"},
		cells: func(of []*analysis.Analysis) []string {
			var cells []string
			for _, a := range of {
				if a.Profile.Totals.Instrumented == nil {
					return nil
				}
				cells = append(cells, numbers.Grouped(*a.Profile.Totals.Instrumented))
			}
			b := of[0]
			return append(cells, numbers.Grouped(uint64(len(b.Profile.Methods))), numbers.Grouped(uint64(b.Profile.Totals.Contexts)), numbers.Grouped(b.Total.Calls))
		},
	},
}

func timing(scheme string) []string { return []string{"--profilers", "time", "--scheme", scheme} }

func timedBy(scheme string) func(*SpeedOptions) []string {
	return func(o *SpeedOptions) []string { return o.profile(timing(scheme)...) }
}

// TimeSidesHelp says, in a line for each, what the sides of Times are.
func TimeSidesHelp() string { return timeSurvey.contest.help() }

// TimeTable is the result of Times.
type TimeTable struct {
	SurveyTable
	known []knownTime
}

// knownTime is a time that is known: truth is what a call takes with nothing instrumented, and measured what is told when
// all below the root is, in nanoseconds.
type knownTime struct {
	name            string
	truth, measured float64
}

// knownMethod is a method of KnownTimes, or several that cannot be told apart from outside. What a call takes without its callees
// is what the program measures of one thing, less what it measures of others. That of a method that calls several times is what the program measures of one
// that has the same code and calls nothing: a difference of so many is only noise.
type knownMethod struct {
	name    string
	is      func(m *profiles.Method) bool // the first one's calls count
	also    []string
	gross   string // of so many calls
	calls   float64
	callees map[string]float64 // how often it calls what
}

// knownMethods are the methods of KnownTimes, by the situations that they stand for.
var knownMethods = []knownMethod{
	{name: knownReferenceName, is: called(knownReference), gross: knownReference, calls: 1},
	{name: "1 µs", is: called("chain1"), gross: "chain1", calls: 1},
	{name: "2 µs, calls it", is: called("chain2"), gross: "chain2", calls: 1, callees: map[string]float64{"chain1": 1}},
	{name: "5 µs, calls that", is: called("chain5"), gross: "chain5", calls: 1, callees: map[string]float64{"chain2": 1}},
	{name: "10 µs, calls that", is: called("chain10"), gross: "chain10", calls: 1, callees: map[string]float64{"chain5": 1}},
	{name: "1 µs, called from ten sites", is: called("callee"), gross: "callee", calls: 1},
	{name: "1 µs, calls it ten times", is: called("tenCalls"), gross: "chain1", calls: 1},
	{name: "1 µs, recursive", is: called("recursive"), gross: "recursive", calls: 6},
	{name: "5 µs and 5 µs, catching and throwing", is: called("catching"), also: []string{"throwing"}, gross: "catching", calls: 1},
	{name: "1 µs, by an interface", is: calledOf("KnownTimes$Once", "apply"), gross: "once", calls: 1},
	{name: "2 µs, by the same", is: calledOf("KnownTimes$Twice", "apply"), gross: "twice", calls: 1},
	{name: "1 µs, calls those in turn", is: called("interfaces"), gross: "chain1", calls: 1},
	{name: "1 µs, called by three methods by an interface", is: calledOf("KnownTimes$Shared", "apply"), gross: "shared", calls: 1},
	{name: "1 µs, the first of these", is: calledOf("KnownTimes$FirstCaller", "apply"), gross: "chain1", calls: 1},
	{name: "1 µs, the second", is: calledOf("KnownTimes$SecondCaller", "apply"), gross: "chain1", calls: 1},
	{name: "1 µs, the third", is: calledOf("KnownTimes$ThirdCaller", "apply"), gross: "chain1", calls: 1},
	{name: "1 µs, calls the three in turn", is: called("turns"), gross: "chain1", calls: 1},
	{name: "five times 1 µs, an exception passing through three", is: called("unwinding"), also: []string{"passing", "thrower"}, gross: "unwinding", calls: 1},
	{name: "2 µs, a lambda", is: func(m *profiles.Method) bool { return names.IsLambda(m.Name) && m.Class == knownProgram }, gross: "lambda", calls: 1},
	{name: "1 µs, calls that four times", is: called("lambdas"), gross: "chain1", calls: 1},
}

func called(name string) func(*profiles.Method) bool { return calledOf(knownProgram, name) }

func calledOf(class, name string) func(*profiles.Method) bool {
	return func(m *profiles.Method) bool { return m.Class == class && m.Name == name }
}

const (
	knownProgram = "KnownTimes"
	knownRoot    = "work"
	knownNothing = "nothing" // what measuring a call takes in the program itself
	// What else runs takes the processor away for some time, and makes it slower for some. What the program measures itself is lower quartiles of short rounds,
	// which is about the medians of those in the pauses between the windows. What is timed is only told as sums. So of many
	// windows the quarter counts in which a long method has taken the least, and what that still takes more than by the program's own clock all
	// methods are taken to have taken more. Of these windows the medians count. The first windows have the methods compiled that are timed.
	knownReference     = "reference"
	knownReferenceName = "50 µs, by which the others are told"
	knownWindows       = 60
	knownCounting      = 4 // one of so many windows counts
	knownWarming       = 4
	knownWindow        = time.Second / 4
	knownPause         = time.Second / 4
	// The sum is also that of whole runs, from the start on: the least of so many, of so many calls of the root. That is some seconds, as the
	// beginning is not the same with and without instrumentation: what it keeps from being inlined is compiled, and left by the interpreter, at another time.
	knownRuns  = 5
	knownCalls = 50_000
	// knownStart is how long the program may take until it can be joined.
	knownStart = 30 * time.Second
)

// Times measures how far calibrated times are from the truth, and what timing costs.
func Times(ctx context.Context, options SpeedOptions) (*TimeTable, error) {
	survey, err := timeSurvey.run(ctx, options)
	if err != nil {
		return nil, err
	}
	if err := options.complete(); err != nil {
		return nil, err
	}
	table := &TimeTable{SurveyTable: *survey}
	classes, err := compile(ctx, options.JDK)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(classes)
	if table.known, err = knownTimes(ctx, &options, classes); err != nil {
		return nil, err
	}
	whole, err := wholeRuns(ctx, &options, classes)
	if err != nil {
		return nil, err
	}
	table.known = append(table.known, whole)
	return table, nil
}

// knownTimes times the methods of KnownTimes in one process, in windows, and compares that with what the process measures itself.
func knownTimes(ctx context.Context, options *SpeedOptions, classes string) ([]knownTime, error) {
	words := slices.Concat(options.hotlens("run", "--tier", "auto"), []string{"-cp", classes, knownProgram})
	process := command(ctx, words)
	var stdout, stderr bytes.Buffer
	process.Stdout, process.Stderr = &stdout, &stderr
	input, err := process.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := process.Start(); err != nil {
		return nil, err
	}
	windows, err := timedWindows(ctx, options, process.Process.Pid, filepath.Join(classes, "known.json"))
	_, inputErr := io.WriteString(input, "\n")
	if waitErr := process.Wait(); waitErr != nil {
		return nil, fmt.Errorf("%s: %w: %s", strings.Join(words, " "), errors.Join(err, waitErr), firstLine(stderr.Bytes()))
	}
	if err := errors.Join(err, inputErr); err != nil {
		return nil, err
	}
	gross := map[string]float64{}
	for line := range strings.Lines(stdout.String()) {
		var name string
		var nanos float64
		if _, err := fmt.Sscan(line, &name, &nanos); err != nil {
			return nil, fmt.Errorf("%s printed %q: %w", knownProgram, line, err)
		}
		gross[name] = nanos
	}
	for name := range gross {
		if name != knownNothing {
			gross[name] -= gross[knownNothing]
		}
	}
	measured := leastSlowed(windows, gross[knownReference])
	var known []knownTime
	for _, k := range knownMethods {
		truth := gross[k.gross]
		for callee, times := range k.callees {
			truth -= times * gross[callee]
		}
		known = append(known, knownTime{k.name, truth / k.calls, measured[k.name]})
	}
	return append(known, knownTime{"all of them, against the root's gross time", gross[knownRoot], measured[knownRoot]}), nil
}

// timedWindows joins a process so many times, and returns the net times of a call in each window.
func timedWindows(ctx context.Context, options *SpeedOptions, pid int, path string) ([]map[string]float64, error) {
	var windows []map[string]float64
	deadline := time.Now().Add(knownStart)
	for len(windows) < knownWarming+knownWindows {
		_, _, err := execute(ctx, []string{options.Executable, "attach", strconv.Itoa(pid), "--root", knownProgram + "." + knownRoot, "--for", knownWindow.String(), "--format", "json", "-o", path})
		switch {
		case err == nil:
		case len(windows) == 0 && ctx.Err() == nil && time.Now().Before(deadline):
			continue // it has not begun yet
		default:
			return nil, err
		}
		nets, err := knownNets(path)
		if err != nil {
			return nil, err
		}
		windows = append(windows, nets)
		select {
		case <-time.After(knownPause):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	return windows[knownWarming:], nil
}

// leastSlowed are the medians of the net times in the windows in which the reference has taken the least, which takes so many nanoseconds by the program's
// own clock. What it takes more is taken off the others in proportion.
func leastSlowed(windows []map[string]float64, reference float64) map[string]float64 {
	windows = slices.SortedFunc(slices.Values(windows), func(a, b map[string]float64) int {
		return cmp.Compare(a[knownReferenceName], b[knownReferenceName])
	})[:len(windows)/knownCounting]
	measured := map[string][]float64{}
	for _, window := range windows {
		for name, nanos := range window {
			if name != knownReferenceName {
				nanos *= reference / window[knownReferenceName]
			}
			measured[name] = append(measured[name], nanos)
		}
	}
	medians := map[string]float64{}
	for name, nanos := range measured {
		medians[name] = median(nanos)
	}
	return medians
}

// knownNets are the net nanoseconds of a call of each known method in a profile, and under the root's name of all of them for a call of the root.
func knownNets(path string) (map[string]float64, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	p, err := profiles.Decode(file)
	if err != nil {
		return nil, err
	}
	nets := map[string]float64{}
	per := func(name string, calls func(*profiles.Method) bool, times func(*profiles.Method) bool) {
		nanos, number := 0.0, 0.0
		for i := range p.Contexts {
			c := &p.Contexts[i]
			m := &p.Methods[c.Method]
			if calls(m) {
				number += float64(c.Calls)
			}
			if times(m) {
				nanos += float64(p.Also(c).SelfNanos.Value())
			}
		}
		if number > 0 {
			nets[name] = nanos / number
		}
	}
	for _, k := range knownMethods {
		per(k.name, k.is, func(m *profiles.Method) bool { return k.is(m) || slices.Contains(k.also, m.Name) })
	}
	per(knownRoot, called(knownRoot), func(*profiles.Method) bool { return true })
	return nets, nil
}

// wholeRuns compares the sum of the net times of whole runs with the root's gross time, which is what a run tells in which nothing below the root is
// instrumented. A run that measures itself would not do: by its clock time also passes while classes are loaded and methods compiled, and it does not wait for code.
func wholeRuns(ctx context.Context, options *SpeedOptions, classes string) (knownTime, error) {
	path := filepath.Join(classes, "whole.json")
	whole := knownTime{"all of them, in whole runs", math.Inf(1), math.Inf(1)}
	for range knownRuns {
		for _, side := range []struct {
			scheme string
			least  *float64
		}{{"root", &whole.truth}, {"b", &whole.measured}} {
			timed := options.hotlens("profile", "--profilers", "time", "--root", knownProgram+"."+knownRoot, "--scheme", side.scheme, "--format", "json", "-o", path)
			if _, _, err := execute(ctx, append(timed, "--timeout", "0", "-cp", classes, knownProgram, "run", strconv.Itoa(knownCalls))); err != nil {
				return whole, err
			}
			nets, err := knownNets(path)
			if err != nil {
				return whole, err
			}
			*side.least = min(*side.least, nets[knownRoot])
		}
	}
	return whole, nil
}

// Write writes the tables as text.
func (t *TimeTable) Write(w io.Writer) error {
	columns := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(columns, "Net time of a call of a method of\ttruth\tcalibrated\terror\t")
	for _, k := range t.known {
		fmt.Fprintf(columns, "%s\t%v\t%v\t%+.1f %%\t\n", k.name, rounded(k.truth), rounded(k.measured), 100*(k.measured/k.truth-1))
	}
	if err := columns.Flush(); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	return t.SurveyTable.Write(w)
}

func rounded(nanos float64) time.Duration { return time.Duration(math.Round(nanos)) }
