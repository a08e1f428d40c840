package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/uri"

	"hotlens/profiles/sources"
)

// TestOtherEncodings has results for a file that is in Latin-1 on the disk: they belong to the text that the editor shows, whatever its line ends are, and to no other.
func TestOtherEncodings(t *testing.T) {
	text := strings.Replace(demoText, "class Demo {", "class Demo { // caf\u00e9", 1)
	latin1 := strings.ReplaceAll(text, "\u00e9", "\xe9")
	path := filepath.Join(t.TempDir(), "Demo.java")
	if err := os.WriteFile(path, []byte(latin1), 0o600); err != nil {
		t.Fatal(err)
	}
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		result := profiled(text, 50)
		file := &result.Index.Files[0]
		file.Path, file.Hash, file.Encoding, file.TextHash = path, sources.HashText(latin1), "ISO-8859-1", sources.HashText(text)
		e.engine.answer(result)
		document := map[string]any{"uri": uri.File(path)}
		of := map[string]any{"textDocument": document}
		open := func(text string) {
			e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri.File(path), "languageId": "java", "version": 1, "text": text}})
		}
		lenses := func() string { return e.request("textDocument/codeLens", of) }
		const twice, edited = "50 calls", "edited since the run"

		open(text)
		e.notify("textDocument/didSave", of)
		e.settle()
		if got := lenses(); !strings.Contains(got, twice) || strings.Contains(got, edited) {
			t.Errorf("after a run: %s", got)
		}
		e.notify("textDocument/didClose", of)
		open(strings.ReplaceAll(text, "\n", "\r\n"))
		if got := lenses(); !strings.Contains(got, twice) || strings.Contains(got, edited) {
			t.Errorf("with other line ends: %s", got)
		}
		e.notify("textDocument/didClose", of)
		open(strings.Replace(text, "return n + n;", "return n + n + 0;", 1)) // the compiled text is read from the disk to compare with
		if got := lenses(); !strings.Contains(got, edited) || !strings.Contains(got, "1 call") {
			t.Errorf("after an edit: %s", got)
		}
	})
}
