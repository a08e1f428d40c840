//go:build unix

package natives

import "golang.org/x/sys/unix"

func init() { later(jdkInternalAgentFilesystemimpl) }

func jdkInternalAgentFilesystemimpl() {
	register("jdk/internal/agent/FileSystemImpl", table{
		"isAccessUserOnly0(Ljava/lang/String;)Z": func(t *Thread, a Args) uint64 {
			path := t.M.Text(a.Ref(0))
			st, err := hostOf(t).status(path, true)
			if err != nil {
				t.Throw("java/io/IOException", path+parenthesized(err))
				return 0
			}
			const others = unix.S_IRWXG | unix.S_IRWXO
			return boolean(st.Mode&others == 0)
		},
	})
}
