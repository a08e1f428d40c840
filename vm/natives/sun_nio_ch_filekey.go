//go:build unix

package natives

func init() {
	register("sun/nio/ch/FileKey", table{
		"initIDs()V": nothing,
		"init(Ljava/io/FileDescriptor;)V": func(t *Thread, a Args) uint64 {
			host, ok := descriptorArgument(t, a.Ref(1))
			if !ok {
				return 0
			}
			st, err := hostOf(t).appearanceOfOpen(t, fdOf(t, a.Ref(1)), host)
			if err != nil {
				throwIO(t, err)
				return 0
			}
			setField(t, a.Ref(0), "st_dev", uint64(st.Dev))
			setField(t, a.Ref(0), "st_ino", st.Ino)
			return 0
		},
	})
}
