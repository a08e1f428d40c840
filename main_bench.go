package main

import (
	"github.com/spf13/cobra"

	"hotlens/engine/bench"
	"hotlens/engine/jdk"
)

// benchCommand is "hotlens bench".
func benchCommand() *cobra.Command {
	var home string
	options := bench.Options{}
	command := &cobra.Command{
		Use:   "bench NAME [flags]",
		Short: "Reproduce a table of measurements",
		Long: `Reproduce a table of measurements. NAME is

  interp   the interpreter against java -Xint: five programs that time themselves,
           and the start-up of hello world against java -Xint -Xshare:off

The two sides alternate; medians are printed, and the median of the ratios.`,
		Args:      cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		ValidArgs: []string{"interp"},
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
	command.Flags().IntVar(&options.Runs, "runs", bench.DefaultRuns, "how often to run each program on each side")
	command.Flags().StringVar(&home, "jdk", "", "folder of the JDK to compare with")
	return command
}
