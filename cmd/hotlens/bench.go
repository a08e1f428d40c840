package main

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"hotlens/engine/bench"
	"hotlens/engine/jdk"
)

// benchCommand is "hotlens bench".
func benchCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "bench",
		Short: "Reproduce a table of measurements",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			var names []string
			for _, table := range command.Commands() {
				names = append(names, table.Name())
			}
			return fmt.Errorf("which table to reproduce is missing: give %s", strings.Join(names, " or "))
		},
	}
	command.AddCommand(benchInterpCommand(), benchSpeedCommand(), benchInlineCommand(), benchContextsCommand(), benchEdgesCommand(), benchSamplesCommand(), benchTimeCommand(), benchCostCommand(), benchSaveCommand(), benchColdCommand())
	return command
}

// benchInterpCommand is "hotlens bench interp".
func benchInterpCommand() *cobra.Command {
	var home string
	options := bench.Options{}
	command := &cobra.Command{
		Use:   "interp [flags]",
		Short: "The interpreter against java -Xint",
		Long: `The interpreter against java -Xint: five programs that time themselves, and the
start-up of hello world against java -Xint -Xshare:off.

The two sides alternate; medians are printed, and the median of the ratios.`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) (err error) {
			if options.JDK, err = jdk.Find(home); err != nil {
				return err
			}
			options.Progress = command.ErrOrStderr()
			table, err := bench.Interp(command.Context(), options)
			if err != nil {
				return err
			}
			return table.Write(command.OutOrStdout())
		},
	}
	registerBenchFlags(command, &options, &home, bench.DefaultRuns)
	return command
}

// benchSpeedCommand is "hotlens bench speed".
func benchSpeedCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "speed [flags]",
		Short: "The speed of hotlens' tiers and of its profilers against HotSpot",
		Long: `The speed of hotlens' tiers and of its profilers against HotSpot, on two dozen
programs. The sides are

` + bench.SidesHelp() + `
Each program runs on each side in turn: once in a process of its own, which is
timed as a whole ("cold"), and then over and over until the budget is used up; the
best of the later half of the repetitions is the steady state. Of several runs the
median of the cold times and the best steady state count. Sides that only interpret
are repeated twice. A program that gives a wrong answer, fails, or hangs is said to
have failed, and has no part in the means.`,
		Example: `  hotlens bench speed
  hotlens bench speed --sides jit,profiled --program '^(Fib|Json)$' --runs 3`,
		Args: cobra.NoArgs,
	}
	registerSteady(command, bench.DefaultSpeedRuns, bench.Speed)
	return command
}

// benchInlineCommand is "hotlens bench inline".
func benchInlineCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "inline [flags]",
		Short: "What profiles are worth to the inliner",
		Long: `What profiles are worth to the inliner: figure 5 of Arnold and Grove, "Collecting
and Exploiting High-Accuracy Call Graph Profiles in Virtual Machines" (CGO 2005),
on two dozen programs. The sides differ in what the inliner decides on:

` + bench.InlineSidesHelp() + `
Each program runs on each side in turn, over and over until the budget is used up;
the best of the later half of the repetitions, over all runs, is the steady state. The
ratios are gains: above 1 the second side is faster. Below the table stands where
inlining makes a program slower than none does, by more than 3 %.`,
		Example: `  hotlens bench inline
  hotlens bench inline --sides static,cbs --program '^(Json|Streams)$' --runs 5`,
		Args: cobra.NoArgs,
	}
	registerSteady(command, bench.DefaultInlineRuns, bench.Inline)
	return command
}

// benchContextsCommand is "hotlens bench cct".
func benchContextsCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "cct [flags]",
		Short: "What the calling context tree costs, and how large it is",
		Long: `What the calling context tree costs: tables 3 to 6 of Moret, Binder, Villazón and
others, "CCCP: Complete Calling Context Profiling in Virtual Execution Environments"
(PEPM 2009), on the programs of "bench speed" and the JDK's compiler. The sides are

` + bench.ContextSidesHelp() + `
Each program runs on each side in turn, over and over until the budget is used up;
the best of the later half of the repetitions is the steady state. Below stands for
one repetition what tables 1 and 2 have: the number of contexts and calls, the share of
native methods among the calls, and who calls whose code.`,
		Example: "  hotlens bench cct --program '^(Json|Javac)$' --runs 3",
		Args:    cobra.NoArgs,
	}
	registerSteady(command, bench.DefaultSpeedRuns, bench.Contexts)
	return command
}

// benchEdgesCommand is "hotlens bench ctb".
func benchEdgesCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "ctb [flags]",
		Short: "What caller-target blocks cost, and call graphs against CHA and RTA",
		Long: `What caller-target blocks cost, which announce each call edge once (Qian and Hendren,
"Towards Dynamic Interprocedural Analysis in JVMs", VM 2004), on the programs of
"bench speed" and the JDK's compiler. The sides are

` + bench.EdgeSidesHelp() + `
Each program runs on each side in turn, over and over until the budget is used up;
the best of the later half of the repetitions is the steady state. Below stand the
sizes of the executed call graph, and of those that class hierarchy analysis and rapid
type analysis find in the loaded classes: methods, edges, polymorphic call sites.`,
		Example: "  hotlens bench ctb --program '^(Json|Javac)$' --runs 3",
		Args:    cobra.NoArgs,
	}
	registerSteady(command, bench.DefaultSpeedRuns, bench.CallEdges)
	return command
}

// benchSamplesCommand is "hotlens bench cbs".
func benchSamplesCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "cbs [flags]",
		Short: "What samples of calls cost, and how accurate they are",
		Long: `What samples of calls cost, and how accurate they are: tables 2 and 3 of Arnold and
Grove, "Collecting and Exploiting High-Accuracy Call Graph Profiles in Virtual
Machines" (CGO 2005), on the programs of "bench speed" and the JDK's compiler.

Each cell has the overhead and the accuracy in percent: how much more processor time a
run takes than without samples, and the overlap of the sampled call graph with the exact
one. The first table has them by stride and samples, as means of a few programs; the
second for each program, on the sides

` + bench.SampleSidesHelp() + `
and the accuracy of short runs, of one repetition. Long ones have as many as the budget
allows without samples. All sides run by the virtual clock, as profiles do. What
windows take is measured in runs that have many more of them, and taken for as many as there
are by the flags above: it is less than what runs differ by. Only the overheads of "patching"
and "edges" are differences of single runs; what "edges" itself says, which is a second run of
what the others are compared with, tells how much of these is noise. Of several runs the one
that takes least counts.`,
		Example: "  hotlens bench cbs --program '^(Richards|Json)$' --runs 3",
		Args:    cobra.NoArgs,
	}
	registerSteady(command, 1, bench.CallSamples)
	budget := command.Flags().Lookup("budget")
	budget.DefValue = bench.DefaultSamplesBudget.String()
	if err := budget.Value.Set(budget.DefValue); err != nil {
		panic(err)
	}
	return command
}

// benchTimeCommand is "hotlens bench time".
func benchTimeCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "time [flags]",
		Short: "How exact measured times are, and what measuring them costs",
		Long: `How far calibrated times are from the truth, and what timing costs by the schemes of
JFluid (Dmitriev), on the programs of "bench speed" and the JDK's compiler.

The first table has methods that take some microseconds without what they call. One process
runs, measures itself what their calls take with nothing instrumented, and is joined now and then
to have what is below a root timed. What else the machine does slows down both: so the windows
count in which a long method took the least, and what it took more there than otherwise is taken
off the others in proportion. Then come the sum of all net times against what a call of the root
takes, and the same of whole runs. The sides of the second table are

` + bench.TimeSidesHelp() + `
Each program runs on each side in turn, over and over until the budget is used up;
the best of the later half of the repetitions is the steady state. Below stands for
one repetition how many methods the schemes instrument, and how many of B's are called.`,
		Example: "  hotlens bench time --program '^(Json|Javac)$' --runs 1 --sides plain,b,a",
		Args:    cobra.NoArgs,
	}
	registerSteady(command, 1, bench.Times)
	return command
}

// written is a table that measure has made.
type written interface{ Write(io.Writer) error }

// registerSteady makes command that of a table of steady states, with its flags.
func registerSteady[T written](command *cobra.Command, runs int, measure func(context.Context, bench.SpeedOptions) (T, error)) {
	var home, program string
	var sides []string
	options := bench.SpeedOptions{}
	command.RunE = func(command *cobra.Command, _ []string) (err error) {
		if options.Program, err = regexp.Compile(program); err != nil {
			return fmt.Errorf("--program: %w", err)
		}
		for _, side := range sides {
			options.Sides = append(options.Sides, bench.Side(side))
		}
		if options.JDK, err = jdk.Find(home); err != nil {
			return err
		}
		options.Progress = command.ErrOrStderr()
		table, err := measure(command.Context(), options)
		if err != nil {
			return err
		}
		return table.Write(command.OutOrStdout())
	}
	registerBenchFlags(command, &options.Options, &home, runs)
	flags := command.Flags()
	flags.StringSliceVar(&sides, "sides", nil, "what to compare (default all)")
	flags.StringVar(&program, "program", "", "only programs whose names match this regular expression")
	registerDuration(flags, &options.Budget, "budget", bench.DefaultSpeedBudget, "how long a side that compiles repeats each program")
}

// registerBenchFlags adds the flags that all tables have.
func registerBenchFlags(command *cobra.Command, options *bench.Options, home *string, runs int) {
	flags := command.Flags()
	flags.SortFlags = false
	flags.IntVar(&options.Runs, "runs", runs, "how often to run each program on each side")
	flags.StringVar(home, "jdk", "", "folder of the JDK to compare with")
}
