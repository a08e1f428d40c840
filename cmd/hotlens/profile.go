package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hotlens/engine"
	"hotlens/engine/sampler"
	"hotlens/profiles"
	"hotlens/profiles/cost"
	"hotlens/profiles/export"
	"hotlens/profiles/report"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/configuration"
	"hotlens/vm/sampling"
	"hotlens/vm/values"
)

// profilers are the values of --profilers. The call edges come with each of the others but the time.
var profilers = []string{profiles.ProfilerContexts, profiles.ProfilerEdges, profiles.ProfilerSamples, profiles.ProfilerTypes, profiles.ProfilerSampler, profiles.ProfilerTime, profiles.ProfilerCoverage, profiles.ProfilerTestCoverage}

// profileFlags are the flags of "hotlens profile" alone.
type profileFlags struct {
	targetFlags
	outputFlags
	verboseEdges bool
	interval     intervalFlags
	clockGiven   bool // the user has chosen the clock
	windowGiven  bool // and stride or samples
	overhead     string
	// profilersGiven says that the user has chosen the profilers.
	profilersGiven bool
	given          func(flag string) bool // the user has given it
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
calls and takes every --stride-th one until it has --samples; --cbs-overhead chooses
both, and --cbs-contexts keeps the contexts of what is sampled. The edges come with
each of these; "cct,cbs" tells how accurate the samples are. "sampler" looks from
outside, at random times, at the context that the program is in: shares of real time
in hotlens' VM, which cost the program nothing (--metric samples). It needs the
contexts, and so counts them, too. So does "types", which counts the allocated objects
by class in each context as well, and makes allocation slower. "coverage" says which
lines and branches of the program's own classes are executed; "test-coverage", with
--test, by which test.

"time" measures how long the methods below each --root take, itself and in all, by
timing their entries and exits; main is the root if none is given, and these flags alone
mean "time". --scheme says which
methods are timed: "b", those that a method which is executed below a root names as
callees; "a", all those that can be reached from the roots' code; "all", every method; "root",
the roots only, whose whole time it tells at no cost. What timing costs is measured
first and taken off; what the VM does for itself, such as loading classes and collecting, is
left out. Methods that take less than timing them count for their callers, but with --tiny.
The program then runs with the wall clock unless --clock virtual is given: times are real
times in either case, but what sleeps under the virtual clock takes none.

--values sums up what the calls on a line pass: of each argument and of the receiver, how
often it had which value, magnitude, type, length or size, and how often it was null. No code of
the program is run for it.

The program runs with a virtual clock, so that the same program with the same
input gives the same profile, and in a sandbox: it may read its class path and the
current folder, write to a temporary folder of its own, and no more unless the
--allow flags say so. Its stdout is passed through; where the profile goes to
stdout and is not text, the program's stdout goes to stderr.

A program that would go on, such as a server, is ended by --for after a time, and by --until-port
(with --allow-net) when the first request at a port is done; what it did until then is reported,
the exit status is 0, and there is no timeout unless one is given.

With --test what is profiled are tests, each with a tree of calls of its own: its method, and
what runs before and after it. What the test framework does itself stands apart from them, and is
in no total and no share. '*' is what the build itself runs. Each of several modules has a profile of
its own, with -o beside FILE under its name. The exit status is that of hotlens run --test. All tests together
may take an hour, and sixty times the bytecodes of a program, unless --timeout and
--max-bytecodes say otherwise.

The text is about your own code: what the library does is folded under the call
that led to it. --packages says what is your own, --all folds nothing, --top gives
longer tables, and --metric says what "hot" means.

` + formatsHelp() + "\n" + targetHelp,
		Example: `  hotlens profile Demo.java 10
  hotlens profile --test 'WordsTest#long*'
  hotlens profile --profilers cbs --tick 1ms Demo.java 10
  hotlens profile --profilers time --root Demo.parse Demo.java 10
  hotlens profile -o demo.json -cp build/classes demo.Main
  hotlens profile -o demo.html Demo.java 10
  hotlens profile -o demo.pb.gz Demo.java 10; go tool pprof -top demo.pb.gz`,
		RunE: func(command *cobra.Command, arguments []string) error {
			flags.given = command.Flags().Changed
			flags.profilersGiven = flags.given("profilers")
			flags.clockGiven = command.Flags().Changed("clock")
			flags.windowGiven = command.Flags().Changed("stride") || command.Flags().Changed("samples")
			flags.allowSuite(command.Flags())
			flags.allowLong(command.Flags())
			if err := flags.parse(arguments); err != nil {
				return err
			}
			return eachModule(command.Context(), flags.target, flags.config, func(program engine.Target, module string) (*engine.TestResults, error) {
				own := flags
				if err := own.forModule(module); err != nil {
					return nil, err
				}
				return profile(command.Context(), program, &own)
			})
		},
	}
	flags.targetFlags.register(command, configuration.Profile())
	set := command.Flags()
	set.StringSliceVar(&flags.config.Profilers, "profilers", flags.config.Profilers, "what to measure: "+strings.Join(profilers, ", "))
	set.IntVar(&flags.config.Sampling.Stride, "stride", flags.config.Sampling.Stride, "with cbs: sample every so many calls, while a tick's window is open")
	set.IntVar(&flags.config.Sampling.Samples, "samples", flags.config.Sampling.Samples, "with cbs: samples to take at each tick")
	registerDuration(set, &flags.config.Sampling.Tick, "tick", flags.config.Sampling.Tick, "with cbs: time from one tick to the next; under the virtual clock, 10 ns are a bytecode")
	set.StringVar((*string)(&flags.config.Sampling.Schedule), "schedule", "", "with cbs: even, samples at each tick; growing, from a tenth of a tick to 50 ticks apart, the longer the program runs and the better the samples agree (the default under the virtual clock); or patching, of the first calls of each method that gets hot")
	set.StringVar((*string)(&flags.config.Sampling.Start), "start", string(sampling.StartRandom), "with cbs: how the first call to sample of a tick is chosen: random or round-robin")
	set.BoolVar(&flags.config.Sampling.Contexts, "cbs-contexts", false, "with cbs: credit each sample to the calling context of the callee, too, which takes a walk of the stack")
	set.StringVar(&flags.overhead, "cbs-overhead", "", "with cbs: choose --stride and --samples, and a longer --tick if need be, so that they take no more than so many percent of the time, as modelled")
	registerDuration(set, &flags.config.SamplerInterval, "sampler-interval", sampler.DefaultInterval, "with sampler: real time in which there is one sample")
	registerTiming(set, &flags.config.Timing, "with time: ")
	set.StringArrayVar(&flags.target.Values, "values", nil, "sum up what is passed by the calls on a line, File.java:LINE or Class.method:LINE; may be repeated")
	set.StringVar(&flags.config.CostModel, "cost-model", "", "table that costs are by, as calibrate writes it (default that of HotSpot on a current x86-64); or of cycles by instruction, as README.md describes it")
	set.Var(contextsFlag{&flags.config.Limits.MaxContexts}, "contexts", "keep this many calling contexts as they are; past them, those of recursive calls are folded into enclosing ones")
	set.BoolVar(&flags.config.CompareHierarchy, "compare-cha", false, "compare the executed call graph with those of class hierarchy analysis and rapid type analysis")
	set.BoolVar(&flags.verboseEdges, "verbose:edges", false, "log each new call edge on stderr, soon after its first execution")
	flags.interval.register(set)
	flags.outputFlags.register(set)
	return command
}

// registerTiming adds the flags that say what is timed, and how; when begins their explanations.
func registerTiming(set *pflag.FlagSet, timing *configuration.Timing, when string) {
	set.StringArrayVar(&timing.Roots, "root", nil, when+"time what is called from this method, Class.method or Class.method(descriptor); may be repeated")
	set.StringVar((*string)(&timing.Scheme), "scheme", string(configuration.SchemeB), when+"which methods are timed: a, b, root or all")
	set.StringVar((*string)(&timing.Clock), "time", string(configuration.WallTime), when+"what passes: wall, or cpu, only while the thread is the one that runs")
	set.BoolVar(&timing.Tiny, "tiny", false, when+"time methods, too, that take less than timing them")
}

// parse checks the flags and finds the target among the arguments.
func (f *profileFlags) parse(arguments []string) error {
	if err := f.outputFlags.check(); err != nil {
		return err
	}
	if err := f.interval.check(); err != nil {
		return err
	}
	f.config.SnapshotInterval = f.interval.every
	if err := f.chooseProfilers(); err != nil {
		return err
	}
	if err := configuration.CheckSamplerInterval(f.config.SamplerInterval); err != nil {
		return err
	}
	if err := f.checkMeasured(profiles.MetricsOf(f.config.Profilers, f.config.Sampling.Contexts)); err != nil {
		return err
	}
	if _, err := values.ParsePlaces(f.target.Values); err != nil {
		return fmt.Errorf("--values %w", err)
	}
	if err := f.readCycles(); err != nil {
		return err
	}
	if err := f.chooseSampling(); err != nil {
		return err
	}
	return f.targetFlags.parse(arguments)
}

// allowSuite gives a run of tests the limits of one, but for those that the user has chosen.
func (f *profileFlags) allowSuite(given *pflag.FlagSet) {
	if len(f.target.Tests) == 0 {
		return
	}
	if !given.Changed("timeout") {
		f.config.Limits.Timeout = configuration.SuiteTimeout
	}
	if !given.Changed("max-bytecodes") {
		f.config.Limits.MaxBytecodes = configuration.SuiteBytecodes
	}
}

// allowLong gives a run whose end the user has named no other limits of time than those that the user has chosen.
func (f *profileFlags) allowLong(given *pflag.FlagSet) {
	if f.config.Until == (configuration.Until{}) {
		return
	}
	if !given.Changed("timeout") {
		f.config.Limits.Timeout = 0
	}
	if !given.Changed("max-bytecodes") {
		f.config.Limits.MaxBytecodes = 0
	}
}

// chooseSampling chooses stride and samples by the overhead that the user allows.
func (f *profileFlags) chooseSampling() error {
	if f.overhead == "" {
		return nil
	}
	switch {
	case f.config.Sampling.Schedule == sampling.SchedulePatching:
		return fmt.Errorf("--cbs-overhead is about samples at ticks: leave out --schedule patching")
	case f.windowGiven:
		return fmt.Errorf("--cbs-overhead chooses --stride and --samples: leave these out, or give them without it")
	}
	percent, err := strconv.ParseFloat(strings.TrimSuffix(f.overhead, "%"), 64)
	if err != nil {
		return fmt.Errorf("--cbs-overhead %s is not a number of percent: give 0.5, or 0.5%%", f.overhead)
	}
	f.config.Sampling, err = f.config.CallSampling().Within(percent/100, f.config.TickPace())
	return err
}

// readCycles reads the user's cost model if it is a table of cycles, which the interpreter alone counts. Costs are then by
// the shipped model.
func (f *profileFlags) readCycles() error {
	if f.config.CostModel == "" {
		return nil
	}
	data, err := os.ReadFile(f.config.CostModel)
	text := string(data)
	if err != nil || !cost.IsCycles(text) {
		return nil // the engine reads it
	}
	if _, err := cost.ReadCycles(strings.NewReader(text)); err != nil {
		return fmt.Errorf("--cost-model %s: %w", f.config.CostModel, err)
	}
	if f.config.Tier == configuration.TierAuto {
		f.config.Tier = configuration.TierInterpreter
	}
	f.config.CostModel, f.config.Cycles = "", text
	return nil
}

// ofProfiler are the flags of one profiler alone.
type ofProfiler struct {
	profiler, about string
	flags           []string
}

var (
	ofTime      = ofProfiler{profiles.ProfilerTime, "measured times", []string{"root", "scheme", "time", "tiny"}}
	ofProfilers = []ofProfiler{
		ofTime,
		{profiles.ProfilerSamples, "samples of calls", []string{"stride", "samples", "tick", "schedule", "start", "cbs-contexts", "cbs-overhead"}},
		{profiles.ProfilerSampler, "looks from outside", []string{"sampler-interval"}},
	}
)

// isGiven tells whether the user has given one of the flags.
func (o ofProfiler) isGiven(given func(flag string) bool) bool {
	return slices.ContainsFunc(o.flags, given)
}

// checkFlagsOf refuses flags of profilers that do not run, which would have no effect.
func checkFlagsOf(profilers []string, given func(flag string) bool) error {
	for _, of := range ofProfilers {
		at := slices.IndexFunc(of.flags, given)
		if at >= 0 && !slices.Contains(profilers, of.profiler) {
			return fmt.Errorf("--%s is about %s: give --profilers %s, or leave it out", of.flags[at], of.about, of.profiler)
		}
	}
	return nil
}

// chooseProfilers checks the names of the profilers and puts them in order.
func (f *profileFlags) chooseProfilers() error {
	if !f.profilersGiven && ofTime.isGiven(f.given) {
		f.config.Profilers, f.profilersGiven = []string{profiles.ProfilerTime}, true
	}
	if format, known := export.Named(f.format); known && format.Coverage {
		if !f.profilersGiven {
			f.config.Profilers = nil // the format has nothing else
		}
		f.config.Profilers = append(slices.Clone(f.config.Profilers), profiles.ProfilerCoverage)
	}
	if slices.Contains(f.config.Profilers, profiles.ProfilerTestCoverage) {
		if len(f.target.Tests) == 0 {
			return fmt.Errorf("--profilers %s is about tests: give --test, or --profilers %s", profiles.ProfilerTestCoverage, profiles.ProfilerCoverage)
		}
		f.config.Profilers = append(slices.Clone(f.config.Profilers), profiles.ProfilerCoverage)
	}
	given := f.config.Profilers
	for _, name := range given {
		switch {
		case slices.Contains(profilers, name):
		default:
			return fmt.Errorf("--profilers %s is unknown: give %s", name, strings.Join(profilers, ","))
		}
	}
	if len(given) == 0 {
		return fmt.Errorf("--profilers names none: give %s", strings.Join(profilers, ","))
	}
	// These list no edges.
	alone := !slices.ContainsFunc(given, func(name string) bool {
		return !slices.Contains([]string{profiles.ProfilerTime, profiles.ProfilerCoverage, profiles.ProfilerTestCoverage}, name)
	})
	f.config.Profilers = slices.DeleteFunc(slices.Clone(profilers), func(name string) bool {
		switch name {
		case profiles.ProfilerEdges:
			return alone
		case profiles.ProfilerContexts:
			return !slices.Contains(given, name) && !slices.Contains(given, profiles.ProfilerSampler) && !slices.Contains(given, profiles.ProfilerTypes)
		}
		return !slices.Contains(given, name)
	})
	if f.config.TimesCalls() && !f.clockGiven {
		f.config.VirtualClock = false
	}
	return checkFlagsOf(f.config.Profilers, f.given)
}

func profile(ctx context.Context, program engine.Target, flags *profileFlags) (tests *engine.TestResults, err error) {
	plan, err := engine.Prepare(ctx, program, flags.config)
	if err != nil {
		return nil, err
	}
	defer plan.Close()
	for _, note := range plan.Notes {
		fmt.Fprintln(os.Stderr, "hotlens: "+note)
	}
	output, err := flags.open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, output.Close()) }()
	streams := ownStreams()
	if flags.output == "" && flags.format != formatText {
		streams.Stdout = os.Stderr
	}
	if problem := engine.Unconfined(); problem != "" {
		complain(os.Stderr, "warning: "+problem)
	}
	if flags.verboseEdges {
		plan.OnEdge = func(e sharedmemory.Announcement) { fmt.Fprintln(os.Stderr, report.Announcement(e)) }
	}
	if flags.interval.every > 0 {
		plan.OnSnapshot = func(ctx context.Context, p *profiles.Profile) { flags.interval.hand(ctx, p, false) }
	}
	var write func(io.Writer) error
	plan.OnCounts = func(p *profiles.Profile) { write = flags.begin(p, plan.Index, plan.ClassPath()) }
	result, outcome, err := plan.Profile(ctx, streams)
	if err != nil {
		return nil, err
	}
	if result != nil {
		flags.missingValues(result)
		if flags.interval.every > 0 {
			flags.interval.hand(context.WithoutCancel(ctx), result, true)
		}
		if err := write(output); err != nil {
			return nil, fmt.Errorf("writing the profile: %w", err)
		}
	}
	if plan.Tests != nil && (flags.format != formatText || flags.output != "" || result == nil) {
		if err := writeTests(streams.Stdout, plan.Tests); err != nil { // the text has them
			return nil, err
		}
		if result != nil && result.Covered() {
			fmt.Fprintln(streams.Stdout, "executed: "+report.CoverageText(result))
		}
	}
	if plan.Tests != nil {
		tellFailed(plan.Tests, &flags.config)
	}
	if flags.interval.failed != nil {
		return plan.Tests, flags.interval.failed
	}
	return plan.Tests, planEnding(plan, outcome)
}

// missingValues tells of each place whose calls were to be summed up and of which none was executed.
func (f *profileFlags) missingValues(p *profiles.Profile) {
	places, err := values.ParsePlaces(f.target.Values)
	if err != nil {
		return // parse has told
	}
	for i, place := range places {
		if !slices.ContainsFunc(p.Values, func(v profiles.CallValues) bool {
			caller := &p.Methods[v.Caller]
			return place.Covers(caller.Class, caller.File, caller.Name, caller.Descriptor) && place.Holds(v.BCI, v.Line)
		}) {
			complain(os.Stderr, fmt.Sprintf("--values %s: no call there was executed", f.target.Values[i]))
		}
	}
}
