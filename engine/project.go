package engine

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"

	"hotlens/engine/jdk"
	"hotlens/engine/project"
	"hotlens/engine/resources"
	"hotlens/engine/target"
)

// This file has programs compiled and run as their projects say.

// newProjects returns the models of the user's projects, which are kept in the user's cache folder.
func newProjects() *project.Projects {
	folder, err := privateFolder("projects")
	if err != nil {
		slog.Debug("the models of projects are not kept", "error", err)
	}
	return project.New(folder)
}

// buildOf is how a source file is built by the project that it belongs to. What the user has named, or opened and trusted, is within a folder.
func buildOf(ctx context.Context, projects *project.Projects, file, within string, j *jdk.JDK, progress func(string)) (*project.Build, error) {
	model, err := projects.Model(ctx, project.Request{Path: filepath.Clean(file), Trusted: true, Within: within, JDK: j, Progress: progress})
	if err != nil {
		return nil, err
	}
	module, set, ok := model.Locate(filepath.Clean(file))
	if !ok { // the file is not there
		module = &model.Modules[0]
		set = &module.Sets[0]
	}
	return model.Build(module, set), nil
}

// projectNotes are what the user should know of how a project was read, a line each.
func projectNotes(build *project.Build) []string {
	var notes []string
	if build != nil && build.Model.Problem != "" {
		notes = append(notes, build.Model.Problem+": "+build.Model.Advice)
	}
	return notes
}

// stage copies the resources of a target that cannot stand on the class path as they are.
func stage(found *target.Target) error {
	if len(found.Staged) == 0 {
		return nil
	}
	if err := resources.Stage(found.Staged, found.Outputs, found.Compile.OutputDir); err != nil {
		return fmt.Errorf("the program's resources: %w", err)
	}
	return nil
}
