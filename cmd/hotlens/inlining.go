package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"hotlens/engine"
	"hotlens/profiles"
	"hotlens/profiles/report"
	"hotlens/vm/configuration"
)

// inliningFlags are the flags of "hotlens inlining".
type inliningFlags struct {
	targetFlags
	outputFlags
	hotSpot bool
}

// inliningCommand is "hotlens inlining".
func inliningCommand() *cobra.Command {
	var flags inliningFlags
	command := &cobra.Command{
		Use:   "inlining [flags] TARGET [ARG...]",
		Short: "Show what is inlined, and why, and what HotSpot makes of it",
		Long: `Run a program as "hotlens profile" does, and report what the inliner decided about its
call sites, with its reasons and the weights that it decided by.

With --hotspot the program then runs a second time, on the JVM of your JDK, with
-XX:+PrintCompilation -XX:+PrintInlining, and the report compares the two at each call
site: where both inline, where only one does, and why. That run is not in the
sandbox: the program may do all that you may. It has no input, its output is dropped,
and it is stopped after --timeout. HotSpot decides anew in each run; what has not run
for long enough it has not compiled. The JSON has its decisions under "hotspot".

` + targetHelp,
		Example: `  hotlens inlining Demo.java 10
  hotlens inlining --hotspot -cp build/classes demo.Main
  hotlens inlining --hotspot --format json -o inlining.json Demo.java 10`,
		RunE: func(command *cobra.Command, arguments []string) error {
			if err := flags.outputFlags.check(); err != nil {
				return err
			}
			if err := flags.checkMeasured(profiles.MetricsOf(flags.config.Profilers, false)); err != nil {
				return err
			}
			if err := flags.targetFlags.parse(arguments); err != nil {
				return err
			}
			return inlining(command.Context(), &flags)
		},
	}
	flags.targetFlags.register(command, configuration.Profile())
	set := command.Flags()
	set.BoolVar(&flags.hotSpot, "hotspot", false, "also run the program on the JDK's own JVM, outside of the sandbox, and compare")
	flags.outputFlags.register(set)
	return command
}

func inlining(ctx context.Context, flags *inliningFlags) (err error) {
	plan, err := engine.Prepare(ctx, flags.target, flags.config)
	if err != nil {
		return err
	}
	defer plan.Close()
	output, err := flags.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, output.Close()) }()
	streams := ownStreams()
	if flags.output == "" && flags.format != formatText {
		streams.Stdout = os.Stderr
	}
	profile, outcome, err := plan.Profile(ctx, streams)
	if err != nil {
		return err
	}
	if profile != nil {
		if profile.Inlining == nil {
			profile.Inlining = []profiles.Inlining{} // nothing was hot enough to be compiled
		}
		if flags.hotSpot && outcome.Failure == "" {
			if err := plan.HotSpot(ctx, profile); err != nil {
				return fmt.Errorf("--hotspot: %w", err)
			}
		}
		flags.writeText = report.WriteInlining
		if err := flags.write(output, profile, plan.Index, plan.ClassPath()); err != nil {
			return fmt.Errorf("writing the report: %w", err)
		}
	}
	return ending(outcome)
}
