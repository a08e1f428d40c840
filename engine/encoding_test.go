//go:build unix

package engine

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf16"
)

// TestEncodingOfTheProject runs a program in a package, in an encoding that only its project tells.
func TestEncodingOfTheProject(t *testing.T) {
	e := newEngine(t)
	workspace := t.TempDir()
	for _, folder := range []string{".settings", "src/a"} {
		if err := os.MkdirAll(filepath.Join(workspace, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	save(t, workspace, ".classpath", `<classpath><classpathentry kind="src" path="src"/></classpath>`)
	save(t, workspace, ".settings/org.eclipse.core.resources.prefs", "encoding/<project>=UTF-16\n")
	text := "package a;\r\npublic class Demo { public static void main(String[] args) { String s = \"\u00e9\U0001f600\"; } }\r\n"
	content := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text)) {
		content = append(content, byte(unit), byte(unit>>8))
	}
	request := save(t, workspace, "src/a/Demo.java", string(content))
	got, err := e.Profile(context.Background(), request, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	if got.Status != StatusOK || got.Outcome.Main != "a.Demo" || !got.Index.Files[0].IsText(text) {
		t.Errorf("%+v", got)
	}
	found, err := e.Candidates(context.Background(), request)
	if err != nil || len(found.Mains) != 1 {
		t.Errorf("what could be run: %+v, %v", found, err)
	}
}
