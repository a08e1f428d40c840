package classes

// This file is what the entries of a constant pool become when they are resolved (JVMS
// 5.4.3). Packages linking and invoke resolve them.

// Resolution is what a constant pool entry has been resolved to: a *Class, *Field or
// *Method, a ResolvedConstant, or a failure, which is for all time as well. It is nil
// where the entry has not been resolved.
type Resolution interface{ resolution() }

// resolutions are those of a class's entries. Few are ever resolved, so that only they have room.
type resolutions struct {
	known []Resolution
	at    []uint16 // by constant pool index: one more than where known has it, 0: not resolved. Nil: none is
}

// Resolved is what the constant pool entry at an index has been resolved to.
func (c *Class) Resolved(index int) Resolution {
	if r := &c.resolutions; r.at != nil && r.at[index] != 0 {
		return r.known[r.at[index]-1]
	}
	return nil
}

// SetResolved keeps what the constant pool entry at an index has been resolved to.
func (c *Class) SetResolved(index int, to Resolution) {
	r := &c.resolutions
	if r.at == nil {
		r.at = make([]uint16, c.File.Pool.Len())
	}
	if at := r.at[index]; at != 0 {
		r.known[at-1] = to
		return
	}
	r.known = append(r.known, to)
	r.at[index] = uint16(len(r.known))
}

// ResolvedConstant is a loadable constant (JVMS 5.1): the bits of a number, or a reference.
type ResolvedConstant uint64

// ResolutionFailure is an error to be made again, with a cause if it had one: as in HotSpot, the
// objects are new each time, and tell where they were thrown this time.
type ResolutionFailure struct{ Class, Message, Cause, CauseMessage string }

// SiteFailures are the errors of the invokedynamic instructions that name one entry and
// could not be linked: each fails by itself.
type SiteFailures map[*CallSite]ResolutionFailure

func (*Class) resolution()            {}
func (*Field) resolution()            {}
func (*Method) resolution()           {}
func (ResolvedConstant) resolution()  {}
func (ResolutionFailure) resolution() {}
func (SiteFailures) resolution()      {}
