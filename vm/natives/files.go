//go:build unix

package natives

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"hotlens/vm/filesystem"
)

// Files is the program's view of the file system: which descriptors it may use
// and which paths it may touch.
type Files struct {
	Standard [3]int // host descriptors of stdin, stdout and stderr; -1: none
	View     *filesystem.View
	Input    Input // what has become of stdin

	open                          map[int]*openFile
	closed                        [3]bool // standard descriptors that the program has closed
	mappings                      []*mapping
	locks, watchServices, watches kernelRecords
	// socketNames are the paths of Unix domain sockets, by what the system calls them.
	socketNames map[string]string
}

// Input is what the program has read from its standard input.
type Input uint8

// NoInput says that the program has asked for input and found the end at once.
const (
	InputUnread Input = iota
	SomeInput
	NoInput
)

// note takes down what a read of stdin has brought.
func (i *Input) note(bytes int) {
	switch {
	case bytes > 0:
		*i = SomeInput
	case *i == InputUnread:
		*i = NoInput
	}
}

// openFile is what is known of a descriptor that the program has opened.
type openFile struct {
	kind fileKind
	// nonBlocking is what the program has asked for. Descriptors of kind
	// kindStream never block in the system: the VM waits for them, so that the
	// program's other threads run.
	nonBlocking bool
	output      bool // another name of stdout or stderr: it counts towards the output budget
	// What the policy had said of the path when the file was opened.
	path       string     // to tell the user of what is relative to it
	changeable bool       // the program may change what the system keeps beside the contents
	temporary  bool       // what it writes counts towards the quota
	times      *fileTimes // under the virtual clock, of what it may change and of what it has changed; else nil
	request    request
	socket     *ownSocket // of the program's own network
}

type fileKind uint8

const (
	kindFile   fileKind = iota // reads and writes end by themselves
	kindDevice                 // reads may wait for somebody outside: terminals, named pipes
	kindStream                 // may wait for another thread of the program: sockets, pipes
	kindShared                 // a stream whose other owner is a child process
	kindRandom                 // /dev/random under the virtual clock
)

// descriptor maps a Java file descriptor to the host's; false when the program
// does not own it.
func (f *Files) descriptor(fd int32) (int, bool) {
	if fd >= 0 && fd < 3 {
		return f.Standard[fd], !f.silent(fd)
	}
	return int(fd), f.open[int(fd)] != nil
}

// silent reports whether fd is a standard descriptor that is not connected to
// anything: it reads as empty, and forgets what is written.
func (f *Files) silent(fd int32) bool {
	return fd >= 0 && fd < 3 && (f.Standard[fd] < 0 || f.closed[fd])
}

// isOutput reports whether what is written to fd counts as the program's output.
func (f *Files) isOutput(fd int32) bool {
	if fd < 3 {
		return fd == 1 || fd == 2
	}
	o := f.open[int(fd)]
	return o != nil && o.output
}

// kind tells how a descriptor behaves. The standard ones are devices.
func (f *Files) kind(fd int32) fileKind {
	if o := f.open[int(fd)]; o != nil && fd >= 3 {
		return o.kind
	}
	return kindDevice
}

// nonBlocking reports whether the program has asked that calls on fd never wait.
func (f *Files) nonBlocking(fd int32) bool {
	o := f.open[int(fd)]
	return o != nil && o.nonBlocking
}

// opened makes a host descriptor the program's.
func (f *Files) opened(fd int, kind fileKind) int32 {
	if f.open == nil {
		f.open = map[int]*openFile{}
	}
	if kind == kindStream {
		// It fails only for what does not know the flag.
		_ = unix.SetNonblock(fd, true)
	}
	f.open[fd] = &openFile{kind: kind}
	return int32(fd)
}

// openedSocket makes a socket of the program's own network the program's.
func (f *Files) openedSocket(s *ownSocket) int32 {
	fd := f.opened(s.fd, kindStream)
	f.open[s.fd].socket = s
	return fd
}

// leaveNetwork takes a descriptor that will be something else off the program's own network.
func (f *Files) leaveNetwork(fd int32) {
	if o := f.open[int(fd)]; o != nil && o.socket != nil {
		o.socket.leave()
		o.socket = nil
	}
}

// standardNames are the paths that name the program's standard descriptors.
var standardNames = []string{"/dev/stdin", "/dev/stdout", "/dev/stderr"}

// openStandard gives a standard descriptor another number.
func (f *Files) openStandard(standard int) (fd int, err error) {
	if f.silent(int32(standard)) {
		fd, err = unix.Open(os.DevNull, unix.O_RDWR|unix.O_CLOEXEC, 0)
	} else {
		fd, err = unix.FcntlInt(uintptr(f.Standard[standard]), unix.F_DUPFD_CLOEXEC, 0)
	}
	if err != nil {
		return -1, err
	}
	f.opened(fd, kindDevice)
	f.open[fd].output = standard > 0
	return fd, nil
}

// openPath opens a path, if the policy agrees. The flags and mode are the system's.
func (h *Host) openPath(t *Thread, path string, flags int, mode uint32) (fd int, err error) {
	if i := slices.Index(standardNames, h.absolute(path)); i >= 0 {
		return h.Files.openStandard(i)
	}
	place, err := h.locate(path, flags&unix.O_NOFOLLOW == 0, openPurpose(flags))
	if err != nil {
		return -1, err
	}
	return h.openPlace(t, &place, flags, mode)
}

// openPurpose is what a file is opened for.
func openPurpose(flags int) filesystem.Purpose {
	if flags&(unix.O_WRONLY|unix.O_RDWR|unix.O_CREAT|unix.O_TRUNC) != 0 {
		return filesystem.ToWrite
	}
	return filesystem.ToRead
}

// openPlace opens what is at a place, which it closes.
func (h *Host) openPlace(t *Thread, place *filesystem.Place, flags int, mode uint32) (fd int, err error) {
	defer place.Close()
	kind := kindFile
	st, missing := place.Stat()
	if missing == nil && st.Mode&unix.S_IFMT != unix.S_IFREG && st.Mode&unix.S_IFMT != unix.S_IFDIR {
		kind = kindDevice
	}
	open := func() { fd, err = place.Open(flags, mode) }
	switch {
	case kind == kindDevice:
		t.Outside(open) // a named pipe waits for its other end
	case missing != nil:
		if flags&unix.O_CREAT != 0 {
			h.chargeEntry(t, place)
		}
		open()
	default:
		if flags&unix.O_TRUNC != 0 {
			h.Files.shrink(t.M.Memory, uint64(st.Dev), st.Ino, 0)
		}
		open()
	}
	if err != nil {
		return -1, err
	}
	if path := place.Path(); path == "/dev/random" || path == "/dev/urandom" {
		kind = kindFile
		if t.M.Options.VirtualClock {
			kind = kindRandom
		}
	}
	h.Files.opened(fd, kind)
	o := h.Files.open[fd]
	o.path, o.changeable, o.temporary = place.Path(), place.Changeable(), place.Temporary()
	if kind == kindFile {
		h.noteOpened(t, o, fd, flags, place, missing != nil)
	}
	return fd, nil
}

// replace makes a descriptor of the program another name of what from is. What is
// known of from then holds for it.
func (f *Files) replace(fd, from int32, host, fromHost int) error {
	o, other := f.open[int(fd)], f.open[int(from)]
	if o == nil || other == nil {
		return unix.EBADF // the standard ones stay
	}
	f.leaveNetwork(fd)
	if err := replaceDescriptor(fromHost, host); err != nil {
		return err
	}
	*o = *other
	return nil
}

// setBlocking says whether calls on fd may wait.
func (f *Files) setBlocking(fd int32, blocking bool) error {
	o := f.open[int(fd)]
	if o == nil {
		host, ok := f.descriptor(fd)
		if !ok {
			return unix.EBADF
		}
		return unix.SetNonblock(host, !blocking)
	}
	o.nonBlocking = !blocking
	if o.kind == kindStream {
		return nil // the descriptor never blocks in the system
	}
	return unix.SetNonblock(int(fd), !blocking)
}

// share prepares a descriptor for a child process, which expects that it blocks.
func (f *Files) share(fd int32) error {
	o := f.open[int(fd)]
	if o == nil || o.kind != kindStream {
		return nil
	}
	o.kind = kindShared
	return unix.SetNonblock(int(fd), false)
}

// close closes a descriptor of the program. Closing a standard one only hides it
// from the program: the host still needs it.
func (f *Files) close(fd int32) error {
	if fd >= 0 && fd < 3 {
		f.closed[fd] = true
		return nil
	}
	o := f.open[int(fd)]
	if o == nil {
		return unix.EBADF
	}
	f.leaveNetwork(fd)
	if o.times != nil {
		o.times.settle(int(fd))
	}
	delete(f.open, int(fd))
	return unix.Close(int(fd))
}

// read fills b, which may be a part of the linear memory, from a descriptor. It
// waits for the first byte unless the program has made the descriptor
// non-blocking; other threads run meanwhile. It fails with EINTR when
// NativeThread.signal has named the thread. At the end of the input it returns
// 0.
func read(t *Thread, fd int32, b []byte) (int, error) {
	f := &hostOf(t).Files
	if f.silent(fd) {
		if fd == 0 {
			f.Input.note(0)
		}
		return 0, nil
	}
	host, ok := f.descriptor(fd)
	if !ok {
		return 0, unix.EBADF
	}
	if f.kind(fd) == kindRandom {
		hostOf(t).random(b)
		t.Work(len(b))
		return len(b), nil
	}
	n, err := whenReady(t, fd, host, unix.POLLIN, func() (int, error) { return unix.Read(host, b) })
	if fd == 0 && err == nil && len(b) > 0 {
		f.Input.note(n)
	}
	hostOf(t).noteRead(t, fd)
	t.Work(n)
	return n, err
}

// write sends all of b to a descriptor, or what a non-blocking one takes. Output
// to stdout and stderr counts towards the output budget.
func write(t *Thread, fd int32, b []byte) (int, error) {
	h := hostOf(t)
	if h.Files.silent(fd) {
		return len(b), nil
	}
	host, ok := h.Files.descriptor(fd)
	if !ok {
		return 0, unix.EBADF
	}
	if h.Files.kind(fd) == kindRandom {
		return len(b), nil
	}
	if h.Files.isOutput(fd) {
		h.countOutput(t, len(b))
	}
	h.chargeWrite(t, fd, len(b))
	total := 0
	for total < len(b) {
		n, err := whenReady(t, fd, host, unix.POLLOUT, func() (n int, err error) {
			if h.Files.kind(fd) != kindDevice {
				return unix.Write(host, b[total:])
			}
			// It may block, and nobody reads; the run may end meanwhile.
			h.output = append(h.output[:0], b[total:min(total+outputChunk, len(b))]...)
			t.Aside(func() { n, err = unix.Write(host, h.output) })
			return n, err
		})
		if err != nil {
			if total > 0 && (err == unix.EAGAIN || err == unix.EINTR) {
				return total, nil
			}
			return total, err
		}
		total += n
		t.Work(n)
	}
	h.noteWrite(t, fd)
	return total, nil
}

// outputChunk is how much is written to a device at once: as much as a pipe of Linux holds.
const outputChunk = 64 << 10

// whenReady performs an operation on a descriptor as soon as it does not have to
// wait.
func whenReady(t *Thread, fd int32, host int, events int16, operation func() (int, error)) (int, error) {
	f := &hostOf(t).Files
	kind := f.kind(fd)
	// Under the virtual clock everybody waits for a device, which keeps runs
	// repeatable; and so they do for the output that the program leaves behind.
	switch {
	case kind == kindShared || kind == kindDevice && events == unix.POLLIN && !t.M.Options.VirtualClock:
		if _, err := poll(t, []unix.PollFd{{Fd: int32(host), Events: events}}, never); err != nil {
			return 0, err
		}
	case kind == kindDevice && events == unix.POLLIN && !f.nonBlocking(fd):
		t.Aside(func() {
			set := []unix.PollFd{{Fd: int32(host), Events: events}}
			for err := error(unix.EINTR); err == unix.EINTR; { // of other errors the operation tells
				_, err = unix.Poll(set, -1)
			}
		})
	}
	for {
		n, err := operation()
		switch {
		case err == unix.EINTR:
			continue
		case err == unix.EAGAIN && !f.nonBlocking(fd):
			if _, err := poll(t, []unix.PollFd{{Fd: int32(host), Events: events}}, never); err != nil {
				return 0, err
			}
			continue
		}
		return max(n, 0), err
	}
}

// randomSeed is where /dev/random starts under the virtual clock. Any fixed
// value would do.
var randomSeed = [32]byte{'h', 'o', 't', 'l', 'e', 'n', 's'}

// random fills b from the stream that stands for the system's randomness under
// the virtual clock.
func (h *Host) random(b []byte) {
	if h.seeds == nil {
		h.seeds = rand.NewChaCha8(randomSeed)
	}
	h.seeds.Read(b) // never fails
}

// errnoText is the system's message of an error.
func errnoText(err error) string {
	if e, ok := err.(unix.Errno); ok {
		text := e.Error()
		if text == "" {
			return text
		}
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return err.Error()
}

func itoa(n int) string { return strconv.Itoa(n) }
