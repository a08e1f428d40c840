package interpreter

import (
	"fmt"

	"hotlens/vm/threads"
)

// This file tells by which carrier HotSpot would execute a virtual thread. Here none has one: each is a thread of its own.
// Programs only see its name, in Thread.toString and in what is thrown for a class that it could not initialise.

// carriers are the virtual threads that were last seen mounted, by the number of the carrier less one.
type carriers []*Thread

// SkipThread leaves out a number of a thread: HotSpot gives it to one that is not here.
func (m *Machine) SkipThread() {
	if m.NextThread != 0 {
		m.Memory.SetU64(m.NextThread, m.Memory.U64(m.NextThread)+1)
	}
}

// skipUnparker leaves out the number of the thread that HotSpot starts when a virtual thread first leaves its carrier for some time.
func (t *Thread) skipUnparker() {
	if left := &t.M.threads.left; !*left && !t.Pinned() {
		*left = true
		t.M.SkipThread()
	}
}

// PlatformName is the name of the platform thread that executes the thread, which runs: itself, or a virtual thread's carrier.
func (t *Thread) PlatformName() string {
	if !t.virtual {
		return t.Name()
	}
	return t.Carrier(0)
}

// Carrier is the name of the carrier that a virtual thread is mounted on, "" if it is not mounted.
// So many carriers there are at first: a running thread, or one that is pinned, has one of its own beyond them.
func (t *Thread) Carrier(processors int) string {
	number := t.carrier(processors)
	if number == 0 {
		return ""
	}
	return fmt.Sprintf("ForkJoinPool-%d-worker-%d", t.M.CarrierPool, number)
}

// carrier is the number of the thread's carrier, from 1, the lowest that is free when a program asks.
func (t *Thread) carrier(processors int) int {
	all := &t.M.threads.carriers
	if !t.mounted() {
		return 0
	}
	free := -1
	for i, o := range *all {
		if o == t {
			return i + 1
		}
		if free < 0 && !o.mounted() {
			free = i
		}
	}
	switch {
	case free >= 0:
		(*all)[free] = t
		return free + 1
	case len(*all) >= processors && t != t.M.threads.current && t.Status() == threads.Runnable:
		return 0 // it waits for a carrier
	}
	*all = append(*all, t)
	return len(*all)
}

// mounted tells whether the thread has a carrier, if there are enough: it runs, or is pinned.
func (t *Thread) mounted() bool {
	if !t.virtual || t.ended {
		return false
	}
	switch t.Status() {
	case threads.Runnable:
		return true
	case threads.Sleeping, threads.Parked, threads.TimedParked, threads.Blocked, threads.Waiting, threads.TimedWaiting:
		return t.Pinned()
	}
	return false
}

// Pinned tells whether a virtual thread that waits keeps its carrier: one that initialises a class, as HotSpot calls the initialiser from native code,
// and in older JDKs one that waits for a monitor, or has one. Who joins a virtual thread does not wait for a monitor in HotSpot.
func (t *Thread) Pinned() bool {
	if !t.virtual {
		return false
	}
	t.load()
	defer t.M.remount()
	initialises := false
	t.Frames(func(fr Frame) bool {
		initialises = fr.Method.Name == "<clinit>"
		return !initialises
	})
	if initialises || !t.M.Release.MonitorsPin {
		return initialises
	}
	switch t.Status() {
	case threads.Blocked, threads.Waiting, threads.TimedWaiting:
		if joins, _ := t.joins(); !joins {
			return true
		}
	}
	return len(t.OwnedMonitors()) > 0
}
