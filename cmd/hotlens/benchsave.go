package main

import (
	"errors"

	"github.com/spf13/cobra"

	"hotlens/engine/bench"
	"hotlens/engine/jdk"
)

// benchSaveCommand is "hotlens bench save".
func benchSaveCommand() *cobra.Command {
	var home string
	options := bench.SaveOptions{}
	command := &cobra.Command{
		Use:   "save [flags] [FILE.java]",
		Short: "How long an editor's user waits, from a save to what is shown",
		Long: `How long an editor's user waits, from a save to what is shown: the language server
runs in a process of its own, with all Java files of a copy of the workspace open, and
FILE.java, which has to have a main method, is edited and saved as an editor would. A
save counts from the notification until the lenses and hints are there that the editor
asks for when it is told to refresh them.

The first save is that of a new session. Of the warm ones, some change main, and the
others change nothing that is compiled. The server itself tells the parts of a save:
waiting for later saves, compiling, starting a worker unless one is ready, running the
program, reading its profile, and analysing it; the last part is the editor's, asking.

With --files, nothing of yours is saved, but files of generated workspaces with so many
Java files, by turns: with another body of a method, with another declaration in a class that
a tenth of the files use, and with nothing changed. All but the first save compile
only what has to be compiled again.

Requests are made of a profile of a million contexts of a file of ten thousand lines.`,
		Example: `  hotlens bench save --workspace editors/demo editors/demo/src/shop/Main.java
  hotlens bench save --workspace editors/demo --requests 0 --memory 1000 editors/demo/src/shop/Main.java
  hotlens bench save --files 1,500,3000 --saves 20`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(command *cobra.Command, args []string) (err error) {
			if options.JDK, err = jdk.Find(home); err != nil {
				return err
			}
			switch {
			case len(args) == 1 && len(options.Workspaces) == 0:
				options.File = args[0]
			case len(args) == 1:
				return errors.New("--files measures workspaces of its own: leave out the file, or --files")
			case len(options.Workspaces) == 0:
				return errors.New("which file to save is missing: name one with a main method, or give --files")
			}
			options.Progress = command.ErrOrStderr()
			table, err := bench.Save(command.Context(), options)
			if err != nil {
				return err
			}
			return table.Write(command.OutOrStdout())
		},
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.StringVar(&options.Workspace, "workspace", ".", "folder that the editor has open")
	flags.IntSliceVar(&options.Workspaces, "files", nil, "how many files generated workspaces have, in which to save instead")
	flags.IntVar(&options.Saves, "saves", bench.DefaultSaves, "how many warm saves to measure, of each kind; 0 for no saves, nor first ones")
	flags.IntVar(&options.Runs, "runs", bench.DefaultColdSaves, "how many sessions to begin for the first save")
	flags.IntVar(&options.Requests, "requests", bench.DefaultRequests, "how many requests of each kind to make; 0 for none")
	flags.IntVar(&options.Memory, "memory", 0, "how many saves to watch the server's memory for; 0 for none")
	flags.StringVar(&options.Executable, "server", "", "hotlens to measure, for comparisons (default this one)")
	flags.StringVar(&home, "jdk", "", "folder of the JDK to compile with")
	return command
}
