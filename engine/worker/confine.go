package worker

import (
	"os"
	"slices"
	"strings"

	"hotlens/engine/confinement"
	"hotlens/vm"
	"hotlens/vm/configuration"
)

// This file says what the kernel permits a worker: what the run's policy permits the
// program, and what the VM needs itself. All of it is known when the VM is booted,
// so the worker locks itself in before: no code of the user's has run then.

// confine locks this process in.
func confine(config *configuration.Run) error {
	if config.Policy.Unrestricted {
		return nil
	}
	setFileModeMask()
	collectEarly(config)
	if config.Unconfined {
		return nil
	}
	return confinement.Lock(confinement.Rules{
		Read:      slices.Concat(config.Policy.Read, []string{config.JDK}, config.ClassPath, config.Modules.Files(), vm.SystemFiles()),
		Write:     slices.Concat(config.Policy.Write, nonEmpty(config.TempDirectory)),
		Net:       config.Policy.Net,
		Processes: config.Policy.Exec,
		DataBytes: mappedLimit(config),
	})
}

func nonEmpty(path string) []string {
	if path == "" {
		return nil
	}
	return []string{path}
}

// ownVariables are those of a worker whose program is not to see the user's: they
// configure hotlens and Go's runtime, and tell where programs are.
var ownVariables = []string{"PATH", "HOTLENS_LOG", "GODEBUG", "GOTRACEBACK", "GOMAXPROCS", "GOGC", "GOCOVERDIR"}

func ownEnvironment() []string {
	return slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return !slices.Contains(ownVariables, name)
	})
}
