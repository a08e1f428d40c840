// Command hotlens is a language server and profiler for Java: it runs programs
// on an embedded Java VM and shows what every call cost where the code is.
//
// This package holds the commands and nothing else: it reads arguments, prints
// results and decides about exit statuses. Each command has its file.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/sourcegraph/conc"
	"github.com/spf13/cobra"

	"hotlens/engine"
	"hotlens/engine/collection"
	"hotlens/engine/target"
	"hotlens/profiles"
	"hotlens/profiles/prefault"
)

// Exit statuses of hotlens itself. A program that ran to its end gives its own.
const (
	statusLaunch     = 1                      // there is no program that java would start
	statusTestFailed = 1                      // a test has failed
	statusExceeded   = 1                      // what was to be held is exceeded
	statusFailure    = profiles.StatusFailure // hotlens or its VM failed, or was used wrongly
)

// logVariable is the environment variable with the level of the log on stderr:
// debug, info, warn or error. Without it there is none.
const logVariable = "HOTLENS_LOG"

func main() {
	os.Exit(execute(os.Args[1:]))
}

// execute runs a command line and returns the exit status.
func execute(arguments []string) int {
	prefault.Now()
	slog.SetDefault(logger(os.Getenv(logVariable), os.Stderr))
	ctx, stop := interruptible(context.Background())
	defer stop()
	root := rootCommand()
	name := ""
	if len(arguments) > 0 {
		name = arguments[0]
	}
	addCommands(root, name)
	if !slices.Contains(staying, name) {
		collection.Late(firstCollection, laterGrowth)
	}
	arguments, err := normaliseCommandLine(root, arguments)
	if err != nil {
		return conclude(ctx, err, os.Stderr)
	}
	root.SetArgs(arguments)
	return conclude(ctx, root.ExecuteContext(ctx), os.Stderr)
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:     "hotlens",
		Short:   "A profiler and language server that shows what Java calls cost where the code is",
		Args:    noArguments,
		Version: versionText(),
		RunE:    func(command *cobra.Command, _ []string) error { return command.Help() },
		// Errors are printed by conclude, in one line.
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
		// Letters in which a command may differ from what was written; cobra's own number.
		SuggestionsMinimumDistance: 2,
	}
	root.SetVersionTemplate("{{.Version}}")
	root.SetFlagErrorFunc(func(command *cobra.Command, err error) error {
		return fmt.Errorf("%w; see %s --help", withExpected(err), command.CommandPath())
	})
	return root
}

// noArguments refuses what is no command of hotlens, and names those that it may have been meant as.
func noArguments(root *cobra.Command, arguments []string) error {
	if len(arguments) == 0 {
		return nil
	}
	meant := ""
	if similar := root.SuggestionsFor(arguments[0]); len(similar) > 0 {
		meant = ", did you mean " + strings.Join(similar, " or ") + "?"
	}
	return fmt.Errorf("unknown command %q%s; see hotlens --help", arguments[0], meant)
}

// namedCommand is a command that has not been made yet.
type namedCommand struct {
	name string
	make func() *cobra.Command
}

// commands are all that users know, and what they do not, by name.
var commands = []namedCommand{
	{"run", runCommand},
	{"profile", profileCommand},
	{"attach", attachCommand},
	{"inlining", inliningCommand},
	{"export", exportCommand},
	{"diff", diffCommand},
	{"history", historyCommand},
	{"check", checkCommand},
	{"watch", watchCommand},
	{"lsp", lspCommand},
	{"bench", benchCommand},
	{"calibrate", calibrateCommand},
	{"doctor", doctorCommand},
	{"version", versionCommand},
	{"worker", workerCommand},
}

// staying are the commands that go on for long, whose garbage is collected as Go does by itself; a worker has its own way.
var staying = []string{"lsp", "watch", "worker"}

const (
	// firstCollection is how large the heap of a command that ends soon grows before it is collected: what a profile of some hundred thousand contexts and its report take.
	firstCollection = 128 << 20
	// laterGrowth is Go's own.
	laterGrowth = 100
)

// addCommands adds the command with the name, or all if there is none: making the flags of all takes longer than much of what
// a command does.
func addCommands(root *cobra.Command, name string) {
	one := slices.IndexFunc(commands, func(c namedCommand) bool { return c.name == name })
	for i, c := range commands {
		if one < 0 || i == one {
			root.AddCommand(c.make())
		}
	}
}

// normaliseCommandLine rewrites java's flags in the arguments of the commands
// that have a target.
func normaliseCommandLine(root *cobra.Command, arguments []string) ([]string, error) {
	if len(arguments) == 0 {
		return arguments, nil
	}
	for _, command := range root.Commands() {
		if command.Name() == arguments[0] && command.Annotations[takesTarget] != "" {
			normal, err := normaliseArguments(command.Flags(), arguments[1:])
			return append([]string{arguments[0]}, normal...), err
		}
	}
	return arguments, nil
}

// exitStatus is the "error" of a command that has said everything there is to
// say, and only has to end with a status.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// interruptible returns a context that ends with SIGINT or SIGTERM, with a
// engine.Signalled as its cause.
func interruptible(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	caught := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if !signal.Ignored(s) {
			signal.Notify(caught, s)
		}
	}
	var task conc.WaitGroup
	task.Go(func() {
		select {
		case s := <-caught:
			if number, ok := s.(syscall.Signal); ok {
				cancel(engine.Signalled{Signal: number})
			}
		case <-ctx.Done():
		}
	})
	return ctx, func() {
		signal.Stop(caught)
		cancel(nil)
		task.Wait()
	}
}

// conclude tells of an error, if that has not been done, and returns the exit status.
func conclude(ctx context.Context, err error, stderr io.Writer) int {
	var status exitStatus
	var signal engine.Signalled
	switch {
	case err == nil:
		return 0
	case errors.As(err, &status):
		return int(status)
	case errors.As(context.Cause(ctx), &signal):
		return profiles.StatusSignal + int(signal.Signal)
	}
	return tell(err, "", stderr)
}

// tell prints an error, behind what it is about, and returns the exit status: what javac and java say in their own lines, everything else in one.
func tell(err error, about string, stderr io.Writer) int {
	var launch *target.LaunchError
	var compile *target.CompileError
	switch {
	case errors.As(err, &launch): // the program's failure
		fmt.Fprintln(stderr, about+launch.Launcher)
		if launch.Hint != "" {
			complain(stderr, launch.Hint)
		}
		return statusLaunch
	case errors.As(err, &compile):
		fmt.Fprintln(stderr, "hotlens: "+about+compile.Full())
		if compile.Hint != "" {
			complain(stderr, compile.Hint)
		}
		return statusFailure
	}
	complain(stderr, about+err.Error())
	return statusFailure
}

// complain writes one line about hotlens itself.
func complain(stderr io.Writer, message string) {
	fmt.Fprintln(stderr, "hotlens: "+strings.Join(strings.FieldsFunc(message, isLineBreak), " "))
}

func isLineBreak(r rune) bool { return r == '\n' || r == '\r' }

// logger logs to a writer, if the level is one.
func logger(level string, to io.Writer) *slog.Logger {
	var parsed slog.Level
	if level == "" || parsed.UnmarshalText([]byte(level)) != nil {
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewTextHandler(to, &slog.HandlerOptions{Level: parsed}))
}
