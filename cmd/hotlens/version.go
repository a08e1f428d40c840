package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"hotlens/vm/classfile"
	"hotlens/vm/codecache"
	"hotlens/vm/release"
)

// versionCommand is "hotlens version".
func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Say which hotlens this is, and what it supports",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			_, err := fmt.Fprint(command.OutOrStdout(), versionText())
			return err
		},
	}
}

// versionText is what "hotlens version" and "hotlens --version" print.
func versionText() string {
	return fmt.Sprintf("%sclass files  %d to %d\nJDK          %s\n",
		buildText(debug.ReadBuildInfo()), classfile.MinMajor, classfile.MaxMajor, release.Names())
}

// buildText says from what a binary was built, as far as it knows.
func buildText(info *debug.BuildInfo, ok bool) string {
	if !ok {
		return "hotlens      unknown version\n"
	}
	text := fmt.Sprintf("hotlens      %s\n", info.Main.Version)
	settings := map[string]string{}
	for _, setting := range info.Settings {
		settings[setting.Key] = setting.Value
	}
	if revision := settings["vcs.revision"]; revision != "" {
		modified := ""
		if settings["vcs.modified"] == "true" {
			modified = ", modified"
		}
		text += fmt.Sprintf("revision     %s (%s%s)\n", revision, settings["vcs.time"], modified)
	}
	text += fmt.Sprintf("built with   %s for %s/%s\n", info.GoVersion, settings["GOOS"], settings["GOARCH"])
	switch module := codecache.WazeroOf(info); {
	case module == nil:
	case module.Replace == nil:
		text += fmt.Sprintf("machine code wazero %s as published: faster if hotlens is built by make\n", module.Version)
	default:
		text += fmt.Sprintf("machine code wazero %s, adapted to hotlens\n", module.Version)
	}
	return text
}
