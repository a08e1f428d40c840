package natives

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Attribute bits of java.io.FileSystem.
const (
	attributeExists    = 1
	attributeRegular   = 2
	attributeDirectory = 4
)

// pathOf is File.path.
func pathOf(t *Thread, file Ref) string {
	m := t.M
	if file == 0 {
		t.ThrowNull()
		return ""
	}
	return m.Text(m.Memory.U32(file + m.ClassOf(file).LookupField("path", "Ljava/lang/String;").Offset))
}

func statOf(t *Thread, file Ref, st *unix.Stat_t) bool {
	path := pathOf(t, file)
	if t.Exception != 0 {
		return false
	}
	if _, ok := hostOf(t).mayRead(path); !ok {
		return false
	}
	return unix.Stat(hostOf(t).absolute(path), st) == nil
}

func init() {
	register("java/io/UnixFileSystem", table{
		"initIDs()V": nothing,
		"canonicalize0(Ljava/lang/String;)Ljava/lang/String;": func(t *Thread, a Args) uint64 {
			return uint64(t.NewString(real(filepath.Clean(t.M.Text(a.Ref(1))))))
		},
		"getBooleanAttributes0(Ljava/io/File;)I": func(t *Thread, a Args) uint64 {
			var st unix.Stat_t
			if !statOf(t, a.Ref(1), &st) {
				return 0
			}
			switch st.Mode & unix.S_IFMT {
			case unix.S_IFREG:
				return attributeExists | attributeRegular
			case unix.S_IFDIR:
				return attributeExists | attributeDirectory
			}
			return attributeExists
		},
		"getLength(Ljava/io/File;)J": func(t *Thread, a Args) uint64 {
			var st unix.Stat_t
			if !statOf(t, a.Ref(1), &st) {
				return 0
			}
			return uint64(st.Size)
		},
		"getLastModifiedTime(Ljava/io/File;)J": func(t *Thread, a Args) uint64 {
			var st unix.Stat_t
			if !statOf(t, a.Ref(1), &st) {
				return 0
			}
			return uint64(st.Mtim.Sec*1000 + st.Mtim.Nsec/1e6)
		},
	})
}
