package natives

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// mountEscapes are the characters that a mount table cannot hold as they are
// (getmntent(3)).
var mountEscapes = strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)

// maxMountTable is how much of a mount table is read, in bytes: more than any machine
// has mounted.
const maxMountTable = 1 << 20

// reader reads an open file.
type reader int

func (r reader) Read(b []byte) (int, error) {
	n, err := unix.Read(int(r), b)
	if n == 0 && err == nil {
		err = io.EOF
	}
	return max(n, 0), err
}

// mountTables are the system's tables of what is mounted.
var mountTables = []string{"/etc/mtab", "/proc/mounts", "/proc/self/mounts"}

func init() { later(sunNioFsLinuxnativedispatcher) }

func sunNioFsLinuxnativedispatcher() {
	register("sun/nio/fs/LinuxNativeDispatcher", table{
		"init()V":              nothing,
		"posix_fadvise(IJJI)I": constant(0), // only advice
		"setmntent0(JJ)J": func(t *Thread, a Args) uint64 {
			path, ok := cString(t, a.Long(0))
			if !ok {
				return 0
			}
			h := hostOf(t)
			fd, err := h.openPath(t, path, unix.O_RDONLY, 0)
			if err != nil {
				throwAt(t, path, err)
				return 0
			}
			defer h.Files.close(int32(fd)) // only read
			content, err := io.ReadAll(io.LimitReader(reader(fd), maxMountTable))
			if h.isFixed(t) && slices.Contains(mountTables, h.absolute(path)) {
				content = fixedMounts
			}
			if err != nil {
				throwUnix(t, unix.ENOENT)
				return 0
			}
			table := parseMountTable(content)
			return keep(t, table, table.bytes())
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
			drop(t, a.Long(0))
			return 0
		},
	})
}
