package javac

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/sourcegraph/conc"

	"hotlens/engine/confinement"
)

// errDied says that the JVM has ended by itself.
var errDied = errors.New("the Java compiler process has ended")

// complaintLines is how many of the last lines of the JVM's stderr are kept for
// error messages: enough for an out-of-memory report, not for a thread dump.
const complaintLines = 8

// process is a running JVM.
type process struct {
	command   *exec.Cmd
	stdin     io.WriteCloser
	responses chan []byte // one line each; closed when the JVM closes its stdout
	drop      chan struct{}
	readers   conc.WaitGroup
	complaint []string // the last lines of stderr; to be read when readers are done
	answered  bool     // it has booted
	// group bounds the memory of the process; nil where there is none. outOfMemory tells
	// whether the kernel has ended it; to be read when it has ended.
	group       *confinement.Group
	outOfMemory bool
}

// startProcess starts the JVM, in a control group with a bound of so many bytes where
// there can be one, and for more than 0.
func startProcess(groupBytes uint64, build func() (*exec.Cmd, error)) (*process, error) {
	p := &process{responses: make(chan []byte), drop: make(chan struct{})}
	var stdout, stderr io.Reader
	var err error
	p.command, p.group, err = confinement.Start(groupBytes, func() (*exec.Cmd, error) {
		command, err := build()
		if err != nil {
			return nil, err
		}
		var pipes [3]error
		p.stdin, pipes[0] = command.StdinPipe()
		stdout, pipes[1] = command.StdoutPipe()
		stderr, pipes[2] = command.StderrPipe()
		return command, errors.Join(pipes[:]...)
	})
	if err != nil {
		return nil, err
	}
	p.readers.Go(func() { p.readResponses(stdout) })
	p.readers.Go(func() { p.readComplaint(stderr) })
	return p, nil
}

func (p *process) readResponses(stdout io.Reader) {
	defer close(p.responses)
	lines := bufio.NewReader(stdout)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return // the JVM has ended; half a line is no response
		}
		select {
		case p.responses <- line:
		case <-p.drop:
			return
		}
	}
}

func (p *process) readComplaint(stderr io.Reader) {
	lines := bufio.NewReader(stderr)
	for {
		line, err := lines.ReadString('\n')
		if line = strings.TrimSpace(line); line != "" {
			p.complaint = append(p.complaint, line)
			if len(p.complaint) > complaintLines {
				p.complaint = slices.Delete(p.complaint, 0, 1)
			}
		}
		if err != nil {
			return
		}
	}
}

// exchange sends a request line and returns the response line. After an error the
// process is of no more use.
func (p *process) exchange(ctx context.Context, request []byte) ([]byte, error) {
	// A JVM that hangs does not read: writing must not outlast ctx either.
	var writing conc.WaitGroup
	defer writing.Wait()
	stopWriting := context.AfterFunc(ctx, func() { p.stdin.Close() })
	defer stopWriting()
	writing.Go(func() { _, _ = p.stdin.Write(append(request, '\n')) }) // an error shows as the end of the responses
	select {
	case response, ok := <-p.responses:
		if !ok {
			return nil, p.died()
		}
		p.answered = true
		return response, nil
	case <-ctx.Done():
		p.stdin.Close()
		return nil, ctx.Err()
	}
}

// died waits for the end of the JVM and describes it.
func (p *process) died() error {
	p.kill()
	if p.ranOutOfMemory() {
		return errMemory
	}
	err := fmt.Errorf("%w (%s)", errDied, p.command.ProcessState)
	if len(p.complaint) > 0 {
		err = fmt.Errorf("%w: %s", err, strings.Join(p.complaint, "; "))
	}
	return err
}

// kill ends the process and returns when it is gone.
func (p *process) kill() {
	select {
	case <-p.drop:
		return // done before
	default:
		close(p.drop)
	}
	_ = p.stdin.Close()          // the JVM ends by itself, too
	_ = p.command.Process.Kill() // an error means that it has ended
	p.readers.Wait()
	_ = p.command.Wait() // reports the kill
	p.outOfMemory = p.group.End()
}

// environment is the environment of the JVM, less what would change its options.
func environment() []string {
	meddling := []string{"JAVA_TOOL_OPTIONS=", "_JAVA_OPTIONS=", "JDK_JAVA_OPTIONS=", "JDK_JAVAC_OPTIONS=", "CLASSPATH="}
	variables := slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return slices.ContainsFunc(meddling, func(name string) bool { return strings.HasPrefix(variable, name) })
	})
	if !utf8Locale() {
		variables = append(variables, "LC_ALL=C.UTF-8")
	}
	return variables
}

// utf8Locale tells whether the locale's encoding is UTF-8. In any other, such as
// the C locale of a service, a JVM before JDK 18 cannot open files whose names are
// not ASCII. The first variable that is set decides (POSIX, section 8.2).
func utf8Locale() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := strings.ToUpper(os.Getenv(name)); value != "" {
			return strings.Contains(value, "UTF-8") || strings.Contains(value, "UTF8")
		}
	}
	return false
}
