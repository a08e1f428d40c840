package interpreter

import (
	"fmt"
	"slices"

	"github.com/pierrec/lz4/v4"

	"hotlens/vm/invoke"
	"hotlens/vm/machinecode"
	"hotlens/vm/memory"
)

// This file is the table of all Java threads, and gives each its shadow stack.

// threadTable has the Java threads of a machine.
type threadTable struct {
	current      *Thread                 // holds the baton
	list         []*Thread               // in the order of creation; those that have ended leave it later
	byID         map[int]*Thread         // those that live
	started      int                     // ever
	peak         int                     // the largest number of those that are not virtual, at the same time
	liveUser     int                     // that are not daemons
	exitWaiters  []*Thread               // wait for them to end
	numbers      []uint32                // in lock words, that no thread has any more
	platform     int                     // of those that live, those that are not virtual
	everPlatform int                     // how many of these have been started
	stacks       []bool                  // which slots of the region of stacks are in use
	shared       []*sharedStack          // the stacks of virtual threads
	carriers     carriers                // of virtual threads
	carried      bool                    // a virtual thread has run
	left         bool                    // one has left its carrier for some time
	attached     int                     // virtual threads that have a goroutine
	entrances    []*machinecode.Entrance // that no thread uses
	packed       []byte                  // where the frames of a virtual thread are compressed, by packer
	packer       *lz4.Compressor         // nil until then
}

// Current is the thread that holds the baton.
func (m *Machine) Current() *Thread { return m.threads.current }

// What follows is what java.lang.management and Thread.getAllStackTraces tell of, which leave virtual threads out.

// PeakThreads is the largest number of threads that lived at the same time.
func (m *Machine) PeakThreads() int { return m.threads.peak }

// ResetPeakThreads forgets it: only what lives now counts.
func (m *Machine) ResetPeakThreads() { m.threads.peak = m.threads.platform }

// Threads are the live threads, in the order of their creation.
func (m *Machine) Threads() []*Thread {
	live := make([]*Thread, 0, m.threads.platform)
	for _, t := range m.threads.list {
		if !t.ended && !t.virtual {
			live = append(live, t)
		}
	}
	return live
}

// EachThread is Threads with the virtual ones behind them.
func (m *Machine) EachThread() []*Thread {
	live := m.Threads()
	for _, t := range m.threads.list {
		if !t.ended && t.virtual {
			live = append(live, t)
		}
	}
	return live
}

// LiveThreads is how many there are.
func (m *Machine) LiveThreads() int { return m.threads.platform }

// StartedThreads is how many there have ever been.
func (m *Machine) StartedThreads() int { return m.threads.everPlatform }

// threadByID is the live thread with a number, nil if there is none.
func (m *Machine) threadByID(id int) *Thread { return m.threads.byID[id] }

// stackFactor makes stacks larger than java makes them for the same size: what has run on HotSpot must not overflow here, and its compiled frames are smaller than ours. Of eleven
// programs that recurse without end, HotSpot's deepest of thirty times was up to 3.4 times as deep as ours in as many bytes (a lambda that calls itself, then strings that are put together).
const stackFactor = 4

// mostThreadStack bounds the stack that a thread gets, in bytes: an eighth of the region.
const mostThreadStack = uint64(memory.StacksBytes) / 8

// libraryThreads is how many threads may live beside the program's own: main's, and those that the library starts, such as one for references and one for signals.
const libraryThreads = 8

// manyThreads reports whether as many threads live as may.
func (m *Machine) manyThreads() bool {
	return m.threads.platform >= m.Options.Limits.MaxThreads+libraryThreads
}

// newThread makes the VM's side of a Java thread. A platform thread gets a stack that is good for as much as so many bytes are on HotSpot, or the default if that is more, while there is room for
// such stacks; else a single slot.
func (m *Machine) newThread(virtual bool, stackBytes uint64) (*Thread, error) {
	table := &m.threads
	if table.byID == nil {
		table.byID = map[int]*Thread{}
		table.stacks = make([]bool, uint64(memory.StacksBytes)/m.Options.Limits.StackBytes)
	}
	t := &Thread{M: m, Task: m.Scheduler.NewTask(), ID: table.started + 1, virtual: virtual}
	if virtual {
		if len(table.byID) >= memory.MaxLockOwner || !m.shareStack(t) {
			return nil, fmt.Errorf("more than %d threads", len(table.byID))
		}
	} else {
		size := m.Options.Limits.StackBytes
		slots := int(min(max(stackBytes, size), mostThreadStack/stackFactor) * stackFactor / size)
		if m.manyThreads() || !m.takeLargeStack(t, slots) && !m.takeStack(t, 1) {
			return nil, fmt.Errorf("more than %d threads", min(m.Options.Limits.MaxThreads, len(table.stacks)))
		}
		table.platform++
		table.everPlatform++
		table.peak = max(table.peak, table.platform)
	}
	t.Thread = invoke.NewThread(&m.Linker, t)
	t.Task.Many = virtual
	t.stackLimit = t.stackEnd - stackReserve
	m.monitors.Attach(&t.locks, table.newNumber(), t.ID, t.Task, t)
	t.newSlice()
	table.started++
	table.byID[t.ID] = t
	table.list = append(table.list, t)
	return t, nil
}

// takeLargeStack is takeStack for a stack of several slots. Such stacks leave half of the region to more threads.
func (m *Machine) takeLargeStack(t *Thread, slots int) bool {
	if slots <= 1 {
		return false
	}
	taken := 0
	for _, used := range m.threads.stacks {
		if used {
			taken++
		}
	}
	return taken+slots <= len(m.threads.stacks)/2 && m.takeStack(t, slots)
}

// takeStack gives the thread a stack of so many slots, one behind the other, of its own. It reports false
// if there are none.
func (m *Machine) takeStack(t *Thread, slots int) bool {
	free, run := 0, 0
	for i, used := range m.threads.stacks {
		if run++; used {
			run = 0
		}
		if run == slots {
			free = i + 1 - slots
			break
		}
	}
	if run < slots {
		return false
	}
	for i := range slots {
		m.threads.stacks[free+i] = true
	}
	size := memory.Address(m.Options.Limits.StackBytes)
	t.stackBase = memory.StacksBase + memory.Address(free)*size
	t.stackEnd = t.stackBase + memory.Address(slots)*size
	return true
}

// freeStack gives it back.
func (m *Machine) freeStack(t *Thread) {
	size := memory.Address(m.Options.Limits.StackBytes)
	for a := t.stackBase; a < t.stackEnd; a += size {
		m.threads.stacks[(a-memory.StacksBase)/size] = false
	}
}

// newNumber is a number, from 1 on, by which lock words may name a thread: no other live one has it.
func (table *threadTable) newNumber() uint32 {
	if n := len(table.numbers); n > 0 {
		number := table.numbers[n-1]
		table.numbers = table.numbers[:n-1]
		return number
	}
	return uint32(len(table.byID) + 1)
}

// forget takes a thread that has ended out of the table.
func (m *Machine) forget(t *Thread) {
	table := &m.threads
	t.ended = true
	delete(table.byID, t.ID)
	if t.virtual {
		table.attached--
		t.unshareStack()
	} else {
		table.platform--
		m.freeStack(t)
	}
	table.numbers = append(table.numbers, m.monitors.Detach(&t.locks))
	// The list stays in the order of creation. Moving what is left of it costs less than what has been appended.
	if len(table.list) > 2*len(table.byID) {
		table.list = slices.DeleteFunc(table.list, func(o *Thread) bool { return o.ended })
	}
}
