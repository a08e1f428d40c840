package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"hotlens/profiles"
)

// exportCommand is "hotlens export".
func exportCommand() *cobra.Command {
	var flags outputFlags
	command := &cobra.Command{
		Use:   "export [flags] PROFILE.json",
		Short: "Write a saved profile in another format",
		Long: `Write a profile that "hotlens profile --format json" has saved in another format.
"-" in place of the file reads it from stdin.

` + formatsHelp(),
		Example: `  hotlens export -o demo.html demo.json
  hotlens export --format collapsed --metric bytes demo.json | flamegraph.pl > demo.svg`,
		Args: func(_ *cobra.Command, arguments []string) error {
			if len(arguments) != 1 {
				return errors.New(`give one file that "hotlens profile --format json" has written, or - for stdin`)
			}
			return nil
		},
		RunE: func(_ *cobra.Command, arguments []string) error {
			if err := flags.check(); err != nil {
				return err
			}
			return exportProfile(arguments[0], &flags)
		},
	}
	command.Flags().SortFlags = false
	flags.register(command.Flags())
	return command
}

func exportProfile(name string, flags *outputFlags) (err error) {
	p, err := readProfile(name)
	if err != nil {
		return err
	}
	if err := flags.checkKnown(p); err != nil {
		return err
	}
	output, err := flags.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, output.Close()) }()
	return flags.write(output, p, nil, savedClassPath(p))
}

// savedClassPath is where to look for the sources of a saved profile: its class path, of
// which a run in the sandbox gives no more than a name, and, as if it had been compiled
// there, a folder of the current one.
func savedClassPath(p *profiles.Profile) []string {
	return append(slices.Clone(p.Target.ClassPath), "classes")
}

// readProfile reads a saved profile, from stdin for "-".
func readProfile(name string) (*profiles.Profile, error) {
	var from io.Reader = os.Stdin
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("the profile: %w; make it with hotlens profile --format json -o %s", err, name)
		}
		defer func() { _ = file.Close() }() // it was only read
		from = file
	}
	p, err := profiles.Decode(from)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}
