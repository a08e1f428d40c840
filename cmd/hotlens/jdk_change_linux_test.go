package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hotlens/vm/oracle"
)

// TestSessionChangesJDK has an editor's user choose another JDK while the server runs, lead the link that names one to another, and remove it: the next save
// goes by it, with the new one's language and library.
func TestSessionChangesJDK(t *testing.T) {
	if testing.Short() {
		t.Skip("make test-all tries it, as it starts a compiler and workers on each JDK")
	}
	e := startRoughly(t)
	const text = `package shop;
public class Main {
    public static void main(String[] args) {
        System.exit(Runtime.version().feature()%s);
    }
}
`
	e.tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.document()["uri"], "languageId": "java", "version": 1, "text": ""}})
	save := func(what, text, status, message string) {
		t.Helper()
		known := e.known()
		e.saved(text)
		e.until("the end of a run", func() bool { return len(e.runs) > known })
		if run := e.runs[known]; run.Status != status || !strings.Contains(run.Message, message) {
			t.Errorf("%s: the run ends with %s: %s, want %s: %s", what, run.Status, run.Message, status, message)
		}
	}
	choose := func(home string) {
		e.tell("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"hotlens": map[string]any{"jdk": home}}})
	}
	works := func(what string, jdk oracle.JDK) {
		t.Helper()
		save(what, fmt.Sprintf(text, ""), "ok", "exit status "+jdk.Name())
		switch jdk.Release.Feature {
		case 17:
			save(what, fmt.Sprintf(text, " + new java.util.ArrayList<>(java.util.List.of(1)).getFirst()"), "compile-error", "cannot find symbol")
		default:
			save(what, fmt.Sprintf(text, " + new java.util.ArrayList<>(java.util.List.of(100)).getFirst()"), "ok", "exit status 1"+jdk.Name())
		}
	}
	jdks := oracle.JDKs(t)
	for _, jdk := range jdks {
		choose(jdk.Home)
		works("JDK "+jdk.Name(), jdk)
	}
	link := filepath.Join(t.TempDir(), "jdk")
	choose(link)
	for _, jdk := range jdks {
		if err := os.Symlink(jdk.Home, link); err != nil {
			t.Fatal(err)
		}
		works("the link to JDK "+jdk.Name(), jdk)
		if err := os.Remove(link); err != nil {
			t.Fatal(err)
		}
	}
	save("no JDK", fmt.Sprintf(text, ""), "failed", link+" is not the folder of a JDK: the folder itself is missing")
	choose(jdks[0].Home)
	works("the first JDK again", jdks[0])
}
