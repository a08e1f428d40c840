package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"hotlens/annotations"
	"hotlens/engine"
	"hotlens/engine/worker"
	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/report"
	"hotlens/vm/configuration"
)

const targetHelp = `TARGET is File.java (compiled first, with all that its project has), a folder (its
only program; with --test its tests), a class name with -cp, -jar FILE.jar or
-m MODULE[/CLASS]. Flags stand before TARGET; everything behind it belongs to the
program. @FILE in front of TARGET stands for the arguments in that file, as java reads it.`

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

A program that would go on, such as a server, is ended by --for after a time, and by --until-port
when the first request at a port is done; its exit status is then 0.

With --test the program is the tests of a project, by JUnit 3, 4 or 5 or TestNG, whichever
is on its class path (-cp, and the jars in its folder lib). They run with assertions on, in the
project's folder; which failed, where and why is told behind their output, and the exit
status is 0 if all have passed, 1 if one has failed, and 2 if they could not be run.

` + targetHelp,
		Example: `  hotlens run Demo.java 10
  hotlens run -cp build/classes demo.Main
  hotlens run --test 'WordsTest#long*'
  hotlens run --heap 1g -Dverbose=true -jar demo.jar --input x.txt`,
		RunE: func(command *cobra.Command, arguments []string) error {
			if err := flags.parse(arguments); err != nil {
				return err
			}
			return eachModule(command.Context(), flags.target, flags.config, func(program engine.Target, _ string) (*engine.TestResults, error) {
				return run(command.Context(), program, flags.config)
			})
		},
	}
	flags.register(command, configuration.Shell())
	return command
}

func run(ctx context.Context, program engine.Target, config configuration.Run) (*engine.TestResults, error) {
	plan, err := engine.Prepare(ctx, program, config)
	if err != nil {
		return nil, err
	}
	defer plan.Close()
	for _, note := range plan.Differences() {
		fmt.Fprintln(os.Stderr, "hotlens: "+note)
	}
	signals := make(chan os.Signal, signalBacklog)
	signal.Notify(signals, worker.Forwarded()...)
	defer signal.Stop(signals)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	// From here on a signal is the program's, which may want to live on.
	streams := ownStreams()
	streams.Signals = signals
	outcome, err := plan.Run(context.WithoutCancel(ctx), streams)
	if err != nil {
		return nil, err
	}
	if plan.Tests != nil {
		if err := writeTests(os.Stdout, plan.Tests); err != nil {
			return nil, err
		}
		tellFailed(plan.Tests, &config)
	}
	return plan.Tests, planEnding(plan, outcome)
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

// planEnding is ending of a plan that may have run tests, which decide about the exit status.
func planEnding(plan *engine.Plan, outcome worker.Outcome) error {
	if plan.Tests == nil || outcome.Failure != "" || outcome.Limit != nil {
		return ending(outcome)
	}
	failed := profiles.CountTests(plan.Tests.Tests).Failed > 0
	switch {
	case failed:
		return exitStatus(statusTestFailed)
	case plan.Tests.Problem != "":
		return errors.New(plan.Tests.Problem)
	}
	return nil
}

// writeTests tells people what became of tests. What has kept all from running is told as an error.
func writeTests(to io.Writer, results *engine.TestResults) error {
	if len(results.Tests) == 0 && (results.Problem != "" || len(results.Unmatched) > 0) {
		return nil
	}
	options := report.Options{}
	fitTerminal(&options)
	return report.WriteTests(to, results.Tests, options)
}

// tellFailed tells which tests have not run, and what may be the reason where tests have failed.
func tellFailed(results *engine.TestResults, config *configuration.Run) {
	if text := analysis.NotRun(results.Planned, results.Tests); text != "" {
		if results.Problem != "" {
			text = results.Problem + ": " + text
		}
		complain(os.Stderr, text)
	}
	for _, note := range results.Notes {
		complain(os.Stderr, note)
	}
	if profiles.CountTests(results.Tests).Failed > 0 && (config.VirtualClock || !config.Policy.Unrestricted) {
		complain(os.Stderr, "tests that pass elsewhere may fail in the sandbox, and by the virtual clock, whose time passes with what is executed: hotlens run --test runs them with your rights and in real time")
	}
}

// ending says why the program did not end by itself, and gives the exit status.
func ending(outcome worker.Outcome) error {
	for _, explanation := range profiles.Explanations(outcome.Uncaught) {
		complain(os.Stderr, explanation)
	}
	switch {
	case outcome.Failure != "":
		complain(os.Stderr, outcome.Failure+"; "+logVariable+"=debug shows more")
		return exitStatus(statusFailure)
	case outcome.Limit != nil:
		complain(os.Stderr, outcome.Limit.Message)
		fmt.Fprint(os.Stderr, annotations.WaitingText(outcome.Waiting))
		return exitStatus(outcome.ExitStatus)
	case outcome.ExitStatus != 0:
		return exitStatus(outcome.ExitStatus)
	}
	return nil
}
