package natives

import (
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// maxLinks is the number of symbolic links that Linux follows in one path.
const maxLinks = 40

// alwaysReadable are files that the library reads for itself, and that tell
// nothing about the user.
var alwaysReadable = []string{"/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/etc/localtime", "/etc/timezone", "/etc/mtab", "/proc/mounts", "/proc/self/mounts"}

// zoneInfo is where Unix systems keep the rules of the time zones.
const zoneInfo = "/usr/share/zoneinfo"

// alwaysWritable are the devices that forget what is written to them.
var alwaysWritable = []string{"/dev/null", "/dev/random", "/dev/urandom"}

// absolute makes a path absolute by the program's working directory. It stays
// as it is otherwise: the system, not the text, says what ".." leads to.
func (h *Host) absolute(path string) string {
	if path == "" || strings.HasPrefix(path, "/") {
		return path
	}
	return strings.TrimSuffix(h.Directory, "/") + "/" + path
}

// resolve follows the symbolic links of an absolute path as the system does; the
// last component's only if follow is set. Components that do not exist stay. The
// result is "" if there are too many links.
func resolve(path string, follow bool) string {
	resolved, links := "/", 0
	rest := strings.Split(path, "/")
	for len(rest) > 0 {
		name := rest[0]
		rest = rest[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			resolved = filepath.Dir(resolved)
			continue
		}
		next := filepath.Join(resolved, name)
		target := ""
		if len(rest) > 0 || follow {
			target, _ = readLink(next)
		}
		if target == "" {
			resolved = next
			continue
		}
		if links++; links > maxLinks {
			return ""
		}
		if strings.HasPrefix(target, "/") {
			resolved = "/"
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	return resolved
}

func readLink(path string) (string, error) {
	for size := 256; ; size *= 4 {
		b := make([]byte, size)
		n, err := unix.Readlink(path, b)
		if err != nil {
			return "", err
		}
		if n < size {
			return string(b[:n]), nil
		}
	}
}

// realPath is realpath(3): it fails if the path does not exist.
func realPath(path string) (string, error) {
	var st unix.Stat_t
	if err := unix.Stat(path, &st); err != nil {
		return "", err
	}
	return resolve(path, true), nil
}

func within(path string, roots []string) bool {
	for _, r := range roots {
		if path == r || strings.HasPrefix(path, strings.TrimSuffix(r, "/")+"/") {
			return path != ""
		}
	}
	return false
}

// purpose is what a path is wanted for. With an Entry purpose, a symbolic link
// at its end is meant itself.
type purpose uint8

const (
	toStat purpose = iota // whether and as what it exists
	toStatEntry
	toRead
	toReadEntry
	toWrite
	toWriteEntry
)

// denial reports whether the program may use path for a purpose: "" if so, else
// the reason, which names the setting that would allow it. The caller makes it
// the exception that its API declares.
func (h *Host) denial(path string, p purpose) string {
	if h.Files.Unrestricted || path == "" {
		return ""
	}
	path = h.absolute(path)
	if slices.Contains(standardNames, path) {
		return "" // the program has them anyway
	}
	resolved := resolve(path, p == toStat || p == toRead || p == toWrite)
	writes := p == toWrite || p == toWriteEntry
	if within(resolved, h.Files.Never) || writes && above(resolved, h.Files.Never) { // moving a folder on the way would do, too
		return "hotlens: the folder with compiled code is never permitted"
	}
	if within(resolved, h.Files.Write) {
		return ""
	}
	if writes {
		if p == toWrite && (slices.Contains(alwaysWritable, path) || slices.Contains(alwaysWritable, resolved)) {
			return ""
		}
		return "hotlens: writing is not permitted; allow it with --allow-write " + folder(path, resolved) + ", setting hotlens.policy.write"
	}
	if within(resolved, h.Files.Read) || slices.Contains(alwaysReadable, path) || slices.Contains(alwaysReadable, resolved) || within(resolved, []string{zoneInfo}) {
		return ""
	}
	if (p == toStat || p == toStatEntry) && (above(resolved, h.Files.Read) || above(resolved, h.Files.Write)) {
		return "" // what lies inside shows that it exists
	}
	return "hotlens: reading is not permitted; allow it with --allow-read " + folder(path, resolved) + ", setting hotlens.policy.read"
}

// above reports whether a path is a folder on the way to one of the roots.
func above(path string, roots []string) bool {
	return path != "" && slices.ContainsFunc(roots, func(r string) bool { return within(r, []string{path}) })
}

// folder is what to permit so that a path may be used: the folder itself, or the
// one that a file is in.
func folder(path, resolved string) string {
	var st unix.Stat_t
	switch {
	case resolved == "" || within(resolved, []string{"/proc"}):
		return filepath.Dir(path) // links in /proc lead to numbers of processes
	case unix.Stat(resolved, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFDIR:
		return resolved
	}
	return filepath.Dir(resolved)
}

// denialAt is denial for a path relative to an open directory.
func (h *Host) denialAt(directory int, path string, p purpose) string {
	if h.Files.Unrestricted {
		return ""
	}
	if !strings.HasPrefix(path, "/") {
		at, err := pathOf(directory)
		if err != nil {
			return err.Error()
		}
		path = at + "/" + path
	}
	return h.denial(path, p)
}

// pathOf is the path of an open file, free of symbolic links.
func pathOf(host int) (string, error) { return readLink("/proc/self/fd/" + itoa(host)) }

// changeDenial reports whether the program may change what the system keeps of an
// open file beside its contents, such as its times: that the file is open for
// reading does not permit that.
func (h *Host) changeDenial(host int) (path, reason string) {
	if h.Files.Unrestricted {
		return "", ""
	}
	path, err := pathOf(host)
	if err != nil {
		return "", err.Error()
	}
	return path, h.denial(path, toWriteEntry)
}
