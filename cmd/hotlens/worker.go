package main

import (
	"github.com/spf13/cobra"

	"hotlens/engine/machine"
	"hotlens/engine/worker"
)

// workerCommand is "hotlens worker", which hotlens itself starts.
func workerCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "worker",
		Short:  "Run one program for another hotlens process",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			return worker.Serve(command.Context(), &machine.Embedded{})
		},
	}
}
