package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"hotlens/engine"
	"hotlens/engine/sourcepath"
	"hotlens/profiles"
	"hotlens/profiles/report"
	"hotlens/vm/configuration"
)

// formats are the values of --format.
var formats = []string{"text", "json"}

// profilers are the values of --profilers. The call edges come with each of the others.
var profilers = []string{profiles.ProfilerContexts, profiles.ProfilerEdges, profiles.ProfilerSamples}

// defaultMinShare hides, in the text, what took less than a thousandth of the run.
const defaultMinShare = 0.001

// profileFlags are the flags of "hotlens profile" alone.
type profileFlags struct {
	targetFlags
	format   string
	output   string // "" for stdout
	minShare float64
	metric   string // "" for that of profiles.Profile.Choose
	top      int
	packages []string
	all      bool
	sources  []string // folders and archives
}

// profileCommand is "hotlens profile".
func profileCommand() *cobra.Command {
	var flags profileFlags
	command := &cobra.Command{
		Use:   "profile [flags] TARGET [ARG...]",
		Short: "Run a program under the profilers and report",
		Long: `Run a program on the embedded VM, count every call, and report.

--profilers says what to measure: "cct", the calling context tree, counts all
calls, bytecodes and allocations in their contexts; "edges" lists the executed call
edges, without counts, at next to no cost; "cbs" samples them: at each tick it counts
calls and takes every --stride-th one until it has --samples. The edges come with
each of the others; "cct,cbs" tells how accurate the samples are.

The program runs with a virtual clock, so that the same program with the same
input gives the same profile, and in a sandbox: it may read its class path and the
current folder, write to a temporary folder of its own, and no more unless the
--allow flags say so. Its stdout is passed through; where the profile goes to
stdout and is not text, the program's stdout goes to stderr.

The text is about your own code: what the library does is folded under the call
that led to it. --packages says what is your own, --all folds nothing, --top gives
longer tables, and --metric says what "hot" means.

` + targetHelp,
		Example: `  hotlens profile Demo.java 10
  hotlens profile --profilers cbs --tick 1ms Demo.java 10
  hotlens profile --format json -o demo.json -cp build/classes demo.Main`,
		RunE: func(command *cobra.Command, arguments []string) error {
			if err := flags.parse(arguments); err != nil {
				return err
			}
			return profile(command.Context(), &flags)
		},
	}
	flags.register(command, configuration.Profile())
	set := command.Flags()
	set.StringSliceVar(&flags.config.Profilers, "profilers", flags.config.Profilers, "what to measure: "+strings.Join(profilers, ", "))
	set.IntVar(&flags.config.Sampling.Stride, "stride", flags.config.Sampling.Stride, "with cbs: sample every so many calls, while a tick's window is open")
	set.IntVar(&flags.config.Sampling.Samples, "samples", flags.config.Sampling.Samples, "with cbs: samples to take at each tick")
	set.DurationVar(&flags.config.Sampling.Tick, "tick", flags.config.Sampling.Tick, "with cbs: time from one tick to the next, by the run's clock")
	set.Var(contextsFlag{&flags.config.Limits.MaxContexts}, "contexts", "keep this many calling contexts as they are; past them, those of recursive calls are folded into enclosing ones")
	set.StringVar(&flags.format, "format", formats[0], "of the profile: "+strings.Join(formats, ", "))
	set.StringVarP(&flags.output, "output", "o", "", "file to write the profile to, instead of stdout")
	set.StringVar(&flags.metric, "metric", "", "what shares are of, in the text: "+profiles.MetricNames()+" (default cost, if it is known)")
	set.StringSliceVar(&flags.packages, "packages", nil, "the packages of your own code, in the text; the rest is folded under the calls that led to it (default what is on the class path)")
	set.IntVar(&flags.top, "top", 0, "rows of each table of the text (default what fits a screen)")
	set.BoolVar(&flags.all, "all", false, "fold nothing but recursion, and show all source lines, in the text")
	set.StringSliceVar(&flags.sources, "source-path", nil, "folders and archives with the sources of classes on the class path (default where they usually lie)")
	set.Float64Var(&flags.minShare, "min-share", defaultMinShare, "hide, in the text, what has a smaller share of the run (0 to 1)")
	return command
}

// parse checks the flags and finds the target among the arguments.
func (f *profileFlags) parse(arguments []string) error {
	if !slices.Contains(formats, f.format) {
		return fmt.Errorf("--format %s is not supported: give %s", f.format, strings.Join(formats, " or "))
	}
	if err := f.chooseProfilers(); err != nil {
		return err
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
	return f.targetFlags.parse(arguments)
}

// chooseProfilers checks the names of the profilers and puts them in order.
func (f *profileFlags) chooseProfilers() error {
	given := f.config.Profilers
	for _, name := range given {
		switch {
		case slices.Contains(profilers, name):
		case name == "time":
			return fmt.Errorf("--profilers %s is not there yet: give %s", name, strings.Join(profilers, ","))
		default:
			return fmt.Errorf("--profilers %s is unknown: give %s", name, strings.Join(profilers, ","))
		}
	}
	if len(given) == 0 {
		return fmt.Errorf("--profilers names none: give %s", strings.Join(profilers, ","))
	}
	f.config.Profilers = slices.DeleteFunc(slices.Clone(profilers), func(name string) bool {
		return name != profiles.ProfilerEdges && !slices.Contains(given, name)
	})
	return nil
}

func profile(ctx context.Context, flags *profileFlags) (err error) {
	plan, err := engine.Prepare(ctx, flags.target, flags.config)
	if err != nil {
		return err
	}
	defer plan.Close()
	for _, note := range plan.Notes {
		fmt.Fprintln(os.Stderr, "hotlens: "+note)
	}
	output, err := openOutput(flags.output)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, output.Close()) }()
	streams := ownStreams()
	if flags.output == "" && flags.format != "text" {
		streams.Stdout = os.Stderr
	}
	if problem := engine.Unconfined(); problem != "" {
		complain(os.Stderr, "warning: "+problem)
	}
	result, outcome, err := plan.Profile(ctx, streams)
	if err != nil {
		return err
	}
	if result != nil {
		if err := write(output, flags, plan, result); err != nil {
			return fmt.Errorf("writing the profile: %w", err)
		}
	}
	return ending(outcome)
}

// openOutput opens the file for the profile before anything runs, so that the
// work is not for nothing.
func openOutput(name string) (io.WriteCloser, error) {
	if name == "" {
		return keptOpen{os.Stdout}, nil
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("the file for the profile: %w; give another one with -o", err)
	}
	return file, nil
}

// keptOpen is a file that is not ours to close.
type keptOpen struct{ io.Writer }

func (keptOpen) Close() error { return nil }

// write writes the profile in the format that the flags say.
func write(to io.Writer, flags *profileFlags, plan *engine.Plan, p *profiles.Profile) error {
	if flags.format == "json" {
		return profiles.Encode(to, p)
	}
	options := report.Options{
		Metric: profiles.Metric(flags.metric), MinShare: flags.minShare, Index: plan.Index,
		Packages: flags.packages, Top: flags.top, All: flags.all,
	}
	if plan.Index != nil {
		options.Sources = report.IndexedSources(plan.Index, os.ReadFile)
	} else {
		found := sourcepath.New(plan.ClassPath(), flags.sources)
		defer found.Close()
		options.Sources = found.Find
	}
	if flags.output == "" && term.IsTerminal(int(os.Stdout.Fd())) {
		options.Color = os.Getenv("NO_COLOR") == "" // see no-color.org
		if width, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
			options.Width = width
		}
	}
	return report.Write(to, p, options)
}
