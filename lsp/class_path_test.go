package lsp

import (
	"encoding/json"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"hotlens/engine/project"
)

// TestClassPath has an editor tell what its Java support knows.
func TestClassPath(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.notify(methodClassPath, json.RawMessage(`{"name": "redhat.java", "state": "importing", "message": "it reads the projects"}`))
		e.notify(methodClassPath, json.RawMessage(`{"name": "redhat.java", "state": "ready", "projects": [
			{"root": "file:/work/app/", "runtime": {"classpaths": ["/work/app/bin/", "/a.jar"], "modulepaths": ["/m.jar"]}, "test": {"classpaths": [], "modulepaths": null},
			 "settings": {"org.eclipse.jdt.ls.core.outputPath": "/work/app/bin", "org.eclipse.jdt.core.compiler.source": "17", "org.eclipse.jdt.core.compiler.release": null,
				"org.eclipse.jdt.core.compiler.processAnnotations": {"not": "text"},
				"org.eclipse.jdt.ls.core.classpathEntries": [{"kind": 3, "path": "/work/app/src", "output": null, "attributes": {"test": "true"}}]}},
			{"root": "jdt://no/folder"}]}`))
		e.notify(methodClassPath, json.RawMessage(`{"state": 5}`)) // it is reported, and nothing else
		synctest.Wait()
		want := []project.EditorKnowledge{
			{Name: "redhat.java", State: project.EditorImporting, Message: "it reads the projects"},
			{Name: "redhat.java", State: project.EditorReady, Projects: []project.EditorProject{{
				Folder: "/work/app", Runtime: []string{"/work/app/bin", "/a.jar", "/m.jar"}, Output: "/work/app/bin",
				Entries: []project.EditorEntry{{Kind: 3, Path: "/work/app/src", Attributes: map[string]string{"test": "true"}}},
				Options: map[string]string{"org.eclipse.jdt.core.compiler.source": "17"},
			}}},
		}
		if difference := cmp.Diff(want, e.engine.said); difference != "" {
			t.Errorf("what the engine was told (-want +got):\n%s", difference)
		}
	})
}
