package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"

	"go.lsp.dev/protocol"

	"hotlens/engine/project"
)

// methodClassPath is a notification of ours, from editors with another Java server: what that knows of the projects, or why it tells nothing. Each replaces the one before.
const methodClassPath = "hotlens/classpath"

// maxEditorProjects bounds how many projects of the editor's are taken over. Of more, the first ones are.
const maxEditorProjects = 2000

// editorPaths is what jdtls answers to java.project.getClasspaths.
type editorPaths struct {
	ClassPaths  []string `json:"classpaths"`
	ModulePaths []string `json:"modulepaths"`
}

// The settings of a project that hotlens asks jdtls for besides the options of the compiler (jdtls, ProjectCommand).
const (
	settingEntries = "org.eclipse.jdt.ls.core.classpathEntries"
	settingOutput  = "org.eclipse.jdt.ls.core.outputPath"
)

// classPath passes on what the editor's Java support knows.
func (s *server) classPath(_ context.Context, params struct {
	Name     string `json:"name"`
	State    string `json:"state"`
	Message  string `json:"message"`
	Projects []struct {
		Root     protocol.DocumentURI       `json:"root"`
		Runtime  editorPaths                `json:"runtime"`
		Test     editorPaths                `json:"test"`
		Settings map[string]json.RawMessage `json:"settings"`
	} `json:"projects"`
}) (any, error) {
	said := project.EditorKnowledge{Name: params.Name, State: params.State, Message: params.Message}
	for _, p := range params.Projects[:min(len(params.Projects), maxEditorProjects)] {
		root, ok := pathOf(p.Root)
		if !ok {
			continue
		}
		made := project.EditorProject{Folder: filepath.Clean(root), Runtime: p.Runtime.all(), Test: p.Test.all(), Options: map[string]string{}}
		for key, value := range p.Settings {
			var err error
			switch key {
			case settingEntries:
				err = json.Unmarshal(value, &made.Entries)
			case settingOutput:
				err = json.Unmarshal(value, &made.Output)
			default:
				var option *string // null: there is no such option
				if err = json.Unmarshal(value, &option); err == nil && option != nil {
					made.Options[key] = *option
				}
			}
			if err != nil {
				s.log.Debug("a setting of the editor's project", "key", key, "error", err)
			}
		}
		for i := range made.Entries {
			made.Entries[i].Path, made.Entries[i].Output = clean(made.Entries[i].Path), clean(made.Entries[i].Output)
		}
		made.Output = clean(made.Output)
		said.Projects = append(said.Projects, made)
	}
	s.engine.SetEditor(said)
	return nil, nil
}

func (p *editorPaths) all() []string {
	var all []string
	for _, paths := range [][]string{p.ClassPaths, p.ModulePaths} {
		for _, path := range paths {
			all = append(all, clean(path))
		}
	}
	return all
}

// clean is filepath.Clean, but for "".
func clean(path string) string {
	if path == "" {
		return ""
	}
	return filepath.Clean(path)
}
