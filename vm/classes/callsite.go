package classes

import "hotlens/vm/memory"

// This file is what an invoke instruction knows of the method that it calls. It stands
// here and not in package decoded, as it leads to methods, and methods hold decoded code.

// NoCaller is the caller index of call sites that have none: they have one callee.
const NoCaller = 0

// CallSite is one invoke instruction of a method.
type CallSite struct {
	Caller      *Method
	BCI         int
	Slot        uint32 // index of its child slot in context nodes
	PoolIndex   uint16
	Index       int32     // of its instruction
	Callee      *Method   // the resolved method; for a static or special site the target
	Selector    *Selector // of the callee
	CallerIndex uint32    // index in the callees' caller-target blocks
	VOffset     uint32    // offset of the callee's entry in a TIB
	ArgBase     int32     // offset of the first argument from the frame
	Kind        uint32    // one of package sharedmemory's edge kinds
	Appendix    memory.Ref
	Sampled     uint32         // the number of the first of its edges that were sampled (package sampling), plus 1; 0: it is not known yet
	Joined      memory.Address // the record of the strings that a concatenation has made; 0: it has made none that was counted
}

// Named is the class that a call names: the receivers of a virtual call are its objects
// and those of its subclasses. It is nil where it is not known.
func (s *CallSite) Named() *Class {
	from := s.Caller.Class
	if from.File == nil {
		return nil
	}
	c, _ := from.Resolved(int(from.File.Pool.At(s.PoolIndex).A)).(*Class)
	return c
}
