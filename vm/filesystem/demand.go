//go:build unix

package filesystem

import (
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"hotlens/profiles"
)

// This file has sources compiled when the program looks for their classes. A compiler finds what types lead to; a program may put the name of a class together.

// demand is what can be compiled on demand.
type demand struct {
	sources []Sources
	compile func(class string)
	asked   map[string]bool // the classes, by their binary names with dots
}

// CompileOnDemand has compile called from now on, once for each outermost class, by its binary name with dots, when the program looks for a class file in a folder of some sources that is not there, but its
// source is. The program stands still meanwhile, and finds the class file if there is one then.
func (v *View) CompileOnDemand(sources []Sources, compile func(class string)) {
	v.demand = demand{sources, compile, map[string]bool{}}
}

// look is told that the program looks for a path, which is in its own terms. Most are no class files, or nothing is compiled: these have to cost nothing.
func (d *demand) look(path string, names *Names) {
	if d.compile == nil || !strings.HasSuffix(path, classSuffix) {
		return
	}
	host := filepath.Clean(names.ToHost(path))
	file := strings.TrimSuffix(host, classSuffix)
	for i := range d.sources {
		class, below := strings.CutPrefix(file, d.sources[i].Classes+"/")
		class = profiles.Outermost(class)
		name := strings.ReplaceAll(class, "/", ".")
		if !below || d.asked[name] || isRegular(host) || !hasSource(d.sources[i].Roots, class) {
			continue
		}
		d.asked[name] = true
		d.compile(name)
	}
}

// hasSource tells whether a class, by its name with slashes, has a source file below one of some folders.
func hasSource(roots []string, class string) bool {
	for _, root := range roots {
		if isRegular(filepath.Join(root, class+".java")) {
			return true
		}
	}
	return false
}

func isRegular(path string) bool {
	var st unix.Stat_t
	return unix.Stat(path, &st) == nil && fileType(&st) == unix.S_IFREG
}
