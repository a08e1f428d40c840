package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// This file measures whole processes: what somebody waits for who runs a program once.

// Sides of Cold, beside those of Speed.
const (
	coldC1          Side = "c1"
	coldRun         Side = "run"
	coldRunWarm     Side = "run-warm"
	coldProfile     Side = "profile"
	coldProfileWarm Side = "profile-warm"
)

const (
	// DefaultColdRuns is how often Cold runs each side: an odd number, so that medians are measurements.
	DefaultColdRuns = 7
	// warmingRuns is how often a program runs before its warm sides are measured. The first run keeps what it compiles;
	// with that a second one comes further in the same time, and keeps some more.
	warmingRuns = 2
	// coldLimit is how long a process may take, so that one that hangs does not end the whole measurement.
	coldLimit = 3 * time.Minute
)

// ColdOptions is how Cold measures.
type ColdOptions struct {
	Options
	Sides   []Side         // all when empty; java runs in any case
	Program *regexp.Regexp // chooses programs by their names; nil for all
	Jars    string         // the folder of the jars that some programs need; without theirs these are left out
}

// ColdTable is the result of Cold.
type ColdTable struct {
	Setting  string        `json:"setting"`  // on what it was measured, and how
	Omitted  []string      `json:"omitted"`  // what could not be measured, and why
	Programs []ColdProgram `json:"programs"` // in the order in which they ran
}

// ColdProgram is what one program took.
type ColdProgram struct {
	Program string     `json:"program"`
	Sides   []ColdSide `json:"sides"` // java first
}

// ColdSide is what a program took on one side. Ratios are those of runs that followed each other: to that of java in the same round.
type ColdSide struct {
	Side            Side    `json:"side"`
	WallMillis      float64 `json:"wallMillis"`        // median, from the start of the process to its end
	ProcessorMillis float64 `json:"processorMillis"`   // median, with all processes that it has started
	Wall            Spread  `json:"wallRatio"`         // to java
	Processor       Spread  `json:"processorRatio"`    // to java
	Failure         string  `json:"failure,omitempty"` // why there are no times
}

// Spread is the middle and the ends of several ratios.
type Spread struct {
	Median float64 `json:"median"`
	Least  float64 `json:"least"`
	Most   float64 `json:"most"`
}

// coldContender is how a side is run.
type coldContender struct {
	side  Side
	help  string
	cache cacheState
	words func(o *ColdOptions) []string // up to the flags of the program
}

// cacheState is what is kept of compiled code when a process starts.
type cacheState int

const (
	noCache    cacheState = iota // java
	emptyCache                   // as in the first run ever
	warmCache                    // the program has run before
)

var coldContenders = []coldContender{
	{HotSpot, "java", noCache, func(o *ColdOptions) []string { return []string{o.JDK.Java()} }},
	{coldC1, "java -XX:TieredStopAtLevel=1", noCache, func(o *ColdOptions) []string { return []string{o.JDK.Java(), "-XX:TieredStopAtLevel=1"} }},
	{XInt, "java -Xint", noCache, func(o *ColdOptions) []string { return []string{o.JDK.Java(), "-Xint"} }},
	{Interpreter, "hotlens run --tier interp", emptyCache, func(o *ColdOptions) []string { return o.hotlens("run", "--tier", "interp") }},
	{coldRun, "hotlens run, nothing kept from runs before", emptyCache, func(o *ColdOptions) []string { return o.hotlens("run") }},
	{coldRunWarm, "hotlens run, after it has run before", warmCache, func(o *ColdOptions) []string { return o.hotlens("run") }},
	{coldProfile, "hotlens profile, nothing kept from runs before", emptyCache, func(o *ColdOptions) []string { return o.profile() }},
	{coldProfileWarm, "hotlens profile, after it has run before", warmCache, func(o *ColdOptions) []string { return o.profile() }},
}

// ColdSidesHelp says, in a line for each, what the sides run.
func ColdSidesHelp() string {
	var text strings.Builder
	for _, c := range coldContenders {
		fmt.Fprintf(&text, "  %-12s  %s\n", c.side, c.help)
	}
	return text.String()
}

func (o *ColdOptions) hotlens(words ...string) []string {
	return slices.Concat([]string{o.Executable}, words, []string{"--jdk", o.JDK.Home, "--timeout", "0"})
}

func (o *ColdOptions) profile() []string {
	return o.hotlens("profile", "-o", os.DevNull, "--max-bytecodes", "0")
}

// contenders gives those that the options ask for, java first.
func (o *ColdOptions) contenders() ([]coldContender, error) {
	var names []Side
	chosen := coldContenders[:1:1]
	for i, c := range coldContenders {
		names = append(names, c.side)
		if i > 0 && (len(o.Sides) == 0 || slices.Contains(o.Sides, c.side)) {
			chosen = append(chosen, c)
		}
	}
	for _, side := range o.Sides {
		if !slices.Contains(names, side) {
			return nil, fmt.Errorf("--sides %s is unknown: give %s", side, joined(names, ","))
		}
	}
	return chosen, nil
}

// Cold measures whole processes of flat programs against java. In each round all sides run once, one after the other.
func Cold(ctx context.Context, options ColdOptions) (*ColdTable, error) {
	if err := options.complete(); err != nil {
		return nil, err
	}
	contenders, err := options.contenders()
	if err != nil {
		return nil, err
	}
	classes, err := compile(ctx, options.JDK)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(classes)
	table := &ColdTable{
		Setting: fmt.Sprintf("%s, %d processors, %s/%s; JDK %s; %d run(s) of each side", processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH,
			options.JDK.Version, options.Runs),
		Omitted: []string{},
	}
	var names []string
	for _, j := range coldJobs {
		names = append(names, j.name)
		if options.Program != nil && !options.Program.MatchString(j.name) {
			continue
		}
		if missing := j.missing(options.Jars); missing != "" {
			table.Omitted = append(table.Omitted, fmt.Sprintf("%s: it needs %s; name a folder that has it with --jars", j.name, missing))
			continue
		}
		program, err := measureCold(ctx, &options, contenders, j, classes)
		if err != nil {
			return nil, err
		}
		table.Programs = append(table.Programs, program)
	}
	if len(table.Programs) == 0 && len(table.Omitted) == 0 {
		return nil, fmt.Errorf("--program %s matches none of %s", options.Program, strings.Join(names, ", "))
	}
	return table, nil
}

// coldRunner runs a job on one side, until it fails, and keeps what it took.
type coldRunner struct {
	coldContender
	before, behind []string // the words around the flag that names the cache

	wall, processor []time.Duration
	failure         error
}

// measureCold measures one job. Its error is the context's, one of the file system, or one of what the job is made of.
func measureCold(ctx context.Context, options *ColdOptions, contenders []coldContender, j coldJob, classes string) (ColdProgram, error) {
	grants, words, err := j.prepare(ctx, options, classes)
	if err != nil {
		return ColdProgram{}, err
	}
	folder, err := os.MkdirTemp("", "hotlens-bench-")
	if err != nil {
		return ColdProgram{}, fmt.Errorf("making a temporary folder: %w", err)
	}
	defer os.RemoveAll(folder)
	runners := make([]*coldRunner, len(contenders))
	for i, c := range contenders {
		runners[i] = &coldRunner{coldContender: c, before: c.words(options), behind: words}
		if c.cache != noCache {
			runners[i].before = slices.Concat(runners[i].before, grants)
		}
	}
	warm, empty := filepath.Join(folder, "warm"), filepath.Join(folder, "empty")
	answer := ""
	run := func(r *coldRunner, kept bool) error {
		cache := warm
		if r.cache == emptyCache {
			cache = empty
			if err := os.RemoveAll(empty); err != nil {
				return err
			}
		}
		if r.failure == nil {
			r.failure = r.run(ctx, cache, &answer, kept)
		}
		return ctx.Err()
	}
	for range warmingRuns {
		for _, r := range runners {
			if r.cache == warmCache {
				if err := run(r, false); err != nil {
					return ColdProgram{}, err
				}
			}
		}
	}
	for round := range options.Runs {
		for _, r := range runners {
			if err := run(r, true); err != nil {
				return ColdProgram{}, err
			}
		}
		fmt.Fprintf(options.Progress, "%s: round %d of %d\n", j.name, round+1, options.Runs)
	}
	program := ColdProgram{Program: j.name}
	for _, r := range runners {
		program.Sides = append(program.Sides, r.result(runners[0]))
	}
	return program, nil
}

// run runs one process, whose code is kept in cache. All processes must print the same.
func (r *coldRunner) run(ctx context.Context, cache string, answer *string, kept bool) error {
	words := r.before
	if r.cache != noCache {
		words = slices.Concat(words, []string{"--code-cache", cache})
	}
	limited, cancel := context.WithTimeout(ctx, coldLimit)
	defer cancel()
	start := time.Now()
	stdout, processor, err := executeProcess(limited, slices.Concat(words, r.behind))
	wall := time.Since(start)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("it did not end within %v", coldLimit)
	case err != nil:
		return err
	case *answer != "" && stdout != *answer:
		return fmt.Errorf("it prints %q, and others %q", firstLine([]byte(stdout)), firstLine([]byte(*answer)))
	}
	*answer = stdout
	if kept {
		r.wall, r.processor = append(r.wall, wall), append(r.processor, processor)
	}
	return nil
}

// result is what the runs come to, compared with those of java.
func (r *coldRunner) result(java *coldRunner) ColdSide {
	if r.failure == nil && java.failure != nil {
		return ColdSide{Side: r.side, Failure: "there is no time of java to compare with"}
	}
	if r.failure != nil {
		return ColdSide{Side: r.side, Failure: r.failure.Error()}
	}
	millis := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	return ColdSide{
		Side: r.side, WallMillis: millis(median(r.wall)), ProcessorMillis: millis(median(r.processor)),
		Wall: spread(r.wall, java.wall), Processor: spread(r.processor, java.processor),
	}
}

// spread is that of the ratios of times to others of the same rounds.
func spread(times, others []time.Duration) Spread {
	ratios := make([]float64, len(times))
	for i := range times {
		ratios[i] = float64(times[i]) / float64(max(others[i], 1))
	}
	return Spread{Median: median(ratios), Least: slices.Min(ratios), Most: slices.Max(ratios)}
}

// Write writes the table as text.
func (t *ColdTable) Write(w io.Writer) error {
	fmt.Fprintf(w, "%s\n", t.Setting)
	for _, p := range t.Programs {
		columns := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintf(columns, "\n%s\twall\tprocessor\twall to java\tleast to most\tprocessor to java\tleast to most\t\n", p.Program)
		for _, s := range p.Sides {
			if s.Failure != "" {
				fmt.Fprintf(columns, "%s\tfailed\t\t\t\t\t\t\n", s.Side)
				continue
			}
			fmt.Fprintf(columns, "%s\t%.0f ms\t%.0f ms\t%s\t%s\t\n", s.Side, s.WallMillis, s.ProcessorMillis, s.Wall, s.Processor)
		}
		if err := columns.Flush(); err != nil {
			return err
		}
		for _, s := range p.Sides {
			if s.Failure != "" {
				fmt.Fprintf(w, "%s failed on %s: %s\n", p.Program, s.Side, s.Failure)
			}
		}
	}
	for _, line := range t.Omitted {
		fmt.Fprintf(w, "\nleft out: %s\n", line)
	}
	return nil
}

// String writes a spread into two columns.
func (s Spread) String() string { return fmt.Sprintf("%.2f\t%.2f to %.2f", s.Median, s.Least, s.Most) }

// WriteJSON writes the table as JSON.
func (t *ColdTable) WriteJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(t)
}
