package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"

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

// buildOf is how the source file that is requested is built by the project that it belongs to.
func buildOf(ctx context.Context, projects *project.Projects, request project.Request) (*project.Build, error) {
	request.Path = filepath.Clean(request.Path)
	model, err := projects.Model(ctx, request)
	if err != nil {
		return nil, err
	}
	module, set, ok := model.Locate(request.Path)
	if !ok { // the file is not there
		module = &model.Modules[0]
		set = &module.Sets[0]
	}
	return model.Build(module, set), nil
}

// maxListed is how many programs of a folder are named.
const maxListed = 12

// onlyProgram is the source file of the one program in the folder that is requested. Where there are none or several the error says what to give.
func onlyProgram(ctx context.Context, projects *project.Projects, request project.Request) (string, error) {
	folder, within := request.Path, request.Within
	model, err := projects.Model(ctx, request)
	if err != nil {
		return "", err
	}
	found := model.Programs(folder)
	mains := found.Mains
	if len(mains) == 0 {
		mains = found.TestMains
	}
	if len(mains) == 1 {
		return mains[0], nil
	}
	message := folder + " has no file with a main method"
	if len(mains) > 1 {
		message = fmt.Sprintf("%s has %d programs; give one of %s", folder, len(mains), listed(mains, within))
	}
	if len(found.Tests) > 0 {
		message += fmt.Sprintf("; tests, which run with --test '*', are in %s", listed(found.Tests, within))
	}
	if len(mains) == 0 && len(found.Tests) == 0 {
		message += "; give File.java, a class name with -cp, or -jar FILE.jar"
	}
	if model.Problem != "" {
		message += " (" + model.Problem + ")"
	}
	return "", errors.New(message)
}

// listed names files as one would from a folder.
func listed(files []string, folder string) string {
	var names []string
	for _, file := range files[:min(len(files), maxListed)] {
		if relative, err := filepath.Rel(folder, file); err == nil && filepath.IsLocal(relative) {
			file = relative
		}
		names = append(names, file)
	}
	text := strings.Join(names, ", ")
	if more := len(files) - maxListed; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// projectNotes are what the user should know of how a project was read, a line each.
func projectNotes(build *project.Build) []string {
	var notes []string
	if build != nil && build.Model.Problem != "" {
		notes = append(notes, target.Unresolved(build))
	}
	return notes
}

// tellProject says how far the project of a build is known.
func (r *Result) tellProject(build *project.Build) {
	if build == nil {
		return
	}
	model := build.Model
	r.Project, r.Stale, r.BuildFiles = model.Folder, model.Stale, build.Inputs()
	if model.ProblemAt.File != "" {
		r.Unread = &Diagnostic{File: model.ProblemAt.File, Line: model.ProblemAt.Line, Severity: SeverityWarning, Message: model.Problem + ": " + model.Advice}
	}
}

// stage copies the resources of a target that cannot stand on the class path as they are.
func stage(found *target.Target) error {
	if found.Compile == nil {
		return nil
	}
	for _, staged := range found.Staged {
		if err := resources.Stage(staged.Resources, staged.Outputs, found.Services, staged.Folder); err != nil {
			return fmt.Errorf("the program's resources: %w", err)
		}
	}
	return nil
}
