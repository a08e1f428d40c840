//go:build unix

package natives

import "hotlens/vm/memory"

func init() { later(sunNioChFilekey) }

func sunNioChFilekey() {
	register("sun/nio/ch/FileKey", table{
		"initIDs()V": nothing,
		"init(Ljava/io/FileDescriptor;)V": func(t *Thread, a Args) uint64 {
			if device, inode, ok := fileKey(t, a.Ref(1)); ok {
				setField(t, a.Ref(0), "st_dev", device)
				setField(t, a.Ref(0), "st_ino", inode)
			}
			return 0
		},
		// JDK 25 has an array for both.
		"init(Ljava/io/FileDescriptor;[J)V": notNull(func(t *Thread, a Args) uint64 {
			const numbers, longBytes = 2, 8
			if !inArray(t, a.Ref(1), "[J", 0, numbers) {
				return 0
			}
			if device, inode, ok := fileKey(t, a.Ref(0)); ok {
				t.M.Memory.SetU64(a.Ref(1)+memory.ArrayBase, device)
				t.M.Memory.SetU64(a.Ref(1)+memory.ArrayBase+longBytes, inode)
			}
			return 0
		}, 1),
	})
}

// fileKey is what an open file is known by.
func fileKey(t *Thread, descriptor Ref) (device, inode uint64, ok bool) {
	host, ok := descriptorArgument(t, descriptor)
	if !ok {
		return 0, 0, false
	}
	st, _, err := hostOf(t).appearanceOfOpen(t, fdOf(t, descriptor), host)
	if err != nil {
		throwIO(t, err)
		return 0, 0, false
	}
	return uint64(st.Dev), st.Ino, true
}
