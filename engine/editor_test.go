//go:build unix

package engine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hotlens/engine/project"
)

// TestEditorsClassPath has a program need a library of which only the editor knows: each save goes by what the editor has said last.
func TestEditorsClassPath(t *testing.T) {
	e := newEngine(t)
	workspace := t.TempDir()
	for _, folder := range []string{"app", "lib", "other"} {
		if err := os.Mkdir(filepath.Join(workspace, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	save(t, workspace, "lib/Library.java", "public class Library { static void use() { } }")
	save(t, workspace, "other/Library.java", "public class Library { }")
	request := save(t, workspace, "app/Demo.java", "public class Demo { public static void main(String[] args) { Library.use(); } }")
	at := func(path string) string { return filepath.Join(workspace, path) }
	said := func(state string, libraries ...string) project.EditorKnowledge {
		k := project.EditorKnowledge{Name: "jdtls", State: state, Message: "it reads the projects"}
		for _, library := range libraries {
			k.Projects = append(k.Projects,
				project.EditorProject{Folder: at("app"), Test: []string{at("app/bin"), at(library + "/bin")}, Output: at("app/bin"), Entries: []project.EditorEntry{{Kind: 3, Path: at("app")}}},
				project.EditorProject{Folder: at(library), Output: at(library + "/bin"), Entries: []project.EditorEntry{{Kind: 3, Path: at(library)}}})
		}
		return k
	}
	for _, step := range []struct {
		name    string
		said    project.EditorKnowledge
		status  string
		because string // part of a note
	}{
		{"it reads the projects", said(project.EditorImporting), StatusCompileError, "jdtls does not tell the class path: it reads the projects"},
		{"it is there", said(project.EditorReady, "lib"), StatusOK, ""},
		{"it changes its mind", said(project.EditorReady, "other"), StatusCompileError, ""},
		{"it fails", said(project.EditorFailed), StatusCompileError, "hotlens.classPath"},
	} {
		e.SetEditor(step.said)
		got, err := e.Profile(context.Background(), request, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		if got.Status != step.status || !strings.Contains(strings.Join(got.Notes, "\n"), step.because) {
			t.Errorf("%s: %s, %s, notes %q; want %s and %q", step.name, got.Status, got.Message, got.Notes, step.status, step.because)
		}
	}
}
