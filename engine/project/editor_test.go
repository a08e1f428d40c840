package project

import (
	"os"
	"path/filepath"
	"testing"
)

// editorProjects is what jdtls says of a program and the library beside it that it uses.
func editorProjects(folder string) []EditorProject {
	at := func(path string) string { return filepath.Join(folder, path) }
	return []EditorProject{
		{
			Folder:  at("app"),
			Runtime: []string{at("app/bin"), at("lib/bin"), at("one.jar"), at("gone.jar")},
			Test:    []string{at("app/bin-test"), at("app/bin"), at("lib/bin"), at("one.jar"), at("junit.jar")},
			Output:  at("app/bin"),
			Entries: []EditorEntry{
				{Kind: sourceEntry, Path: at("app/src")},
				{Kind: sourceEntry, Path: at("app/test"), Output: at("app/bin-test"), Attributes: map[string]string{"test": "true"}},
				{Kind: libraryEntry, Path: at("one.jar")},
				{Kind: libraryEntry, Path: at("provided.jar"), Attributes: map[string]string{"maven.scope": "provided"}},
				{Kind: libraryEntry, Path: at("junit.jar"), Attributes: map[string]string{"test": "true"}},
				{Kind: 2, Path: "/lib"},
			},
			Options: map[string]string{"org.eclipse.jdt.core.compiler.source": "11", "org.eclipse.jdt.core.compiler.release": "enabled"},
		},
		{
			Folder: at("lib"), Runtime: []string{at("lib/bin")}, Test: []string{at("lib/bin")}, Output: at("lib/bin"),
			Entries: []EditorEntry{{Kind: sourceEntry, Path: at("lib/src")}},
		},
		{Folder: at("storage/jdt.ls-java-project"), Output: at("storage/bin"), Entries: []EditorEntry{{Kind: sourceEntry, Path: at("storage/src")}}},
	}
}

const editorFolders = `
-- app/src/a/Main.java --
package a; class Main { }
-- app/test/a/MainTest.java --
package a; class MainTest { }
-- lib/src/b/B.java --
package b; class B { }
-- one.jar --
-- provided.jar --
-- junit.jar --
`

func TestEditorsModel(t *testing.T) {
	folder := unpack(t, editorFolders)
	p := New("")
	p.SetEditor(EditorKnowledge{Name: "jdtls", State: EditorReady, Projects: editorProjects(folder)})
	app := filepath.Join(folder, "app")
	for _, test := range []struct {
		file, set             string
		sources, compile, run []string
	}{
		{"app/src/a/Main.java", app + " main", []string{"app/src", "lib/src"}, []string{"one.jar", "provided.jar"}, []string{"one.jar"}},
		{"app/test/a/MainTest.java", app + " test", []string{"app/test", "app/src", "lib/src"}, []string{"one.jar", "junit.jar", "provided.jar"}, []string{"one.jar", "junit.jar"}},
		{"lib/src/b/B.java", filepath.Join(folder, "lib") + " main", []string{"lib/src"}, []string{}, []string{}},
	} {
		m := model(t, p, filepath.Join(folder, test.file))
		set, sources, compile, run := built(t, m, folder, test.file)
		expect(t, test.file, []any{m.Origin, m.Problem, set, sources, compile, run}, []any{Editor, "", test.set, test.sources, test.compile, test.run})
	}
	m := model(t, p, app)
	expect(t, "a project's folder", []any{m.Origin, m.Module(app).Missing, m.Module(app).Sets[0].Compiler.Release}, []any{Editor, []string{filepath.Join(folder, "gone.jar")}, "11"})
	expect(t, "a folder that the editor knows nothing of", model(t, p, t.TempDir()).Origin, Layout)

	untrusted := request(t, app)
	untrusted.Trusted = false
	m, err := p.Model(t.Context(), untrusted)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "not trusted", m.Origin, Layout)
}

// TestEditorChangesItsMind follows a program through what the editor's Java support says of it, beside a build tool that can, and cannot, be asked.
func TestEditorChangesItsMind(t *testing.T) {
	folder, reads := unpack(t, editorFolders+"-- two.jar --\n"), 0
	build := filepath.Join(folder, "app/src/a/build")
	p := &Projects{readers: []reader{fakeReader{reads: &reads}}, known: map[string]*known{}}
	at := func(names ...string) []string {
		var all []string
		for _, name := range names {
			all = append(all, filepath.Join(folder, name))
		}
		return all
	}
	said := func(state, message string, jars ...string) *EditorKnowledge {
		k := &EditorKnowledge{Name: "jdtls", State: state, Message: message}
		if jars != nil {
			k.Projects = []EditorProject{{Folder: filepath.Join(folder, "app"), Runtime: at(jars...), Test: at(jars...), Entries: []EditorEntry{{Kind: sourceEntry, Path: filepath.Join(folder, "app", "src")}}}}
		}
		return k
	}
	const byLayout = "hotlens goes by the layout of the folders"
	for _, step := range []struct {
		name, build string // of the build file; "" leaves it
		said        *EditorKnowledge
		origin      Origin
		run         []string
		problem     string
		advice      string
	}{
		{"absent", "", nil, Layout, nil, "", ""},
		{"slow", "", said(EditorImporting, "it reads the projects"), Layout, nil, "jdtls does not tell the class path: it reads the projects", byLayout + " until it does; save again then"},
		{"there", "", said(EditorReady, "", "one.jar"), Editor, at("one.jar"), "", ""},
		{"another class path", "", said(EditorReady, "", "two.jar", "one.jar"), Editor, at("two.jar", "one.jar"), "", ""},
		{"reads it again", "", said(EditorImporting, "it reads the projects"), Editor, at("two.jar", "one.jar"), "", ""},
		{"fails", "", said(EditorFailed, "no answer"), Layout, nil, "jdtls does not tell the class path: no answer", byLayout + "; name jars in the setting hotlens.classPath"},
		{"there again, and a build tool that fails", "bad wrong", said(EditorReady, "", "one.jar"), Editor, at("one.jar"), "wrong", "hotlens goes by what jdtls knows of the project"},
	} {
		if step.build != "" {
			if err := os.WriteFile(build, []byte(step.build), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if step.said != nil {
			p.SetEditor(*step.said)
		}
		file := filepath.Join(folder, "app/src/a/Main.java")
		m := model(t, p, file)
		module, set, _ := m.Locate(file)
		expect(t, step.name, []any{m.Origin, m.Build(module, set).RunPath, m.Problem, m.Advice}, []any{step.origin, step.run, step.problem, step.advice})
	}
}

// TestEditorCompletesModels has the editor name the jars of a project that a build tool knows all else of.
func TestEditorCompletesModels(t *testing.T) {
	folder, reads := unpack(t, "-- A.java --\nclass A { }\n-- build --\ngood one\n-- lib-1.jar --\n-- other/src/B.java --\n"), 0
	p := &Projects{readers: []reader{fakeReader{reads: &reads}}, known: map[string]*known{}}
	at := func(path string) string { return filepath.Join(folder, path) }
	before := model(t, p, folder)
	expect(t, "what the build tool cannot find", before.Modules[0].Missing, []string{at("one.jar")})
	say := func(runtime ...string) {
		p.SetEditor(EditorKnowledge{Name: "jdtls", State: EditorReady, Projects: []EditorProject{
			{Folder: folder, Runtime: runtime, Test: runtime, Entries: []EditorEntry{{Kind: sourceEntry, Path: folder}}, Output: at("bin")},
			{Folder: at("other"), Entries: []EditorEntry{{Kind: sourceEntry, Path: at("other/src")}}, Output: at("other/bin")},
		}})
	}

	say(at("bin"), at("lib-1.jar"), at("other/bin"))
	m := model(t, p, at("A.java"))
	module, set, _ := m.Locate(at("A.java"))
	b := m.Build(module, set)
	expect(t, "completed", []any{m.Origin, module.Name, b.RunPath, b.SourcePath}, []any{Maven, "one", []string{at("lib-1.jar")}, []string{folder, at("other/src")}})
	expect(t, "the model that is kept", model(t, p, folder).Modules[0].Name, "one")

	say(at("bin")) // it has not been able to read the project
	if err := os.WriteFile(at("one.jar"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	m = model(t, p, at("A.java"))
	expect(t, "beside an empty class path", m.Modules[0].Sets[0].Compile, []Entry{{Path: at("one.jar")}})
	expect(t, "still missing", stillMissing([]string{"g:lib:1", "g:li:2", at("one.jar")}, []Entry{{Path: at("lib-1.jar")}}), []string{"g:li:2", at("one.jar")})
}
