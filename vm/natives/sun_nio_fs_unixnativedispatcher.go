package natives

import (
	"bytes"
	"os/user"
	"strconv"

	"golang.org/x/sys/unix"

	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

// Capabilities that UnixNativeDispatcher.init reports (its SUPPORTS_ constants).
const (
	supportsOpenAt   = 1 << 1
	supportsFutimes  = 1 << 2
	supportsFutimens = 1 << 3
	supportsLutimes  = 1 << 4
	supportsXattr    = 1 << 5
)

// throwUnix throws the UnixException of a system error, from which the library
// makes the exception that the caller sees.
func throwUnix(t *Thread, err error) {
	errno, ok := err.(unix.Errno)
	if !ok {
		errno = unix.EIO
	}
	c := t.FindBootClass("sun/nio/fs/UnixException")
	if c == nil || !t.Initialize(c) {
		return
	}
	r := t.NewObject(c)
	if t.Exception != 0 {
		return
	}
	t.VMWork(func() {
		t.Call(interpreter.Callback, c.Method("<init>", "(I)V"), uint64(r), uint64(errno))
	})
	if t.Exception == 0 {
		t.Exception = r
	}
}

// throwDenied throws the AccessDeniedException of a policy's denial. A
// UnixException could not carry the reason.
func throwDenied(t *Thread, path, reason string) {
	t.Throw("java/nio/file/AccessDeniedException", path)
	denied := t.Exception
	t.Exception = 0
	// A FileSystemException keeps its reason as the detail message.
	text := t.NewString(reason)
	if t.Exception == 0 {
		t.M.Memory.SetU32(denied+t.M.Known.ThrowableMessage, text)
		t.Exception = denied
	}
}

// cString is the C string at an address of the off-heap memory.
func cString(t *Thread, address int64) (string, bool) {
	o := &t.M.Memory.OffHeap
	for n := uint64(0); o.Contains(uint64(address), n+1); n++ {
		if t.M.Memory.U8(memory.Address(uint64(address)+n)) == 0 {
			return string(t.M.Memory.Slice(memory.Address(address), int(n))), true
		}
	}
	badAddress(t, address)
	return "", false
}

// offHeap is a part of the off-heap memory.
func offHeap(t *Thread, address int64, length int64) ([]byte, bool) {
	if length == 0 {
		return nil, true
	}
	if length < 0 || !t.M.Memory.OffHeap.Contains(uint64(address), uint64(length)) {
		badAddress(t, address)
		return nil, false
	}
	return t.M.Memory.Slice(memory.Address(address), int(length)), true
}

func badAddress(t *Thread, address int64) {
	t.Throwf("java/lang/InternalError", "a fault occurred in an unsafe memory access operation (address 0x%x)", uint64(address))
}

// bytesOf makes a byte[] of a string.
func bytesOf(t *Thread, s string) uint64 { return uint64(t.NewBytes([]byte(s))) }

// pathAt is the path at an address, made absolute, if the program may use it.
// Otherwise an exception is pending.
func pathAt(t *Thread, address int64, p purpose) (string, bool) {
	path, ok := cString(t, address)
	if !ok {
		return "", false
	}
	h := hostOf(t)
	if reason := h.denial(path, p); reason != "" {
		throwDenied(t, path, reason)
		return "", false
	}
	return h.absolute(path), true
}

// onPath makes a native that works on the path in its first argument.
func onPath(p purpose, operation func(path string, a Args) error) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		if path, ok := pathAt(t, a.Long(0), p); ok {
			if err := operation(path, a); err != nil {
				throwUnix(t, err)
			}
		}
		return 0
	}
}

// onDescriptor makes a native that works on the descriptor in its first
// argument.
func onDescriptor(operation func(t *Thread, host int, a Args) (uint64, error)) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		host, ok := hostOf(t).Files.descriptor(a.Int(0))
		if !ok {
			throwUnix(t, unix.EBADF)
			return 0
		}
		result, err := operation(t, host, a)
		if err != nil {
			throwUnix(t, err)
			return 0
		}
		return result
	}
}

// changing is onDescriptor for an operation that changes the file itself.
func changing(operation func(t *Thread, host int, a Args) (uint64, error)) interpreter.NativeFunc {
	return onDescriptor(func(t *Thread, host int, a Args) (uint64, error) {
		if path, reason := hostOf(t).changeDenial(host); reason != "" {
			throwDenied(t, path, reason)
			return 0, nil
		}
		return operation(t, host, a)
	})
}

// openPurpose is what a file is opened for.
func openPurpose(flags int) purpose {
	entry := flags&unix.O_NOFOLLOW != 0
	switch write := flags&(unix.O_WRONLY|unix.O_RDWR|unix.O_CREAT|unix.O_TRUNC) != 0; {
	case write && entry:
		return toWriteEntry
	case write:
		return toWrite
	case entry:
		return toReadEntry
	}
	return toRead
}

// fillAttributes stores a file's status in a UnixFileAttributes.
func fillAttributes(t *Thread, object Ref, st *unix.Stat_t) {
	if object == 0 {
		t.ThrowNull()
		return
	}
	for _, f := range []struct {
		name  string
		value uint64
	}{
		{"st_mode", uint64(st.Mode)}, {"st_ino", st.Ino}, {"st_dev", uint64(st.Dev)}, {"st_rdev", uint64(st.Rdev)},
		{"st_nlink", uint64(st.Nlink)}, {"st_uid", uint64(st.Uid)}, {"st_gid", uint64(st.Gid)}, {"st_size", uint64(st.Size)},
		{"st_atime_sec", uint64(st.Atim.Sec)}, {"st_atime_nsec", uint64(st.Atim.Nsec)},
		{"st_mtime_sec", uint64(st.Mtim.Sec)}, {"st_mtime_nsec", uint64(st.Mtim.Nsec)},
		{"st_ctime_sec", uint64(st.Ctim.Sec)}, {"st_ctime_nsec", uint64(st.Ctim.Nsec)},
	} {
		setField(t, object, f.name, f.value)
	}
}

// setField stores into an int, long or reference field of an object. A field
// that this JDK does not have is left out.
func setField(t *Thread, object Ref, name string, value uint64) {
	m := t.M
	f := m.ClassOf(object).LookupField(name, "")
	if f == nil {
		return
	}
	switch f.Desc[0] {
	case 'J':
		m.Memory.SetU64(object+f.Offset, value)
	case 'Z', 'B':
		m.Memory.SetU8(object+f.Offset, uint8(value))
	case 'S', 'C':
		m.Memory.SetU16(object+f.Offset, uint16(value))
	default:
		m.Memory.SetU32(object+f.Offset, uint32(value))
	}
}

// status makes a native that fills a UnixFileAttributes, which is in a slot of
// its arguments.
func status(p purpose, slot int, stat func(path string, st *unix.Stat_t) error) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		path, ok := pathAt(t, a.Long(0), p)
		if !ok {
			return 0
		}
		var st unix.Stat_t
		if err := stat(path, &st); err != nil {
			throwUnix(t, err)
			return 0
		}
		fillAttributes(t, a.Ref(slot), &st)
		return 0
	}
}

// microseconds and nanoseconds are times for utimensat. Fractions of a second
// before 1970 stay negative, which the system refuses: the library's Java code
// counts on that, and then takes the epoch.
func microseconds(us int64) unix.Timespec {
	return unix.Timespec{Sec: us / 1e6, Nsec: us % 1e6 * 1000}
}

func nanoseconds(ns int64) unix.Timespec {
	return unix.Timespec{Sec: ns / 1e9, Nsec: ns % 1e9}
}

// directory is an open directory stream: what readdir still has to deliver.
type directory struct {
	fd    int32
	names []string
	read  bool
}

// next is readdir: false at the end.
func (d *directory) next(t *Thread) (string, bool, error) {
	if !d.read {
		host, ok := hostOf(t).Files.descriptor(d.fd)
		if !ok {
			return "", false, unix.EBADF
		}
		names, err := readNames(t, host)
		if err != nil {
			return "", false, err
		}
		d.names, d.read = names, true
	}
	if len(d.names) == 0 {
		return "", false, nil
	}
	name := d.names[0]
	d.names = d.names[1:]
	return name, true, nil
}

// at is an open directory and a path relative to it, as openat takes them, if
// the program may use the path. Otherwise an exception is pending.
func at(t *Thread, fd int32, address int64, p purpose) (host int, path string, ok bool) {
	if path, ok = cString(t, address); !ok {
		return 0, "", false
	}
	h := hostOf(t)
	if host, ok = h.Files.descriptor(fd); !ok {
		throwUnix(t, unix.EBADF)
		return 0, "", false
	}
	if reason := h.denialAt(host, path, p); reason != "" {
		throwDenied(t, path, reason)
		return 0, "", false
	}
	return host, path, true
}

func init() {
	register("sun/nio/fs/UnixNativeDispatcher", table{
		"init()I":    constant(supportsOpenAt | supportsFutimes | supportsFutimens | supportsLutimes | supportsXattr),
		"getcwd()[B": func(t *Thread, _ Args) uint64 { return bytesOf(t, hostOf(t).Directory) },
		"strerror(I)[B": func(t *Thread, a Args) uint64 {
			return bytesOf(t, errnoText(unix.Errno(a.Int(0))))
		},
		"dup(I)I": onDescriptor(func(t *Thread, host int, a Args) (uint64, error) {
			f := &hostOf(t).Files
			fd, err := unix.FcntlInt(uintptr(host), unix.F_DUPFD_CLOEXEC, 0)
			if err != nil {
				return 0, err
			}
			duplicate := f.opened(fd, f.kind(a.Int(0)))
			f.open[fd].output = f.isOutput(a.Int(0))
			return signed(duplicate), nil
		}),
		"open0(JII)I": func(t *Thread, a Args) uint64 {
			flags := int(a.Int(2))
			path, ok := pathAt(t, a.Long(0), openPurpose(flags))
			if !ok {
				return 0
			}
			fd, err := hostOf(t).openPath(t, path, flags, uint32(a.Int(3)))
			if err != nil {
				throwUnix(t, err)
			}
			return signed(int32(fd))
		},
		"openat0(IJII)I": func(t *Thread, a Args) uint64 {
			flags := int(a.Int(3))
			host, path, ok := at(t, a.Int(0), a.Long(1), openPurpose(flags))
			if !ok {
				return 0
			}
			fd, err := unix.Openat(host, path, flags|unix.O_CLOEXEC, uint32(a.Int(4)))
			if err != nil {
				throwUnix(t, err)
				return 0
			}
			return signed(hostOf(t).Files.opened(fd, kindFile))
		},
		"close0(I)V": func(t *Thread, a Args) uint64 {
			if err := hostOf(t).Files.close(a.Int(0)); err != nil {
				throwUnix(t, err)
			}
			return 0
		},
		"read(IJI)I": func(t *Thread, a Args) uint64 {
			b, ok := offHeap(t, a.Long(1), int64(a.Int(3)))
			if !ok {
				return 0
			}
			n, err := read(t, a.Int(0), b)
			if err != nil {
				throwUnix(t, err)
			}
			return signed(int32(n))
		},
		"write(IJI)I": func(t *Thread, a Args) uint64 {
			b, ok := offHeap(t, a.Long(1), int64(a.Int(3)))
			if !ok {
				return 0
			}
			n, err := write(t, a.Int(0), b)
			if err != nil {
				throwUnix(t, err)
			}
			return signed(int32(n))
		},
		"access0(JI)V": func(t *Thread, a Args) uint64 {
			p := toRead
			switch mode := a.Int(2); {
			case mode&unix.W_OK != 0:
				p = toWrite
			case mode == unix.F_OK:
				p = toStat
			}
			path, ok := pathAt(t, a.Long(0), p)
			if !ok {
				return 0
			}
			if err := unix.Access(path, uint32(a.Int(2))); err != nil {
				throwUnix(t, err)
			}
			return 0
		},
		"exists0(J)Z": func(t *Thread, a Args) uint64 {
			path, ok := cString(t, a.Long(0))
			h := hostOf(t)
			return boolean(ok && h.denial(path, toStat) == "" && unix.Access(h.absolute(path), unix.F_OK) == nil)
		},
		"stat0(JLsun/nio/fs/UnixFileAttributes;)V":  status(toStat, 2, unix.Stat),
		"lstat0(JLsun/nio/fs/UnixFileAttributes;)V": status(toStatEntry, 2, unix.Lstat),
		"stat1(J)I": func(t *Thread, a Args) uint64 {
			path, ok := cString(t, a.Long(0))
			h := hostOf(t)
			var st unix.Stat_t
			if !ok || h.denial(path, toStat) != "" || unix.Stat(h.absolute(path), &st) != nil {
				return 0
			}
			return uint64(st.Mode)
		},
		"fstat(ILsun/nio/fs/UnixFileAttributes;)V": onDescriptor(func(t *Thread, host int, a Args) (uint64, error) {
			var st unix.Stat_t
			if err := unix.Fstat(host, &st); err != nil {
				return 0, err
			}
			fillAttributes(t, a.Ref(1), &st)
			return 0, nil
		}),
		"fstatat0(IJILsun/nio/fs/UnixFileAttributes;)V": func(t *Thread, a Args) uint64 {
			p := toStat
			if a.Int(3)&unix.AT_SYMLINK_NOFOLLOW != 0 {
				p = toStatEntry
			}
			host, path, ok := at(t, a.Int(0), a.Long(1), p)
			if !ok {
				return 0
			}
			var st unix.Stat_t
			if err := unix.Fstatat(host, path, &st, int(a.Int(3))); err != nil {
				throwUnix(t, err)
				return 0
			}
			fillAttributes(t, a.Ref(4), &st)
			return 0
		},
		"statvfs0(JLsun/nio/fs/UnixFileStoreAttributes;)V": func(t *Thread, a Args) uint64 {
			path, ok := pathAt(t, a.Long(0), toStat)
			if !ok {
				return 0
			}
			var st unix.Statfs_t
			if err := unix.Statfs(path, &st); err != nil {
				throwUnix(t, err)
				return 0
			}
			setField(t, a.Ref(2), "f_frsize", blockBytes(&st))
			setField(t, a.Ref(2), "f_blocks", st.Blocks)
			setField(t, a.Ref(2), "f_bfree", st.Bfree)
			setField(t, a.Ref(2), "f_bavail", st.Bavail)
			return 0
		},
		"chmod0(JI)V": onPath(toWrite, func(path string, a Args) error { return unix.Chmod(path, uint32(a.Int(2))) }),
		"fchmod(II)V": changing(func(_ *Thread, host int, a Args) (uint64, error) {
			return 0, unix.Fchmod(host, uint32(a.Int(1)))
		}),
		"chown0(JII)V":  onPath(toWrite, func(path string, a Args) error { return unix.Chown(path, int(a.Int(2)), int(a.Int(3))) }),
		"lchown0(JII)V": onPath(toWriteEntry, func(path string, a Args) error { return unix.Lchown(path, int(a.Int(2)), int(a.Int(3))) }),
		"fchown(III)V": changing(func(_ *Thread, host int, a Args) (uint64, error) {
			return 0, unix.Fchown(host, int(a.Int(1)), int(a.Int(2)))
		}),
		"utimes0(JJJ)V": onPath(toWrite, func(path string, a Args) error {
			return unix.UtimesNanoAt(unix.AT_FDCWD, path, []unix.Timespec{microseconds(a.Long(2)), microseconds(a.Long(4))}, 0)
		}),
		"lutimes0(JJJ)V": onPath(toWriteEntry, func(path string, a Args) error {
			return unix.UtimesNanoAt(unix.AT_FDCWD, path, []unix.Timespec{microseconds(a.Long(2)), microseconds(a.Long(4))}, unix.AT_SYMLINK_NOFOLLOW)
		}),
		"futimes(IJJ)V": changing(func(_ *Thread, host int, a Args) (uint64, error) {
			return 0, futimens(host, microseconds(a.Long(1)), microseconds(a.Long(3)))
		}),
		"futimens(IJJ)V": changing(func(_ *Thread, host int, a Args) (uint64, error) {
			return 0, futimens(host, nanoseconds(a.Long(1)), nanoseconds(a.Long(3)))
		}),
		"mkdir0(JI)V": func(t *Thread, a Args) uint64 {
			if path, ok := pathAt(t, a.Long(0), toWriteEntry); ok {
				if err := unix.Mkdir(path, uint32(a.Int(2))); err != nil {
					throwUnix(t, err)
					return 0
				}
				hostOf(t).datePath(t, path)
			}
			return 0
		},
		"mknod0(JIJ)V": func(t *Thread, a Args) uint64 {
			path, ok := pathAt(t, a.Long(0), toWriteEntry)
			if !ok {
				return 0
			}
			mode := uint32(a.Int(2))
			err := error(unix.EPERM)
			// A device is a way around every path.
			if device := mode&unix.S_IFMT == unix.S_IFBLK || mode&unix.S_IFMT == unix.S_IFCHR; !device || hostOf(t).Files.Unrestricted {
				err = unix.Mknod(path, mode, int(a.Long(3)))
			}
			if err != nil {
				throwUnix(t, err)
			}
			return 0
		},
		"rmdir0(J)V":  onPath(toWriteEntry, func(path string, _ Args) error { return unix.Rmdir(path) }),
		"unlink0(J)V": onPath(toWriteEntry, func(path string, _ Args) error { return unix.Unlink(path) }),
		"unlinkat0(IJI)V": func(t *Thread, a Args) uint64 {
			if host, path, ok := at(t, a.Int(0), a.Long(1), toWriteEntry); ok {
				if err := unix.Unlinkat(host, path, int(a.Int(3))); err != nil {
					throwUnix(t, err)
				}
			}
			return 0
		},
		"link0(JJ)V": func(t *Thread, a Args) uint64 {
			// A second name makes the file writable where the name is.
			existing, ok := pathAt(t, a.Long(0), toWriteEntry)
			if !ok {
				return 0
			}
			if name, ok := pathAt(t, a.Long(2), toWriteEntry); ok {
				if err := unix.Link(existing, name); err != nil {
					throwUnix(t, err)
				}
			}
			return 0
		},
		"symlink0(JJ)V": func(t *Thread, a Args) uint64 {
			target, ok := cString(t, a.Long(0))
			if !ok {
				return 0
			}
			if name, ok := pathAt(t, a.Long(2), toWriteEntry); ok {
				if err := unix.Symlink(target, name); err != nil {
					throwUnix(t, err)
				}
			}
			return 0
		},
		"readlink0(J)[B": func(t *Thread, a Args) uint64 {
			path, ok := pathAt(t, a.Long(0), toReadEntry)
			if !ok {
				return 0
			}
			target, err := readLink(path)
			if err != nil {
				throwUnix(t, err)
				return 0
			}
			return bytesOf(t, target)
		},
		"realpath0(J)[B": func(t *Thread, a Args) uint64 {
			path, ok := pathAt(t, a.Long(0), toStat)
			if !ok {
				return 0
			}
			real, err := realPath(path)
			if err != nil {
				throwUnix(t, err)
				return 0
			}
			return bytesOf(t, real)
		},
		"rename0(JJ)V": func(t *Thread, a Args) uint64 {
			from, ok := pathAt(t, a.Long(0), toWriteEntry)
			if !ok {
				return 0
			}
			if to, ok := pathAt(t, a.Long(2), toWriteEntry); ok {
				if err := unix.Rename(from, to); err != nil {
					throwUnix(t, err)
				}
			}
			return 0
		},
		"renameat0(IJIJ)V": func(t *Thread, a Args) uint64 {
			fromDirectory, from, ok := at(t, a.Int(0), a.Long(1), toWriteEntry)
			if !ok {
				return 0
			}
			if toDirectory, to, ok := at(t, a.Int(3), a.Long(4), toWriteEntry); ok {
				if err := unix.Renameat(fromDirectory, from, toDirectory, to); err != nil {
					throwUnix(t, err)
				}
			}
			return 0
		},
		"opendir0(J)J": func(t *Thread, a Args) uint64 {
			path, ok := pathAt(t, a.Long(0), toRead)
			if !ok {
				return 0
			}
			h := hostOf(t)
			fd, err := unix.Open(path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
			if err != nil {
				throwUnix(t, err)
				return 0
			}
			return h.handles.add(&directory{fd: h.Files.opened(fd, kindFile)})
		},
		"fdopendir(I)J": onDescriptor(func(t *Thread, host int, a Args) (uint64, error) {
			var st unix.Stat_t
			if err := unix.Fstat(host, &st); err != nil {
				return 0, err
			}
			if st.Mode&unix.S_IFMT != unix.S_IFDIR {
				return 0, unix.ENOTDIR
			}
			return hostOf(t).handles.add(&directory{fd: a.Int(0)}), nil
		}),
		"readdir(J)[B": func(t *Thread, a Args) uint64 {
			d, ok := handleOf[*directory](t, a.Long(0))
			if !ok {
				return 0
			}
			name, more, err := d.next(t)
			if err != nil {
				throwUnix(t, err)
				return 0
			}
			if !more {
				return 0
			}
			return bytesOf(t, name)
		},
		"closedir(J)V": func(t *Thread, a Args) uint64 {
			d, ok := handleOf[*directory](t, a.Long(0))
			if !ok {
				return 0
			}
			hostOf(t).handles.remove(a.Long(0))
			if err := hostOf(t).Files.close(d.fd); err != nil {
				throwUnix(t, err)
			}
			return 0
		},
		"getpwuid(I)[B": func(t *Thread, a Args) uint64 {
			u, err := user.LookupId(strconv.Itoa(int(a.Int(0))))
			if err != nil {
				throwUnix(t, unix.ENOENT)
				return 0
			}
			return bytesOf(t, u.Username)
		},
		"getgrgid(I)[B": func(t *Thread, a Args) uint64 {
			g, err := user.LookupGroupId(strconv.Itoa(int(a.Int(0))))
			if err != nil {
				throwUnix(t, unix.ENOENT)
				return 0
			}
			return bytesOf(t, g.Name)
		},
		"getpwnam0(J)I": func(t *Thread, a Args) uint64 {
			name, ok := cString(t, a.Long(0))
			if !ok {
				return 0
			}
			u, err := user.Lookup(name)
			if err != nil {
				return signed(-1)
			}
			return numericID(u.Uid)
		},
		"getgrnam0(J)I": func(t *Thread, a Args) uint64 {
			name, ok := cString(t, a.Long(0))
			if !ok {
				return 0
			}
			g, err := user.LookupGroup(name)
			if err != nil {
				return signed(-1)
			}
			return numericID(g.Gid)
		},
		"fgetxattr0(IJJI)I": onDescriptor(func(t *Thread, host int, a Args) (uint64, error) {
			name, ok := cString(t, a.Long(1))
			if !ok {
				return 0, nil
			}
			b, ok := offHeap(t, a.Long(3), int64(a.Int(5)))
			if !ok {
				return 0, nil
			}
			n, err := unix.Fgetxattr(host, name, b)
			return uint64(n), err
		}),
		"fsetxattr0(IJJI)V": changing(func(t *Thread, host int, a Args) (uint64, error) {
			name, ok := cString(t, a.Long(1))
			if !ok {
				return 0, nil
			}
			b, ok := offHeap(t, a.Long(3), int64(a.Int(5)))
			if !ok {
				return 0, nil
			}
			return 0, unix.Fsetxattr(host, name, b, 0)
		}),
		"fremovexattr0(IJ)V": changing(func(t *Thread, host int, a Args) (uint64, error) {
			name, ok := cString(t, a.Long(1))
			if !ok {
				return 0, nil
			}
			return 0, unix.Fremovexattr(host, name)
		}),
		"flistxattr(IJI)I": onDescriptor(func(t *Thread, host int, a Args) (uint64, error) {
			b, ok := offHeap(t, a.Long(1), int64(a.Int(3)))
			if !ok {
				return 0, nil
			}
			n, err := unix.Flistxattr(host, b)
			return uint64(n), err
		}),
		"getlinelen(J)I": func(t *Thread, a Args) uint64 {
			f, ok := handleOf[*mountTable](t, a.Long(0))
			if !ok || f.next == len(f.lines) {
				return signed(-1)
			}
			n := len(f.lines[f.next]) + 1 // the end of the line
			f.next++
			return uint64(n)
		},
		"rewind(J)V": func(t *Thread, a Args) uint64 {
			if f, ok := handleOf[*mountTable](t, a.Long(0)); ok {
				f.next = 0
			}
			return 0
		},
	})
}

// numericID is a user's or group's number.
func numericID(text string) uint64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return signed(-1)
	}
	return signed(int32(n))
}

// futimens sets the times of an open file.
func futimens(host int, access, modification unix.Timespec) error {
	return unix.UtimesNanoAt(unix.AT_FDCWD, "/proc/self/fd/"+itoa(host), []unix.Timespec{access, modification}, 0)
}

// mountTable is an open /etc/mtab.
type mountTable struct {
	lines [][]byte
	next  int
}

func parseMountTable(content []byte) *mountTable {
	return &mountTable{lines: bytes.Split(bytes.TrimSuffix(content, []byte("\n")), []byte("\n"))}
}
