//go:build unix

package natives

import (
	"golang.org/x/sys/unix"

	"hotlens/vm/memory"
)

// sendLimit is how much sendfile moves in one call on Linux.
const sendLimit = 0x7ffff000

func init() {
	register("sun/nio/ch/FileChannelImpl", table{
		"initIDs()J":                constant(pageBytes),
		"maxDirectTransferSize0()I": constant(sendLimit),
		"map0(IJJZ)J": func(t *Thread, a Args) uint64 {
			m := t.M
			descriptor := m.Memory.U32(a.Ref(0) + m.ClassOf(a.Ref(0)).LookupField("fd", "Ljava/io/FileDescriptor;").Offset)
			host, ok := descriptorArgument(t, descriptor)
			if !ok {
				return 0
			}
			f := &hostOf(t).Files
			base, err := f.mapFile(m.Memory, host, a.Int(1), a.Long(2), a.Long(4))
			if base != 0 && a.Int(1) == mapReadWrite {
				hostOf(t).chargeMapping(t, fdOf(t, descriptor), base)
			}
			switch {
			case err != nil:
				t.Throw("java/io/IOException", "Map failed: "+errnoText(err))
			case base == 0:
				// The caller collects garbage and tries again.
				t.Throw("java/lang/OutOfMemoryError", "Map failed")
			}
			return uint64(base)
		},
		"unmap0(JJ)I": func(t *Thread, a Args) uint64 {
			known, err := hostOf(t).Files.unmapFile(t.M.Memory, memory.Address(a.Long(0)))
			if !known {
				err = unix.EINVAL
			}
			if err != nil {
				throwIO(t, err)
			}
			return 0
		},
		"transferTo0(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;)J": func(t *Thread, a Args) uint64 {
			h := hostOf(t)
			from, ok := descriptorArgument(t, a.Ref(1))
			if !ok || h.Files.kind(fdOf(t, a.Ref(1))) != kindFile {
				return signed(statusUnsupported)
			}
			toFD := fdOf(t, a.Ref(6))
			to, ok := h.Files.descriptor(toFD)
			if !ok {
				return signed(statusUnsupported)
			}
			position := a.Long(2)
			h.chargeWrite(t, toFD, int(min(a.Long(4), sendLimit)))
			n, err := unix.Sendfile(to, from, &position, int(min(a.Long(4), sendLimit)))
			t.Work(max(n, 0))
			if toFD == 1 || toFD == 2 {
				h.countOutput(t, max(n, 0))
			}
			if err == unix.EINVAL || err == unix.ENOSYS {
				return signed(statusUnsupported)
			}
			return channelResult(t, n, err, false)
		},
	})
}
