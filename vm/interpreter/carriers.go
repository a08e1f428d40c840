package interpreter

import "hotlens/vm/threads"

// This file tells by which carrier HotSpot would execute a virtual thread. Here none has one: each is a thread of its own.
// Programs only see a number, in Thread.toString.

// carriers are the virtual threads that were last seen mounted, by the number of the carrier less one.
type carriers []*Thread

// Carrier is the number of the carrier that the thread is mounted on, from 1, the lowest that is free when a program asks;
// 0 if the thread is not mounted. So many carriers there are at first: a running thread, or one that is pinned, has one of its own beyond them.
func (t *Thread) Carrier(processors int) int {
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
