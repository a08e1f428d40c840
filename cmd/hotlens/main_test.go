//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"hotlens/engine"
	"hotlens/vm/codecache"
	"hotlens/vm/oracle"
)

func TestMain(m *testing.M) {
	testscript.Main(oracle.Package{M: m}, map[string]func(){"hotlens": main})
}

// scriptTest is a test that runs scripts, each as a subtest that has to pass only once.
type scriptTest struct{ *testing.T }

func (s scriptTest) Verbose() bool { return testing.Verbose() }

func (s scriptTest) Run(name string, script func(testscript.T)) {
	s.T.Run(name, func(t *testing.T) {
		text, err := os.ReadFile(filepath.Join("testdata", "script", name+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		oracle.Once(t, testing.Short() && bytes.Contains(text, []byte("short]")))
		script(scriptTest{t})
	})
}

// TestScripts runs the scenarios testdata/script/*.txtar: hotlens as its users see it.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts found: %v", err)
	}
	cache := t.TempDir() // one for all, so that the compiler service is built once
	kept, err := filepath.Abs("../../engine/history/testdata/1/runs.db")
	if err != nil {
		t.Fatal(err)
	}
	projects, err := filepath.Abs("../../engine/tests/testdata")
	if err != nil {
		t.Fatal(err)
	}
	junit4 := classPath(t, "junit4.jar", "hamcrest.jar")
	testscript.RunT(scriptTest{t}, testscript.Params{
		Files:               scripts,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_CACHE_HOME", cache)
			env.Setenv("HISTORY", kept)
			env.Setenv("TESTS", projects)
			env.Setenv("JUNIT4", junit4)
			port, err := freePort()
			env.Setenv("PORT", strconv.Itoa(port))
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"await":     await,
			"awaittext": awaitText,
			"oneline": func(script *testscript.TestScript, negated bool, arguments []string) {
				text := script.ReadFile("stderr")
				if negated || len(arguments) != 0 {
					script.Fatalf("usage: oneline")
				}
				if strings.Count(text, "\n") != 1 || !strings.HasSuffix(text, "\n") {
					script.Fatalf("stderr is not one line: %q", text)
				}
			},
			"status": status,
		},
	})
}

// freePort is a TCP port that nobody uses, of those that no system gives away by itself.
func freePort() (port int, err error) {
	const first, count = 20_000, 10_000
	start := os.Getpid()
	for try := range 100 {
		port = first + (start+try*7)%count
		var listener net.Listener
		if listener, err = net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
			return port, listener.Close()
		}
	}
	return 0, err
}

// classPath is a class path of jars of the unpacked Debian packages (.ci/get-jars.sh).
func classPath(t testing.TB, names ...string) string {
	t.Helper()
	var jars []string
	for _, name := range names {
		jar, err := filepath.Abs(filepath.Join("..", "..", ".tools", "java", "usr", "share", "java", name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(jar); err != nil {
			t.Fatalf("%v: run \"make tools\", and see .ci/jars.txt", err)
		}
		jars = append(jars, jar)
	}
	return strings.Join(jars, string(filepath.ListSeparator))
}

// awaitTimeout bounds the wait for something that must happen.
const awaitTimeout = time.Minute

// await waits until a file exists: "await FILE".
func await(script *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) != 1 {
		script.Fatalf("usage: await FILE")
	}
	file := script.MkAbs(arguments[0])
	for deadline := time.Now().Add(awaitTimeout); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(file); err == nil {
			return
		}
	}
	script.Fatalf("%s did not appear", file)
}

// awaitText waits until a line of a file matches: "awaittext FILE REGEXP".
func awaitText(script *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) != 2 {
		script.Fatalf("usage: awaittext FILE REGEXP")
	}
	wanted, err := regexp.Compile("(?m)" + arguments[1])
	script.Check(err)
	file := script.MkAbs(arguments[0])
	var text []byte
	for deadline := time.Now().Add(awaitTimeout); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if text, err = os.ReadFile(file); err == nil && wanted.Match(text) {
			return
		}
	}
	script.Fatalf("%s has no %s: %s", file, arguments[1], text)
}

// status runs a command and compares its exit status: "status 3 hotlens run ...".
func status(script *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) < 2 {
		script.Fatalf("usage: status NUMBER COMMAND [ARG...]")
	}
	got := "0"
	if err := script.Exec(arguments[1], arguments[2:]...); err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != arguments[0] {
		script.Fatalf("exit status %s, want %s", got, arguments[0])
	}
}

func TestConclude(t *testing.T) {
	interrupted, cancel := context.WithCancelCause(context.Background())
	cancel(engine.Signalled{Signal: syscall.SIGINT})
	terminated, cancel := context.WithCancelCause(context.Background())
	cancel(engine.Signalled{Signal: syscall.SIGTERM})
	for _, test := range []struct {
		ctx    context.Context
		err    error
		status int
		stderr string
	}{
		{context.Background(), nil, 0, ""},
		{context.Background(), exitStatus(7), 7, ""},
		{context.Background(), fmt.Errorf("no JDK:\ngive --jdk"), statusFailure, "hotlens: no JDK: give --jdk\n"},
		{interrupted, context.Canceled, 130, ""},
		{terminated, errors.New("anything"), 143, ""},
	} {
		var stderr bytes.Buffer
		if got := conclude(test.ctx, test.err, &stderr); got != test.status || stderr.String() != test.stderr {
			t.Errorf("%v: status %d, stderr %q, want %d, %q", test.err, got, stderr.String(), test.status, test.stderr)
		}
	}
}

func TestLogger(t *testing.T) {
	for level, wanted := range map[string]bool{"": false, "debug": true, "INFO": true, "error": false, "loud": false} {
		var text bytes.Buffer
		logger(level, &text).Log(context.Background(), slog.LevelInfo, "said")
		if strings.Contains(text.String(), "said") != wanted {
			t.Errorf("%s=%s logs %q", logVariable, level, text.String())
		}
	}
}

func TestBuildText(t *testing.T) {
	info := &debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
		{Key: "GOOS", Value: "linux"}, {Key: "GOARCH", Value: "amd64"},
		{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026"}, {Key: "vcs.modified", Value: "true"},
	}, Deps: []*debug.Module{{Path: "other", Version: "v1"}, {Path: codecache.Wazero, Version: "v2", Replace: &debug.Module{Path: "./copy"}}}}
	want := "hotlens      v1.2.3\nrevision     abc (2026, modified)\nbuilt with   go1.26 for linux/amd64\n" +
		"machine code wazero v2, adapted to hotlens\n"
	if got := buildText(info, true); got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	info.Deps[1].Replace = nil
	if got := buildText(info, true); !strings.HasSuffix(got, "machine code wazero v2 as published: faster if hotlens is built by make\n") {
		t.Errorf("text %q", got)
	}
}

// TestCommandsByName demands that a command is found by the name that it has, as only the one that is named is made.
func TestCommandsByName(t *testing.T) {
	for _, c := range commands {
		if name := c.make().Name(); name != c.name {
			t.Errorf("command %q is listed as %q", name, c.name)
		}
		root := rootCommand()
		addCommands(root, c.name)
		if made := root.Commands(); len(made) != 1 || made[0].Name() != c.name {
			t.Errorf("for %q these commands are made: %v", c.name, made)
		}
	}
	root := rootCommand()
	addCommands(root, "help")
	if made := len(root.Commands()); made != len(commands) {
		t.Errorf("for a name that no command has, %d commands are made, want all %d", made, len(commands))
	}
}
