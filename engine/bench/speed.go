package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// Side is one way to run a program.
type Side string

// The sides that Speed compares.
const (
	HotSpot     Side = "hotspot"
	XInt        Side = "xint"
	Interpreter Side = "interp"
	JIT         Side = "jit"
	Edges       Side = "edges"
	Profiled    Side = "profiled"
)

// Defaults of Speed: with them the table takes some ten minutes on two cores.
const (
	DefaultSpeedRuns   = 1
	DefaultSpeedBudget = 2 * time.Second
)

const (
	// heap is what hotlens gives programs, the same with and without a profile.
	heap = "1g"
	// fewRepetitions is how often the steady state is looked at, at least. What is
	// only interpreted is repeated no more often: it does not become faster.
	fewRepetitions = 2
	// processLimit is how long a process may take beyond the budget, so that one
	// that hangs does not end the whole run.
	processLimit = 3 * time.Minute
)

// contender is how a side is run.
type contender struct {
	side     Side
	help     string
	compiles bool
	words    func(options *SpeedOptions) []string // up to the class path
}

// contest is which sides a table has, and what it compares.
type contest struct {
	contenders  []contender
	comparisons []comparison
	programs    []string
}

var speedContest = contest{contenders, comparisons, speedPrograms}

var contenders = []contender{
	{HotSpot, "java", true, func(o *SpeedOptions) []string { return []string{o.JDK.Java()} }},
	{XInt, "java -Xint", false, func(o *SpeedOptions) []string { return []string{o.JDK.Java(), "-Xint"} }},
	{Interpreter, "hotlens run --tier interp", false, func(o *SpeedOptions) []string { return o.hotlens("run", "--tier", "interp") }},
	{JIT, "hotlens run --tier auto", true, func(o *SpeedOptions) []string { return o.hotlens("run", "--tier", "auto") }},
	{Edges, "hotlens profile --clock wall --tier auto --profilers edges", true, func(o *SpeedOptions) []string {
		return o.profile("--profilers", "edges")
	}},
	{Profiled, "hotlens profile --clock wall --tier auto", true, func(o *SpeedOptions) []string { return o.profile() }},
}

func (k contest) sides() []Side {
	sides := make([]Side, len(k.contenders))
	for i, c := range k.contenders {
		sides[i] = c.side
	}
	return sides
}

// SidesHelp says, in a line for each, what the sides run.
func SidesHelp() string { return speedContest.help() }

func (k contest) help() string {
	var text strings.Builder
	for _, c := range k.contenders {
		fmt.Fprintf(&text, "  %-9s  %s\n", c.side, c.help)
	}
	return text.String()
}

// speedPrograms are the rows of the table: object-oriented programs, numeric ones,
// arrays and control, the library and the heap, calls.
var speedPrograms = []string{
	"Richards", "Constraints", "Json", "RayTracer", "Collections",
	"NBody", "Mandelbrot", "SpectralNorm", "Matrix",
	"Sieve", "Queens", "Permutations", "Towers", "Fannkuch",
	"Strings", "StringBuilding", "HashMaps", "Streams", "Exceptions", "BinaryTrees",
	"Fib", "VirtualCalls", "InterfaceCalls",
}

// paperPrograms are those of the tables that other people's papers have: the same, and the
// JDK's compiler, which calls thousands of methods.
var paperPrograms = append(slices.Clone(speedPrograms), "Javac")

// SpeedOptions is how Speed measures.
type SpeedOptions struct {
	Options
	Sides   []Side         // all when empty
	Program *regexp.Regexp // chooses programs by their names; nil for all
	Budget  time.Duration  // how long a side that compiles repeats a program to reach its steady state
}

// hotlens begins a command line of hotlens.
func (o *SpeedOptions) hotlens(words ...string) []string {
	return slices.Concat([]string{o.Executable}, words, []string{"--jdk", o.JDK.Home, "--heap", heap})
}

// profile begins a command line of hotlens profile, without limits.
func (o *SpeedOptions) profile(words ...string) []string {
	return o.hotlens(append([]string{"profile", "--tier", "auto", "--clock", "wall", "-o", os.DevNull,
		"--timeout", "0", "--max-bytecodes", "0", "--max-output", "0"}, words...)...)
}

// choose gives the contenders that the options ask for, in the table's order.
func (k contest) choose(o *SpeedOptions) ([]contender, error) {
	if len(o.Sides) == 0 {
		return k.contenders, nil
	}
	var chosen []contender
	for _, c := range k.contenders {
		if slices.Contains(o.Sides, c.side) {
			chosen = append(chosen, c)
		}
	}
	for _, side := range o.Sides {
		if all := k.sides(); !slices.Contains(all, side) {
			return nil, fmt.Errorf("--sides %s is unknown: give %s", side, joined(all, ","))
		}
	}
	return chosen, nil
}

// choosePrograms gives the names of the programs that the options ask for.
func (k contest) choosePrograms(o *SpeedOptions) ([]string, error) {
	if o.Program == nil {
		return k.programs, nil
	}
	var names []string
	for _, name := range k.programs {
		if o.Program.MatchString(name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("--program %s matches none of %s", o.Program, strings.Join(k.programs, ", "))
	}
	return names, nil
}

// Timing is what one side took for one program.
type Timing struct {
	Cold    time.Duration // of the whole process that runs the program once: the median of the runs
	Steady  time.Duration // of one repetition: the best of all runs
	Failure string        // why there are no times
}

// SpeedRow is one program's line of the table.
type SpeedRow struct {
	Program string
	Timings map[Side]Timing
}

// SpeedTable is the result of Speed.
type SpeedTable struct {
	Sides []Side
	Rows  []SpeedRow

	compares []comparison
}

// Speed runs every program on every side, cold and until its steady state. The
// sides take turns. One that fails is said to have failed, and the others go on.
func Speed(ctx context.Context, options SpeedOptions) (*SpeedTable, error) {
	return speedContest.run(ctx, options, true)
}

// run measures the programs; cold says whether processes are timed as a whole, too.
func (k contest) run(ctx context.Context, options SpeedOptions, cold bool) (*SpeedTable, error) {
	if err := options.complete(); err != nil {
		return nil, err
	}
	if options.Budget < 0 {
		return nil, fmt.Errorf("--budget is %v: give a time that is not negative", options.Budget)
	}
	sides, err := k.choose(&options)
	if err != nil {
		return nil, err
	}
	names, err := k.choosePrograms(&options)
	if err != nil {
		return nil, err
	}
	classes, err := compile(ctx, options.JDK)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(classes)

	table := &SpeedTable{compares: k.comparisons}
	for _, c := range sides {
		table.Sides = append(table.Sides, c.side)
	}
	for i, name := range names {
		var racers []*racer
		for _, c := range sides {
			words := slices.Concat(c.words(&options), []string{"-cp", classes, name})
			r := &racer{
				side: c.side, limit: options.Budget + processLimit,
				warm: slices.Concat(words, c.untilSteady(options.Budget)),
			}
			if cold {
				r.cold = slices.Concat(words, arguments(workloadFull, 1, 0))
			}
			racers = append(racers, r)
		}
		row, err := race(ctx, name, options.Runs, racers)
		if err != nil {
			return nil, err
		}
		table.Rows = append(table.Rows, row)
		fmt.Fprintf(options.Progress, "%s (%d of %d): %s\n", name, i+1, len(names), row.summary(table.Sides))
	}
	return table, nil
}

// untilSteady are the arguments that let a program reach its steady state.
func (c contender) untilSteady(budget time.Duration) []string {
	if !c.compiles {
		budget = 0
	}
	return arguments(workloadFull, fewRepetitions, budget)
}

// racer runs one program on one side, and keeps what it took.
type racer struct {
	side       Side
	cold, warm []string // command lines; cold is nil where processes are not timed as a whole
	limit      time.Duration

	coldTimes, steadyTimes []time.Duration
	answer                 string
	failure                error
}

// race lets the racers take turns, cold and warm. Its error is the context's.
func race(ctx context.Context, name string, runs int, racers []*racer) (SpeedRow, error) {
	for range runs {
		for _, r := range racers {
			r.run(ctx, r.cold, func(whole time.Duration, _ result) { r.coldTimes = append(r.coldTimes, whole) })
		}
		for _, r := range racers {
			r.run(ctx, r.warm, func(_ time.Duration, out result) { r.steadyTimes = append(r.steadyTimes, out.steady()) })
		}
		if ctx.Err() != nil {
			return SpeedRow{}, ctx.Err()
		}
	}
	row := SpeedRow{Program: name, Timings: map[Side]Timing{}}
	answer := ""
	for _, r := range racers {
		if r.failure == nil && answer != "" && r.answer != answer {
			r.failure = fmt.Errorf("it answers %s, and the others %s", r.answer, answer)
		}
		if r.failure != nil {
			row.Timings[r.side] = Timing{Failure: r.failure.Error()}
			continue
		}
		answer = r.answer
		timing := Timing{Steady: slices.Min(r.steadyTimes)}
		if len(r.coldTimes) > 0 {
			timing.Cold = median(r.coldTimes)
		}
		row.Timings[r.side] = timing
	}
	return row, nil
}

// run runs one process, unless one before it failed.
func (r *racer) run(ctx context.Context, words []string, keep func(whole time.Duration, out result)) {
	if r.failure != nil || ctx.Err() != nil || words == nil {
		return
	}
	limited, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	stdout, whole, err := execute(limited, words)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("it did not end within %v", r.limit)
	}
	if err != nil {
		r.failure = err
		return
	}
	out, err := parse(stdout)
	if err != nil {
		r.failure = err
		return
	}
	r.answer = out.answer
	keep(whole, out)
}

// summary is the row in one line, for those who wait for the table.
func (r SpeedRow) summary(sides []Side) string {
	var parts []string
	for _, side := range sides {
		parts = append(parts, fmt.Sprintf("%s %s", side, cell(r.Timings[side], steadyState)))
	}
	return strings.Join(parts, ", ")
}

// phase is a column group of the table: which of the times it shows.
type phase struct {
	title string
	time  func(Timing) time.Duration
}

var (
	steadyState = phase{"Steady state", func(t Timing) time.Duration { return t.Steady }}
	coldProcess = phase{"Cold process", func(t Timing) time.Duration { return t.Cold }}
)

// comparison is a ratio of two sides' times.
type comparison struct {
	over, under Side
	// gain says that the ratio is a gain of ours: the worst is then the smallest.
	gain bool
}

func (c comparison) String() string { return string(c.over + "/" + c.under) }

var comparisons = []comparison{
	{over: Interpreter, under: XInt},
	{over: JIT, under: HotSpot},
	{over: XInt, under: JIT, gain: true},
	{over: Edges, under: JIT},
	{over: Profiled, under: JIT},
}

// ratio is the comparison for one program; false if a side has no time.
func (c comparison) ratio(row SpeedRow, p phase) (ratio float64, ok bool) {
	over, under := p.time(row.Timings[c.over]), p.time(row.Timings[c.under])
	if over <= 0 || under <= 0 {
		return 0, false
	}
	return float64(over) / float64(under), true
}

// digest is what a comparison comes to over the programs in which both sides have
// times.
type digest struct {
	mean         float64 // geometric
	worst        float64
	worstProgram string
	programs     int
}

func (t *SpeedTable) digest(c comparison, p phase) digest {
	var d digest
	var ratios []float64
	for _, row := range t.Rows {
		ratio, ok := c.ratio(row, p)
		if !ok {
			continue
		}
		ratios = append(ratios, ratio)
		order := cmp.Compare(ratio, d.worst)
		if c.gain {
			order = -order
		}
		if d.programs == 0 || order > 0 {
			d.worst, d.worstProgram = ratio, row.Program
		}
		d.programs++
	}
	d.mean = geometricMean(ratios)
	return d
}

// geometricMean is the mean of ratios: that of the inverse ratios is its inverse.
// It is NaN without values.
func geometricMean(values []float64) float64 {
	logarithms := 0.0
	for _, value := range values {
		logarithms += math.Log(value)
	}
	return math.Exp(logarithms / float64(len(values)))
}

// Write writes the table as text.
func (t *SpeedTable) Write(w io.Writer) error {
	if err := t.writePhase(w, steadyState); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	if err := t.writePhase(w, coldProcess); err != nil {
		return err
	}
	return t.writeFailures(w)
}

func (t *SpeedTable) writePhase(w io.Writer, p phase) error {
	var shown []comparison
	for _, c := range t.compares {
		if slices.Contains(t.Sides, c.over) && slices.Contains(t.Sides, c.under) {
			shown = append(shown, c)
		}
	}
	columns := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	line := func(title string, side func(Side) string, compared func(comparison) string) {
		fmt.Fprintf(columns, "%s\t", title)
		for _, s := range t.Sides {
			fmt.Fprintf(columns, "%s\t", side(s))
		}
		for _, c := range shown {
			fmt.Fprintf(columns, "%s\t", compared(c))
		}
		fmt.Fprintln(columns)
	}
	line(p.title, func(s Side) string { return string(s) }, comparison.String)
	for _, row := range t.Rows {
		line(row.Program, func(s Side) string { return cell(row.Timings[s], p) }, func(c comparison) string {
			ratio, ok := c.ratio(row, p)
			if !ok {
				return "-"
			}
			return fmt.Sprintf("%.2f", ratio)
		})
	}
	if len(shown) > 0 {
		blank := func(Side) string { return "" }
		of := func(format func(digest) string) func(comparison) string {
			return func(c comparison) string {
				if d := t.digest(c, p); d.programs > 0 {
					return format(d)
				}
				return "-"
			}
		}
		line("geometric mean", blank, of(func(d digest) string { return fmt.Sprintf("%.2f", d.mean) }))
		line("worst", blank, of(func(d digest) string { return fmt.Sprintf("%.2f", d.worst) }))
		line("", blank, of(func(d digest) string { return d.worstProgram }))
		line("programs", blank, of(func(d digest) string { return fmt.Sprint(d.programs) }))
	}
	return columns.Flush()
}

// writeFailures says below the table what became of the sides without times.
func (t *SpeedTable) writeFailures(w io.Writer) error {
	var text strings.Builder
	for _, row := range t.Rows {
		for _, side := range t.Sides {
			if failure := row.Timings[side].Failure; failure != "" {
				fmt.Fprintf(&text, "%s failed on %s: %s\n", row.Program, side, failure)
			}
		}
	}
	if text.Len() == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "\n%s", text.String())
	return err
}

func cell(t Timing, p phase) string {
	if t.Failure != "" {
		return "failed"
	}
	return milliseconds(p.time(t))
}

func joined(sides []Side, separator string) string {
	var names []string
	for _, side := range sides {
		names = append(names, string(side))
	}
	return strings.Join(names, separator)
}
