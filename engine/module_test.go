//go:build unix

package engine

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestDescriptionOfAModule saves a program in a module and the module's description: neither is told an error that the build does not have, also where the program is
// compiled for a Java without modules, as builds do that compile the description by itself.
func TestDescriptionOfAModule(t *testing.T) {
	e := newEngine(t)
	for _, level := range []string{"17", "1.8"} {
		workspace := t.TempDir()
		for _, folder := range []string{".settings", "src/a"} {
			if err := os.MkdirAll(filepath.Join(workspace, folder), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		save(t, workspace, ".classpath", `<classpath><classpathentry kind="src" path="src"/></classpath>`)
		save(t, workspace, ".settings/org.eclipse.jdt.core.prefs", "org.eclipse.jdt.core.compiler.source="+level+"\n")
		program := save(t, workspace, "src/a/Demo.java", "package a; public class Demo { public static void main(String[] args) { } }")
		description := save(t, workspace, "src/module-info.java", "module m { }\n")
		got, err := e.Profile(context.Background(), program, func(string) {})
		if err != nil || got.Status != StatusOK || len(got.Diagnostics) > 0 {
			t.Errorf("the program, level %s: %+v, %v", level, got, err)
		}
		got, err = e.Profile(context.Background(), description, func(string) {})
		if err != nil || got.Status != StatusNoTarget || len(got.Diagnostics) > 0 {
			t.Errorf("the description, level %s: %+v, %v", level, got, err)
		}
	}
}
