package main

import (
	"github.com/spf13/cobra"

	"hotlens/engine"
	"hotlens/vm/configuration"
)

// doctorCommand is "hotlens doctor".
func doctorCommand() *cobra.Command {
	config := configuration.Shell()
	var natives bool
	var asker engine.Asker
	command := &cobra.Command{
		Use:   "doctor",
		Short: "Say what was found, and what to do about what is missing",
		Long: `Look for what hotlens needs: a JDK, memory, folders to write to, a VM that boots;
and for the editors that it works with. The exit status is 0 when programs can be
run.

With --natives, list the native methods of the JDK instead, by module and class:
which of them the VM has (+), and which not (-) and why; the totals come last.`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			if natives {
				coverage, err := engine.NativeCoverage(config)
				if err != nil {
					return err
				}
				return coverage.Write(command.OutOrStdout())
			}
			findings, err := engine.Diagnose(command.Context(), config, asker)
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
	command.Flags().BoolVar(&asker.Editor, "editor", false, "look for no editor, and advise its settings in place of flags: an editor asks")
	command.Flags().BoolVar(&natives, "natives", false, "list which native methods of the JDK the VM has")
	command.Flags().StringVar(&config.JDK, "jdk", "", "folder of the JDK (else HOTLENS_JDK, JAVA_HOME, javac on PATH, the usual folders)")
	command.Flags().StringVar(&config.CodeCache, "code-cache", "", codeCacheHelp)
	return command
}
