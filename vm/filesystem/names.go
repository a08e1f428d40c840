package filesystem

import (
	"path/filepath"
	"slices"
	"strings"
)

const (
	// NamesFolder is the folder that all names lie in. It exists for the program only: what
	// a host may have there is out of its sight.
	NamesFolder = "/hotlens"
	// Projects stands for the folder that the program's working folder lies in, so that a
	// relative path which begins with ".." is good also after it was made absolute.
	Projects = NamesFolder + "/projects"
	// Workspace is the name of the program's working folder.
	Workspace = Projects + "/workspace"
)

// Name is a folder of the host, and the path by which a program in the sandbox knows it.
// Both are absolute and clean.
type Name struct {
	Program string // in NamesFolder
	Host    string
}

// Names are paths that a program sees in place of the host's, so that what it does with
// them is the same in any folder of any machine. The host's own paths stay good beside
// them. They say what a path means, and not whether it is permitted: a View translates
// first and judges then.
//
// ".." leads from a folder with a name to the one that the name lies in. Where several folders of the host lie within each other, the
// innermost gives the name; of several names for one folder, the first.
type Names struct {
	List []Name
	// Above is the folder of the host that Projects stands for, without symbolic links; ""
	// for none. It gives no names: what else lies there keeps its path.
	Above string
}

// Empty tells that the program sees the host's own paths.
func (n *Names) Empty() bool { return len(n.List) == 0 }

// ToHost is the host's path for an absolute one of the program's.
func (n *Names) ToHost(path string) string {
	if n.Empty() || !strings.HasPrefix(path, NamesFolder) {
		return path
	}
	if path = withoutDots(path); isNamesFolder(path) {
		return "/" // a folder that is there, and of which the program learns no more
	}
	var best *Name
	for i := range n.List {
		if name := &n.List[i]; within(path, name.Program) && (best == nil || len(name.Program) > len(best.Program)) {
			best = name
		}
	}
	switch {
	case best != nil:
		return join(best.Host, path[len(best.Program):])
	case n.Above != "" && within(path, Projects):
		return join(n.Above, path[len(Projects):])
	}
	return path
}

// ToProgram is the program's path for an absolute one of the host's that is clean. What
// has no name keeps the host's path.
func (n *Names) ToProgram(path string) string {
	if n.Empty() {
		return path
	}
	if path == n.Above {
		return Projects
	}
	var best *Name
	for i := range n.List {
		if name := &n.List[i]; within(path, name.Host) && (best == nil || len(name.Host) > len(best.Host)) {
			best = name
		}
	}
	switch {
	case best == nil:
		return path
	case path == best.Host: // "/" has a slash at its end that others have not
		return best.Program
	}
	return join(best.Program, path[len(strings.TrimSuffix(best.Host, "/")):])
}

func isNamesFolder(path string) bool { return strings.TrimSuffix(path, "/") == NamesFolder }

// AllToProgram are the program's paths for those of a list, of which relative ones stay.
func (n *Names) AllToProgram(paths []string) []string {
	all := slices.Clone(paths)
	for i, path := range all {
		if filepath.IsAbs(path) {
			all[i] = n.ToProgram(filepath.Clean(path))
		}
	}
	return all
}

// AllToHost are the host's paths for those of a list.
func (n *Names) AllToHost(paths []string) []string {
	all := slices.Clone(paths)
	for i, path := range all {
		all[i] = n.ToHost(path)
	}
	return all
}

// within reports whether a path is that of a folder, or of something in it.
func within(path, folder string) bool {
	folder = strings.TrimSuffix(folder, "/")
	return strings.HasPrefix(path, folder) && (len(path) == len(folder) || path[len(folder)] == '/')
}

// join puts the rest of a path, "" or one that begins with a slash, behind a folder.
func join(folder, rest string) string {
	if rest == "" {
		return folder
	}
	return strings.TrimSuffix(folder, "/") + rest
}

// withoutDots leaves out of a path what means nothing: "." and empty components, but for the
// last one, since a path that ends in a slash has to be that of a folder.
func withoutDots(path string) string {
	if !strings.Contains(path, "//") && !strings.Contains(path, "/.") {
		return path
	}
	var kept []string
	components := strings.Split(path, "/")
	for i, c := range components {
		if c != "" && c != "." || i == 0 || i == len(components)-1 {
			kept = append(kept, c)
		}
	}
	return strings.Join(kept, "/")
}

// advised is a path as a user may give it to --allow-read and --allow-write: what is in the
// working folder, or beside it, relative to that. So the advice is the same in any folder.
func (n *Names) advised(path string) string {
	if n.Empty() {
		return path
	}
	if !within(path, NamesFolder) {
		path = n.ToProgram(filepath.Clean(path))
	}
	switch {
	case within(path, Workspace):
		return filepath.Clean("." + path[len(Workspace):])
	case within(path, Projects):
		return filepath.Clean(".." + path[len(Projects):])
	}
	return path
}
