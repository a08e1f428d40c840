package main

import (
	"errors"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"hotlens/engine"
	"hotlens/engine/history"
	"hotlens/lsp"
)

// statusNoShutdown is that of a server that was not asked to shut down before it had to end: "exit" of LSP 3.17 says so.
const statusNoShutdown exitStatus = 1

// lspCommand is "hotlens lsp".
func lspCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor: the Language Server Protocol on stdin and stdout",
		Long: `Serve an editor: the Language Server Protocol on stdin and stdout.

Nothing is compiled or run before the editor's configuration says that the
workspace is trusted. HOTLENS_LOG=debug logs to stderr.`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			// An editor may close its end before the server has ended the session. What is written then is an error; the signal would end the
			// process with workers, pages and history as they are. It is caught, and not ignored, as the commands that are started would inherit that.
			unread := make(chan os.Signal, 1)
			signal.Notify(unread, syscall.SIGPIPE)
			defer signal.Stop(unread)
			err := lsp.Serve(command.Context(), os.Stdin, os.Stdout, engine.New(), pastRuns(), slog.Default())
			if errors.Is(err, lsp.ErrNoShutdown) {
				complain(os.Stderr, err.Error())
				return statusNoShutdown
			}
			return err
		},
	}
	// Editors commonly say which transport they mean; there is only this one.
	command.Flags().Bool("stdio", true, "speak on stdin and stdout")
	return command
}

// pastRuns is the history of the user's runs, nil where there is no place for it.
func pastRuns() lsp.History {
	folder := engine.HistoryFolder()
	if folder == "" {
		return nil
	}
	return history.In(folder)
}
