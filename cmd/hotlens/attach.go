package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"hotlens/engine"
	"hotlens/engine/rendezvous"
	"hotlens/engine/sampler"
	"hotlens/profiles"
	"hotlens/profiles/names"
	"hotlens/profiles/numbers"
	"hotlens/vm/configuration"
)

// attachFlags are the flags of "hotlens attach".
type attachFlags struct {
	outputFlags
	profilers string
	wanted    rendezvous.Wanted
	given     func(flag string) bool // the user has given it
}

// attachCommand is "hotlens attach".
func attachCommand() *cobra.Command {
	var flags attachFlags
	command := &cobra.Command{
		Use:   "attach [flags] [PID|NAME]",
		Short: "List your running programs, or profile one for a while and leave it running",
		Long: `Without an argument, list the programs that hotlens run and hotlens profile are running
for you. With the number of a process, or the name of the program's main class or file if
only one runs so, join that program: measure what it does from now on for --for, or until
Ctrl-C, report, and leave it as it was. If it ends meanwhile, what was measured until
then is reported.

What the program does from then on is counted in its calling contexts, as by hotlens profile:
calls, bytecodes, allocations, cost and call edges. The contexts of calls that are under way
when that begins show no call, only what happens in them. The program is slower for that time.

With --root the call subgraphs of these methods are timed instead, as by hotlens profile
--profilers time: how long the methods take, itself and in all. Calls that are under way do not
count, only later ones. With --profilers sampler the program is looked at at random times:
shares of real time, at no cost. A program can be joined by one at a time. One that runs under
hotlens profile cannot be timed.

` + formatsHelp(),
		Example: `  hotlens attach
  hotlens attach Demo --for 10s
  hotlens attach Demo --profilers sampler --for 10s
  hotlens attach 4711 --root Demo.parse --for 5s
  hotlens attach Demo --root Demo.parse --root Demo.print -o demo.html`,
		RunE: func(command *cobra.Command, arguments []string) error {
			switch {
			case len(arguments) == 0:
				return listRuns(command.Context(), os.Stdout)
			case len(arguments) > 1:
				return fmt.Errorf("%d programs are named: give one, as hotlens attach lists them", len(arguments))
			}
			flags.given = command.Flags().Changed
			if err := flags.check(); err != nil {
				return err
			}
			return attach(command.Context(), arguments[0], &flags)
		},
	}
	set := command.Flags()
	set.SortFlags = false
	registerDuration(set, &flags.wanted.For, "for", 0, "how long to measure, such as 5s (default until Ctrl-C)")
	set.StringVar(&flags.profilers, "profilers", "", "what to measure: cct,edges, time, or sampler (default time with --root, else cct,edges)")
	registerDuration(set, &flags.wanted.SamplerInterval, "sampler-interval", sampler.DefaultInterval, "with sampler: real time in which there is one sample")
	registerTiming(set, &flags.wanted.Timing, "with time: ")
	flags.outputFlags.register(set)
	return command
}

func (f *attachFlags) check() error {
	f.wanted.PID = os.Getpid()
	roots := len(f.wanted.Timing.Roots) > 0
	both := []string{profiles.ProfilerContexts, profiles.ProfilerEdges}
	if f.wanted.Profilers = strings.Split(f.profilers, ","); f.profilers == "" {
		if f.wanted.Profilers = both; ofTime.isGiven(f.given) {
			f.wanted.Profilers = []string{profiles.ProfilerTime}
		}
	}
	if !slices.ContainsFunc(f.wanted.Profilers, func(of string) bool { return !slices.Contains(both, of) }) {
		f.wanted.Profilers = both // in whichever order, and either brings the other
	}
	switch times := f.wanted.Profilers[0] == profiles.ProfilerTime; {
	case f.wanted.For < 0:
		return fmt.Errorf("--for is %v: give a time such as 5s", f.wanted.For)
	case !rendezvous.CanBegin(f.wanted.Profilers):
		return fmt.Errorf("--profilers %s cannot begin in a running program: give %s, %s or %s", f.profilers, strings.Join(both, ","), profiles.ProfilerTime, profiles.ProfilerSampler)
	case times && !roots:
		return errors.New("what to time is missing: give a method with --root Class.method")
	case roots && !times:
		return fmt.Errorf("--root is for --profilers %s: the others look at the whole program", profiles.ProfilerTime)
	}
	if err := configuration.CheckSamplerInterval(f.wanted.SamplerInterval); err != nil {
		return err
	}
	if err := checkFlagsOf(f.wanted.Profilers, f.given); err != nil {
		return err
	}
	if err := f.outputFlags.check(); err != nil {
		return err
	}
	return f.checkMeasured(profiles.MetricsOf(f.wanted.Profilers, false))
}

// listRuns writes a table of the user's runs.
func listRuns(ctx context.Context, to io.Writer) error {
	runs, err := engine.Runs(ctx)
	if err != nil {
		return err
	}
	if len(runs) == 0 {
		_, err := fmt.Fprintln(to, "None of your programs is running under hotlens run or hotlens profile.")
		return err
	}
	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "PID\tPROGRAM\tFOR\tTIER\tMEASURED")
	for i := range runs {
		run := &runs[i]
		d := &run.Description
		if run.Problem != "" {
			fmt.Fprintf(table, "%d\t(%s)\n", run.PID, printable(run.Problem))
			continue
		}
		since := numbers.Duration(uint64(max(time.Since(d.Started), 0)))
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\n", run.PID, printable(d.Name), since, printable(d.Tier), printable(measured(d)))
	}
	return table.Flush()
}

// measured says what is measured of a run.
func measured(d *rendezvous.Description) string {
	text := cmp.Or(strings.Join(d.Profilers, ","), "nothing")
	if j := d.Joined; j != nil {
		text = strings.Join(j.Wanted.Profilers, ",")
		if roots := j.Wanted.Timing.Roots; len(roots) > 0 {
			text += " of " + strings.Join(roots, " and ")
		}
		text += fmt.Sprintf(", for process %d", j.PID)
	}
	return text
}

// printable is a text without what could control the terminal or break the table.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// findRun finds the run that the user means.
func findRun(ctx context.Context, given string) (*rendezvous.Run, error) {
	runs, err := engine.Runs(ctx)
	if err != nil {
		return nil, err
	}
	pid, notNumber := strconv.Atoi(given)
	runs = slices.DeleteFunc(runs, func(run rendezvous.Run) bool {
		if notNumber == nil {
			return run.PID != pid
		}
		d := &run.Description
		class := names.QualifiedClass(d.Main)
		return run.Problem != "" || !slices.Contains([]string{d.Name, filepath.Base(d.Name), class, class[strings.LastIndexByte(class, '.')+1:]}, given)
	})
	switch {
	case len(runs) == 0 && notNumber == nil:
		return nil, fmt.Errorf("process %d is no hotlens run of yours: see hotlens attach for those there are", pid)
	case len(runs) == 0:
		return nil, fmt.Errorf("no program %s runs under hotlens for you: see hotlens attach for those there are", given)
	case len(runs) > 1:
		var pids []string
		for _, run := range runs {
			pids = append(pids, strconv.Itoa(run.PID))
		}
		return nil, fmt.Errorf("%d programs are %s: give one of the numbers %s", len(runs), given, strings.Join(pids, ", "))
	case runs[0].Problem != "":
		return nil, fmt.Errorf("process %d cannot be joined: %s", runs[0].PID, runs[0].Problem)
	}
	return &runs[0], nil
}

func attach(ctx context.Context, given string, flags *attachFlags) (err error) {
	run, err := findRun(ctx, given)
	if err != nil {
		return err
	}
	output, err := flags.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, output.Close()) }()
	begun := false
	measured, err := run.Join(ctx, flags.wanted, func() {
		begun = true
		until := "until Ctrl-C"
		if flags.wanted.For > 0 {
			until = "for " + flags.wanted.For.String()
		}
		fmt.Fprintf(os.Stderr, "hotlens: measuring %s (process %d) %s\n", printable(run.Description.Name), run.PID, until)
	})
	if err != nil {
		return err
	}
	if !begun {
		fmt.Fprintln(os.Stderr, "hotlens: all threads of the program waited, so measuring could not begin")
	}
	if measured.Ended {
		fmt.Fprintln(os.Stderr, "hotlens: the program has ended meanwhile; this is what it did until then")
	}
	profile, err := profiles.Decode(bytes.NewReader(measured.Profile))
	if err != nil {
		return fmt.Errorf("the profile that process %d has handed out: %w", run.PID, err)
	}
	if err := flags.write(output, profile, measured.Index, measured.ClassPath); err != nil {
		return fmt.Errorf("writing the profile: %w", err)
	}
	return nil
}
