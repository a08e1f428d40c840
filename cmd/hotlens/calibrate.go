package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"hotlens/engine"
	"hotlens/engine/bench"
	"hotlens/engine/jdk"
)

// calibrateCommand is "hotlens calibrate".
func calibrateCommand() *cobra.Command {
	var home, output string
	options := bench.CostOptions{Repetitions: 1}
	command := &cobra.Command{
		Use:   "calibrate [flags]",
		Short: "Measure this machine for the cost model",
		Long: `Measure how long this machine and its JDK take for some two hundred small workloads,
and write a cost model that is fitted to them: a table for --cost-model, or for the
setting hotlens.costModel. It takes some minutes; nothing else should run meanwhile.

Without it costs are those of HotSpot on a current x86-64 processor, the same on every
machine, so that profiles from different machines can be compared.`,
		Example: `  hotlens calibrate
  hotlens calibrate -o here.tsv && hotlens profile --cost-model here.tsv Demo.java`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) (err error) {
			if options.JDK, err = jdk.Find(home); err != nil {
				return err
			}
			if options.Model, err = engine.CostModel(""); err != nil {
				return err
			}
			if output == "" {
				if output, err = calibratedFile(); err != nil {
					return err
				}
			}
			host, err := os.Hostname()
			if err != nil {
				host = "this machine"
			}
			options.Progress = command.ErrOrStderr()
			model, err := bench.Calibrate(command.Context(), options, options.Model.Name+" on "+host)
			if err != nil {
				return err
			}
			if err := writeModel(output, model); err != nil {
				return err
			}
			_, err = fmt.Fprintf(command.OutOrStdout(), "%s\nuse it with --cost-model %s, or with the setting hotlens.costModel\n", output, output)
			return err
		},
	}
	registerBenchFlags(command, &options.Options, &home, bench.DefaultCalibrationRuns)
	command.Flags().StringVarP(&output, "output", "o", "", "file to write the table to, instead of one in the user's configuration folder")
	return command
}

// calibratedFile is where the table of this machine goes: in the user's configuration folder.
func calibratedFile() (string, error) {
	folder, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("the folder for the table: %w; give a file with -o", err)
	}
	folder = filepath.Join(folder, "hotlens")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", fmt.Errorf("the folder for the table: %w; give a file with -o", err)
	}
	return filepath.Join(folder, "cost.tsv"), nil
}
