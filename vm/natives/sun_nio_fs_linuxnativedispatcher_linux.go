package natives

import (
	"bytes"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// mountEscapes are the characters that a mount table cannot hold as they are
// (getmntent(3)).
var mountEscapes = strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)

func init() {
	register("sun/nio/fs/LinuxNativeDispatcher", table{
		"init()V": nothing,
		"setmntent0(JJ)J": func(t *Thread, a Args) uint64 {
			path, ok := pathAt(t, a.Long(0), toRead)
			if !ok {
				return 0
			}
			content, err := os.ReadFile(path)
			if err != nil {
				throwUnix(t, unix.ENOENT)
				return 0
			}
			return hostOf(t).handles.add(parseMountTable(content))
		},
		// It returns -1 at the end of the table.
		"getmntent0(JLsun/nio/fs/UnixMountEntry;JI)I": func(t *Thread, a Args) uint64 {
			table, ok := handleOf[*mountTable](t, a.Long(0))
			if !ok {
				return 0
			}
			for table.next < len(table.lines) {
				fields := bytes.Fields(table.lines[table.next])
				table.next++
				if len(fields) < 4 || fields[0][0] == '#' {
					continue
				}
				for i, field := range []string{"name", "dir", "fstype", "opts"} {
					text := t.NewBytes([]byte(mountEscapes.Replace(string(fields[i]))))
					if t.Exception != 0 {
						return 0
					}
					setField(t, a.Ref(2), field, uint64(text))
				}
				return 0
			}
			return signed(-1)
		},
		"endmntent(J)V": func(t *Thread, a Args) uint64 {
			hostOf(t).handles.remove(a.Long(0))
			return 0
		},
	})
}
