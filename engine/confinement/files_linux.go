package confinement

import (
	"debug/elf"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/landlock-lsm/go-landlock/landlock"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// The rights below a permitted path. Devices are left out: whoever can make one, or
// control one, is not confined by paths.
const (
	readFile  landlock.AccessFSSet = ll.AccessFSReadFile
	readAll                        = readFile | ll.AccessFSReadDir
	writeFile                      = readFile | ll.AccessFSWriteFile | ll.AccessFSTruncate
	writeAll                       = readAll | writeFile | ll.AccessFSRemoveDir | ll.AccessFSRemoveFile | ll.AccessFSMakeDir |
		ll.AccessFSMakeReg | ll.AccessFSMakeSock | ll.AccessFSMakeFifo | ll.AccessFSMakeSym
	// moving between folders takes a right of its own, which the first version of
	// Landlock does not know.
	moving  landlock.AccessFSSet = ll.AccessFSRefer
	execute landlock.AccessFSSet = ll.AccessFSExecute
)

// devices are those that everybody may use: they hold nothing.
var devices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

// programs are the folders where systems keep programs and what these need to start.
var programs = []string{"/bin", "/sbin", "/usr", "/lib", "/lib32", "/lib64", "/opt", "/nix/store", "/etc", "/proc"}

// resolver is what finding a host's address takes.
var resolver = []string{"/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/services", "/etc/protocols", "/etc/gai.conf", "/proc/net"}

// confineFiles denies all files but those that the rules permit; TCP, unless the
// network is permitted; and signals to, and abstract sockets of, processes outside.
func confineFiles(rules Rules) error {
	version := landlockVersion()
	if version < landlockFiles {
		return nil
	}
	wall := landlock.V7.BestEffort() // see landlockScopes; later versions confine sockets, which the filter denies
	if rules.Net {
		wall.HandledAccessNet = 0
	}
	read, write := readAll, writeAll
	if version >= landlockMoves {
		write |= moving
	}
	if rules.Processes {
		read, write = read|execute, write|execute
	}
	var granted []landlock.Rule
	grant := func(rights landlock.AccessFSSet, paths ...string) {
		for _, path := range paths {
			if rule, ok := grantPath(rights, path); ok {
				granted = append(granted, rule)
			}
		}
	}
	// It stays open: the kernel keeps a rule for a folder of /proc only as long as it
	// keeps the folder in memory.
	if _, err := unix.Open("/proc/self", unix.O_PATH|unix.O_CLOEXEC, 0); err == nil {
		grant(readAll, fmt.Sprintf("/proc/%d", os.Getpid()))
	}
	grant(writeFile, devices...)
	grant(read, rules.Read...)
	grant(write, rules.Write...)
	if rules.Net {
		grant(readAll, resolver...)
	}
	if rules.Processes {
		grant(readAll|execute, programs...)
	}
	for _, program := range rules.Execute {
		grant(readFile|execute, program)
		if loader := interpreter(program); loader != "" {
			grant(readFile|execute, loader)
		}
	}
	return wall.Restrict(granted...)
}

// grantPath is the rule that gives rights below an existing path; a file takes only
// the rights of files.
func grantPath(rights landlock.AccessFSSet, path string) (rule landlock.Rule, ok bool) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, false
	}
	if !info.IsDir() {
		rights &= writeFile | execute
	}
	return landlock.PathAccess(rights, path).IgnoreIfMissing(), true
}

// interpreter is the loader that an executable names (the ELF specification's
// PT_INTERP), "" for none.
func interpreter(program string) string {
	file, err := elf.Open(program)
	if err != nil {
		return ""
	}
	defer file.Close()
	for _, header := range file.Progs {
		if header.Type == elf.PT_INTERP {
			name, err := io.ReadAll(header.Open())
			if err != nil {
				return ""
			}
			return strings.TrimRight(string(name), "\x00")
		}
	}
	return ""
}
