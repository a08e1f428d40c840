//go:build unix

package engine

import (
	"path/filepath"
	"slices"
	"testing"

	"hotlens/engine/javac"
	"hotlens/profiles"
)

// TestLeftOut runs a program that names a class which does not compile: the result says what it waits for.
func TestLeftOut(t *testing.T) {
	workspace := t.TempDir()
	save(t, workspace, "Broken.java", "class Broken extends Missing { }")
	save(t, workspace, "Plugin.java", "class Plugin extends Broken { }")
	request := save(t, workspace, "Demo.java", `class Demo { public static void main(String[] args) throws Exception { Class.forName("Plugin"); } }`)
	result, err := newEngine(t).Profile(t.Context(), request, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{filepath.Join(workspace, "Broken.java"), filepath.Join(workspace, "Plugin.java")}; !slices.Equal(result.LeftOut, want) {
		t.Errorf("left out: %q, want %q", result.LeftOut, want)
	}
}

// TestExplanation checks which exceptions are about a class that was not compiled.
func TestExplanation(t *testing.T) {
	leftOut := []javac.LeftOut{
		{Class: "Other", Error: javac.Diagnostic{File: "/w/Other.java", Line: 1, Message: "reached end of file while parsing"}},
		{Class: "app.Plugin", Error: javac.Diagnostic{File: "/w/app/Base.java", Line: 3, Message: "cannot find symbol\n  symbol: class Missing"}},
	}
	const plugin = "app.Plugin was not compiled: Base.java:3: cannot find symbol: class Missing"
	for _, test := range []struct {
		thrown profiles.Exception
		want   string
	}{
		{profiles.Exception{Class: "java.lang.ClassNotFoundException", Message: "app.Plugin"}, plugin},
		{profiles.Exception{Class: "java.lang.NoClassDefFoundError", Message: "app/Plugin$Inner"}, plugin},
		{profiles.Exception{Class: "java.lang.RuntimeException", Cause: &profiles.Exception{Class: "java.lang.ClassNotFoundException", Message: "Other"}}, "Other was not compiled: Other.java:1: reached end of file while parsing"},
		{profiles.Exception{Class: "java.util.ServiceConfigurationError", Message: "app.Service: Provider app.Plugin not found"}, plugin},
		{profiles.Exception{Class: "java.lang.ClassNotFoundException", Message: "app.Plug"}, ""},
		{profiles.Exception{Class: "java.lang.IllegalStateException", Message: "app.Plugin"}, ""},
	} {
		thrown := []profiles.Exception{test.thrown}
		thrown[0].Explanation = "the program says so"
		if explain(leftOut, thrown); thrown[0].Explanation != test.want {
			t.Errorf("%s is explained by %q, want %q", &test.thrown, thrown[0].Explanation, test.want)
		}
	}
}
