package engine

import (
	"fmt"
	"path/filepath"
	"strings"

	"hotlens/engine/target"
	"hotlens/vm/configuration"
	"hotlens/vm/filesystem"
)

// This file gives the folders of a sandboxed program the names by which it sees them, so that
// it does the same wherever they lie.

// The names of the program's folders, beside filesystem.Workspace.
const (
	temporaryName = filesystem.NamesFolder + "/tmp"
	jdkName       = filesystem.NamesFolder + "/jdk"
	classesName   = filesystem.NamesFolder + "/classes" // where hotlens compiles to
	sourceName    = filesystem.NamesFolder + "/source"  // the root of the sources that it compiles
	pathName      = filesystem.NamesFolder + "/path/%d" // a folder that the class path names entries of, and that is elsewhere
)

// names gives names to the folders of a configuration that is otherwise complete. Only a
// program in the sandbox that cannot start processes, to which the names would mean nothing,
// gets any. The paths of the policy are as the user gave them.
func names(config configuration.Run, program *target.Target) (all filesystem.Names) {
	if config.Policy.Unrestricted || config.Policy.Exec || config.Paths == configuration.PathsReal {
		return all
	}
	n := naming{names: &all}
	n.add(filesystem.Workspace, config.Directory)
	if workspace := resolved(config.Directory); workspace != "/" {
		all.Above = filepath.Dir(workspace)
	}
	n.add(jdkName, config.JDK)
	if compiled := program.Compile; compiled != nil {
		n.add(classesName, compiled.OutputDir)
		n.add(sourceName, program.SourceRoot)
	}
	entries := concat(config.ClassPath, config.Modules.Files())
	permitted := concat(config.Policy.Read, config.Policy.Write)
	for _, path := range concat(entries, permitted) {
		n.addBeside(path)
	}
	if program.Project != nil {
		for _, part := range program.Project.Sets {
			if path, err := filepath.Rel(config.Directory, part.Module.Folder); err == nil {
				n.addBeside(path)
			}
		}
	}
	for _, path := range entries {
		n.addElsewhere(path, absolute(permitted, config.Directory))
	}
	return all
}

// naming is a list of names under construction.
type naming struct {
	names     *filesystem.Names
	elsewhere int // how many folders are named by pathName
}

// add names a folder, by its path and by the one that is free of symbolic links.
func (n *naming) add(name, folder string) {
	folder = filepath.Clean(folder)
	n.names.List = append(n.names.List, filesystem.Name{Program: name, Host: folder})
	if real := resolved(folder); real != folder {
		n.names.List = append(n.names.List, filesystem.Name{Program: name, Host: real})
	}
}

// resolved is a path without symbolic links, or as it is if it leads nowhere.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Clean(path)
}

// addBeside names what is given as a path to something that lies beside the working folder, and what of the program's own project lies there:
// the program sees it there.
func (n *naming) addBeside(path string) {
	path = filepath.Clean(path)
	beside, ok := strings.CutPrefix(path, "../")
	if !ok || beside == ".." || strings.HasPrefix(beside, "../") || n.names.Above == "" {
		return
	}
	first, _, _ := strings.Cut(beside, "/")
	name, folder := filesystem.Projects+"/"+first, filepath.Join(n.names.Above, first)
	if name != filesystem.Workspace && n.names.ToProgram(folder) == folder {
		n.add(name, folder)
	}
}

// addElsewhere names the folder of an entry of the class path that the program knows by no
// name yet. If more is permitted there than the entry, the program may look for it from
// where the entry is, so that keeps its path.
func (n *naming) addElsewhere(entry string, permitted []string) {
	if !filepath.IsAbs(entry) || n.names.ToProgram(resolved(entry)) != resolved(entry) {
		return
	}
	for _, folder := range permitted {
		if relative, err := filepath.Rel(folder, entry); err == nil && relative != "." && filepath.IsLocal(relative) {
			return
		}
	}
	folder := filepath.Dir(filepath.Clean(entry))
	if folder == "/" {
		return
	}
	if real, err := filepath.Rel(resolved(folder), resolved(entry)); err != nil || !filepath.IsLocal(real) {
		return // a link to elsewhere, which may say how to get there from where it is
	}
	n.elsewhere++
	n.add(fmt.Sprintf(pathName, n.elsewhere), folder)
}
