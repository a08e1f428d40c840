package project

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// This file runs build tools.

// toolTimeout bounds how long a build tool may take to say what it knows: with everything at hand Maven takes a second or two, and Gradle some ten for its
// daemon and a large build's scripts. Who waits for longer is better served by an answer.
const toolTimeout = 2 * time.Minute

// toolPatience is how long the output of a build tool is waited for when it has ended: processes that it has left hold that open.
const toolPatience = 2 * time.Second

// maxToolOutput is how much is kept of what a build tool prints, of which only its complaint is of interest.
const maxToolOutput = 256 << 10

// maxModelBytes bounds the file that a build tool writes its model into: a thousand modules of five hundred dependencies each.
const maxModelBytes = 256 << 20

// tool is a build tool that is called in a folder.
type tool struct {
	folder    string
	arguments []string // the program first
	timeout   time.Duration
}

// toolError is a build tool that has not done what it was called for.
type toolError struct {
	problem   string // one sentence
	output    string
	transient bool // it may do better when it is called again, with the same files
}

func (e *toolError) Error() string { return e.problem }

// run calls the tool. It returns what the tool has printed, and a *toolError if the tool cannot be called, takes too long or was ended by a
// signal. That it ended with another status than 0 is no error. When ctx ends, the tool and everything that it has started are ended, and the error is ctx's.
func (t *tool) run(ctx context.Context, jdkHome string) (output string, err error) {
	timeout := t.timeout
	if timeout == 0 {
		timeout = toolTimeout
	}
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	command := exec.CommandContext(limited, t.arguments[0], t.arguments[1:]...)
	command.Dir = t.folder
	command.Env = toolEnvironment(os.Environ(), jdkHome)
	command.WaitDelay = toolPatience
	kept := &tail{most: maxToolOutput}
	command.Stdout, command.Stderr = kept, kept
	ownGroup(command)
	slog.Debug("calling a build tool", "folder", t.folder, "arguments", t.arguments)
	start := time.Now()
	err = command.Run()
	slog.Debug("a build tool has ended", "after", time.Since(start), "error", err)
	name := filepath.Base(t.arguments[0])
	var ended *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case limited.Err() != nil:
		return "", &toolError{problem: fmt.Sprintf("%s took longer than %v in %s, and was ended", name, timeout, t.folder), output: kept.String(), transient: true}
	case errors.As(err, &ended) && !ended.Exited():
		return "", &toolError{problem: fmt.Sprintf("%s was ended in %s (%v)", name, t.folder, ended.ProcessState), output: kept.String(), transient: true}
	case err != nil && ended == nil && !errors.Is(err, exec.ErrWaitDelay):
		return "", &toolError{problem: fmt.Sprintf("%s cannot be started: %v", t.arguments[0], err)}
	}
	return kept.String(), nil
}

// toolEnvironment is an environment in which build tools find a Java VM: the user's own, or hotlens' JDK where there is none.
func toolEnvironment(environment []string, jdkHome string) []string {
	for _, variable := range environment {
		if value, ok := strings.CutPrefix(variable, "JAVA_HOME="); ok && value != "" {
			return environment
		}
	}
	if _, err := exec.LookPath("java"); err == nil || jdkHome == "" {
		return environment
	}
	return append(environment[:len(environment):len(environment)], "JAVA_HOME="+jdkHome)
}

// tail keeps the last bytes that were written to it. Its one writer is the goroutine of an exec.Cmd.
type tail struct {
	text []byte
	most int
}

func (t *tail) Write(text []byte) (int, error) {
	t.text = append(t.text, text...)
	if len(t.text) > 2*t.most {
		t.text = append(t.text[:0], t.text[len(t.text)-t.most:]...)
	}
	return len(text), nil
}

func (t *tail) String() string { return string(t.text[max(0, len(t.text)-t.most):]) }

// readModelFile reads what a build tool has written.
func readModelFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxModelBytes {
		return nil, fmt.Errorf("the model has %d bytes, more than any project's", info.Size())
	}
	return os.ReadFile(path)
}

// toolOf is the program to call, "" if there is none: that of the distribution which the project's wrapper has unpacked (see installed), else
// the user's.
func toolOf(properties, dists, name string) string {
	if program := installed(properties, dists, "bin/"+name); program != "" {
		return program
	}
	program, err := exec.LookPath(name)
	if err != nil {
		return ""
	}
	return program
}

// lastLine is the last line of what a tool has printed, in words where that is nothing.
func lastLine(output string) string {
	output = strings.TrimSpace(output)
	if output == "" {
		return "it ends without a word"
	}
	return output[strings.LastIndexByte(output, '\n')+1:]
}

// installed finds the distribution that a wrapper's script would run, without running the script: it might download one. Properties is the wrapper's
// file of properties, dists the folder that distributions are unpacked into, program the path of the tool within one. "" if it is not there.
func installed(properties, dists, program string) string {
	text, err := os.ReadFile(properties)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		if strings.TrimSpace(key) != "distributionUrl" {
			continue
		}
		value = strings.TrimSpace(value)
		archive := value[strings.LastIndexByte(value, '/')+1:]
		name := strings.TrimSuffix(strings.TrimSuffix(archive, ".zip"), ".tar.gz")
		// The folder of a distribution is called like its archive, the one within by a hash of its address, and below lies what the archive holds. Newer
		// wrappers of Maven leave out "-bin", and the last level.
		for _, folder := range []string{name, strings.TrimSuffix(name, "-bin")} {
			if name == "" || !filepath.IsLocal(folder) {
				continue
			}
			for _, below := range []string{"*/*", "*"} {
				if found, _ := filepath.Glob(filepath.Join(dists, folder, filepath.FromSlash(below), filepath.FromSlash(program))); len(found) > 0 {
					return found[0]
				}
			}
		}
	}
	return ""
}

// isFolder tells whether there is a folder.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// isFile tells whether there is a file.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}
