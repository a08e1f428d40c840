package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hotlens/vm/oracle"
)

// TestEditorThatReadsNoMore has an editor close its end of the server's output before it ends the session, as some do when they are closed: the
// server, which can tell it nothing more, ends in order all the same, and leaves nothing behind.
func TestEditorThatReadsNoMore(t *testing.T) {
	temporary := t.TempDir()
	server := serverIn(t, temporary)
	server.Stderr = os.Stderr
	in, err := server.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Write([]byte(session(initialize, initialized, `{"jsonrpc":"2.0","id":2,"method":"shutdown"}`, exit))); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("the server ended with: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(temporary, "*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// TestNoShutdown ends the server without asking it to shut down first.
func TestNoShutdown(t *testing.T) {
	for what, messages := range map[string]string{"exit": session(initialize, initialized, exit), "the end of the input": session(initialize, initialized)} {
		t.Run(what, func(t *testing.T) {
			server := serverIn(t, t.TempDir())
			server.Stdin = strings.NewReader(messages)
			var complaint strings.Builder
			server.Stderr = &complaint
			_ = server.Run() // the status is looked at
			if got := server.ProcessState.ExitCode(); got != int(statusNoShutdown) || complaint.String() != "hotlens: the editor ended the connection without a shutdown request\n" {
				t.Errorf("the server ended with status %d and %q", got, complaint.String())
			}
		})
	}
}

// The messages of a short session.
const (
	initialize  = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`
	initialized = `{"jsonrpc":"2.0","method":"initialized","params":{}}`
	exit        = `{"jsonrpc":"2.0","method":"exit"}`
)

// session are messages as they are sent.
func session(messages ...string) string {
	var all strings.Builder
	for _, message := range messages {
		fmt.Fprintf(&all, "Content-Length: %d\r\n\r\n%s", len(message), message)
	}
	return all.String()
}

// serverIn is a server whose temporary files lie in a folder.
func serverIn(t *testing.T, temporary string) *exec.Cmd {
	server := exec.CommandContext(t.Context(), oracle.FindTools(t).Hotlens, "lsp")
	server.Env = append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir(), "TMPDIR="+temporary)
	return server
}
