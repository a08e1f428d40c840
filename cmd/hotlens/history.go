package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hotlens/annotations"
	"hotlens/engine"
	"hotlens/engine/history"
	"hotlens/lsp"
)

// historyFlags are the flags of "hotlens history".
type historyFlags struct {
	outputFlags
	everywhere bool
	clear      bool
}

// historyCommand is "hotlens history".
func historyCommand() *cobra.Command {
	var flags historyFlags
	command := &cobra.Command{
		Use:   "history [flags] [NUMBER]",
		Short: "List the runs that the language server has kept, or write one's profile",
		Long: fmt.Sprintf(`List the runs that the language server has kept of the workspace that this folder is
in, the newest first, or write the profile of one of them: as a report, or in the
formats of "hotlens export".

At most %d runs of all workspaces are kept, in at most %d MB; the oldest go first. They
lie in your cache folder; %s names another one, or "off".`, history.MaxRuns, history.MaxBytes>>20, engine.HistoryVariable),
		Example: `  hotlens history
  hotlens history -o before.json 41 && hotlens history -o after.json 42
  hotlens diff before.json after.json
  hotlens history --clear`,
		Args: func(_ *cobra.Command, arguments []string) error {
			if len(arguments) > 1 || len(arguments) == 1 && flags.clear {
				return errors.New("give the number of one run, or none for a list; see hotlens history --help")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, arguments []string) error {
			folder := engine.HistoryFolder()
			if folder == "" {
				return fmt.Errorf("no history of runs is kept: name a folder for it with %s", engine.HistoryVariable)
			}
			past := history.In(folder)
			switch {
			case flags.clear:
				return clearHistory(past, flags.everywhere)
			case len(arguments) == 1:
				return writePast(past, arguments[0], &flags.outputFlags)
			}
			return listHistory(past, flags.everywhere)
		},
	}
	set := command.Flags()
	set.SortFlags = false
	set.BoolVar(&flags.everywhere, "everywhere", false, "of all workspaces")
	set.BoolVar(&flags.clear, "clear", false, "remove the runs")
	flags.register(set)
	return command
}

// workspaces are those with runs that the current folder is in, or all of them.
func workspaces(past *history.Store, everywhere bool) ([]history.Entry, error) {
	list, err := past.List("")
	if err != nil || everywhere {
		return list, err
	}
	folder, err := os.Getwd()
	if err == nil {
		folder, err = filepath.EvalSymlinks(folder)
	}
	if err != nil {
		return nil, fmt.Errorf("the current folder: %w", err)
	}
	var here []history.Entry
	for i := range list {
		if below, err := filepath.Rel(list[i].Workspace, folder); err == nil && filepath.IsLocal(below) {
			here = append(here, list[i])
		}
	}
	return here, nil
}

func listHistory(past *history.Store, everywhere bool) error {
	list, err := workspaces(past, everywhere)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		fmt.Println("No runs are kept of this workspace: the language server keeps those that it runs when a file is saved in an editor.")
		return nil
	}
	var text strings.Builder
	names := history.Names(list)
	for i := range list {
		e := &list[i]
		line := annotations.PastTitle(lsp.Past(e, names[i]))
		if everywhere {
			line += " · " + e.Workspace
		}
		fmt.Fprintf(&text, "%6d  %s\n", e.ID, line)
	}
	_, err = os.Stdout.WriteString(text.String())
	return err
}

func clearHistory(past *history.Store, everywhere bool) error {
	if everywhere {
		return past.Clear("")
	}
	list, err := workspaces(past, false)
	if err != nil {
		return err
	}
	cleared := map[string]bool{}
	for i := range list {
		if workspace := list[i].Workspace; !cleared[workspace] {
			cleared[workspace] = true
			if err := past.Clear(workspace); err != nil {
				return err
			}
		}
	}
	return nil
}

// writePast writes the profile of a kept run.
func writePast(past *history.Store, number string, flags *outputFlags) (err error) {
	id, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		return fmt.Errorf("%q is not the number of a run: hotlens history lists them", number)
	}
	if err := flags.check(); err != nil {
		return err
	}
	run, err := past.Load(id)
	if err != nil {
		return fmt.Errorf("run %d: %w", id, err)
	}
	if err := flags.checkKnown(run.Profile); err != nil {
		return err
	}
	output, err := flags.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, output.Close()) }()
	return flags.write(output, run.Profile, run.Index, savedClassPath(run.Profile))
}
