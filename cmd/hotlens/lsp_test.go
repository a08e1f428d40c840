package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"hotlens/vm/oracle"
)

// TestEditorThatReadsNoMore has an editor close its end of the server's output before it ends the session, as some do when they are closed: the
// server, which can tell it nothing more, ends in order all the same, and leaves nothing behind.
func TestEditorThatReadsNoMore(t *testing.T) {
	server := exec.CommandContext(t.Context(), oracle.FindTools(t).Hotlens, "lsp")
	temporary := t.TempDir()
	server.Env = append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir(), "TMPDIR="+temporary)
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
	for _, message := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`,
		`{"jsonrpc":"2.0","method":"initialized","params":{}}`,
		`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`,
		`{"jsonrpc":"2.0","method":"exit"}`,
	} {
		if _, err := fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(message), message); err != nil {
			t.Fatal(err)
		}
	}
	if err := server.Wait(); err != nil {
		t.Errorf("the server ended with: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(temporary, "*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}
