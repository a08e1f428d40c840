package main

import (
	"context"

	"github.com/spf13/cobra"

	"hotlens/engine/worker"
	"hotlens/vm"
	"hotlens/vm/configuration"
)

// workerCommand is "hotlens worker", which hotlens itself starts.
func workerCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "worker",
		Short:  "Run one program for another hotlens process",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			return worker.Serve(command.Context(), vm.MemoryBytes(), boot)
		},
	}
}

// boot boots the embedded VM.
func boot(ctx context.Context, config configuration.Run, needs vm.Needs, files vm.Files) (worker.VM, error) {
	return vm.Boot(ctx, config, needs, files)
}
