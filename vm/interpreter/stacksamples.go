package interpreter

import (
	"sync/atomic"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/memory"
	"hotlens/vm/stacksamples"
)

// This file takes the samples of stacks that the agent asks for (sharedmemory.RequestStacks), in a program whose contexts are not
// kept. A sample is taken at the next yieldpoint, or, if a native method runs that may take long, when that returns: only what is
// asked for while it runs is its own, or natives would draw the samples of what runs before them.

// stacksRequested is how many samples are asked for and have not been taken.
func (m *Machine) stacksRequested() uint32 {
	return atomic.LoadUint32(sharedmemory.RequestedStacks(m.Memory.Base))
}

// takeStacks counts so many samples of those that are asked for in the context of the top frame. What the VM does for itself has
// none.
func (t *Thread) takeStacks(samples uint32) {
	m := t.M
	atomic.AddUint32(sharedmemory.RequestedStacks(m.Memory.Base), -samples)
	if t.vmWork > 0 || m.profile.contexts || !m.profile.started {
		return
	}
	t.pauseTiming()
	m.stacks.Count(&t.stacks, t.stackFrames(t.stacks.Frames()), uint64(samples), t.Name)
	t.resumeTiming()
}

// stackContext is the context that a thread's stack tells, with frames on top of it, which is the list of t.stacks.
func (t *Thread) stackContext(frames []stacksamples.Frame) memory.Address {
	return t.M.stacks.Context(&t.stacks, t.stackFrames(frames), t.Name)
}

// stackFrames appends those of the thread's stack.
func (t *Thread) stackFrames(frames []stacksamples.Frame) []stacksamples.Frame {
	t.Frames(func(fr Frame) bool {
		frames = append(frames, stacksamples.Frame{Method: fr.Method, BCI: fr.BCI})
		return len(frames) < stacksamples.MostFrames
	})
	return frames
}
