//go:build unix

package natives

import (
	"sort"

	"golang.org/x/sys/unix"

	"hotlens/vm/filesystem"
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

// filePlace is where File.path leads, if the program may use it for the purpose.
// java.io.File reports every failure the same way: ok is false. Close the place.
func filePlace(t *Thread, file Ref, follow bool, purpose filesystem.Purpose) (place filesystem.Place, ok bool) {
	m := t.M
	if file == 0 {
		t.ThrowNull()
		return place, false
	}
	path := m.Text(m.Memory.U32(file + m.ClassOf(file).LookupField("path", "Ljava/lang/String;").Offset))
	place, err := hostOf(t).locate(path, follow, purpose)
	unanswered(t, path, purpose, err)
	return place, err == nil
}

func statFile(t *Thread, file Ref) (st unix.Stat_t, ok bool) {
	place, ok := filePlace(t, file, true, filesystem.ToStat)
	if !ok {
		return st, false
	}
	defer place.Close()
	var err error
	st, _, err = hostOf(t).appearance(t, &place)
	return st, err == nil
}

// changes reports whether a change of what a file's path leads to worked.
func changes(t *Thread, file Ref, operation func(place *filesystem.Place) error) uint64 {
	return succeeds(t, file, true, filesystem.ToChange, operation)
}

// succeeds reports whether an operation on a file's path worked.
func succeeds(t *Thread, file Ref, follow bool, purpose filesystem.Purpose, operation func(place *filesystem.Place) error) uint64 {
	place, ok := filePlace(t, file, follow, purpose)
	if !ok {
		return 0
	}
	defer place.Close()
	return boolean(operation(&place) == nil)
}

// readNames lists an open directory without "." and "..". Under the virtual clock,
// which makes runs repeatable, the names are sorted.
func readNames(t *Thread, fd int) ([]string, error) {
	list, err := hostOf(t).Files.View.List(fd)
	if t.M.Options.VirtualClock {
		sort.Strings(list)
	}
	return list, err
}

// permissionBits are the mode bits of an access for the owner, or for all.
func permissionBits(access int32, ownerOnly bool) uint32 {
	bits := uint32(access) << 6 // FileSystem's numbers are those of Unix
	if !ownerOnly {
		bits |= bits>>3 | bits>>6
	}
	return bits
}

func changeMode(place *filesystem.Place, change func(mode uint32) uint32) error {
	st, err := place.Stat()
	if err != nil {
		return err
	}
	return place.Chmod(change(uint32(st.Mode) & 0o7777))
}

func init() { later(javaIoUnixfilesystem) }

func javaIoUnixfilesystem() {
	register("java/io/UnixFileSystem", table{
		"initIDs()V": nothing,
		"canonicalize0(Ljava/lang/String;)Ljava/lang/String;": func(t *Thread, a Args) uint64 {
			if a.Ref(1) == 0 {
				t.ThrowNull()
				return 0
			}
			h := hostOf(t)
			return uint64(t.NewString(h.canonical(h.absolute(t.M.Text(a.Ref(1))))))
		},
		"getBooleanAttributes0(Ljava/io/File;)I": func(t *Thread, a Args) uint64 {
			st, ok := statFile(t, a.Ref(1))
			if !ok {
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
			access, purpose := a.Int(2), filesystem.ToRead
			if access&accessWritable != 0 {
				purpose = filesystem.ToWrite
			}
			return succeeds(t, a.Ref(1), true, purpose, func(place *filesystem.Place) error { return place.Access(uint32(access)) })
		},
		"getLastModifiedTime(Ljava/io/File;)J": func(t *Thread, a Args) uint64 {
			st, ok := statFile(t, a.Ref(1))
			if !ok {
				return 0
			}
			return uint64(st.Mtim.Sec*1000 + st.Mtim.Nsec/1e6)
		},
		"getLength(Ljava/io/File;)J": func(t *Thread, a Args) uint64 {
			st, ok := statFile(t, a.Ref(1))
			if !ok {
				return 0
			}
			return uint64(st.Size)
		},
		"setPermission(Ljava/io/File;IZZ)Z": func(t *Thread, a Args) uint64 {
			bits, enable := permissionBits(a.Int(2), a.Bool(4)), a.Bool(3)
			return changes(t, a.Ref(1), func(place *filesystem.Place) error {
				return changeMode(place, func(mode uint32) uint32 {
					if enable {
						return mode | bits
					}
					return mode &^ bits
				})
			})
		},
		"setReadOnly(Ljava/io/File;)Z": func(t *Thread, a Args) uint64 {
			return changes(t, a.Ref(1), func(place *filesystem.Place) error {
				return changeMode(place, func(mode uint32) uint32 { return mode &^ permissionBits(accessWritable, false) })
			})
		},
		"createFileExclusively(Ljava/lang/String;)Z": func(t *Thread, a Args) uint64 {
			if a.Ref(1) == 0 {
				t.ThrowNull()
				return 0
			}
			h, path := hostOf(t), t.M.Text(a.Ref(1))
			if path == "/" {
				return 0 // it exists
			}
			place, err := h.locate(path, false, filesystem.ToChange)
			if err != nil {
				if filesystem.Reason(err) != "" {
					t.Throw("java/io/IOException", path+parenthesized(err))
				} else {
					throwIO(t, err)
				}
				return 0
			}
			defer place.Close()
			h.chargeEntry(t, &place)
			fd, err := place.Open(unix.O_RDWR|unix.O_CREAT|unix.O_EXCL, 0o666)
			if err == unix.EEXIST {
				return 0
			}
			if err != nil {
				throwIO(t, err)
				return 0
			}
			unix.Close(fd)
			h.noteMade(t, &place)
			return 1
		},
		"delete0(Ljava/io/File;)Z": func(t *Thread, a Args) uint64 {
			return succeeds(t, a.Ref(1), false, filesystem.ToChange, func(place *filesystem.Place) error {
				if err := hostOf(t).remove(t, place, 0); err != unix.EISDIR && err != unix.EPERM {
					return err
				}
				return hostOf(t).remove(t, place, unix.AT_REMOVEDIR)
			})
		},
		"list(Ljava/io/File;)[Ljava/lang/String;": func(t *Thread, a Args) uint64 {
			place, ok := filePlace(t, a.Ref(1), true, filesystem.ToRead)
			if !ok {
				return 0
			}
			defer place.Close()
			fd, err := place.Open(unix.O_RDONLY|unix.O_DIRECTORY, 0)
			if err != nil {
				return 0
			}
			defer unix.Close(fd)
			names, err := readNames(t, fd)
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
			h := hostOf(t)
			return succeeds(t, a.Ref(1), false, filesystem.ToChange, func(place *filesystem.Place) error {
				h.chargeEntry(t, place)
				err := place.MakeFolder(0o777)
				if err == nil {
					h.noteMade(t, place)
				}
				return err
			})
		},
		"rename0(Ljava/io/File;Ljava/io/File;)Z": func(t *Thread, a Args) uint64 {
			to, ok := filePlace(t, a.Ref(2), false, filesystem.ToChange)
			if !ok {
				return 0
			}
			defer to.Close()
			return succeeds(t, a.Ref(1), false, filesystem.ToChange, func(place *filesystem.Place) error { return hostOf(t).rename(t, place, &to) })
		},
		"setLastModifiedTime(Ljava/io/File;J)Z": func(t *Thread, a Args) uint64 {
			millis := a.Long(2)
			return changes(t, a.Ref(1), func(place *filesystem.Place) error {
				st, err := place.Stat()
				if err != nil {
					return err
				}
				const nanosPerMilli = 1_000_000
				return hostOf(t).setTimes(t, place, st.Atim, unix.NsecToTimespec(millis*nanosPerMilli))
			})
		},
		"getSpace(Ljava/io/File;I)J": func(t *Thread, a Args) uint64 {
			var block, total, free, usable uint64
			ok := succeeds(t, a.Ref(1), true, filesystem.ToStat, func(place *filesystem.Place) (err error) {
				block, total, free, usable, err = hostOf(t).space(t, place)
				return err
			})
			if ok == 0 {
				return 0
			}
			switch a.Int(2) {
			case spaceTotal:
				return block * total
			case spaceFree:
				return block * free
			case spaceUsable:
				return block * usable
			}
			return 0
		},
		"getNameMax0(Ljava/lang/String;)J": func(t *Thread, a Args) uint64 {
			if a.Ref(1) == 0 {
				t.ThrowNull()
				return 0
			}
			place, err := hostOf(t).locate(t.M.Text(a.Ref(1)), true, filesystem.ToStat)
			if err != nil {
				return longestName
			}
			defer place.Close()
			var st unix.Statfs_t
			if !hostOf(t).isFixed(t) && place.Statfs(&st) == nil {
				return longestNameOf(&st)
			}
			return longestName
		},
	}.known(
		[2]string{"checkAccess(Ljava/io/File;I)Z", "checkAccess0(Ljava/io/File;I)Z"},
		[2]string{"createDirectory(Ljava/io/File;)Z", "createDirectory0(Ljava/io/File;)Z"},
		[2]string{"createFileExclusively(Ljava/lang/String;)Z", "createFileExclusively0(Ljava/lang/String;)Z"},
		[2]string{"getLastModifiedTime(Ljava/io/File;)J", "getLastModifiedTime0(Ljava/io/File;)J"},
		[2]string{"getLength(Ljava/io/File;)J", "getLength0(Ljava/io/File;)J"},
		[2]string{"getSpace(Ljava/io/File;I)J", "getSpace0(Ljava/io/File;I)J"},
		[2]string{"list(Ljava/io/File;)[Ljava/lang/String;", "list0(Ljava/io/File;)[Ljava/lang/String;"},
		[2]string{"setLastModifiedTime(Ljava/io/File;J)Z", "setLastModifiedTime0(Ljava/io/File;J)Z"},
		[2]string{"setPermission(Ljava/io/File;IZZ)Z", "setPermission0(Ljava/io/File;IZZ)Z"},
		[2]string{"setReadOnly(Ljava/io/File;)Z", "setReadOnly0(Ljava/io/File;)Z"},
	))
}

// longestName is what Linux's file systems allow for one component of a path.
const longestName = 255
