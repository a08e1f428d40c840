package bench

import (
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
	"hotlens/vm/sampling"
)

// This file is tables 2 and 3 of Arnold and Grove (CGO 2005): what counter-based sampling of the
// call graph costs, and how much of the exact call graph the samples show, by stride and
// samples, and for each program.
//
// Runs go by the virtual clock, as profiles do where nobody asks for another: so samples, and with them the accuracy, are the same in every run. What windows
// take is less than what processor time differs by from run to run. So it is measured in runs that have a window at each of many ticks, and
// taken for as many windows as there are without: the time is compared with that of runs in between that do the same without samples.

// The sides of CallSamples' second table.
const (
	NoSamples  Side = "edges"
	TimerOnly  Side = "timer"
	Patching   Side = "patching"
	Counted    Side = "cbs"
	RoundRobin Side = "robin"
	Wide       Side = "wide"
)

// sampledSide is a way to sample calls.
type sampledSide struct {
	side            Side
	stride, samples int
	more            []string // flags
}

func (s sampledSide) help() string {
	return fmt.Sprintf("  %-8s  %s\n", s.side, strings.Join(s.flags(), " "))
}

func (s sampledSide) flags() []string {
	if s.side == NoSamples {
		return []string{"--profilers", "edges"}
	}
	return append([]string{"--profilers", "cbs", "--stride", strconv.Itoa(s.stride), "--samples", strconv.Itoa(s.samples)}, s.more...)
}

// windowed reports whether the samples are those of windows.
func (s sampledSide) windowed() bool {
	return s.side != NoSamples && s.side != Patching
}

// crowded is the same side with many windows, of which larger ones are rarer.
func (s sampledSide) crowded() []string {
	larger := max(1, float64(s.stride*s.samples)/(sampling.DefaultStride*sampling.DefaultSamples))
	tick := time.Duration(larger * float64(crowdedTick)).Round(crowdedTick / 10)
	return append(s.flags(), "--schedule", string(sampling.ScheduleEven), "--tick", tick.String())
}

// crowdedTick has Richards take half as long again, by windows of the default size.
const crowdedTick = time.Millisecond

// windows is how many full windows the samples of a run are whose profile this is.
func windows(p *profiles.Profile) float64 {
	return float64(p.Accuracy.Taken) / float64(p.Accuracy.SamplesPerTick)
}

// sampledSides are compared for each program. One sample for each tick is what virtual machines do that have a
// timer alone; patching is the listeners of Suganuma and others (section 3.2).
var sampledSides = []sampledSide{
	{side: NoSamples},
	{TimerOnly, 1, 1, nil},
	{Patching, 1, sampling.DefaultSamples, []string{"--schedule", string(sampling.SchedulePatching)}},
	{Counted, sampling.DefaultStride, sampling.DefaultSamples, []string{"--start", string(sampling.StartRandom)}},
	{RoundRobin, sampling.DefaultStride, sampling.DefaultSamples, []string{"--start", string(sampling.StartRoundRobin)}},
	{Wide, 15, sampling.DefaultSamples, nil},
}

// The strides and samples of the first table: those of the paper up to where a window takes a large part of a tick.
var (
	gridStrides = []int{1, 3, 7, 15, 31}
	gridSamples = []int{1, 8, 32, 128}
)

// gridPrograms are those of the first table, which has too many cells for all: they differ most in how many edges
// they have.
var gridPrograms = []string{"Richards", "Json", "Streams", "Javac"}

// DefaultSamplesBudget lets the tables take less than ten minutes.
const DefaultSamplesBudget = 500 * time.Millisecond

// SampleSidesHelp says, in a line for each, what the sides of CallSamples are.
func SampleSidesHelp() string {
	var text strings.Builder
	for _, s := range sampledSides {
		text.WriteString(s.help())
	}
	return text.String()
}

// sampledCell is what a way to sample costs and shows: Overhead is a part of the time without, and Accuracy the overlap of the
// sampled call graph with the exact one. NaN: not measured.
type sampledCell struct{ overhead, accuracy float64 }

// sampledRow is a program's line of the second table: long runs by side, and the accuracy of short ones.
type sampledRow struct {
	program string
	long    map[Side]sampledCell
	short   map[Side]float64
}

// SamplesTable is the result of CallSamples.
type SamplesTable struct {
	setting  string
	grid     map[[2]int][]sampledCell // by stride and samples, of each program
	gridOf   []string
	sides    []sampledSide
	rows     []sampledRow
	failures []string
}

// CallSamples measures what samples of calls cost, and how accurate they are.
func CallSamples(ctx context.Context, options SpeedOptions) (*SamplesTable, error) {
	if err := options.complete(); err != nil {
		return nil, err
	}
	sides, err := chooseSampled(options.Sides)
	if err != nil {
		return nil, err
	}
	names, err := contest{programs: paperPrograms}.choosePrograms(&options)
	if err != nil {
		return nil, err
	}
	classes, err := compile(ctx, options.JDK)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(classes)
	table := &SamplesTable{setting: options.setting() + "; --clock virtual --tick " + sampling.DefaultTick.String(), grid: map[[2]int][]sampledCell{}, sides: sides}
	for i, name := range names {
		m := sampledProgram{options: &options, classes: classes, name: name}
		row, err := m.row(ctx, sides)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			table.failures = append(table.failures, fmt.Sprintf("%s failed: %v", name, err))
			continue
		}
		table.rows = append(table.rows, row)
		if slices.Contains(gridPrograms, name) {
			cells, err := m.gridCells(ctx)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				table.failures = append(table.failures, fmt.Sprintf("%s failed: %v", name, err))
				continue
			}
			table.gridOf = append(table.gridOf, name)
			for at, cell := range cells {
				table.grid[at] = append(table.grid[at], cell)
			}
		}
		fmt.Fprintf(options.Progress, "%s (%d of %d): %s\n", name, i+1, len(names), row.summary(sides))
	}
	return table, nil
}

func chooseSampled(chosen []Side) ([]sampledSide, error) {
	if len(chosen) == 0 {
		return sampledSides, nil
	}
	sides := sampledSides[:1:1] // what the others are compared with
	var all []Side
	for _, s := range sampledSides {
		all = append(all, s.side)
		if s.side != NoSamples && slices.Contains(chosen, s.side) {
			sides = append(sides, s)
		}
	}
	for _, side := range chosen {
		if !slices.Contains(all, side) {
			return nil, fmt.Errorf("--sides %s is unknown: give %s", side, joined(all, ","))
		}
	}
	return sides, nil
}

// sampledProgram measures one program.
type sampledProgram struct {
	options *SpeedOptions
	classes string
	name    string
	long    int // repetitions of a long run
}

// run runs so many repetitions of the program under hotlens profile. It gives the processor time, and the profile.
func (m *sampledProgram) run(ctx context.Context, repetitions int, flags []string) (time.Duration, *profiles.Profile, error) {
	limited, cancel := context.WithTimeout(ctx, m.options.Budget+processLimit)
	defer cancel()
	path := filepath.Join(m.classes, m.name+".profile.json")
	words := m.options.profile(append([]string{"--clock", "virtual", "--format", "json", "-o", path}, flags...)...)
	stdout, processor, err := executeProcess(limited, slices.Concat(words, []string{"-cp", m.classes, m.name}, arguments(workloadFull, repetitions, 0)))
	if err != nil {
		return 0, nil, err
	}
	if _, err := parse(stdout); err != nil {
		return 0, nil, err
	}
	p, err := readProfile(path)
	return processor, p, err
}

// repetitions is how many of them the program makes within the budget.
func (m *sampledProgram) repetitions(ctx context.Context) (int, error) {
	limited, cancel := context.WithTimeout(ctx, m.options.Budget+processLimit)
	defer cancel()
	words := m.options.profile(sampledSides[0].flags()...)
	stdout, _, err := execute(limited, slices.Concat(words, []string{"-cp", m.classes, m.name}, arguments(workloadFull, 1, m.options.Budget)))
	if err != nil {
		return 0, err
	}
	out, err := parse(stdout)
	return len(out.repetitions), err
}

// readProfile reads and removes a profile.
func readProfile(path string) (_ *profiles.Profile, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close(), os.Remove(path)) }()
	return profiles.Decode(file)
}

// exact is the program's exact call graph.
func (m *sampledProgram) exact(ctx context.Context, repetitions int) (*profiles.Profile, error) {
	_, p, err := m.run(ctx, repetitions, []string{"--profilers", "cct"})
	return p, err
}

// cells measures ways to sample, each Runs times, in turns with what they are compared with. Of several runs the one that took least counts: what else the
// machine does only adds to it, by more than samples do.
func (m *sampledProgram) cells(ctx context.Context, exact *profiles.Profile, sides []sampledSide) ([]sampledCell, error) {
	plain, least := time.Duration(math.MaxInt64), slices.Repeat([]time.Duration{math.MaxInt64}, len(sides))
	cells := make([]sampledCell, len(sides))
	part := make([]float64, len(sides)) // of what is measured: the windows of a common run by those of a crowded one
	for i, s := range sides {
		_, p, err := m.run(ctx, m.long, s.flags())
		if err != nil {
			return nil, err
		}
		overlap, ok := profiles.Overlap(p, exact)
		if !ok {
			overlap = math.NaN()
		}
		cells[i].accuracy = overlap
		part[i] = 1
		if s.windowed() {
			part[i] = windows(p)
		}
	}
	for round := range m.options.Runs {
		took, _, err := m.run(ctx, m.long, sampledSides[0].flags())
		if err != nil {
			return nil, err
		}
		plain = min(plain, took)
		for i, s := range sides {
			flags := s.flags()
			if s.windowed() {
				flags = s.crowded()
			}
			took, p, err := m.run(ctx, m.long, flags)
			if err != nil {
				return nil, err
			}
			least[i] = min(least[i], took)
			if s.windowed() && round == 0 {
				part[i] /= max(windows(p), 1)
			}
		}
	}
	for i := range sides {
		cells[i].overhead = part[i] * (float64(least[i])/float64(plain) - 1)
	}
	return cells, nil
}

// row measures the program's line of the second table.
func (m *sampledProgram) row(ctx context.Context, sides []sampledSide) (_ sampledRow, err error) {
	row := sampledRow{m.name, map[Side]sampledCell{}, map[Side]float64{}}
	if m.long, err = m.repetitions(ctx); err != nil {
		return row, err
	}
	exact, err := m.exact(ctx, m.long)
	if err != nil {
		return row, err
	}
	cells, err := m.cells(ctx, exact, sides)
	if err != nil {
		return row, err
	}
	for i, s := range sides {
		row.long[s.side] = cells[i]
	}
	if exact, err = m.exact(ctx, 1); err != nil {
		return row, err
	}
	for _, s := range sides[1:] {
		_, p, err := m.run(ctx, 1, s.flags())
		if err != nil {
			return row, err
		}
		overlap, ok := profiles.Overlap(p, exact)
		if !ok {
			overlap = 0 // the run was too short for a sample
		}
		row.short[s.side] = overlap
	}
	return row, nil
}

// gridCells measures the program's part of the first table.
func (m *sampledProgram) gridCells(ctx context.Context) (map[[2]int]sampledCell, error) {
	exact, err := m.exact(ctx, m.long)
	if err != nil {
		return nil, err
	}
	found := map[[2]int]sampledCell{}
	for _, samples := range gridSamples {
		var sides []sampledSide
		for _, stride := range gridStrides {
			sides = append(sides, sampledSide{stride: stride, samples: samples})
		}
		cells, err := m.cells(ctx, exact, sides)
		if err != nil {
			return nil, err
		}
		for i, s := range sides {
			found[[2]int{s.stride, s.samples}] = cells[i]
		}
	}
	return found, nil
}

// String is the cell as the paper writes it: overhead and accuracy in percent.
func (c sampledCell) String() string {
	if math.IsNaN(c.accuracy) {
		return fmt.Sprintf("%.1f/-", 100*c.overhead)
	}
	return fmt.Sprintf("%.1f/%.0f", 100*c.overhead, 100*c.accuracy)
}

func (r sampledRow) summary(sides []sampledSide) string {
	var parts []string
	for _, s := range sides {
		parts = append(parts, fmt.Sprintf("%s %v", s.side, r.long[s.side]))
	}
	return strings.Join(parts, ", ")
}

// meanCell is the mean of cells, of the accuracies that are known.
func meanCell(cells []sampledCell) sampledCell {
	mean, known := sampledCell{}, 0.0
	for _, c := range cells {
		mean.overhead += c.overhead / float64(len(cells))
		if !math.IsNaN(c.accuracy) {
			mean.accuracy += c.accuracy
			known++
		}
	}
	mean.accuracy /= known // NaN for none
	return mean
}

// Write writes the tables as text.
func (t *SamplesTable) Write(w io.Writer) error {
	fmt.Fprintf(w, "%s\n\nOverhead and accuracy in percent\n\n", t.setting)
	columns := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	if len(t.gridOf) > 0 {
		fmt.Fprintf(columns, "samples\\stride\t")
		for _, stride := range gridStrides {
			fmt.Fprintf(columns, "%d\t", stride)
		}
		fmt.Fprintln(columns)
		for _, samples := range gridSamples {
			fmt.Fprintf(columns, "%d\t", samples)
			for _, stride := range gridStrides {
				fmt.Fprintf(columns, "%v\t", meanCell(t.grid[[2]int{stride, samples}]))
			}
			fmt.Fprintln(columns)
		}
		if err := columns.Flush(); err != nil {
			return err
		}
		fmt.Fprintf(w, "Means of %s\n\n", strings.Join(t.gridOf, ", "))
	}
	header := "Program\t"
	for _, s := range t.sides {
		header += string(s.side) + "\t"
	}
	for _, s := range t.sides[1:] {
		header += string(s.side) + " short\t"
	}
	fmt.Fprintln(columns, header)
	line := func(title string, long func(Side) sampledCell, short func(Side) float64) {
		fmt.Fprintf(columns, "%s\t", title)
		for _, s := range t.sides {
			fmt.Fprintf(columns, "%v\t", long(s.side))
		}
		for _, s := range t.sides[1:] {
			fmt.Fprintf(columns, "%.0f\t", 100*short(s.side))
		}
		fmt.Fprintln(columns)
	}
	for _, row := range t.rows {
		line(row.program, func(s Side) sampledCell { return row.long[s] }, func(s Side) float64 { return row.short[s] })
	}
	if len(t.rows) > 0 {
		line("mean", func(s Side) sampledCell {
			var cells []sampledCell
			for _, row := range t.rows {
				cells = append(cells, row.long[s])
			}
			return meanCell(cells)
		}, func(s Side) float64 {
			sum := 0.0
			for _, row := range t.rows {
				sum += row.short[s]
			}
			return sum / float64(len(t.rows))
		})
	}
	if err := columns.Flush(); err != nil {
		return err
	}
	if len(t.failures) > 0 {
		fmt.Fprintf(w, "\n%s\n", strings.Join(t.failures, "\n"))
	}
	return nil
}
