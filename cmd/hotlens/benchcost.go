package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"hotlens/engine"
	"hotlens/engine/bench"
	"hotlens/engine/jdk"
	"hotlens/profiles/export"
)

// benchCostCommand is "hotlens bench cost".
func benchCostCommand() *cobra.Command {
	var home, model, fit string
	options := bench.CostOptions{}
	command := &cobra.Command{
		Use:   "cost [flags] [FILE.java...]",
		Short: "How far the cost model is from HotSpot's wall time",
		Long: `How far the cost model is from HotSpot's wall time: programs of many phases, whose
shares in their programs' time are compared with their shares in HotSpot's, in an
ordinary run in a process of its own, warm-up included. Beside the model's errors stand those of
bytecodes, of HotSpot's own steady state, and of another run of HotSpot.

The programs are of two kinds: those that the model's coefficients were fitted to, and
those that they were not. --fit fits them again and writes the table; the errors are
then those of phases that each model was not fitted to.

Programs of your own are measured instead, each a class in the unnamed package. Their main
method calls each phase, a static method without parameters, between start and end of the
class Phases, which is compiled with them:

    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("parsed");
            p.end(parsed()); // a number that depends on all that was done
            p.start("sorted");
            p.end(sorted());
        }
    }`,
		Example: `  hotlens bench cost
  hotlens bench cost --phases --runs 9
  hotlens bench cost --fit fitted.tsv
  hotlens bench cost --phases Mine.java Yours.java`,
		RunE: func(command *cobra.Command, sources []string) (err error) {
			if options.JDK, err = jdk.Find(home); err != nil {
				return err
			}
			if model != "" {
				if options.Model, err = engine.CostModel(model); err != nil {
					return err
				}
			}
			options.Fit, options.Sources = fit != "", sources
			options.Progress = command.ErrOrStderr()
			table, err := bench.Cost(command.Context(), options)
			if err != nil {
				return err
			}
			if table.Fitted != nil {
				if err := writeModel(fit, table.Fitted); err != nil {
					return err
				}
			}
			return table.Write(command.OutOrStdout())
		},
	}
	registerBenchFlags(command, &options.Options, &home, bench.DefaultCostRuns)
	flags := command.Flags()
	flags.IntVar(&options.Repetitions, "repetitions", bench.DefaultCostRepetitions, "how often to repeat the phases in one process, for their steady state")
	flags.StringVar(&model, "cost-model", "", "table to check, or to start fitting from, instead of hotlens' own")
	flags.StringVar(&fit, "fit", "", "fit the table's coefficients, and write it to this file")
	flags.BoolVar(&options.Phases, "phases", false, "list the phases")
	return command
}

// writeModel writes a table to a file.
func writeModel(name string, model interface{ Write(io.Writer) error }) error {
	file, err := export.Open(name)
	if err != nil {
		return fmt.Errorf("the file for the cost model: %w", err)
	}
	return errors.Join(model.Write(file), file.Close())
}
