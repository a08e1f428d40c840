//go:build unix

package natives

import (
	"slices"
	"time"

	"golang.org/x/sys/unix"
)

// never is the deadline of a wait without a time limit.
const never = int64(-1)

// The pace of waiting for the outside. A wait is cut into slices because the end
// of the program, or a signal from another thread, must not find it in the
// system for ever. Slices grow, so that short waits end at once and long ones
// cost nothing.
const (
	firstSlice = time.Millisecond
	lastSlice  = 20 * time.Millisecond
)

// Under the virtual clock the slices are virtual, and much shorter at first: a
// partner that is a thread of the program answers within microseconds.
const (
	firstVirtualSlice = 10 * time.Microsecond
	lastVirtualSlice  = 10 * time.Millisecond
)

// politeYields is how often a waiting thread steps aside, for others that can
// run, before the virtual clock moves on for it: about as often as a partner
// needs to be scheduled to answer.
const politeYields = 8

// idlePace is how much faster than the host's the virtual clock goes while a
// thread waits, without a time limit, for a descriptor and all others sleep: fast
// enough for programs whose other end sleeps first, slow enough for timeouts of
// other threads that wait for a real partner.
const idlePace = 10

// lonely is how long, by the virtual clock, a server in a network of its own waits for
// somebody until its user is told that nobody can come: longer than programs sleep that
// test themselves.
const lonely = 5 * time.Minute

// poll waits until one of the descriptors has an event, or the deadline, a time
// of the machine's clock, has passed; other threads run meanwhile. It returns
// the number of descriptors with events, which it has set, and fails with EINTR
// when NativeThread.signal has named the thread.
func poll(t *Thread, set []unix.PollFd, deadline int64) (n int, err error) {
	h := hostOf(t)
	delete(h.signals, t.ID)
	slice, yields, begun := firstSlice, 0, t.M.Nanos()
	if t.M.Options.VirtualClock {
		slice = firstVirtualSlice
	}
	for {
		if n, err = unix.Poll(set, 0); n > 0 || err != nil && err != unix.EINTR {
			return n, err
		}
		if h.signals[t.ID] {
			delete(h.signals, t.ID)
			return 0, unix.EINTR
		}
		now := t.M.Nanos()
		if deadline != never && now >= deadline {
			return 0, nil
		}
		wait := slice
		if deadline != never {
			wait = min(wait, time.Duration(deadline-now))
		}
		switch {
		case !t.M.Options.VirtualClock:
			milliseconds := int((wait + time.Millisecond - 1) / time.Millisecond)
			t.Outside(func() { _, _ = unix.Poll(set, milliseconds) }) // asked again above
			slice = min(2*slice, lastSlice)
		case t.M.Scheduler.Runnable() > 0 && yields < politeYields:
			yields++
			t.Yield()
		default:
			switch {
			case t.M.Scheduler.Runnable() > 0:
			case h.mayBeAnswered(set):
				// Nobody else can run: the partner may be outside.
				real := wait
				if deadline == never {
					real /= idlePace
				}
				waitBriefly(set, real)
			case deadline == never && now-begun > int64(lonely):
				h.tellOfNetwork()
			}
			t.Block(now + int64(wait))
			slice = min(2*slice, lastVirtualSlice)
		}
	}
}

// mayBeAnswered tells whether somebody outside of the program can be what one of the descriptors
// waits for. Without a network and child processes the other ends of all but devices are the
// program's own.
func (h *Host) mayBeAnswered(set []unix.PollFd) bool {
	return h.Net || h.Exec || slices.ContainsFunc(set, func(p unix.PollFd) bool { return h.Files.kind(p.Fd) == kindDevice })
}

// readable and writable wait for a single descriptor.
func readable(t *Thread, host int) error {
	_, err := poll(t, []unix.PollFd{{Fd: int32(host), Events: unix.POLLIN}}, never)
	return err
}

// deadlineIn is the machine's time after a Java timeout; negative ones never end.
func deadlineIn(t *Thread, milliseconds int64) int64 {
	if milliseconds < 0 {
		return never
	}
	return t.M.After(saturatingNanos(milliseconds))
}
