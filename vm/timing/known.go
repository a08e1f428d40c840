package timing

import (
	"unsafe"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/memory"
)

// This file is the simulated stack's part in the linear memory: what compiled code needs to begin and end the activations of known calls by itself (machinecode.Code.Timer).
//
// It finds the context that is on top in the control page, unless the time is stopped or nothing is timed, and puts the callee's there. The table of known calls says what that is. The stack in Go's memory
// follows when the runtime is called next (see): what compiled code has begun meanwhile and has ended need not have been there.

// Known is a call that compiled code may time by itself from now on, which Enter has just begun. The code waits at the same place each time that the caller's frame has
// this state, and whom it calls there, and from which bytecode of the method that is timed, depends on nothing but the receiver's class.
type Known struct {
	State  uint32 // word FrameIndex of the caller's frame
	Class  uint32 // type information block of the receiver, 0: it is not looked at
	Target uint32 // entry of the callee's code in the table of functions
}

// Know has compiled code time such calls by itself.
func (p *Profiler) Know(s *Stack, k Known) {
	up := s.begun[len(s.begun)-1].up
	if p.known == 0 || up == nil || up.times == 0 {
		return
	}
	at := p.knownAt(up, k.State)
	way := KnownCompiled
	if k.Class != 0 {
		way = KnownSelected
		other := p.memory.U32(at + sharedmemory.KnownClass)
		if other != 0 && other != k.Class && p.memory.U32(at+sharedmemory.KnownTop) == up.times && p.memory.U32(at+sharedmemory.KnownState) == k.State {
			at = p.knownAt(up, k.State+k.Class)
		}
	}
	set := func(offset memory.Address, word uint32) { p.memory.SetU32(at+offset, word) }
	set(sharedmemory.KnownTop, up.times)
	set(sharedmemory.KnownState, k.State)
	set(sharedmemory.KnownClass, k.Class)
	set(sharedmemory.KnownChild, s.top.times)
	set(sharedmemory.KnownCount, p.memory.AddressOf(unsafe.Pointer(s.top.calls)))
	set(sharedmemory.KnownTarget, k.Target)
	set(sharedmemory.KnownOff, off(way))
	p.anyKnown = true
}

func (p *Profiler) knownAt(top *node, state uint32) memory.Address {
	return p.known + sharedmemory.KnownSize*sharedmemory.KnownHash(top.times, state)
}

// off is where compiled code finds what is taken off for a way.
func off(way Way) memory.Address {
	return sharedmemory.KnownTicks + sharedmemory.OffSize*memory.Address(way-KnownCompiled)
}

// Forget has the runtime begin all calls again: code has moved in the table of functions, or is not there any more.
func (p *Profiler) Forget() {
	if p.anyKnown {
		clear(p.memory.Slice(p.known, knownBytes))
		p.anyKnown = false
	}
}

const knownBytes = sharedmemory.KnownSize << sharedmemory.KnownBits

// see has the stack that is being used follow what compiled code has begun and ended.
func (p *Profiler) see() {
	if top := *p.top; top != 0 && top != p.taken.top.times {
		p.taken.top = p.nodes[top]
	}
}

// show tells compiled code what is on top.
func (p *Profiler) show() {
	*p.top = 0
	if s := p.taken; s.top != nil && s.paused == 0 && p.knows {
		*p.top = s.top.times
	}
}
