// Package bench reproduces the tables of measurements that the documentation
// speaks of. A table compares hotlens with the user's JDK on small Java programs
// (folder programs) that are compiled for it on the spot.
//
// Invariant: the two sides of a comparison alternate within one measurement, and
// their answers are compared, so that neither the machine's mood nor a wrong
// answer can make one of them look fast.
package bench

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"hotlens/engine/jdk"
)

//go:embed programs/*.java
var programs embed.FS

// DefaultRuns is how often Interp measures each side of a comparison: an odd
// number, so that the median is a measurement, and small, so that the table takes
// less than a minute.
const DefaultRuns = 5

// stopGrace is how long an interrupted side may take to end.
const stopGrace = 5 * time.Second

// Options is how to measure.
type Options struct {
	JDK        *jdk.JDK
	Executable string    // hotlens; os.Executable's answer when empty
	Runs       int       // of each program on each side, at least 1
	Progress   io.Writer // gets a line per program; nil for none
}

// Row is one program's line of a table.
type Row struct {
	Program string
	Java    time.Duration // median
	Hotlens time.Duration // median
	Ratio   float64       // median of the runs' ratios, hotlens to java
}

// Table is the result of a benchmark.
type Table struct {
	Title      string
	JavaColumn string // what the JDK's side ran
	Rows       []Row
}

// program is one thing to measure.
type program struct {
	class string
	// whole says that the process is timed from outside; otherwise the program
	// extends Harness and times itself.
	whole     bool
	javaFlags []string
}

// interpPrograms are the rows of the interpreters' table.
var interpPrograms = []program{
	{class: "Fib"},
	{class: "Sieve"},
	{class: "BinaryTrees"},
	{class: "VirtualCalls"},
	{class: "StringBuilding"},
	// Class data sharing hides the boot that hotlens, too, has to go through.
	{class: "Hello", whole: true, javaFlags: []string{"-Xshare:off"}},
}

// complete checks the options and fills in what is empty.
func (o *Options) complete() (err error) {
	if o.Runs < 1 {
		return fmt.Errorf("--runs is %d: give at least 1", o.Runs)
	}
	if o.Executable == "" {
		if o.Executable, err = os.Executable(); err != nil {
			return fmt.Errorf("finding hotlens itself: %w", err)
		}
	}
	if o.Progress == nil {
		o.Progress = io.Discard
	}
	return nil
}

// Workloads that the programs know, beside those that only tests run.
const (
	workloadInterp = "interp" // the same since Interp exists, so that its tables can be compared
	workloadFull   = "full"   // tens of milliseconds for HotSpot's best compiler
)

// arguments are what a program that extends Harness is told.
func arguments(workload string, repetitions int, budget time.Duration) []string {
	return []string{workload, strconv.Itoa(repetitions), strconv.FormatInt(budget.Milliseconds(), 10)}
}

// Interp compares the interpreters: java -Xint and hotlens run --tier interp.
func Interp(ctx context.Context, options Options) (*Table, error) {
	if err := options.complete(); err != nil {
		return nil, err
	}
	classes, err := compile(ctx, options.JDK)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(classes)

	table := &Table{Title: "Interpreters", JavaColumn: "java -Xint"}
	for _, p := range interpPrograms {
		target := []string{"-cp", classes, p.class}
		if !p.whole {
			target = append(target, arguments(workloadInterp, 1, 0)...)
		}
		java := slices.Concat([]string{options.JDK.Java(), "-Xint"}, p.javaFlags, target)
		hotlens := slices.Concat([]string{options.Executable, "run", "--jdk", options.JDK.Home, "--tier", "interp"}, target)
		row, err := measure(ctx, p, options.Runs, java, hotlens)
		if err != nil {
			return nil, err
		}
		table.Rows = append(table.Rows, row)
		fmt.Fprintf(options.Progress, "%s: %.2f times the time of %s\n", row.Program, row.Ratio, table.JavaColumn)
	}
	return table, nil
}

// compile compiles the programs into a temporary folder, which is the caller's
// to remove.
func compile(ctx context.Context, j *jdk.JDK) (classes string, err error) {
	folder, err := os.MkdirTemp("", "hotlens-bench-")
	if err != nil {
		return "", fmt.Errorf("making a temporary folder: %w", err)
	}
	defer func() {
		if err != nil {
			os.RemoveAll(folder)
		}
	}()
	if err := os.CopyFS(folder, programs); err != nil {
		return "", fmt.Errorf("unpacking the programs: %w", err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "programs", "*.java"))
	if err != nil {
		return "", err
	}
	javac := command(ctx, slices.Concat([]string{j.Javac(), "-proc:none", "-encoding", "UTF-8", "-d", folder}, files))
	if output, err := javac.CombinedOutput(); err != nil {
		return "", fmt.Errorf("compiling the programs with %s: %w: %s", j.Javac(), err, firstLine(output))
	}
	return folder, nil
}

// command is a process that is asked to end, rather than killed, when the context
// ends: hotlens then ends its worker.
func command(ctx context.Context, words []string) *exec.Cmd {
	c := exec.CommandContext(ctx, words[0], words[1:]...)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	c.WaitDelay = stopGrace
	return c
}

// measure runs both sides alternately.
func measure(ctx context.Context, p program, runs int, java, hotlens []string) (Row, error) {
	var javaTimes, hotlensTimes []time.Duration
	var ratios []float64
	for range runs {
		expected, javaTime, err := once(ctx, p, java)
		if err != nil {
			return Row{}, err
		}
		answer, hotlensTime, err := once(ctx, p, hotlens)
		if err != nil {
			return Row{}, err
		}
		if answer != expected {
			return Row{}, fmt.Errorf("%s: hotlens answers %q and java %q", p.class, answer, expected)
		}
		javaTimes = append(javaTimes, javaTime)
		hotlensTimes = append(hotlensTimes, hotlensTime)
		ratios = append(ratios, float64(hotlensTime)/float64(javaTime))
	}
	return Row{Program: p.class, Java: median(javaTimes), Hotlens: median(hotlensTimes), Ratio: median(ratios)}, nil
}

// once runs one side once.
func once(ctx context.Context, p program, words []string) (answer string, took time.Duration, err error) {
	stdout, took, err := execute(ctx, words)
	if err != nil {
		return "", 0, err
	}
	if p.whole {
		return stdout, took, nil
	}
	result, err := parse(stdout)
	if err != nil {
		return "", 0, fmt.Errorf("%s: %w", strings.Join(words, " "), err)
	}
	return result.answer, result.steady(), nil
}

// execute runs a process and times it.
func execute(ctx context.Context, words []string) (stdout string, took time.Duration, err error) {
	start := time.Now()
	stdout, _, err = executeProcess(ctx, words)
	return stdout, time.Since(start), err
}

// executeProcess runs a process and gives the processor time that it took with those that it has started: it depends less than the time of the
// wall on what else runs.
func executeProcess(ctx context.Context, words []string) (stdout string, processor time.Duration, err error) {
	process := command(ctx, words)
	var stderr bytes.Buffer
	process.Stderr = &stderr
	output, err := process.Output()
	if ctx.Err() != nil {
		return "", 0, ctx.Err()
	}
	if err != nil {
		return "", 0, fmt.Errorf("%s: %w: %s", strings.Join(words, " "), err, firstLine(stderr.Bytes()))
	}
	return strings.TrimSpace(string(output)), process.ProcessState.UserTime() + process.ProcessState.SystemTime(), nil
}

// result is what a program that extends Harness printed.
type result struct {
	answer      string
	repetitions []time.Duration
}

// parse reads a line "NUMBER ns" for each repetition, and a last line
// "answer NUMBER".
func parse(stdout string) (result, error) {
	var r result
	for line := range strings.Lines(stdout) {
		line = strings.TrimSpace(line)
		if number, ok := strings.CutSuffix(line, " ns"); ok {
			nanos, err := strconv.ParseInt(number, 10, 64)
			if err != nil {
				return result{}, fmt.Errorf("the line %q is not a time", line)
			}
			if nanos <= 0 {
				return result{}, errors.New("the program took no time: its clock stands still")
			}
			r.repetitions = append(r.repetitions, time.Duration(nanos))
		} else if answer, ok := strings.CutPrefix(line, "answer "); ok {
			r.answer = answer
		}
	}
	if r.answer == "" || len(r.repetitions) == 0 {
		return result{}, fmt.Errorf("the output %q is not times and an answer", stdout)
	}
	return r, nil
}

// steady is the time of a repetition once a virtual machine has compiled what it
// wanted to compile: the best of the later half.
func (r result) steady() time.Duration {
	return slices.Min(r.repetitions[len(r.repetitions)/2:])
}

// median is the middle value, or the lower of the two middle ones.
func median[T time.Duration | float64](values []T) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[(len(sorted)-1)/2]
}

func firstLine(output []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(output)), "\n")
	return line
}

// Write writes the table as text.
func (t *Table) Write(w io.Writer) error {
	columns := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(columns, "%s\t%s\thotlens\tratio\t\n", t.Title, t.JavaColumn)
	for _, row := range t.Rows {
		fmt.Fprintf(columns, "%s\t%s\t%s\t%.2f\t\n", row.Program, milliseconds(row.Java), milliseconds(row.Hotlens), row.Ratio)
	}
	return columns.Flush()
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}
