// Package hotspot runs a program on the user's own JVM and reads what its compilers inlined.
//
// Invariant: the program runs as java would run it, with the rights of the user and outside of any sandbox. So only
// a user who asks for it gets it.
package hotspot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// maxLogBytes bounds what is read of the JVM's log: a compiler of some size logs ten megabytes.
const maxLogBytes = 512 << 20

// Run runs java with its options, its main class and the program's arguments, and returns what the compilers decided. The program has no input, and
// what it prints is dropped. The error is ctx's, or one line about a JVM that did not start or
// logged nothing; a program that fails is none.
func Run(ctx context.Context, java string, arguments []string) ([]Decision, error) {
	folder, err := os.MkdirTemp("", "hotlens-hotspot-")
	if err != nil {
		return nil, fmt.Errorf("the folder for the JVM's log: %w", err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "log")
	command := exec.CommandContext(ctx, java, append([]string{
		"-XX:+UnlockDiagnosticVMOptions", "-XX:+PrintCompilation", "-XX:+PrintInlining",
		// In a file of its own, the log does not mix with the program's output, and says which thread wrote what.
		"-XX:+LogVMOutput", "-XX:-DisplayVMOutput", "-XX:LogFile=" + path,
	}, arguments...)...)
	err = command.Run()
	var failed *exec.ExitError
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil && !errors.As(err, &failed) {
		return nil, fmt.Errorf("the JVM %s: %w", java, err)
	}
	log, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("the JVM %s has not logged what it inlines: is it HotSpot, and can it run this program? (%w)", java, err)
	}
	defer log.Close()
	return Parse(io.LimitReader(log, maxLogBytes))
}
