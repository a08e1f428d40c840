package classes

// This file is what the entries of a constant pool become when they are resolved (JVMS
// 5.4.3). Packages linking and invoke resolve them.

// Resolution is what a constant pool entry has been resolved to: a *Class, *Field or
// *Method, a ResolvedConstant, or a failure, which is for all time as well. It is nil
// where the entry has not been resolved.
type Resolution interface{ resolution() }

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
