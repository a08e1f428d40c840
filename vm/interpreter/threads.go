package interpreter

import (
	"fmt"
	"slices"

	"hotlens/vm/configuration"
	"hotlens/vm/invoke"
	"hotlens/vm/memory"
)

// This file is the table of all Java threads, and gives each its shadow stack.

// threadTable has the Java threads of a machine.
type threadTable struct {
	current     *Thread   // holds the baton
	list        []*Thread // in the order of creation; those that have ended leave it later
	started     int       // ever
	peak        int       // the largest number that lived at the same time
	liveUser    int       // that are not daemons
	exitWaiters []*Thread // wait for them to end
}

// Current is the thread that holds the baton.
func (m *Machine) Current() *Thread { return m.threads.current }

// PeakThreads is the largest number of threads that lived at the same time.
func (m *Machine) PeakThreads() int { return m.threads.peak }

// ResetPeakThreads forgets it: only what lives now counts.
func (m *Machine) ResetPeakThreads() { m.threads.peak = len(m.Threads()) }

// Threads are the live Java threads, in the order of their creation.
func (m *Machine) Threads() []*Thread {
	live := make([]*Thread, 0, len(m.threads.list))
	for _, t := range m.threads.list {
		if !t.ended {
			live = append(live, t)
		}
	}
	return live
}

// StartedThreads is how many threads there have ever been.
func (m *Machine) StartedThreads() int { return m.threads.started }

// threadByID is the thread with a number, nil if there is none.
func (m *Machine) threadByID(id int) *Thread {
	for _, t := range m.threads.list {
		if t.ID == id {
			return t
		}
	}
	return nil
}

// mainStackFactor makes the main thread's stack larger than the default.
// Interpreted frames are two to three times as large as HotSpot's compiled ones,
// and programs that recurse deeply do so in main.
const mainStackFactor = 8

// newThread makes the VM's side of a Java thread.
func (m *Machine) newThread() (*Thread, error) {
	size := uint32(m.Options.Limits.StackBytes)
	slots := int(memory.StacksBytes / size)
	used := make([]bool, slots)
	live := 0
	for _, t := range m.threads.list {
		if t.ended {
			continue
		}
		live++
		for a := t.stackBase; a < t.stackEnd; a += memory.Address(size) {
			used[(a-memory.StacksBase)/memory.Address(size)] = true
		}
	}
	free := slices.Index(used, false)
	if live >= m.Options.Limits.MaxThreads || free < 0 {
		return nil, fmt.Errorf("more than %d threads", min(m.Options.Limits.MaxThreads, slots))
	}
	base := memory.StacksBase + memory.Address(free)*memory.Address(size)
	m.threads.started++
	m.threads.peak = max(m.threads.peak, live+1)
	if m.threads.started == 1 && size == configuration.DefaultStackBytes {
		size *= mainStackFactor
	}
	t := &Thread{M: m, Task: m.Scheduler.NewTask(), ID: m.threads.started, stackBase: base, stackEnd: base + memory.Address(size)}
	t.Thread = invoke.NewThread(&m.Linker, t)
	t.stackLimit = t.stackEnd - stackReserve
	m.monitors.Attach(&t.locks, uint32(free+1), t.ID, t.Task, t)
	t.newSlice()
	// The list stays in the order of creation; ended threads leave it.
	kept := m.threads.list[:0]
	for _, o := range m.threads.list {
		if !o.ended {
			kept = append(kept, o)
		}
	}
	m.threads.list = append(kept, t)
	return t, nil
}
