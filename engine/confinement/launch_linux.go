package confinement

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// launcher is the name under which this binary starts itself as a launcher: a
// process that locks itself in and then becomes another program, which cannot do so
// itself.
const launcher = "hotlens-launcher"

// statusNotLaunched is a launcher's exit status if there is no program in its place,
// as shells have it for a command that cannot be executed.
const statusNotLaunched = 126

// The launcher comes before main, so that every binary that starts programs
// confined can be one, those of tests included.
func init() {
	if len(os.Args) > 2 && os.Args[0] == launcher {
		fmt.Fprintln(os.Stderr, launch(os.Args[1], os.Args[2:]))
		os.Exit(statusNotLaunched)
	}
}

// launch locks this process in and becomes the program. It returns if it cannot.
func launch(rulesText string, command []string) error {
	var rules Rules
	if err := json.Unmarshal([]byte(rulesText), &rules); err != nil {
		return fmt.Errorf("the rules of %s: %w", command[0], err)
	}
	if err := Lock(rules); err != nil {
		return err
	}
	return fmt.Errorf("starting %s: %w", command[0], syscall.Exec(command[0], command, os.Environ()))
}

// Command is the command line that runs a program, given by its path, under the
// rules. They must let it be executed.
func Command(rules Rules, program string, arguments ...string) (*exec.Cmd, error) {
	text, err := json.Marshal(rules)
	if err != nil {
		return nil, fmt.Errorf("the rules of %s: %w", program, err)
	}
	// Not by its name, behind which there may be a newer hotlens by now.
	command := exec.Command("/proc/self/exe", append([]string{string(text), program}, arguments...)...)
	command.Args[0] = launcher
	return command, nil
}
