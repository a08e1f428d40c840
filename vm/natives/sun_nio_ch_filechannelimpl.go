//go:build unix

package natives

import (
	"math"

	"golang.org/x/sys/unix"

	"hotlens/vm/memory"
)

// sendLimit is how much sendfile moves in one call on Linux.
const sendLimit = 0x7ffff000

func init() { later(sunNioChFilechannelimpl) }

func sunNioChFilechannelimpl() {
	register("sun/nio/ch/FileChannelImpl", table{
		"initIDs()J":                constant(pageBytes),
		"maxDirectTransferSize0()I": constant(sendLimit),
		"map0(IJJZ)J": func(t *Thread, a Args) uint64 {
			m := t.M
			return mapChannel(t, m.Memory.U32(a.Ref(0)+m.ClassOf(a.Ref(0)).LookupField("fd", "Ljava/io/FileDescriptor;").Offset), a)
		},
		"unmap0(JJ)I": unmapChannel,
		"transferTo0(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;)J": func(t *Thread, a Args) uint64 {
			return sendFile(t, a.Ref(1), a.Long(2), a.Long(4), a.Ref(6))
		},
	})
	// From JDK 21 on.
	register("sun/nio/ch/UnixFileDispatcherImpl", table{
		"allocationGranularity0()J":             constant(pageBytes),
		"map0(Ljava/io/FileDescriptor;IJJZ)J":   func(t *Thread, a Args) uint64 { return mapChannel(t, a.Ref(0), a) },
		"unmap0(JJ)I":                           unmapChannel,
		"available0(Ljava/io/FileDescriptor;)I": onChannel(availableInChannel),
		"isOther0(Ljava/io/FileDescriptor;)Z":   onChannel(isOther),
	})
	register("sun/nio/ch/FileDispatcherImpl", table{
		"init0()V": nothing,
		"transferTo0(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;Z)J": func(t *Thread, a Args) uint64 {
			return sendFile(t, a.Ref(0), a.Long(1), a.Long(3), a.Ref(5))
		},
		// The library then copies by itself.
		"transferFrom0(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;JJZ)J": constant(signed(statusUnsupportedCase)),
	})
}

// mapChannel maps a part of a file: the arguments from the second on are the mode, the
// position and the size.
func mapChannel(t *Thread, descriptor Ref, a Args) uint64 {
	m := t.M
	host, ok := descriptorArgument(t, descriptor)
	if !ok {
		return 0
	}
	f := &hostOf(t).Files
	base, err := f.mapFile(m.Memory, host, a.Int(1), a.Long(2), a.Long(4))
	if base != 0 && a.Int(1) == mapReadWrite {
		hostOf(t).chargeMapping(t, fdOf(t, descriptor), base)
		hostOf(t).noteMapping(t, fdOf(t, descriptor), base)
	}
	switch {
	case err != nil:
		t.Throw("java/io/IOException", "Map failed: "+errnoText(err))
	case base == 0:
		// The caller collects garbage and tries again.
		t.Throw("java/lang/OutOfMemoryError", "Map failed")
	}
	return uint64(base)
}

func unmapChannel(t *Thread, a Args) uint64 {
	known, err := hostOf(t).Files.unmapFile(t.M.Memory, memory.Address(a.Long(0)))
	if !known {
		err = unix.EINVAL
	}
	if err != nil {
		throwIO(t, err)
	}
	return 0
}

// sendFile sends a part of a file to another descriptor, if the system can do that.
func sendFile(t *Thread, source Ref, position, count int64, target Ref) uint64 {
	h := hostOf(t)
	from, ok := descriptorArgument(t, source)
	if !ok || h.Files.kind(fdOf(t, source)) != kindFile {
		return signed(statusUnsupported)
	}
	toFD := fdOf(t, target)
	to, ok := h.Files.descriptor(toFD)
	if !ok {
		return signed(statusUnsupported)
	}
	h.chargeWrite(t, toFD, int(min(count, sendLimit)))
	n, err := unix.Sendfile(to, from, &position, int(min(count, sendLimit)))
	t.Work(max(n, 0))
	if toFD == 1 || toFD == 2 {
		h.countOutput(t, max(n, 0))
	}
	h.noteWrite(t, toFD)
	if err == unix.EINVAL || err == unix.ENOSYS {
		return signed(statusUnsupported)
	}
	return channelResult(t, n, err, false)
}

// availableInChannel is how many bytes can be read from a descriptor without waiting.
func availableInChannel(t *Thread, host int, a Args) (int64, error) {
	if hostOf(t).Files.silent(fdOf(t, a.Ref(0))) {
		return 0, nil
	}
	n, err := available(host)
	return min(n, math.MaxInt32), err
}

// isOther tells whether a descriptor is of something that is neither a file, a folder nor a link.
func isOther(_ *Thread, host int, _ Args) (int64, error) {
	var st unix.Stat_t
	if err := unix.Fstat(host, &st); err != nil {
		return 0, err
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG, unix.S_IFDIR, unix.S_IFLNK:
		return 0, nil
	}
	return 1, nil
}
