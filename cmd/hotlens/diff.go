package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/comparison"
	"hotlens/profiles/export"
	"hotlens/profiles/numbers"
	"hotlens/profiles/report"
)

// formatPprof is the format of "go tool pprof", of a comparison what its -diff_base makes.
const formatPprof = "pprof"

// diffFormats are the values of diff's --format.
var diffFormats = []string{formatText, formatJSON, formatPprof}

// diffFlags are the flags of "hotlens diff".
type diffFlags struct {
	metric    string // "" for that of comparison.Comparison.Choose
	format    string
	output    string // "" for stdout
	failAbove []string
	top       int
	packages  []string
	all       bool
}

// diffCommand is "hotlens diff".
func diffCommand() *cobra.Command {
	var flags diffFlags
	command := &cobra.Command{
		Use:   "diff [flags] BASE HEAD",
		Short: "Compare two saved profiles, by context",
		Long: `Compare two profiles that "hotlens profile --format json" has written, by method
and by context: what has more, what has less, what is new and what is gone.

Methods are matched by class, name and parameters, one whose parameters have
changed by class and name, contexts by the chain of methods
and call sites that leads to them. Lines that have moved make no difference, and
neither do the numbers that lambdas and hidden classes get. Two runs that did the
same give one line. "--format pprof" gives what "go tool pprof -diff_base" makes of
the two.

With --fail-above the exit status is 1 if the whole run has grown by more than so
many percent: "--fail-above 5" of --metric, or else of the cost, "--fail-above
cost=5,allocations=0" of others.`,
		Example: `  hotlens profile --format json -o before.json Demo.java 10
  hotlens profile --format json -o after.json Demo.java 10
  hotlens diff before.json after.json
  hotlens diff --metric allocations --fail-above 0 before.json after.json`,
		Args: func(_ *cobra.Command, arguments []string) error {
			if len(arguments) != 2 {
				return errors.New("give two profiles, that of before and that of after; see hotlens diff --help")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, arguments []string) error { return diff(&flags, arguments[0], arguments[1]) },
	}
	set := command.Flags()
	set.SortFlags = false
	set.StringVar(&flags.metric, "metric", "", "what to compare by: "+profiles.MetricNames()+" (default cost, if it is known and differs)")
	set.StringVar(&flags.format, "format", diffFormats[0], "of the comparison: "+strings.Join(diffFormats, ", "))
	set.StringVarP(&flags.output, "output", "o", "", "file to write the comparison to, instead of stdout")
	set.StringSliceVar(&flags.failAbove, "fail-above", nil, "exit with status 1 if the run has grown by more than PERCENT, or METRIC=PERCENT")
	set.IntVar(&flags.top, "top", 0, "rows of each table of the text (default what fits a screen)")
	set.StringSliceVar(&flags.packages, "packages", nil, "the packages of your own code, in the text; the rest is folded under the calls that led to it (default what is on the class path)")
	set.BoolVar(&flags.all, "all", false, "fold nothing but recursion, in the text")
	return command
}

// growthLimit is how much the whole run may grow.
type growthLimit struct {
	metric  profiles.Metric
	percent float64
}

// parse reads --fail-above; a bare number is about the chosen metric.
func parseGrowthLimits(texts []string, chosen profiles.Metric) ([]growthLimit, error) {
	var limits []growthLimit
	for _, text := range texts {
		name, number, named := strings.Cut(text, "=")
		limit := growthLimit{metric: chosen}
		if !named {
			number = name
		} else if metric, err := profiles.ParseMetric(name); err != nil {
			return nil, fmt.Errorf("--fail-above: %w", err)
		} else {
			limit.metric = metric
		}
		percent, err := strconv.ParseFloat(strings.TrimSuffix(number, "%"), 64)
		if err != nil || percent < 0 || math.IsInf(percent, 0) || math.IsNaN(percent) {
			return nil, fmt.Errorf("--fail-above %s: %q is not a number of percent from 0; give 5, or cost=5", text, number)
		}
		limit.percent = percent
		limits = append(limits, limit)
	}
	return limits, nil
}

func diff(flags *diffFlags, base, head string) (err error) {
	if !slices.Contains(diffFormats, flags.format) {
		return fmt.Errorf("--format %s is not supported: give %s", flags.format, strings.Join(diffFormats, ", "))
	}
	if flags.top < 0 {
		return fmt.Errorf("--top is %d: give a number of rows", flags.top)
	}
	var wanted profiles.Metric
	if flags.metric != "" {
		if wanted, err = profiles.ParseMetric(flags.metric); err != nil {
			return fmt.Errorf("--metric: %w", err)
		}
	}
	var read [2]*profiles.Profile
	for i, name := range []string{base, head} {
		if read[i], err = readProfile(name); err != nil {
			return err
		}
	}
	compared, err := comparison.New(read[0], read[1])
	if err != nil {
		return fmt.Errorf("comparing %s and %s: %w", base, head, err)
	}
	metric, err := compared.Choose(wanted)
	if err != nil {
		return fmt.Errorf("--metric: %w", err)
	}
	limits, err := parseGrowthLimits(flags.failAbove, metric)
	if err != nil {
		return err
	}
	for _, limit := range limits {
		if _, err := compared.Choose(limit.metric); err != nil {
			return fmt.Errorf("--fail-above: %w", err)
		}
	}
	if wanted == "" {
		metric = compared.Telling(metric)
	}
	output, err := openOutput(flags.output, "the comparison")
	if err != nil {
		return err
	}
	err = writeComparison(output, flags, compared, metric)
	if err := errors.Join(err, output.Close()); err != nil {
		return fmt.Errorf("writing the comparison: %w", err)
	}
	return hold(compared, limits)
}

func writeComparison(to io.Writer, flags *diffFlags, compared *comparison.Comparison, metric profiles.Metric) error {
	switch flags.format {
	case formatJSON:
		return comparison.Encode(to, compared)
	case formatPprof:
		return export.WriteDifference(to, compared.Base.Profile, compared.Head.Profile, export.Options{Metric: metric})
	}
	options := report.Options{Metric: metric, Packages: flags.packages, Top: flags.top, All: flags.all}
	if flags.output == "" {
		fitTerminal(&options)
	}
	return report.WriteComparison(to, compared, options)
}

// hold says what has grown too much, and gives the exit status.
func hold(compared *comparison.Comparison, limits []growthLimit) error {
	exceeded := false
	for _, limit := range limits {
		if compared.GrownBeyond(limit.metric, limit.percent) {
			exceeded = true
			base, head := compared.Total.By(limit.metric)
			complain(os.Stderr, fmt.Sprintf("%s of the run: from %s to %s (%s), by more than the %v%% of --fail-above",
				limit.metric, analysis.Exactly(compared.Total.Base, limit.metric), analysis.Exactly(compared.Total.Head, limit.metric),
				numbers.Change(base, head), limit.percent))
		}
	}
	if exceeded {
		return exitStatus(statusExceeded)
	}
	return nil
}
