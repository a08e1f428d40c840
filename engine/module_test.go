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

// TestModulesOfAWorkspace saves the program of a workspace of two modules: the index has the files that the program had to do with, and the descriptions, though the modules are compiled as a whole. A worker that
// has waited is not taken when the modules are others than it knows.
func TestModulesOfAWorkspace(t *testing.T) {
	e := newEngine(t)
	workspace := t.TempDir()
	write := func(name, text string) Request {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(workspace, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		return save(t, workspace, name, text)
	}
	write("core/.classpath", `<classpath><classpathentry kind="src" path="src"/></classpath>`)
	write("app/.classpath", `<classpath><classpathentry kind="src" path="src"/><classpathentry kind="src" path="/core"/></classpath>`)
	write("core/src/core/Unused.java", "package core; class Unused { }")
	write("core/src/module-info.java", "module core { exports core; }")
	write("app/src/module-info.java", "module app { requires core; }")
	main := write("app/src/app/Main.java", `package app; public class Main { public static void main(String[] args) { core.Core.text(); } }`)
	var last poolKey
	for _, step := range []struct {
		name, file, text, index string
		others                  bool // the modules
	}{
		{"the first", "core/src/core/Core.java", "package core; public class Core { public static String text() { return \"one\"; } }", "Main.java Core.java", true},
		{"a body", "core/src/core/Core.java", "package core; public class Core { public static String text() { return core.more.More.TEXT; } }", "", false},
		{"a package", "core/src/core/more/More.java", "package core.more; public class More { public static String TEXT = \"more\"; }", "Main.java Core.java More.java", true},
		{"an export", "core/src/module-info.java", "module core { exports core; exports core.more; }", "Main.java Core.java More.java", true},
		{"another body", "core/src/core/Unused.java", "package core; class Unused { int i; }", "Main.java Core.java More.java", false},
	} {
		write(step.file, step.text)
		got, err := e.Profile(context.Background(), main, func(string) {})
		if step.index == "" {
			if err != nil || got.Status != StatusCompileError {
				t.Errorf("%s: %+v, %v", step.name, got, err)
			}
			continue
		}
		if err != nil || got.Status != StatusOK {
			t.Fatalf("%s: %+v, %v", step.name, got, err)
		}
		var names []string
		for _, file := range got.Index.Files {
			if name := filepath.Base(file.Path); name != project.ModuleFile {
				names = append(names, name)
			}
		}
		if index := strings.Join(names, " "); index != step.index || len(got.Index.Files) != len(names)+2 {
			t.Errorf("%s: the index has %s", step.name, index)
		}
		run, err := e.plan(context.Background(), main, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		key, err := newPoolKey(run.config)
		if err != nil || key.equal(last) == step.others || len(run.config.Modules.Path) != 2 {
			t.Errorf("%s: the modules are others: %t, %v, %q", step.name, !step.others, err, run.config.Modules.Path)
		}
		last = key
	}
}
