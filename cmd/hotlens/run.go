package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"hotlens/engine"
	"hotlens/engine/worker"
	"hotlens/vm/configuration"
)

const targetHelp = `TARGET is File.java (compiled first, with all that its project has), a folder (its
only program), a class name with -cp, -jar FILE.jar or -m MODULE[/CLASS]. Flags stand before
TARGET; everything behind it belongs to the program. @FILE in front of TARGET
stands for the arguments in that file, as java reads it.`

// runCommand is "hotlens run".
func runCommand() *cobra.Command {
	var flags targetFlags
	command := &cobra.Command{
		Use:   "run [flags] TARGET [ARG...]",
		Short: "Run a program on the embedded VM, as java would",
		Long: `Run a program on the embedded VM, as java would: with its stdin, stdout, stderr
and exit status, the wall clock, and the rights of the user, so that the --allow
flags change nothing. hotlens' own failures exit with 2, a limit that stops the
program with 3.

` + targetHelp,
		Example: `  hotlens run Demo.java 10
  hotlens run -cp build/classes demo.Main
  hotlens run --heap 1g -Dverbose=true -jar demo.jar --input x.txt`,
		RunE: func(command *cobra.Command, arguments []string) error {
			if err := flags.parse(arguments); err != nil {
				return err
			}
			return run(command.Context(), &flags)
		},
	}
	flags.register(command, configuration.Shell())
	return command
}

func run(ctx context.Context, flags *targetFlags) error {
	plan, err := engine.Prepare(ctx, flags.target, flags.config)
	if err != nil {
		return err
	}
	defer plan.Close()
	signals := make(chan os.Signal, signalBacklog)
	signal.Notify(signals, worker.Forwarded()...)
	defer signal.Stop(signals)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	// From here on a signal is the program's, which may want to live on.
	streams := ownStreams()
	streams.Signals = signals
	outcome, err := plan.Run(context.WithoutCancel(ctx), streams)
	if err != nil {
		return err
	}
	return ending(outcome)
}

// signalBacklog is how many signals wait for the program while it is booted; the
// system, too, keeps at most one of each kind.
const signalBacklog = 16

// ownStreams passes this process's standard streams through.
func ownStreams() engine.Streams {
	return engine.Streams{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Terminal: term.IsTerminal(int(os.Stdin.Fd())),
	}
}

// ending says why the program did not end by itself, and gives the exit status.
func ending(outcome worker.Outcome) error {
	switch {
	case outcome.Failure != "":
		complain(os.Stderr, outcome.Failure+"; "+logVariable+"=debug shows more")
		return exitStatus(statusFailure)
	case outcome.Limit != nil:
		complain(os.Stderr, outcome.Limit.Message)
		return exitStatus(outcome.ExitStatus)
	case outcome.ExitStatus != 0:
		return exitStatus(outcome.ExitStatus)
	}
	return nil
}
