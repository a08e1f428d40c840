package bench

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"hotlens/profiles/cost"
)

// The programs of phases. What is fitted is fitted to those of the folder phases; those of the folder
// unseen are never fitted to, and nothing was chosen after looking at one of them.
//
//go:embed phases/*.java unseen/*.java
var phasePrograms embed.FS

// prior is the model before anything was fitted: with it, what a model says of phases that it was not fitted to
// owes nothing to them.
//
//go:embed prior.tsv
var prior string

const (
	seenFolder   = "phases"
	unseenFolder = "unseen"
	// ownFolder is where source files that the user names are compiled.
	ownFolder = "own"
	// phasesSource is the source file of what the programs of phases share.
	phasesSource = "Phases.java"
)

// Defaults of Cost: with them the table takes less than ten minutes on two cores.
const (
	DefaultCostRuns        = 3
	DefaultCostRepetitions = 3
	// DefaultCalibrationRuns is how often Calibrate runs the programs by default.
	DefaultCalibrationRuns = 5
)

// CostOptions is how Cost measures.
type CostOptions struct {
	Options
	// Repetitions is how often a program repeats its phases for their steady state, in one process.
	Repetitions int
	// Model is checked, or is where the fit starts; nil: hotlens' own, and for the fit the one before it was fitted.
	Model *cost.Model
	// Fit says that a model is to be fitted.
	Fit bool
	// Phases says that each phase's times are to be listed.
	Phases bool
	// Sources are source files of other programs of phases, which are measured instead, each a class in the unnamed package that
	// has the file's name. With Fit they come on top.
	Sources []string
}

// CostTable is the result of Cost.
type CostTable struct {
	Machine string
	JDK     string
	Runs    int
	Model   string
	Fitted  *cost.Model // nil if none was fitted
	parts   []costPart
	phases  bool
}

// costPart is the part of the table about a folder of programs.
type costPart struct {
	title    string
	phases   []*measuredPhase
	estimate func(*measuredPhase) float64 // modelled time
}

// Cost compares what a cost model says of the phases of programs with the time that HotSpot takes for them.
func Cost(ctx context.Context, options CostOptions) (*CostTable, error) {
	if err := options.complete(); err != nil {
		return nil, err
	}
	if options.Repetitions < 1 {
		return nil, fmt.Errorf("--repetitions is %d: give at least 1", options.Repetitions)
	}
	if options.Model == nil {
		options.Model = cost.Default()
		if options.Fit {
			var err error
			if options.Model, err = cost.Read(strings.NewReader(prior), nil); err != nil {
				return nil, fmt.Errorf("the model before the fit: %w", err)
			}
		}
	}
	var folders []string
	if options.Fit || len(options.Sources) == 0 {
		folders = []string{seenFolder, unseenFolder}
	}
	if len(options.Sources) > 0 {
		folders = append(folders, ownFolder)
	}
	phases, err := measureAll(ctx, options, folders...)
	if err != nil {
		return nil, err
	}
	seen, unseen, own := phases[seenFolder], phases[unseenFolder], phases[ownFolder]
	t := &CostTable{Machine: machine(), JDK: options.JDK.Version, Runs: options.Runs, Model: options.Model.Name, phases: options.Phases}
	applied := func(p *measuredPhase) float64 { return float64(p.cost) }
	t.parts = []costPart{{"programs that the model was fitted to", seen, applied}, {"programs that it was not fitted to", unseen, applied}, {"programs of yours", own, applied}}
	if options.Fit {
		fmt.Fprintln(options.Progress, "fitting")
		t.Fitted = fitFree(options.Model, seen)
		fitted := func(p *measuredPhase) float64 { return predict(t.Fitted, p) }
		t.parts = []costPart{
			{"programs fitted to, each by a model fitted to the others", seen, crossValidate(options.Model, seen)},
			{"other programs, by the fitted model", unseen, fitted},
			{"programs of yours, by the fitted model", own, fitted},
		}
	}
	return t, nil
}

// Calibrate fits a model to the machine and the JDK that it runs on. The name is the fitted model's.
func Calibrate(ctx context.Context, options CostOptions, name string) (*cost.Model, error) {
	if err := options.complete(); err != nil {
		return nil, err
	}
	phases, err := measureAll(ctx, options, seenFolder)
	if err != nil {
		return nil, err
	}
	seen := phases[seenFolder]
	// A machine is first of all faster or slower.
	ratios := make([]float64, len(seen))
	for i, p := range seen {
		ratios[i] = measured(p) / float64(p.cost)
	}
	model := options.Model.Scale(median(ratios))
	model.Name = name
	return fitFree(model, seen), nil
}

// measureAll measures the phases of the programs in folders.
func measureAll(ctx context.Context, options CostOptions, folders ...string) (map[string][]*measuredPhase, error) {
	all := map[string][]*measuredPhase{}
	programs := map[string][]string{}
	classes := map[string]string{}
	for _, folder := range folders {
		names, path, err := compilePhases(ctx, options, folder)
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(path)
		programs[folder], classes[folder] = names, path
	}
	run := func(folder, program string, repetitions int) (map[string][]time.Duration, error) {
		stdout, _, err := execute(ctx, []string{options.JDK.Java(), "-cp", classes[folder], program, strconv.Itoa(repetitions)})
		if err != nil {
			return nil, err
		}
		return parsePhases(stdout)
	}
	cold := map[string]map[string][]time.Duration{}
	for i := range options.Runs {
		for _, folder := range folders {
			for _, program := range programs[folder] {
				times, err := run(folder, program, 1)
				if err != nil {
					return nil, err
				}
				if cold[program] == nil {
					cold[program] = map[string][]time.Duration{}
				}
				for name, durations := range times {
					cold[program][name] = append(cold[program][name], durations...)
				}
			}
		}
		fmt.Fprintf(options.Progress, "HotSpot, run %d of %d\n", i+1, options.Runs)
	}
	for _, folder := range folders {
		for _, program := range programs[folder] {
			steady, err := run(folder, program, options.Repetitions)
			if err != nil {
				return nil, err
			}
			phases, err := profilePhases(ctx, options, classes[folder], program)
			if err != nil {
				return nil, err
			}
			for _, p := range phases {
				if p.cold, p.steady = cold[program][p.name], steady[p.name]; len(p.cold) == 0 || len(p.steady) == 0 {
					return nil, fmt.Errorf("%s has no times", p)
				}
			}
			all[folder] = append(all[folder], phases...)
			fmt.Fprintf(options.Progress, "%s: %d phases\n", program, len(phases))
		}
	}
	return all, nil
}

// compilePhases compiles the programs of a folder into a temporary folder, which is the caller's to remove.
func compilePhases(ctx context.Context, options CostOptions, folder string) (names []string, classes string, err error) {
	classes, err = os.MkdirTemp("", "hotlens-bench-")
	if err != nil {
		return nil, "", fmt.Errorf("making a temporary folder: %w", err)
	}
	defer func() {
		if err != nil {
			os.RemoveAll(classes)
		}
	}()
	if err := os.CopyFS(classes, phasePrograms); err != nil {
		return nil, "", fmt.Errorf("unpacking the programs: %w", err)
	}
	sources := options.Sources
	if folder != ownFolder {
		if sources, err = filepath.Glob(filepath.Join(classes, folder, "*.java")); err != nil {
			return nil, "", err
		}
	}
	javac := options.JDK.Javac()
	words := []string{javac, "-proc:none", "-encoding", "UTF-8", "-d", classes, filepath.Join(classes, seenFolder, phasesSource)}
	for _, source := range sources {
		if filepath.Base(source) != phasesSource {
			words = append(words, source)
			names = append(names, strings.TrimSuffix(filepath.Base(source), ".java"))
		}
	}
	if output, err := command(ctx, words).CombinedOutput(); err != nil {
		return nil, "", fmt.Errorf("compiling the programs with %s: %w: %s", javac, err, firstLine(output))
	}
	return names, classes, nil
}

// parsePhases reads the lines "NAME NANOSECONDS RESULT" of a program of phases.
func parsePhases(stdout string) (map[string][]time.Duration, error) {
	times := map[string][]time.Duration{}
	for line := range strings.Lines(stdout) {
		words := strings.Fields(line)
		if len(words) != 3 {
			return nil, fmt.Errorf("the line %q is not a phase's name, time and result", line)
		}
		nanos, err := strconv.ParseInt(words[1], 10, 64)
		if err != nil || nanos <= 0 {
			return nil, fmt.Errorf("the line %q has no time", line)
		}
		times[words[0]] = append(times[words[0]], time.Duration(nanos))
	}
	if len(times) == 0 {
		return nil, errors.New("the program printed no phases")
	}
	return times, nil
}

// measured is what HotSpot takes for a phase in an ordinary run, in nanoseconds: the least of the runs, as whatever else the
// machine does only adds to it.
func measured(p *measuredPhase) float64 { return float64(slices.Min(p.cold)) }

// steadily is what it takes once everything is compiled.
func steadily(p *measuredPhase) float64 { return float64(slices.Min(p.steady)) }

// Write writes the table as text.
func (t *CostTable) Write(w io.Writer) error {
	fmt.Fprintf(w, "Shares of phases in HotSpot's wall time, first pass in a process of its own, least of %d runs.\n", t.Runs)
	fmt.Fprintf(w, "Machine: %s. JDK: %s. Model: %s.\n", t.Machine, t.JDK, t.Model)
	fmt.Fprintf(w, "Errors in points: of phases in their programs, and in random programs of %d phases, weights 1:%d\n", randomPhases, heaviest)
	fmt.Fprintf(w, "(random), also with each phase mixed of %d (mixed). Hottest: programs whose hottest phase is named.\n", mixedPhases)
	for _, part := range t.parts {
		if len(part.phases) == 0 {
			continue
		}
		programs := map[string]bool{}
		for _, p := range part.phases {
			programs[p.program] = true
		}
		fmt.Fprintf(w, "\n%d %s, %d phases\n", len(programs), part.title, len(part.phases))
		columns := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintf(columns, "\tmean\tp90\twithin %d\tworst\thottest\trandom\thottest\tmixed\thottest\tfactor\t\n", near)
		for _, line := range []struct {
			name     string
			estimate func(*measuredPhase) float64
		}{
			{"bytecodes", func(p *measuredPhase) float64 { return float64(p.bytecodes) }},
			{"cost", part.estimate},
			{"steady state", steadily},
			{"another run", anotherRun},
		} {
			writeErrors(columns, line.name, part.phases, line.estimate)
		}
		if err := columns.Flush(); err != nil {
			return err
		}
		if t.phases {
			if err := part.list(w); err != nil {
				return err
			}
		}
	}
	return nil
}

// anotherRun is a single run: how far it is from the least of all is the measurement's own error.
func anotherRun(p *measuredPhase) float64 { return float64(p.cold[len(p.cold)-1]) }

func writeErrors(w io.Writer, name string, phases []*measuredPhase, estimate func(*measuredPhase) float64) {
	var own [][]work
	var all []work
	var factors []float64
	for i, p := range phases {
		if i == 0 || p.program != phases[i-1].program {
			own = append(own, nil)
		}
		x := work{measured(p), estimate(p)}
		own[len(own)-1] = append(own[len(own)-1], x)
		all = append(all, x)
		factors = append(factors, math.Exp(math.Abs(math.Log(x.modelled/x.measured))))
	}
	e := compareShares(own)
	fmt.Fprintf(w, "%s\t%.1f\t%.1f\t%.0f %%\t%.1f\t%.0f %%", name, e.mean, e.p90, 100*e.within, e.worst, 100*e.hottest)
	for _, mixed := range []int{1, mixedPhases} {
		if len(all) < mixed*randomPhases {
			fmt.Fprintf(w, "\t-\t-")
			continue
		}
		e := compareShares(recombine(all, mixed))
		fmt.Fprintf(w, "\t%.1f\t%.0f %%", e.mean, 100*e.hottest)
	}
	fmt.Fprintf(w, "\t%.2f\t\n", median(factors))
}

// list lists the phases, those first whose time is underestimated most.
func (c *costPart) list(w io.Writer) error {
	columns := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(columns, "\nphase\tHotSpot\tsteady\tmodel\tratio\tbytecodes\t\n")
	sorted := slices.Clone(c.phases)
	ratio := func(p *measuredPhase) float64 { return c.estimate(p) / measured(p) }
	slices.SortFunc(sorted, func(a, b *measuredPhase) int { return slices.Compare([]float64{ratio(a)}, []float64{ratio(b)}) })
	for _, p := range sorted {
		fmt.Fprintf(columns, "%s\t%s\t%s\t%s\t%.2f\t%d\t\n", p, milliseconds(time.Duration(measured(p))), milliseconds(time.Duration(steadily(p))),
			milliseconds(time.Duration(c.estimate(p))), ratio(p), p.bytecodes)
	}
	return columns.Flush()
}

// machine says what the table was measured on.
func machine() string {
	name := runtime.GOARCH
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				name = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%s, %d cores, %s", name, runtime.NumCPU(), runtime.GOOS)
}
