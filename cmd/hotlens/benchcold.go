package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hotlens/engine/bench"
	"hotlens/engine/jdk"
)

// coldFormats are what "hotlens bench cold" writes, the default first.
var coldFormats = []string{"text", "json"}

// benchColdCommand is "hotlens bench cold".
func benchColdCommand() *cobra.Command {
	var home, program, format string
	var sides []string
	options := bench.ColdOptions{}
	command := &cobra.Command{
		Use:   "cold [flags]",
		Short: "What running a program once takes, the first time and again",
		Long: `What running a program once takes, in a process of its own, from its start to its end. The
programs execute much code, and little of it often:

` + bench.ColdJobsHelp() + `
The sides are

` + bench.ColdSidesHelp() + `
In each round all sides run once, one after the other. Ratios are to java's run in the
same round: the median, and the least and the greatest. Processor times are with all
processes that a run starts. All sides of a program must print the same.`,
		Example: `  hotlens bench cold
  hotlens bench cold --program '^(hello|javac)$' --sides run-warm,profile-warm --runs 15
  hotlens bench cold --format json`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) (err error) {
			if !slices.Contains(coldFormats, format) {
				return fmt.Errorf("--format %s is not supported: give one of %s", format, strings.Join(coldFormats, ", "))
			}
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
			table, err := bench.Cold(command.Context(), options)
			if err != nil {
				return err
			}
			if format == "json" {
				return table.WriteJSON(command.OutOrStdout())
			}
			return table.Write(command.OutOrStdout())
		},
	}
	registerBenchFlags(command, &options.Options, &home, bench.DefaultColdRuns)
	flags := command.Flags()
	flags.StringSliceVar(&sides, "sides", nil, "what to compare with java (default all)")
	flags.StringVar(&program, "program", "", "only programs whose names match this regular expression")
	flags.StringVar(&format, "format", coldFormats[0], "of the table: "+strings.Join(coldFormats, ", "))
	flags.StringVar(&options.Jars, "jars", bench.ColdJars, "folder of the jars that template, clojure and junit need")
	flags.StringVar(&options.Executable, "hotlens", "", "hotlens to measure, for comparisons (default this one)")
	return command
}
