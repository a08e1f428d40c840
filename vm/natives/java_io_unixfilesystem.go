package natives

import (
	"path/filepath"
	"sort"
	"strings"

	"golang.org/x/sys/unix"
)

// Attribute bits, access modes and kinds of space of java.io.FileSystem.
const (
	attributeExists    = 1
	attributeRegular   = 2
	attributeDirectory = 4

	accessExecutable = 1
	accessWritable   = 2
	accessReadable   = 4

	spaceTotal  = 0
	spaceFree   = 1
	spaceUsable = 2
)

// filePath is File.path, made absolute, if the program may use it for the
// purpose. java.io.File reports every failure the same way: ok is false.
func filePath(t *Thread, file Ref, p purpose) (path string, ok bool) {
	m := t.M
	if file == 0 {
		t.ThrowNull()
		return "", false
	}
	h := hostOf(t)
	path = m.Text(m.Memory.U32(file + m.ClassOf(file).LookupField("path", "Ljava/lang/String;").Offset))
	return h.absolute(path), h.denial(path, p) == ""
}

func statFile(t *Thread, file Ref, st *unix.Stat_t) bool {
	path, ok := filePath(t, file, toStat)
	return ok && unix.Stat(path, st) == nil
}

// succeeds reports whether an operation on a file's path worked.
func succeeds(t *Thread, file Ref, p purpose, operation func(path string) error) uint64 {
	path, ok := filePath(t, file, p)
	return boolean(ok && operation(path) == nil)
}

// canonical is the path with its symbolic links followed as far as it exists;
// the rest is tidied up as text.
func canonical(path string) string {
	for existing := path; existing != ""; existing = existing[:strings.LastIndexByte(existing, '/')] {
		if r, err := realPath(existing); err == nil {
			return filepath.Clean(r + "/" + path[len(existing):])
		}
	}
	return filepath.Clean(path)
}

// directoryNames lists a directory as readdir does, without "." and "..". Under the
// virtual clock, which makes runs repeatable, the names are sorted.
func directoryNames(t *Thread, path string) ([]string, error) {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	return readNames(t, fd)
}

// directoryBuffer is how many bytes of directory entries are read at once.
const directoryBuffer = 32 << 10

func readNames(t *Thread, fd int) ([]string, error) {
	var list []string
	b := make([]byte, directoryBuffer)
	for {
		n, err := unix.ReadDirent(fd, b)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return nil, err
		}
		if n == 0 {
			break
		}
		_, _, list = unix.ParseDirent(b[:n], -1, list)
	}
	if t.M.Options.VirtualClock {
		sort.Strings(list)
	}
	return list, nil
}

// permissionBits are the mode bits of an access for the owner, or for all.
func permissionBits(access int32, ownerOnly bool) uint32 {
	bits := uint32(access) << 6 // FileSystem's numbers are those of Unix
	if !ownerOnly {
		bits |= bits>>3 | bits>>6
	}
	return bits
}

func changeMode(path string, change func(mode uint32) uint32) error {
	var st unix.Stat_t
	if err := unix.Stat(path, &st); err != nil {
		return err
	}
	return unix.Chmod(path, change(uint32(st.Mode)&0o7777))
}

func init() {
	register("java/io/UnixFileSystem", table{
		"initIDs()V": nothing,
		"canonicalize0(Ljava/lang/String;)Ljava/lang/String;": func(t *Thread, a Args) uint64 {
			if a.Ref(1) == 0 {
				t.ThrowNull()
				return 0
			}
			return uint64(t.NewString(canonical(hostOf(t).absolute(t.M.Text(a.Ref(1))))))
		},
		"getBooleanAttributes0(Ljava/io/File;)I": func(t *Thread, a Args) uint64 {
			var st unix.Stat_t
			if !statFile(t, a.Ref(1), &st) {
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
		"checkAccess(Ljava/io/File;I)Z": func(t *Thread, a Args) uint64 {
			access, purpose := a.Int(2), toRead
			if access&accessWritable != 0 {
				purpose = toWrite
			}
			return succeeds(t, a.Ref(1), purpose, func(path string) error { return unix.Access(path, uint32(access)) })
		},
		"getLastModifiedTime(Ljava/io/File;)J": func(t *Thread, a Args) uint64 {
			var st unix.Stat_t
			if !statFile(t, a.Ref(1), &st) {
				return 0
			}
			return uint64(st.Mtim.Sec*1000 + st.Mtim.Nsec/1e6)
		},
		"getLength(Ljava/io/File;)J": func(t *Thread, a Args) uint64 {
			var st unix.Stat_t
			if !statFile(t, a.Ref(1), &st) {
				return 0
			}
			return uint64(st.Size)
		},
		"setPermission(Ljava/io/File;IZZ)Z": func(t *Thread, a Args) uint64 {
			bits, enable := permissionBits(a.Int(2), a.Bool(4)), a.Bool(3)
			return succeeds(t, a.Ref(1), toWrite, func(path string) error {
				return changeMode(path, func(mode uint32) uint32 {
					if enable {
						return mode | bits
					}
					return mode &^ bits
				})
			})
		},
		"setReadOnly(Ljava/io/File;)Z": func(t *Thread, a Args) uint64 {
			return succeeds(t, a.Ref(1), toWrite, func(path string) error {
				return changeMode(path, func(mode uint32) uint32 { return mode &^ permissionBits(accessWritable, false) })
			})
		},
		"createFileExclusively(Ljava/lang/String;)Z": func(t *Thread, a Args) uint64 {
			h, path := hostOf(t), t.M.Text(a.Ref(1))
			if path == "/" {
				return 0 // it exists
			}
			if reason := h.denial(path, toWrite); reason != "" {
				t.Throw("java/io/IOException", path+" ("+reason+")")
				return 0
			}
			fd, err := unix.Open(h.absolute(path), unix.O_RDWR|unix.O_CREAT|unix.O_EXCL|unix.O_CLOEXEC, 0o666)
			if err == unix.EEXIST {
				return 0
			}
			if err != nil {
				throwIO(t, err)
				return 0
			}
			unix.Close(fd)
			h.datePath(t, h.absolute(path))
			return 1
		},
		"delete0(Ljava/io/File;)Z": func(t *Thread, a Args) uint64 {
			return succeeds(t, a.Ref(1), toWriteEntry, func(path string) error {
				if err := unix.Unlink(path); err != unix.EISDIR && err != unix.EPERM {
					return err
				}
				return unix.Rmdir(path)
			})
		},
		"list(Ljava/io/File;)[Ljava/lang/String;": func(t *Thread, a Args) uint64 {
			path, ok := filePath(t, a.Ref(1), toRead)
			if !ok {
				return 0
			}
			names, err := directoryNames(t, path)
			if err != nil {
				return 0
			}
			list := make([]Ref, len(names))
			for i, name := range names {
				if list[i] = t.NewString(name); t.Exception != 0 {
					return 0
				}
			}
			return uint64(t.NewRefArray(t.M.Known.String, list))
		},
		"createDirectory(Ljava/io/File;)Z": func(t *Thread, a Args) uint64 {
			return succeeds(t, a.Ref(1), toWriteEntry, func(path string) error {
				err := unix.Mkdir(path, 0o777)
				hostOf(t).datePath(t, path)
				return err
			})
		},
		"rename0(Ljava/io/File;Ljava/io/File;)Z": func(t *Thread, a Args) uint64 {
			to, ok := filePath(t, a.Ref(2), toWriteEntry)
			if !ok {
				return 0
			}
			return succeeds(t, a.Ref(1), toWriteEntry, func(path string) error { return unix.Rename(path, to) })
		},
		"setLastModifiedTime(Ljava/io/File;J)Z": func(t *Thread, a Args) uint64 {
			millis := a.Long(2)
			return succeeds(t, a.Ref(1), toWrite, func(path string) error {
				var st unix.Stat_t
				if err := unix.Stat(path, &st); err != nil {
					return err
				}
				const nanosPerMilli = 1_000_000
				return unix.UtimesNanoAt(unix.AT_FDCWD, path, []unix.Timespec{st.Atim, unix.NsecToTimespec(millis * nanosPerMilli)}, 0)
			})
		},
		"getSpace(Ljava/io/File;I)J": func(t *Thread, a Args) uint64 {
			path, ok := filePath(t, a.Ref(1), toStat)
			var st unix.Statfs_t
			if !ok || unix.Statfs(path, &st) != nil {
				return 0
			}
			size := blockBytes(&st)
			switch a.Int(2) {
			case spaceTotal:
				return size * st.Blocks
			case spaceFree:
				return size * st.Bfree
			case spaceUsable:
				return size * st.Bavail
			}
			return 0
		},
		"getNameMax0(Ljava/lang/String;)J": func(t *Thread, a Args) uint64 {
			var st unix.Statfs_t
			if h, path := hostOf(t), t.M.Text(a.Ref(1)); h.denial(path, toStat) == "" && unix.Statfs(h.absolute(path), &st) == nil {
				return longestNameOf(&st)
			}
			return longestName
		},
	})
}

// longestName is what Linux's file systems allow for one component of a path.
const longestName = 255
