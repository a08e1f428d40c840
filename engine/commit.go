package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"hotlens/engine/revision"
	"hotlens/vm/configuration"
)

// Head is the commit that a workspace stands at.
func (e *Engine) Head(ctx context.Context, workspace string) (commit string, err error) {
	return revision.Head(ctx, workspace)
}

// ProfileAt is Profile for the workspace as it is in a commit: its files are written into a private folder, compiled there and run there, with
// a compiler and workers of its own, so that those of the next save stay warm. A program in the sandbox sees the same names as ever, so
// that the two profiles differ by the program alone. Folders and jars of the class path that the commit does not have are the workspace's own.
func (e *Engine) ProfileAt(ctx context.Context, commit string, request Request, progress func(phase string)) (*Result, error) {
	relative, err := filepath.Rel(request.Workspace, request.File)
	if err != nil || !filepath.IsLocal(relative) {
		return failed(ctx, fmt.Errorf("%s is not in the workspace %s, so no commit has it", request.File, request.Workspace))
	}
	place, err := claimScratch()
	if err != nil {
		return nil, fmt.Errorf("the folder for the files of a commit: %w", err)
	}
	defer place.release()
	// One folder further down, so that nothing of ours lies beside the workspace.
	workspace := filepath.Join(place.folder, filepath.Base(request.Workspace))
	if err := os.Mkdir(workspace, 0o700); err != nil {
		return nil, fmt.Errorf("the folder for the files of a commit: %w", err)
	}
	progress("reading commit " + revision.Short(commit))
	if err := revision.Export(ctx, request.Workspace, commit, workspace); err != nil {
		return failed(ctx, err)
	}
	built := request
	built.Workspace, built.File, built.LastClassesHash = workspace, filepath.Join(workspace, relative), ""
	built.TestSet = strings.Replace(built.TestSet, request.Workspace, workspace, 1)
	if _, err := os.Stat(built.File); errors.Is(err, fs.ErrNotExist) {
		return &Result{Status: StatusNoTarget, Message: fmt.Sprintf("commit %s has no %s", revision.Short(commit), filepath.ToSlash(relative))}, nil
	}
	built.Config = fromWorkspace(request.Config, request.Workspace, workspace)
	aside := New()
	result, err := aside.Profile(ctx, built, progress)
	if result != nil {
		// What nobody can open is named as in the workspace.
		result.Message = strings.ReplaceAll(result.Message, workspace+string(filepath.Separator), "")
		for i := range result.Diagnostics {
			d := &result.Diagnostics[i]
			d.File = strings.Replace(d.File, workspace, request.Workspace, 1)
		}
		if result.Index != nil {
			for i := range result.Index.Files {
				f := &result.Index.Files[i]
				f.Path = strings.Replace(f.Path, workspace, request.Workspace, 1)
			}
		}
	}
	return result, errors.Join(err, aside.Close())
}

// fromWorkspace completes the paths of a configuration that only the workspace itself has.
func fromWorkspace(config configuration.Run, workspace, built string) configuration.Run {
	config.ClassPath = concat(config.ClassPath)
	for i, entry := range config.ClassPath {
		if _, err := os.Stat(filepath.Join(built, strings.TrimSuffix(entry, "*"))); err != nil && !filepath.IsAbs(entry) {
			config.ClassPath[i] = filepath.Join(workspace, entry)
		}
	}
	if file := config.CostModel; file != "" {
		config.CostModel = absolute([]string{file}, workspace)[0]
	}
	return config
}
