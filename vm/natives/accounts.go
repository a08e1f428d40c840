//go:build unix

package natives

import (
	"os"
	"os/user"
	"strconv"

	"golang.org/x/sys/unix"

	"hotlens/vm/filesystem"
	"hotlens/vm/interpreter"
)

// accounts are what the system's calls tell of users, or of groups: the file with all
// of them, the program's own number, and the two ways to look one up.
type accounts struct {
	file   string
	own    func() int
	nameOf func(number string) (string, error)
	lookUp func(name string) (string, error)
}

// number is the program's own number, as it is told.
func (s *accounts) number(t *Thread) int {
	if hostOf(t).isFixed(t) {
		return confinedNumber
	}
	return s.own()
}

// host is the host's number for one of the program's. Those below zero are none.
func (s *accounts) host(t *Thread, number int32) int {
	if int(number) == s.number(t) {
		return s.own()
	}
	return int(number)
}

var ofUsers = accounts{
	"/etc/passwd", os.Getuid,
	func(number string) (string, error) {
		u, err := user.LookupId(number)
		if err != nil {
			return "", err
		}
		return u.Username, nil
	},
	func(name string) (string, error) {
		u, err := user.Lookup(name)
		if err != nil {
			return "", err
		}
		return u.Uid, nil
	},
}

var ofGroups = accounts{
	"/etc/group", os.Getgid,
	func(number string) (string, error) {
		g, err := user.LookupGroupId(number)
		if err != nil {
			return "", err
		}
		return g.Name, nil
	},
	func(name string) (string, error) {
		g, err := user.LookupGroup(name)
		if err != nil {
			return "", err
		}
		return g.Gid, nil
	},
}

// denial is why the program may not know the accounts: it may if it may read their
// file. Nil: it may.
func (s *accounts) denial(t *Thread) error {
	place, err := hostOf(t).locate(s.file, true, filesystem.ToRead)
	if filesystem.Reason(err) != "" {
		return err
	}
	place.Close()
	return nil
}

// nameOf makes a native that returns the name of a number. In the sandbox the program's
// own name is the one that the sandbox gives it, and others have none: the library then
// shows their numbers.
func nameOf(s accounts) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		if h := hostOf(t); h.confined && int(a.Int(0)) == s.number(t) {
			return bytesOf(t, h.User)
		}
		if s.denial(t) != nil {
			throwUnix(t, unix.ENOENT)
			return 0
		}
		name, err := s.nameOf(strconv.Itoa(int(a.Int(0))))
		if err != nil {
			throwUnix(t, unix.ENOENT)
			return 0
		}
		return bytesOf(t, name)
	}
}

// numberOf makes a native that returns the number of a name, -1 if there is none.
func numberOf(s accounts) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		name, ok := cString(t, a.Long(0))
		if !ok {
			return 0
		}
		if denial := s.denial(t); denial != nil {
			if name == hostOf(t).User {
				return signed(int32(s.number(t)))
			}
			throwUnixMessage(t, filesystem.Reason(denial))
			return 0
		}
		text, err := s.lookUp(name)
		if err != nil {
			return signed(-1)
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return signed(-1)
		}
		return signed(int32(n))
	}
}
