//go:build unix

package natives

import "golang.org/x/sys/unix"

// isTerminal reports whether a standard descriptor is one, and may be to the program.
func isTerminal(t *Thread, fd int32) bool {
	host, ok := hostOf(t).Files.descriptor(fd)
	if !ok || hostOf(t).isFixed(t) {
		return false
	}
	_, err := unix.IoctlGetTermios(host, ioctlGetTerminal)
	return err == nil
}

// The bits of ttyStatus, Console.TTY_STDIN_MASK and the next two.
const (
	stdinIsTerminal = 1 << iota
	stdoutIsTerminal
	stderrIsTerminal
)

func init() { later(javaIoConsole) }

func javaIoConsole() {
	register("java/io/Console", table{
		// Older updates of JDK 17 ask only whether there is a console at all.
		"istty()Z": func(t *Thread, _ Args) uint64 { return boolean(isTerminal(t, 0) && isTerminal(t, 1)) },
		"ttyStatus()I": func(t *Thread, _ Args) uint64 {
			var status uint64
			for fd, bit := range []uint64{stdinIsTerminal, stdoutIsTerminal, stderrIsTerminal} {
				if isTerminal(t, int32(fd)) {
					status |= bit
				}
			}
			return status
		},
		// Null stands for the default character set.
		"encoding()Ljava/lang/String;": constant(0),
		"echo(Z)Z":                     echo,
	})
	register("jdk/internal/io/JdkConsoleImpl", table{"echo(Z)Z": echo}) // from JDK 21 on
}

// echo says whether the terminal is to show what is typed, and returns whether it did.
func echo(t *Thread, a Args) uint64 {
	host, ok := hostOf(t).Files.descriptor(0)
	if !ok {
		throwIO(t, unix.EBADF)
		return 0
	}
	state, err := unix.IoctlGetTermios(host, ioctlGetTerminal)
	if err != nil {
		throwIO(t, err)
		return 0
	}
	old := state.Lflag&unix.ECHO != 0
	state.Lflag &^= unix.ECHO
	if a.Bool(0) {
		state.Lflag |= unix.ECHO
	}
	if err := unix.IoctlSetTermios(host, ioctlSetTerminal, state); err != nil {
		throwIO(t, err)
	}
	return boolean(old)
}
