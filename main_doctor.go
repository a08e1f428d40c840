package main

import (
	"github.com/spf13/cobra"

	"hotlens/engine"
)

// doctorCommand is "hotlens doctor".
func doctorCommand() *cobra.Command {
	settings := engine.RunSettings()
	command := &cobra.Command{
		Use:   "doctor",
		Short: "Say what was found, and what to do about what is missing",
		Long: `Look for what hotlens needs: a JDK, memory, folders to write to, a VM that boots;
and for the editors that it works with. The exit status is 0 when programs can be
run.`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			findings, err := engine.Diagnose(command.Context(), settings)
			if err != nil {
				return err
			}
			if err := findings.Write(command.OutOrStdout()); err != nil {
				return err
			}
			if !findings.CanRun() {
				return exitStatus(statusFailure)
			}
			return nil
		},
	}
	command.Flags().StringVar(&settings.JDK, "jdk", "", "folder of the JDK (else HOTLENS_JDK, JAVA_HOME, javac on PATH, the usual folders)")
	return command
}
