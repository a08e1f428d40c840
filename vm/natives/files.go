package natives

import (
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// Files is the program's view of the file system: which descriptors it may use
// and which paths it may touch.
type Files struct {
	Standard     [3]int // host descriptors of stdin, stdout and stderr
	Unrestricted bool
	Read, Write  []string // permitted roots, absolute and free of symbolic links
	open         map[int]bool
}

// descriptor maps a Java file descriptor to the host's; false when the program
// does not own it.
func (f *Files) descriptor(fd int32) (int, bool) {
	if fd >= 0 && fd < 3 {
		return f.Standard[fd], f.Standard[fd] >= 0
	}
	return int(fd), f.open[int(fd)]
}

func (f *Files) opened(fd int) {
	if f.open == nil {
		f.open = map[int]bool{}
	}
	f.open[fd] = true
}

// absolute makes a path absolute by the program's working directory.
func (h *Host) absolute(path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(h.Directory, path)
	}
	return filepath.Clean(path)
}

// real resolves symbolic links of the longest existing part of a path.
func real(path string) string {
	if r, err := filepath.EvalSymlinks(path); err == nil {
		return r
	}
	dir, base := filepath.Split(path)
	if dir = filepath.Clean(dir); dir == path {
		return path
	}
	return filepath.Join(real(dir), base)
}

func within(path string, roots []string) bool {
	for _, r := range roots {
		if path == r || strings.HasPrefix(path, strings.TrimSuffix(r, "/")+"/") {
			return true
		}
	}
	return false
}

// mayRead reports whether the program may read path; if not, the text says which
// setting would allow it. The caller makes it the exception its API declares.
func (h *Host) mayRead(path string) (string, bool) {
	if h.Files.Unrestricted || within(real(h.absolute(path)), h.Files.Read) || within(real(h.absolute(path)), h.Files.Write) {
		return "", true
	}
	return path + " (hotlens: reading is not permitted; allow it with --allow-read " + filepath.Dir(h.absolute(path)) + ", setting hotlens.policy.read)", false
}

func (h *Host) mayWrite(path string) (string, bool) {
	if h.Files.Unrestricted || within(real(h.absolute(path)), h.Files.Write) {
		return "", true
	}
	return path + " (hotlens: writing is not permitted; allow it with --allow-write " + filepath.Dir(h.absolute(path)) + ", setting hotlens.policy.write)", false
}

// write sends bytes to a descriptor; output to stdout and stderr counts towards
// the output budget.
func write(t *Thread, fd int32, b []byte) (int, error) {
	h := hostOf(t)
	host, ok := h.Files.descriptor(fd)
	if !ok {
		return 0, unix.EBADF
	}
	if fd == 1 || fd == 2 {
		h.countOutput(t, len(b))
	}
	total := 0
	for total < len(b) {
		n, err := unix.Write(host, b[total:])
		if err == unix.EINTR || err == unix.EAGAIN {
			continue
		}
		if err != nil {
			return total, err
		}
		total += n
	}
	return total, nil
}

// read fills b from a descriptor; other threads run while it waits.
func read(t *Thread, fd int32, b []byte) (n int, err error) {
	host, ok := hostOf(t).Files.descriptor(fd)
	if !ok {
		return 0, unix.EBADF
	}
	buffer := make([]byte, len(b))
	t.Outside(func() {
		for {
			if n, err = unix.Read(host, buffer); err != unix.EINTR {
				return
			}
		}
	})
	if n > 0 {
		copy(b, buffer[:n])
	}
	return max(n, 0), err
}

// errnoText is the system's message of an error.
func errnoText(err error) string {
	if e, ok := err.(unix.Errno); ok {
		text := e.Error()
		if text == "" {
			return text
		}
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return err.Error()
}
