package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hotlens/annotations"
	"hotlens/engine"
	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/comparison"
	"hotlens/profiles/numbers"
	"hotlens/profiles/report"
	"hotlens/vm/configuration"
)

// watchCommand is "hotlens watch".
func watchCommand() *cobra.Command {
	var flags targetFlags
	command := &cobra.Command{
		Use:   "watch [flags] [TARGET [ARG...]]",
		Short: "Compile, run what is affected, and say what changed, at each save, in a terminal",
		Long: `Compile and profile a program, and again whenever a file is saved that it can matter
to: a source that it was compiled from, a file that it has read. After each run a few
lines say what differs from the one before: calls, cost and objects, of the whole and
of the methods that differ most; what does not compile; how the program ended.

TARGET is File.java, or a folder, all of whose programs run; without it, the current
folder. With --test its tests run, and again those that a change can reach and those that
failed; so do all tests of a folder that has no program. Programs run as under hotlens
profile: with a virtual clock, in the sandbox. What they print is not shown. Ctrl-C ends
watching, with exit status 0.`,
		Example: `  hotlens watch
  hotlens watch src/main/java/shop/Main.java data/orders.txt
  hotlens watch --test 'Words*Test'`,
		RunE: func(command *cobra.Command, arguments []string) error {
			if len(arguments) == 0 && flags.target.Jar == "" && flags.target.Module == "" {
				arguments = []string{"."}
			}
			if err := flags.parse(arguments); err != nil {
				return err
			}
			return watch(command.Context(), &flags)
		},
	}
	flags.register(command, configuration.Profile())
	return command
}

func watch(ctx context.Context, flags *targetFlags) error {
	if flags.target.Jar != "" || flags.target.Module != "" {
		return errors.New("hotlens watch compiles sources: give File.java or a folder")
	}
	folder, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("the current folder: %w", err)
	}
	name := flags.target.Name
	if !filepath.IsAbs(name) {
		name = filepath.Join(folder, name)
	}
	info, err := os.Stat(name)
	if err != nil {
		return fmt.Errorf("what to watch: %w", err)
	}
	w := watcher{to: os.Stdout, folder: folder, told: map[string]bool{}}
	rounds := engine.Rounds{
		Workspace: folder, Config: flags.config, Arguments: flags.target.Arguments,
		Changed: w.changed, Ran: w.ran, Warn: func(err error) { complain(os.Stderr, "warning: "+err.Error()) },
	}
	switch {
	case info.IsDir():
		rounds.Folder, rounds.Tests = filepath.Clean(name), flags.target.Tests
	case len(flags.target.Tests) > 0:
		return fmt.Errorf("%s is no folder: behind --test stands the project's folder, or nothing", flags.target.Name)
	case strings.HasSuffix(name, ".java"):
		rounds.File = name
	default:
		return fmt.Errorf("%s is neither a folder nor a Java source: hotlens watch compiles what it runs", flags.target.Name)
	}
	err = rounds.Run(ctx)
	var signal engine.Signalled
	if errors.As(context.Cause(ctx), &signal) {
		return nil // that is how it ends
	}
	return err
}

// watcher tells what happens.
type watcher struct {
	to     io.Writer
	folder string
	told   map[string]bool // notes
	unread string          // the note that a project cannot be read; "" if it can
}

// short is a path as seen from the current folder.
func (w *watcher) short(path string) string {
	if relative, err := filepath.Rel(w.folder, path); err == nil && filepath.IsLocal(relative) {
		return relative
	}
	return path
}

// maxNamed is how many changed files are named.
const maxNamed = 3

func (w *watcher) changed(paths []string, affected int) {
	var names []string
	for _, path := range paths[:min(len(paths), maxNamed)] {
		names = append(names, w.short(path))
	}
	text := strings.Join(names, ", ")
	if more := len(paths) - maxNamed; more > 0 {
		text += fmt.Sprintf(" and %s more", numbers.Count(uint64(more), "file"))
	}
	gone := !slices.ContainsFunc(paths, func(path string) bool { _, err := os.Lstat(path); return err == nil })
	switch {
	case gone && affected == 0:
		text += " removed: nothing else that has run has used that, or was compiled with it"
	case gone:
		text += " removed"
	case affected == 0:
		text += " changed: nothing that has run has used that, or was compiled with it"
	default:
		text += " changed"
	}
	fmt.Fprintf(w.to, "\n%s\n", text)
}

// tellNotes tells of what the user should know of a run, each once: they see the output of one run after the other. What was mended and is wrong again is told again.
func (w *watcher) tellNotes(result *engine.Result) {
	unread := ""
	if result.Unread != nil {
		unread = result.Unread.Message
	}
	if unread != w.unread {
		delete(w.told, w.unread)
		w.unread = unread
	}
	for _, note := range result.Notes {
		if !w.told[note] {
			fmt.Fprintf(w.to, "  %s\n", note)
		}
		w.told[note] = true
	}
}

func (w *watcher) ran(round engine.Round) error {
	defer w.tellNotes(round.Result)
	result := round.Result
	name := w.short(round.File)
	switch {
	case round.Tests != nil && round.Reason == "":
		name = "" // all there are
	case round.Tests != nil:
		name = round.Name
	case result.Outcome != nil:
		name = result.Outcome.Main
	}
	if round.Reason != "" {
		name += " " + round.Reason
	}
	switch {
	case round.Cancelled:
		return w.ranTests(name, &round)
	case result.Status == engine.StatusCompileError:
		fmt.Fprintf(w.to, "%s does not compile\n", w.short(round.File))
		w.errors(result)
		return nil
	case result.Outcome == nil:
		fmt.Fprintf(w.to, "%s: %s\n", name, result.Message)
		return nil
	case round.Tests != nil:
		return w.ranTests(name, &round)
	}
	text := annotations.Ending(result.Outcome)
	if lines := result.Outcome.OutputLines; lines > 0 {
		text += ", printed " + numbers.Count(lines, "line")
	}
	fmt.Fprintf(w.to, "%s: %s\n", name, text)
	for i := range result.Outcome.Uncaught {
		fmt.Fprintf(w.to, "  %s\n", thrown(&result.Outcome.Uncaught[i]))
	}
	for _, explanation := range profiles.Explanations(result.Outcome.Uncaught) {
		fmt.Fprintf(w.to, "  %s\n", explanation)
	}
	for i := range result.Outcome.Waiting {
		if waiting := &result.Outcome.Waiting[i]; waiting.At != nil {
			fmt.Fprintf(w.to, "  thread %s waits for ever at %s:%d, %s\n", waiting.Thread, waiting.At.File, waiting.At.Line, waiting.For())
		}
	}
	switch {
	case result.Profile == nil:
		return nil
	case round.Before == nil:
		t := &result.Profile.Totals
		fmt.Fprintf(w.to, "  %s, %s, %s\n", numbers.Count(t.Calls, "call"), numbers.Count(t.Bytecodes, "bytecode"), numbers.Count(t.Allocations, "object"))
		return nil
	}
	compared, err := comparison.New(round.Before.Profile, result.Profile)
	if err != nil {
		return err
	}
	metric, err := compared.Choose("")
	if err != nil {
		return err
	}
	options := report.Options{Metric: compared.Telling(metric)}
	fitTerminal(&options)
	return report.WriteChange(w.to, compared, options)
}

// ranTests tells what became of tests.
func (w *watcher) ranTests(name string, round *engine.Round) error {
	text, _ := analysis.TestCounts(round.Result.Outcome.Tests)
	if len(round.Tests) == 0 {
		text = round.Result.Message
	}
	if name != "" {
		text = name + ": " + text
	}
	if round.Cancelled {
		text += " until a change ended the run"
	}
	if limit := round.Result.Outcome.Limit; limit != nil {
		text += "; " + limit.Message
	}
	fmt.Fprintln(w.to, text)
	options := report.Options{}
	fitTerminal(&options)
	return report.WriteTestChanges(w.to, round.Tests, options)
}

// maxErrors is how many errors of the compiler are told: those behind them often follow from them.
const maxErrors = 5

// errors tells what does not compile.
func (w *watcher) errors(result *engine.Result) {
	count := 0
	for _, d := range result.Diagnostics {
		if d.Severity != engine.SeverityError {
			continue
		}
		if count++; count <= maxErrors {
			fmt.Fprintf(w.to, "  %s:%d: %s\n", w.short(d.File), d.Line, engine.Sentence(d.Message))
		}
	}
	if more := count - maxErrors; more > 0 {
		fmt.Fprintf(w.to, "  and %s more\n", numbers.Count(uint64(more), "error"))
	}
}

// thrown says what an exception was and where it comes from.
func thrown(e *profiles.Exception) string {
	text := e.String()
	for _, frame := range e.Frames {
		if frame.File != "" && frame.Line > 0 {
			return fmt.Sprintf("%s at %s:%d", text, frame.File, frame.Line)
		}
	}
	return text
}
