package natives

import (
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

// idlePace is how much faster than the host's the virtual clock goes while a
// thread waits, without a time limit, for a descriptor and all others sleep: fast
// enough for programs whose other end sleeps first, slow enough for timeouts of
// other threads that wait for a real partner.
const idlePace = 10

// poll waits until one of the descriptors has an event, or the deadline, a time
// of the machine's clock, has passed; other threads run meanwhile. It returns
// the number of descriptors with events, which it has set, and fails with EINTR
// when NativeThread.signal has named the thread.
func poll(t *Thread, set []unix.PollFd, deadline int64) (n int, err error) {
	h := hostOf(t)
	delete(h.signals, t.ID)
	slice := firstSlice
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
		if deadline != never {
			slice = min(slice, time.Duration(deadline-now))
		}
		if !t.M.Options.VirtualClock {
			milliseconds := int((slice + time.Millisecond - 1) / time.Millisecond)
			t.Outside(func() { _, _ = unix.Poll(set, milliseconds) }) // asked again above
			slice = min(2*slice, lastSlice)
			continue
		}
		// Under the virtual clock, a partner that is a thread of the program
		// makes progress when it gets the baton. Only when nobody wants that,
		// the partner may be outside.
		if t.M.Scheduler.Runnable() > 0 {
			t.Yield()
			continue
		}
		if n, err = unix.Poll(set, int(firstSlice/time.Millisecond)); n > 0 {
			return n, err
		}
		step := int64(firstSlice)
		if deadline == never {
			step *= idlePace
		} else {
			step = min(step, deadline-now)
		}
		t.Block(now + step)
	}
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
	if milliseconds > 1<<62/1_000_000 {
		return never
	}
	return t.M.Nanos() + milliseconds*1_000_000
}
