package javac

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/engine/confinement"
	"hotlens/engine/jdk"
	"hotlens/vm/classpath"
	"hotlens/vm/release"
)

// This file says what the kernel permits the JVM with the compiler. A javac plugin or
// an annotation processor is the user's code, and of the libraries' that the user has;
// none runs unless the request says so (RequestFiles.java), and then only in here.

// jvmReads are the files and folders that a JVM reads wherever it runs: the C
// library and the linker's configuration, time zones, and what the kernel tells of
// the machine and of itself.
var jvmReads = []string{
	"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/nix/store", "/etc/ld.so.cache", "/etc/ld.so.preload",
	"/usr/share/zoneinfo", "/etc/localtime", "/etc/timezone", "/etc/nsswitch.conf", "/etc/passwd", "/etc/group",
	"/proc/meminfo", "/proc/cpuinfo", "/proc/stat", "/proc/version", "/proc/cgroups", "/proc/sys/vm", "/proc/sys/kernel",
	"/sys/devices/system", "/sys/fs/cgroup", "/sys/kernel/mm",
}

// grants are the folders and files that a JVM was permitted, with what is below
// them: the kernel keeps what they were at its start, by identity and not by path.
type grants struct {
	read, write map[string]os.FileInfo // by path, free of symbolic links; nil where there was nothing
}

// permit permits more, and tells whether a JVM that runs already does not know of it:
// of a path that was not permitted yet, or one where there is another file or folder
// than there was.
func (g *grants) permit(read, write []string) (news bool) {
	if g.read == nil {
		g.read, g.write = map[string]os.FileInfo{}, map[string]os.FileInfo{}
	}
	for _, path := range write {
		if path = resolved(path); !below(path, g.write) {
			g.write[path], news = nil, true
		}
	}
	for _, path := range read {
		if path = resolved(path); !below(path, g.read) && !below(path, g.write) {
			g.read[path], news = nil, true
		}
	}
	for _, permitted := range []map[string]os.FileInfo{g.read, g.write} {
		for path, before := range permitted {
			info, err := os.Stat(path)
			switch {
			case err != nil && before != nil:
				permitted[path], news = nil, true
			case err == nil && (before == nil || !os.SameFile(info, before)):
				permitted[path], news = info, true
			}
		}
	}
	return news
}

// resolved is a path free of symbolic links, as far as it exists.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Clean(path)
}

// below tells whether a path is one of those that are permitted, or below one.
func below(path string, permitted map[string]os.FileInfo) bool {
	for {
		if _, found := permitted[path]; found {
			return true
		}
		parent := filepath.Dir(path)
		if parent == path {
			return false
		}
		path = parent
	}
}

// rules are what the JVM of a JDK may do.
func (g *grants) rules(j *jdk.JDK, program string) confinement.Rules {
	java := j.Java()
	if real, err := filepath.EvalSymlinks(java); err == nil {
		java = real
	}
	return confinement.Rules{
		Read:          slices.Concat(jvmReads, []string{j.Home, program}, release.Linked(j.Home), slices.Sorted(maps.Keys(g.read))),
		Write:         slices.Sorted(maps.Keys(g.write)),
		Execute:       []string{java},
		AnySystemCall: true,
		DataBytes:     processBytes,
	}
}

// paths are the folders and files that a request reads and writes.
func (r *Request) paths() (read, write []string, err error) {
	roots := r.SourcePath
	if roots == nil {
		if roots, err = r.sourceRoots(); err != nil {
			return nil, nil, err
		}
	}
	output := cmp.Or(r.written, r.OutputDir)
	read = slices.Concat(roots, r.Files, r.ModulePath, r.OptionPaths, r.ProcessorPath)
	for _, entry := range r.ClassPath {
		read = append(read, strings.TrimSuffix(entry, "*"))
	}
	// javac follows the manifests of jars, too.
	if path, err := classpath.Resolve(r.ClassPath); err == nil {
		read = append(read, readable(path, roots)...)
	}
	if r.Processors {
		read = append(read, bubbling(roots)...)
	}
	return read, []string{output}, nil
}

// readable are the locations of a class path that the compiler may read, in a workspace of these source roots.
func readable(path *classpath.Path, roots []string) []string {
	if len(roots) == 0 {
		return nil
	}
	permitted, _ := path.Readable(roots[0])
	return permitted
}
