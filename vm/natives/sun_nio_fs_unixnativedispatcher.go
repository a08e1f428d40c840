//go:build unix

package natives

import (
	"bytes"

	"golang.org/x/sys/unix"

	"hotlens/vm/filesystem"
	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

// supported are the constants of UnixNativeDispatcher for what its natives can do. Their values
// differ between JDKs, which do not have all of them.
var supported = []string{"SUPPORTS_OPENAT", "SUPPORTS_FUTIMES", "SUPPORTS_FUTIMENS", "SUPPORTS_LUTIMES", "SUPPORTS_XATTR", "SUPPORTS_BIRTHTIME"}

// capabilities is UnixNativeDispatcher.init.
func capabilities(t *Thread, _ Args) uint64 {
	all := int32(0)
	for _, name := range supported {
		if f := t.FindBootClass("sun/nio/fs/UnixNativeDispatcher").Field(name, "I"); f != nil {
			all |= t.M.Memory.I32(f.Address)
		}
	}
	return signed(all)
}

// throwUnix throws the UnixException of a system error, from which the library
// makes the exception that the caller sees.
func throwUnix(t *Thread, err error) {
	newUnixException(t, "(I)V", func() uint64 { return uint64(errorNumber(err)) })
}

// errorNumber is the number of a system error; 0 for none.
func errorNumber(err error) unix.Errno {
	errno, ok := err.(unix.Errno)
	if err != nil && !ok {
		errno = unix.EIO
	}
	return errno
}

// takeErrno makes a pending UnixException the number that natives of later JDKs return instead,
// and one of the class denial EACCES. Another exception stays.
func takeErrno(t *Thread, denial string) unix.Errno {
	errno := unix.EACCES
	switch c := t.M.ClassOf(t.Exception); c.Name {
	case denial:
	case "sun/nio/fs/UnixException":
		errno = unix.Errno(t.M.Memory.U32(t.Exception + c.Field("errno", "I").Offset))
	default:
		return 0
	}
	t.Exception = 0
	return errno
}

// throwUnixMessage throws a UnixException that the library makes an IOException of.
func throwUnixMessage(t *Thread, message string) {
	newUnixException(t, "(Ljava/lang/String;)V", func() uint64 { return uint64(t.NewString(message)) })
}

func newUnixException(t *Thread, constructor string, argument func() uint64) {
	c := t.FindBootClass("sun/nio/fs/UnixException")
	if c == nil || !t.Initialize(c) {
		return
	}
	r := t.NewObject(c)
	if t.Exception != 0 {
		return
	}
	value := argument()
	if t.Exception != 0 {
		return
	}
	t.VMWork(func() {
		t.Call(interpreter.Callback, c.Method("<init>", constructor), uint64(r), value)
	})
	if t.Exception == 0 {
		t.Exception = r
	}
}

// throwAt throws the exception of an error about a path: the system's, or that of the
// policy's denial, an AccessDeniedException. A UnixException could not carry the reason
// and the system's number. But a watch service's own thread knows of no other
// exception, and those who wait for it would do so for ever.
func throwAt(t *Thread, path string, err error) {
	reason := filesystem.Reason(err)
	switch {
	case reason == "":
		throwUnix(t, err)
		return
	case onThreadOf(t, "sun/nio/fs/LinuxWatchService$Poller"):
		throwUnixMessage(t, path+": "+reason)
		return
	}
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

// onThreadOf reports whether a method of a class is under way on the thread.
func onThreadOf(t *Thread, class string) bool {
	found := false
	t.Frames(func(f frame) bool {
		found = f.Method.Class.Name == class
		return !found
	})
	return found
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

// placeAt is where the path at an address leads, if the program may use it. Otherwise
// an exception is pending. Close the place.
func placeAt(t *Thread, address int64, follow bool, purpose filesystem.Purpose) (place filesystem.Place, ok bool) {
	path, ok := cString(t, address)
	if !ok {
		return place, false
	}
	place, err := hostOf(t).locate(path, follow, purpose)
	if err != nil {
		unanswered(t, path, purpose, err)
		throwAt(t, path, err)
		return place, false
	}
	return place, true
}

// onPlace makes a native that works on what the path in its first argument leads to.
func onPlace(follow bool, purpose filesystem.Purpose, operation func(t *Thread, place *filesystem.Place, a Args) error) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		place, ok := placeAt(t, a.Long(0), follow, purpose)
		if !ok {
			return 0
		}
		defer place.Close()
		if err := operation(t, &place, a); err != nil {
			throwAt(t, place.Path(), err)
		}
		return 0
	}
}

// textOf makes a native that returns a text of what the path in its first argument
// leads to.
func textOf(follow bool, purpose filesystem.Purpose, text func(place *filesystem.Place) (string, error)) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		place, ok := placeAt(t, a.Long(0), follow, purpose)
		if !ok {
			return 0
		}
		defer place.Close()
		b, err := text(&place)
		if err != nil {
			throwUnix(t, err)
			return 0
		}
		return bytesOf(t, b)
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

// changing is onDescriptor for an operation that changes what the system keeps of a
// file beside its contents, such as its times: that the file is open for reading does
// not permit that.
func changing(operation func(t *Thread, host int, a Args) (uint64, error)) interpreter.NativeFunc {
	return onDescriptor(func(t *Thread, host int, a Args) (uint64, error) {
		f := &hostOf(t).Files
		if o := f.open[int(a.Int(0))]; !f.View.Unrestricted() && (o == nil || !o.changeable) {
			path := ""
			if o != nil {
				path = o.path
			}
			throwAt(t, path, f.View.Denied(path, filesystem.ToChange))
			return 0, nil
		}
		return operation(t, host, a)
	})
}

// fillAttributes stores a file's status in a UnixFileAttributes, and when it was made: zero if the system does not say.
func fillAttributes(t *Thread, object Ref, st *unix.Stat_t, born unix.Timespec) {
	if object == 0 {
		t.ThrowNull()
		return
	}
	available := uint64(1)
	if born == (unix.Timespec{}) {
		born, available = st.Mtim, 0 // as the library itself does where it looks at birthtime_available
	}
	for _, f := range []struct {
		name  string
		value uint64
	}{
		{"st_birthtime_sec", uint64(born.Sec)}, {"st_birthtime_nsec", uint64(born.Nsec)}, {"birthtime_available", available},
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

// status makes a native that fills a UnixFileAttributes, its second argument.
func status(follow bool) interpreter.NativeFunc {
	return onPlace(follow, filesystem.ToStat, func(t *Thread, place *filesystem.Place, a Args) error {
		return fillStatus(t, a.Ref(2), place)
	})
}

func fillStatus(t *Thread, attributes Ref, place *filesystem.Place) error {
	st, born, err := hostOf(t).appearance(t, place)
	if err == nil && !t.M.Options.VirtualClock {
		born = place.Birth()
	}
	if err == nil {
		fillAttributes(t, attributes, &st, born)
	}
	return err
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

// directoryBytes is what an open directory takes before its names have been read, and each
// name beside its text.
const directoryBytes = 64

// directory is an open directory stream: what readdir still has to deliver.
type directory struct {
	fd    int32
	names []string
	read  bool
	bytes uint64 // of all names
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
		for _, name := range names {
			d.bytes += directoryBytes + uint64(len(name))
		}
	}
	if len(d.names) == 0 {
		return "", false, nil
	}
	name := d.names[0]
	d.names = d.names[1:]
	return name, true, nil
}

// placeIn is placeAt for a path relative to an open directory, as openat takes it.
func placeIn(t *Thread, fd int32, address int64, follow bool, purpose filesystem.Purpose) (place filesystem.Place, ok bool) {
	path, ok := cString(t, address)
	if !ok {
		return place, false
	}
	place, err := hostOf(t).locateAt(fd, path, follow, purpose)
	if err != nil {
		throwAt(t, path, err)
		return place, false
	}
	return place, true
}

// toPlace makes a native that takes two paths, to each of which it makes or removes
// an entry.
func toPlace(operation func(t *Thread, from, to *filesystem.Place) error) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		from, ok := placeAt(t, a.Long(0), false, filesystem.ToChange)
		if !ok {
			return 0
		}
		defer from.Close()
		to, ok := placeAt(t, a.Long(2), false, filesystem.ToChange)
		if !ok {
			return 0
		}
		defer to.Close()
		if err := operation(t, &from, &to); err != nil {
			throwUnix(t, err)
		}
		return 0
	}
}

func init() { later(sunNioFsUnixnativedispatcher) }

func sunNioFsUnixnativedispatcher() {
	register("sun/nio/fs/UnixNativeDispatcher", table{
		"init()I":    capabilities,
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
			duplicate, original := f.opened(fd, f.kind(a.Int(0))), f.open[int(a.Int(0))]
			if original != nil {
				o := f.open[fd]
				o.path, o.changeable, o.temporary, o.times = original.path, original.changeable, original.temporary, original.times
			}
			f.open[fd].output = f.isOutput(a.Int(0))
			return signed(duplicate), nil
		}),
		"open0(JII)I": func(t *Thread, a Args) uint64 {
			path, ok := cString(t, a.Long(0))
			if !ok {
				return 0
			}
			fd, err := hostOf(t).openPath(t, path, int(a.Int(2)), uint32(a.Int(3)))
			if err != nil {
				throwAt(t, path, err)
			}
			return signed(int32(fd))
		},
		"openat0(IJII)I": func(t *Thread, a Args) uint64 {
			flags := int(a.Int(3))
			place, ok := placeIn(t, a.Int(0), a.Long(1), flags&unix.O_NOFOLLOW == 0, openPurpose(flags))
			if !ok {
				return 0
			}
			path := place.Path()
			fd, err := hostOf(t).openPlace(t, &place, flags, uint32(a.Int(4)))
			if err != nil {
				throwAt(t, path, err)
			}
			return signed(int32(fd))
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
			if errno := access(t, a); errno != 0 {
				throwUnix(t, errno)
			}
			return 0
		},
		// Who asks this way has no way to say why the policy denies it.
		"access0(JI)I": func(t *Thread, a Args) uint64 {
			errno := access(t, a)
			if t.Exception != 0 {
				return uint64(takeErrno(t, "java/nio/file/AccessDeniedException"))
			}
			return uint64(errno)
		},
		"exists0(J)Z": func(t *Thread, a Args) uint64 {
			path, ok := cString(t, a.Long(0))
			if !ok {
				return 0
			}
			_, err := hostOf(t).status(path, true)
			unanswered(t, path, filesystem.ToStat, err)
			return boolean(err == nil)
		},
		"stat0(JLsun/nio/fs/UnixFileAttributes;)V":  status(true),
		"lstat0(JLsun/nio/fs/UnixFileAttributes;)V": status(false),
		"stat0(JLsun/nio/fs/UnixFileAttributes;)I": func(t *Thread, a Args) uint64 {
			place, ok := placeAt(t, a.Long(0), true, filesystem.ToStat)
			if !ok {
				return uint64(takeErrno(t, ""))
			}
			defer place.Close()
			return uint64(errorNumber(fillStatus(t, a.Ref(2), &place)))
		},
		"stat1(J)I": func(t *Thread, a Args) uint64 {
			path, ok := cString(t, a.Long(0))
			if !ok {
				return 0
			}
			st, err := hostOf(t).status(path, true)
			if err != nil {
				unanswered(t, path, filesystem.ToStat, err)
				return 0
			}
			return uint64(st.Mode)
		},
		"fstat(ILsun/nio/fs/UnixFileAttributes;)V": onDescriptor(func(t *Thread, host int, a Args) (uint64, error) {
			st, born, err := hostOf(t).appearanceOfOpen(t, a.Int(0), host)
			if err == nil && !t.M.Options.VirtualClock {
				born = filesystem.BirthOfOpen(host)
			}
			if err == nil {
				fillAttributes(t, a.Ref(1), &st, born)
			}
			return 0, err
		}),
		"fstatat0(IJILsun/nio/fs/UnixFileAttributes;)V": func(t *Thread, a Args) uint64 {
			follow := a.Int(3)&unix.AT_SYMLINK_NOFOLLOW == 0
			place, ok := placeIn(t, a.Int(0), a.Long(1), follow, filesystem.ToStat)
			if !ok {
				return 0
			}
			defer place.Close()
			if err := fillStatus(t, a.Ref(4), &place); err != nil {
				throwUnix(t, err)
			}
			return 0
		},
		"statvfs0(JLsun/nio/fs/UnixFileStoreAttributes;)V": onPlace(true, filesystem.ToStat, func(t *Thread, place *filesystem.Place, a Args) error {
			block, total, free, usable, err := hostOf(t).space(t, place)
			if err != nil {
				return err
			}
			setField(t, a.Ref(2), "f_frsize", block)
			setField(t, a.Ref(2), "f_blocks", total)
			setField(t, a.Ref(2), "f_bfree", free)
			setField(t, a.Ref(2), "f_bavail", usable)
			return nil
		}),
		"chmod0(JI)V": onPlace(true, filesystem.ToChange, func(_ *Thread, place *filesystem.Place, a Args) error {
			return place.Chmod(uint32(a.Int(2)))
		}),
		"fchmod(II)V": changing(func(_ *Thread, host int, a Args) (uint64, error) {
			return 0, unix.Fchmod(host, uint32(a.Int(1)))
		}),
		"chown0(JII)V": onPlace(true, filesystem.ToChange, func(t *Thread, place *filesystem.Place, a Args) error {
			return place.Chown(ofUsers.host(t, a.Int(2)), ofGroups.host(t, a.Int(3)))
		}),
		"lchown0(JII)V": onPlace(false, filesystem.ToChange, func(t *Thread, place *filesystem.Place, a Args) error {
			return place.Chown(ofUsers.host(t, a.Int(2)), ofGroups.host(t, a.Int(3)))
		}),
		"fchown(III)V": changing(func(t *Thread, host int, a Args) (uint64, error) {
			return 0, unix.Fchown(host, ofUsers.host(t, a.Int(1)), ofGroups.host(t, a.Int(2)))
		}),
		"utimes0(JJJ)V": onPlace(true, filesystem.ToChange, func(t *Thread, place *filesystem.Place, a Args) error {
			return hostOf(t).setTimes(t, place, microseconds(a.Long(2)), microseconds(a.Long(4)))
		}),
		"lutimes0(JJJ)V": onPlace(false, filesystem.ToChange, func(t *Thread, place *filesystem.Place, a Args) error {
			return hostOf(t).setTimes(t, place, microseconds(a.Long(2)), microseconds(a.Long(4)))
		}),
		"futimes(IJJ)V": changing(func(t *Thread, host int, a Args) (uint64, error) {
			return 0, hostOf(t).setTimesOfOpen(t, a.Int(0), host, microseconds(a.Long(1)), microseconds(a.Long(3)))
		}),
		"futimens(IJJ)V": changing(func(t *Thread, host int, a Args) (uint64, error) {
			return 0, hostOf(t).setTimesOfOpen(t, a.Int(0), host, nanoseconds(a.Long(1)), nanoseconds(a.Long(3)))
		}),
		"fchmodatNoFollowSupported0()Z": constant(0),
		"fchmodat0(IJII)V": func(t *Thread, a Args) uint64 {
			place, ok := placeIn(t, a.Int(0), a.Long(1), a.Int(4)&unix.AT_SYMLINK_NOFOLLOW == 0, filesystem.ToChange)
			if !ok {
				return 0
			}
			defer place.Close()
			if err := place.Chmod(uint32(a.Int(3))); err != nil {
				throwUnix(t, err)
			}
			return 0
		},
		"utimensat0(IJJJI)V": func(t *Thread, a Args) uint64 {
			place, ok := placeIn(t, a.Int(0), a.Long(1), a.Int(7)&unix.AT_SYMLINK_NOFOLLOW == 0, filesystem.ToChange)
			if !ok {
				return 0
			}
			defer place.Close()
			if err := hostOf(t).setTimes(t, &place, nanoseconds(a.Long(3)), nanoseconds(a.Long(5))); err != nil {
				throwUnix(t, err)
			}
			return 0
		},
		"mkdir0(JI)V": onPlace(false, filesystem.ToChange, func(t *Thread, place *filesystem.Place, a Args) error {
			h := hostOf(t)
			h.chargeEntry(t, place)
			err := place.MakeFolder(uint32(a.Int(2)))
			if err == nil {
				h.noteMade(t, place)
			}
			return err
		}),
		"mknod0(JIJ)V": onPlace(false, filesystem.ToChange, func(t *Thread, place *filesystem.Place, a Args) error {
			mode := uint32(a.Int(2))
			// A device is a way around every path.
			if device := mode&unix.S_IFMT == unix.S_IFBLK || mode&unix.S_IFMT == unix.S_IFCHR; device && !hostOf(t).Files.View.Unrestricted() {
				return unix.EPERM
			}
			hostOf(t).chargeEntry(t, place)
			err := place.MakeNode(mode, int(a.Long(3)))
			if err == nil {
				hostOf(t).noteMade(t, place)
			}
			return err
		}),
		"rmdir0(J)V": onPlace(false, filesystem.ToChange, func(t *Thread, place *filesystem.Place, _ Args) error {
			return hostOf(t).remove(t, place, unix.AT_REMOVEDIR)
		}),
		"unlink0(J)V": onPlace(false, filesystem.ToChange, func(t *Thread, place *filesystem.Place, _ Args) error {
			return hostOf(t).remove(t, place, 0)
		}),
		"unlinkat0(IJI)V": func(t *Thread, a Args) uint64 {
			place, ok := placeIn(t, a.Int(0), a.Long(1), false, filesystem.ToChange)
			if !ok {
				return 0
			}
			defer place.Close()
			if err := hostOf(t).remove(t, &place, int(a.Int(3))); err != nil {
				throwUnix(t, err)
			}
			return 0
		},
		// A second name makes the file writable where the name is.
		"link0(JJ)V": toPlace(func(t *Thread, existing, name *filesystem.Place) error {
			hostOf(t).chargeEntry(t, name)
			err := existing.Link(name)
			if err == nil {
				hostOf(t).noteFolder(t, name)
			}
			return err
		}),
		"symlink0(JJ)V": func(t *Thread, a Args) uint64 {
			target, ok := cString(t, a.Long(0))
			if !ok {
				return 0
			}
			place, ok := placeAt(t, a.Long(2), false, filesystem.ToChange)
			if !ok {
				return 0
			}
			defer place.Close()
			hostOf(t).chargeEntry(t, &place)
			if err := place.MakeLink(target); err != nil {
				throwUnix(t, err)
				return 0
			}
			hostOf(t).noteMade(t, &place)
			return 0
		},
		"readlink0(J)[B": textOf(false, filesystem.ToRead, (*filesystem.Place).ReadLink),
		"realpath0(J)[B": func(t *Thread, a Args) uint64 {
			path, ok := cString(t, a.Long(0))
			if !ok {
				return 0
			}
			real, err := hostOf(t).realPath(path)
			if err != nil {
				throwAt(t, path, err)
				return 0
			}
			return bytesOf(t, real)
		},
		"rename0(JJ)V": toPlace(func(t *Thread, from, to *filesystem.Place) error { return hostOf(t).rename(t, from, to) }),
		"renameat0(IJIJ)V": func(t *Thread, a Args) uint64 {
			from, ok := placeIn(t, a.Int(0), a.Long(1), false, filesystem.ToChange)
			if !ok {
				return 0
			}
			defer from.Close()
			to, ok := placeIn(t, a.Int(3), a.Long(4), false, filesystem.ToChange)
			if !ok {
				return 0
			}
			defer to.Close()
			if err := hostOf(t).rename(t, &from, &to); err != nil {
				throwUnix(t, err)
			}
			return 0
		},
		"opendir0(J)J": func(t *Thread, a Args) uint64 {
			path, ok := cString(t, a.Long(0))
			if !ok {
				return 0
			}
			h := hostOf(t)
			fd, err := h.openPath(t, path, unix.O_RDONLY|unix.O_DIRECTORY, 0)
			if err != nil {
				throwAt(t, path, err)
				return 0
			}
			return keep(t, &directory{fd: int32(fd)}, directoryBytes)
		},
		"fdopendir(I)J": onDescriptor(func(t *Thread, host int, a Args) (uint64, error) {
			var st unix.Stat_t
			if err := unix.Fstat(host, &st); err != nil {
				return 0, err
			}
			if st.Mode&unix.S_IFMT != unix.S_IFDIR {
				return 0, unix.ENOTDIR
			}
			return keep(t, &directory{fd: a.Int(0)}, directoryBytes), nil
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
			resize(t, a.Long(0), directoryBytes+d.bytes)
			return bytesOf(t, name)
		},
		"closedir(J)V": func(t *Thread, a Args) uint64 {
			d, ok := handleOf[*directory](t, a.Long(0))
			if !ok {
				return 0
			}
			drop(t, a.Long(0))
			if err := hostOf(t).Files.close(d.fd); err != nil {
				throwUnix(t, err)
			}
			return 0
		},
		"getpwuid(I)[B": nameOf(ofUsers),
		"getgrgid(I)[B": nameOf(ofGroups),
		"getpwnam0(J)I": numberOf(ofUsers),
		"getgrnam0(J)I": numberOf(ofGroups),
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
			hostOf(t).chargeWrite(t, a.Int(0), len(b))
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
	}.known(
		[2]string{"fchmod(II)V", "fchmod0(II)V"}, [2]string{"fchown(III)V", "fchown0(III)V"},
		[2]string{"fstat(ILsun/nio/fs/UnixFileAttributes;)V", "fstat0(ILsun/nio/fs/UnixFileAttributes;)V"},
		[2]string{"futimens(IJJ)V", "futimens0(IJJ)V"}, [2]string{"futimes(IJJ)V", "futimes0(IJJ)V"},
		[2]string{"read(IJI)I", "read0(IJI)I"}, [2]string{"write(IJI)I", "write0(IJI)I"}, [2]string{"readdir(J)[B", "readdir0(J)[B"},
	))
}

// access tries whether the path at an address may be used in a way (access(2)). What the policy
// denies is thrown.
func access(t *Thread, a Args) unix.Errno {
	purpose, mode := filesystem.ToRead, a.Int(2)
	switch {
	case mode&unix.W_OK != 0:
		purpose = filesystem.ToWrite
	case mode == unix.F_OK:
		purpose = filesystem.ToStat
	}
	place, ok := placeAt(t, a.Long(0), true, purpose)
	if !ok {
		return 0
	}
	defer place.Close()
	return errorNumber(place.Access(uint32(mode)))
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

// bytes is what the table takes; a line costs about as much as an entry of a directory.
func (m *mountTable) bytes() uint64 {
	total := uint64(0)
	for _, line := range m.lines {
		total += directoryBytes + uint64(len(line))
	}
	return total
}

func parseMountTable(content []byte) *mountTable {
	return &mountTable{lines: bytes.Split(bytes.TrimSuffix(content, []byte("\n")), []byte("\n"))}
}
