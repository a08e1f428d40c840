package bench

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
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
		flags:   []string{"--profilers", "time"},
		columns: []string{"instrumented (B)", "called", "contexts", "timed calls"},
		cells: func(a *analysis.Analysis) []string {
			p := a.Profile
			if p.Totals.Instrumented == nil {
				return nil
			}
			return []string{
				numbers.Grouped(*p.Totals.Instrumented), numbers.Grouped(uint64(len(p.Methods))),
				numbers.Grouped(uint64(p.Totals.Contexts)), numbers.Grouped(a.Total.Calls),
			}
		},
	},
}

func timedBy(scheme string) func(*SpeedOptions) []string {
	return func(o *SpeedOptions) []string { return o.profile("--profilers", "time", "--scheme", scheme) }
}

// TimeSidesHelp says, in a line for each, what the sides of Times are.
func TimeSidesHelp() string { return timeSurvey.contest.help() }

// TimeTable is the result of Times.
type TimeTable struct {
	SurveyTable
	known []knownTime
	sum   knownTime // of the net times, against the root's gross time
}

// knownTime is a method of KnownTimes whose time is known: Truth is what a call takes with nothing else instrumented,
// and Measured what is told when all is, in nanoseconds.
type knownTime struct {
	method          string
	truth, measured float64
}

// knownMethods are those of KnownTimes that call nothing, and knownRoot is what calls them.
var knownMethods = []string{"micros1", "micros2", "micros5", "micros20", "micros100"}

const (
	knownProgram = "KnownTimes"
	knownRoot    = "work"
	knownRuns    = 5 // of each measurement: the least counts, as whatever else runs only adds to it
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
	least := map[string]float64{}
	measure := func(prefix, scheme, root string) error {
		nets, err := knownNets(ctx, &options, classes, scheme, root)
		for method, nanos := range nets {
			if before, ok := least[prefix+method]; !ok || nanos < before {
				least[prefix+method] = nanos
			}
		}
		return err
	}
	for range knownRuns {
		for _, method := range append(slices.Clone(knownMethods), knownRoot) {
			if err := measure("truth ", "root", method); err != nil {
				return nil, err
			}
		}
		if err := measure("", "b", knownRoot); err != nil {
			return nil, err
		}
	}
	for _, method := range knownMethods {
		table.known = append(table.known, knownTime{method, least["truth "+method], least[method]})
	}
	table.sum = knownTime{"all net times", least["truth "+knownRoot], least["sum"]}
	return table, nil
}

// knownNets are the net nanoseconds of a call of each method of KnownTimes, and under "sum" of all of them for a call of the root.
func knownNets(ctx context.Context, options *SpeedOptions, classes, scheme, root string) (map[string]float64, error) {
	path := filepath.Join(classes, "known.json")
	words := options.hotlens("profile", "--profilers", "time", "--scheme", scheme, "--root", knownProgram+"."+root, "--format", "json", "-o", path, "--timeout", "0", "-cp", classes, knownProgram)
	if _, _, err := execute(ctx, words); err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	p, err := profiles.Decode(file)
	if err != nil {
		return nil, err
	}
	nanos, calls := map[string]float64{}, map[string]float64{}
	sum := 0.0
	for i := range p.Contexts {
		c := &p.Contexts[i]
		name := p.Methods[c.Method].Name
		nanos[name] += float64(*c.SelfNanos)
		calls[name] += float64(c.Calls)
		sum += float64(*c.SelfNanos)
	}
	for name := range nanos {
		nanos[name] /= calls[name]
	}
	nanos["sum"] = sum / calls[root]
	return nanos, nil
}

// Write writes the tables as text.
func (t *TimeTable) Write(w io.Writer) error {
	columns := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(columns, "Calibrated\ttruth\tmeasured\terror\t")
	for _, k := range append(slices.Clone(t.known), t.sum) {
		fmt.Fprintf(columns, "%s\t%v\t%v\t%+.1f %%\t\n", k.method, rounded(k.truth), rounded(k.measured), 100*(k.measured/k.truth-1))
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
