//go:build unix

package filesystem

import (
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"hotlens/profiles"
)

// This file has sources compiled when the program looks for their classes. A compiler finds what types lead to; a program may put the name of a class together, or look into the folders of its
// classes for what there is.

// demand is what can be compiled on demand.
type demand struct {
	sources []Sources
	compile func(name string)
	asked   map[string]bool // the names
}

// allBelow stands behind the name of a package, and a dot, for all classes in it and in the packages below it; by itself for all classes.
const allBelow = "*"

// CompileOnDemand has compile called from now on, once for each name, when the program looks for what there would be if all sources had been compiled: with the binary name of an outermost class, with
// dots, whose class file is not there, though its source is; with the name of a package, and "*" behind it, of which the program lists the folder, or looks for it where there is only one of sources. The
// program stands still meanwhile, and finds what there is then.
func (v *View) CompileOnDemand(sources []Sources, compile func(name string)) {
	v.demand = demand{sources, compile, map[string]bool{}}
}

// look is told that the program looks for a path of the host. Where nothing is compiled this has to cost nothing.
func (d *demand) look(host string, purpose Purpose) {
	if d.compile == nil {
		return
	}
	host = filepath.Clean(host)
	for i := range d.sources {
		below, ok := strings.CutPrefix(host, d.sources[i].Classes)
		switch {
		case !ok || below != "" && below[0] != '/':
		case strings.HasSuffix(below, classSuffix):
			d.lookForClass(&d.sources[i], host, strings.TrimSuffix(below[1:], classSuffix))
		default:
			d.lookIntoFolder(&d.sources[i], host, strings.TrimPrefix(below, "/"), purpose)
		}
	}
}

// lookForClass is told that the program looks for a class file, by the class's name with slashes.
func (d *demand) lookForClass(of *Sources, host, class string) {
	class = profiles.Outermost(class)
	if name := strings.ReplaceAll(class, "/", "."); !d.asked[name] && !isA(unix.S_IFREG, host) && of.have(unix.S_IFREG, class+sourceSuffix) {
		d.ask(name)
	}
}

// lookIntoFolder is told that the program looks for what may be a package's folder, by its path below that of the classes, and perhaps lists it.
func (d *demand) lookIntoFolder(of *Sources, host, folder string, purpose Purpose) {
	if purpose > ToRead || !of.have(unix.S_IFDIR, folder) || isA(unix.S_IFDIR, host) != (purpose == ToRead) {
		return
	}
	name := allBelow
	if folder != "" {
		name = strings.ReplaceAll(folder, "/", ".") + "." + allBelow
	}
	if !d.hasAsked(name) {
		d.ask(name)
	}
}

// hasAsked tells whether all classes of a package have been asked for, with those of one that it is in, or by themselves.
func (d *demand) hasAsked(name string) bool {
	for !d.asked[name] {
		if name == allBelow {
			return false
		}
		name = strings.TrimSuffix(name, "."+allBelow)
		name = name[:strings.LastIndexByte(name, '.')+1] + allBelow
	}
	return true
}

func (d *demand) ask(name string) {
	d.asked[name] = true
	d.compile(name)
}

const sourceSuffix = ".java"

// have tells whether the sources have a file or a folder.
func (s *Sources) have(kind uint32, path string) bool {
	for _, root := range s.Roots {
		if isA(kind, filepath.Join(root, path)) {
			return true
		}
	}
	return false
}

// isA tells whether there is what is of a kind at a path.
func isA(kind uint32, path string) bool {
	var st unix.Stat_t
	return unix.Stat(path, &st) == nil && fileType(&st) == kind
}
