package natives

import "golang.org/x/sys/unix"

func init() {
	register("jdk/internal/agent/FileSystemImpl", table{
		"isAccessUserOnly0(Ljava/lang/String;)Z": func(t *Thread, a Args) uint64 {
			h, path := hostOf(t), t.M.Text(a.Ref(0))
			if reason := h.denial(path, toStat); reason != "" {
				t.Throw("java/io/IOException", path+" ("+reason+")")
				return 0
			}
			var st unix.Stat_t
			if err := unix.Stat(h.absolute(path), &st); err != nil {
				throwIO(t, err)
				return 0
			}
			const others = unix.S_IRWXG | unix.S_IRWXO
			return boolean(st.Mode&others == 0)
		},
	})
}
