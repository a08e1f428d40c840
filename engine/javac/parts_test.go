package javac

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"hotlens/vm/oracle"
)

// TestParts edits a program of two modules, with tests in one of them and a helper of the tests on the class path. What comes of compiling what has changed is what comes of compiling
// everything, and takes no more than is needed.
func TestParts(t *testing.T) {
	oracle.Once(t)
	p := &edited{t, t.TempDir(), map[string]string{}}
	at := func(name string) string { return filepath.Join(p.dir, "src", filepath.FromSlash(name)) }
	request := func() Request {
		r := Request{Parts: []Part{
			{Folder: "core", SourcePath: []string{at("core")}, Description: at("core/module-info.java"), Release: "11"},
			{Folder: "helper", SourcePath: []string{at("helper")}, OnClassPath: []string{"core"}},
			{Folder: "app", SourcePath: []string{at("app")}, Description: at("app/module-info.java"), OnModulePath: []string{"core"}, Options: []string{"-parameters"}},
			{Folder: "tests", SourcePath: []string{at("tests")}, Patches: "app", OnModulePath: []string{"core", "app"}, OnClassPath: []string{"helper"}},
		}}
		for _, part := range r.Parts {
			r.SourcePath = append(r.SourcePath, part.SourcePath...)
		}
		for name, text := range p.texts {
			if text != "" {
				r.Files = append(r.Files, at(name))
			}
		}
		slices.Sort(r.Files)
		return r
	}
	const mainText, onePart = "package app; public class Main implements core.api.Rate { public int rate() { return new core.api.Stock().count() + K; } static final int K = 1; }", 1
	for _, step := range []struct {
		name         string
		files        map[string]string
		compilations int    // those that are made; -1: it does not matter how many
		wrong        string // what does not compile, as javac says it
	}{
		{"at first", map[string]string{
			"core/module-info.java":        "module core { exports core.api; uses core.api.Rate; }",
			"core/core/api/Rate.java":      "package core.api; public interface Rate { int rate(); }",
			"core/core/api/Stock.java":     "package core.api; public class Stock { public int count() { return core.hidden.Secret.K; } }",
			"core/core/hidden/Secret.java": "package core.hidden; public class Secret { public static final int K = 1; }",
			"helper/help/Help.java":        "package help; public class Help { public static int help() { return new core.api.Stock().count(); } }",
			"app/module-info.java":         "import app.Main; module app { requires transitive core; provides core.api.Rate with Main; }",
			"app/app/Main.java":            mainText,
			"app/app/Other.java":           "package app; class Other { }",
			"tests/app/MainTest.java":      "package app; class MainTest { int test(int a) { return new Main().rate() + Main.K + help.Help.help(); } }",
		}, 4, ""},
		{"nothing", nil, 0, ""},
		{"a body", map[string]string{"core/core/api/Stock.java": "package core.api; public class Stock { public int count() { return core.hidden.Secret.K + 1; } }"}, onePart, ""},
		{"a constant of another class", map[string]string{"core/core/hidden/Secret.java": "package core.hidden; public class Secret { public static final int K = 2; }"}, -1, ""},
		{"a declaration", map[string]string{"core/core/api/Stock.java": "package core.api; public class Stock { public short count() { return core.hidden.Secret.K + 1; } }"}, -1, ""},
		{"a method that another module uses is gone", map[string]string{"core/core/api/Stock.java": "package core.api; public class Stock { }"}, -1, "cannot find symbol"},
		{"it is back", map[string]string{"core/core/api/Stock.java": "package core.api; public class Stock { public int count() { return 3; } }"}, -1, ""},
		{"a package is hidden", map[string]string{"core/module-info.java": "module core { exports core.hidden; uses core.api.Rate; }"}, -1, "package core.api is not visible"},
		{"it is shown", map[string]string{"core/module-info.java": "module core { exports core.api; uses core.api.Rate; }"}, -1, ""},
		{"a hidden package is used", map[string]string{"app/app/Other.java": "package app; class Other { int k = core.hidden.Secret.K; }"}, -1, "package core.hidden is not visible"},
		{"it is not", map[string]string{"app/app/Other.java": "package app; class Other { String s; }"}, onePart, ""},
		{"a constant for the tests", map[string]string{"app/app/Main.java": strings.Replace(mainText, "K = 1", "K = 2", 1)}, -1, ""},
		{"a provider provides nothing", map[string]string{"app/app/Main.java": strings.Replace(mainText, "implements core.api.Rate ", "", 1)}, -1, "the service implementation type must be a subtype of the service interface type"},
		{"a provider is gone", map[string]string{"app/app/Main.java": ""}, -1, "cannot find symbol"},
		{"it provides again", map[string]string{"app/app/Main.java": mainText}, -1, ""},
		{"a service requires more", map[string]string{"core/core/api/Rate.java": "package core.api; public interface Rate { int rate(); int more(); }"}, -1, "is not abstract and does not override abstract method more()"},
		{"no more", map[string]string{"core/core/api/Rate.java": "package core.api; public interface Rate { int rate(); }"}, -1, ""},
		{"a test", map[string]string{"tests/app/MainTest.java": "package app; class MainTest { int test(int a) { return new Main().rate() + help.Help.help() + a; } }"}, onePart, ""},
		{"a helper of the tests", map[string]string{"helper/help/Help.java": "package help; public class Help { public static int help() { return 3; } }"}, onePart, ""},
	} {
		for name, text := range step.files {
			p.write(name, text)
		}
		result, compilations := p.compareOf(step.name, request())
		if step.compilations >= 0 && compilations != step.compilations {
			t.Errorf("%s: %d compilations, want %d", step.name, compilations, step.compilations)
		}
		if said := said(result); result.OK != (step.wrong == "") || !strings.Contains(said, step.wrong) {
			t.Fatalf("%s: %t, %s", step.name, result.OK, said)
		}
	}
	endSession(t)
	result, compilations := p.compareOf("in another session", request())
	if compilations != 0 {
		t.Errorf("%d compilations in another session", compilations)
	}
	if diff := gocmp.Diff(map[string][]string{
		at("tests/app/MainTest.java"):      {at("app/app/Main.java"), at("helper/help/Help.java"), at("core/module-info.java"), at("app/module-info.java")},
		at("app/app/Main.java"):            {at("core/core/api/Rate.java"), at("core/core/api/Stock.java"), at("app/module-info.java")},
		at("app/app/Other.java"):           {at("app/module-info.java")},
		at("app/module-info.java"):         {at("core/module-info.java")},
		at("core/core/api/Rate.java"):      {at("core/module-info.java")},
		at("core/core/api/Stock.java"):     {at("core/module-info.java")},
		at("core/core/hidden/Secret.java"): {at("core/module-info.java")},
	}, result.Uses); diff != "" {
		t.Errorf("who uses what (-want +got):\n%s", diff)
	}
	warmed := request()
	warmed.OutputDir, warmed.Keep, warmed.Store = filepath.Join(p.dir, "part"), filepath.Join(p.dir, "keep"), p.dir
	before := service.lastID
	if err := service.Warm(t.Context(), warmed); err != nil || service.lastID != before+1 {
		t.Errorf("%v; %d compilations to warm the compiler", err, service.lastID-before)
	}
	outside := request()
	outside.Files = append(outside.Files, filepath.Join(p.dir, "Elsewhere.java"))
	if _, err := service.Compile(t.Context(), outside); err == nil || !strings.Contains(err.Error(), "is in no part") {
		t.Error(err)
	}
}
