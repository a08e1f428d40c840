package classes

import (
	"slices"

	"hotlens/vm/memory"
)

// This file unloads classes (JLS 12.7): it says which live and die together, and takes
// those that have died out of everything that lives.

// Lifetime is what is loaded and unloaded as a whole: the classes that a loader has
// defined, or a hidden class by itself, as it is unless it was defined to be strong. The
// array classes of a class are part of its lifetime.
//
// Invariant: a lifetime ends in the collection that does not reach its holder. All that
// may use its classes leads the collector there: their objects by the type information
// block, frames by their methods, code of other lifetimes by what it has resolved.
type Lifetime struct {
	Holder    memory.Ref // the loader's object, or the hidden class's; 0 while that is being made
	Permanent bool       // it never ends: the loaders that the VM itself provides
	Classes   []*Class

	kept  map[memory.Ref]bool
	ended bool

	// Compiled code has addresses and numbers in it. Those of other lifetimes, which its own
	// does not keep alive, it only compares with: an object of such a class may come by. So
	// what has ended keeps its addresses and numbers as long as there is code that knows them.
	knows   map[*Lifetime]bool
	knownBy int
}

// Keep keeps an object alive as long as the classes: what their code names.
func (l *Lifetime) Keep(r memory.Ref) memory.Ref {
	if l.kept == nil {
		l.kept = map[memory.Ref]bool{}
	}
	l.kept[r] = true
	return r
}

// Ended reports whether the classes have been unloaded.
func (l *Lifetime) Ended() bool { return l.ended }

// Know notes that compiled code of l has addresses or numbers of another lifetime in it.
func (l *Lifetime) Know(other *Lifetime) {
	if l == other || other.Permanent || l.knows[other] {
		return
	}
	if l.knows == nil {
		l.knows = map[*Lifetime]bool{}
	}
	l.knows[other] = true
	other.Retain()
}

// Retain lets the lifetime keep its addresses and numbers, until Release has been called
// as often.
func (l *Lifetime) Retain() { l.knownBy++ }

// Release takes one Retain back.
func (l *Lifetime) Release() { l.knownBy-- }

// EachHeld calls f with the objects that live as long as the lifetime, or null.
func (l *Lifetime) EachHeld(m *memory.Memory, f func(memory.Ref)) {
	f(l.Holder)
	for r := range l.kept {
		f(r)
	}
	for _, c := range l.Classes {
		f(c.Mirror)
		f(c.ProtectionDomain)
		f(c.Signers)
		f(c.InitError)
		if c.NestHost != nil {
			f(c.NestHost.Mirror)
		}
		c.EachStaticRef(func(a memory.Address) { f(m.U32(a)) })
	}
}

// newLifetime makes a lifetime that classes can be added to.
func (r *Registry) newLifetime(holder memory.Ref) *Lifetime {
	l := &Lifetime{Holder: holder}
	r.lifetimes = append(r.lifetimes, l)
	return l
}

// HiddenAlone makes a class that is about to be defined a lifetime of its own. Its Class
// object becomes the holder.
func (r *Registry) HiddenAlone(c *Class) { c.Lifetime = r.newLifetime(0) }

// Hold makes an object the holder of a lifetime.
func (r *Registry) Hold(l *Lifetime, holder memory.Ref) {
	l.Holder = holder
	for _, c := range l.Classes {
		r.Memory.SetU32(c.TIB+memory.TIBHolder, holder)
	}
}

// Unload ends the lifetimes whose holder is not alive, and gives their classes and
// methods. Neither objects nor frames of them are left.
func (r *Registry) Unload(alive func(memory.Ref) bool) (unloaded []*Class, methods []*Method) {
	var ended []*Lifetime
	r.lifetimes = slices.DeleteFunc(r.lifetimes, func(l *Lifetime) bool {
		l.ended = !l.Permanent && l.Holder != 0 && !alive(l.Holder)
		if l.ended {
			ended = append(ended, l)
		}
		return l.ended
	})
	if len(ended) == 0 {
		return nil, nil
	}
	for _, l := range ended {
		for _, c := range l.Classes {
			unloaded = append(unloaded, c)
			methods = append(methods, c.ownMethods()...)
		}
	}
	r.gone += uint64(len(unloaded))
	r.forget(unloaded, methods)
	r.unloaded = append(r.unloaded, ended...)
	r.reuse()
	return unloaded, methods
}

// reuse makes the addresses and numbers of lifetimes that have ended available, as far as
// no compiled code knows them.
func (r *Registry) reuse() {
	for _, l := range r.unloaded {
		for other := range l.knows {
			other.Release()
		}
		l.knows = nil
	}
	r.unloaded = slices.DeleteFunc(r.unloaded, func(l *Lifetime) bool {
		if l.knownBy > 0 {
			return false
		}
		for _, c := range l.Classes {
			r.free(c)
		}
		return true
	})
}

// ownMethods are the methods that were registered for the class, those included that
// stand where its superinterfaces leave it without a choice.
func (c *Class) ownMethods() []*Method {
	methods := c.Methods
	for _, m := range c.VTable {
		if m.Refusal != nil && m.Class == c {
			methods = append(methods[:len(methods):len(methods)], m)
		}
	}
	return methods
}

// forget takes classes that have ended out of all that goes on.
func (r *Registry) forget(unloaded []*Class, methods []*Method) {
	selectors := map[*Selector]bool{}
	for _, m := range methods {
		r.Methods[m.ID] = nil
		if !m.Static() {
			selectors[m.Selector] = true
		}
	}
	for s := range selectors {
		s.Methods = slices.DeleteFunc(s.Methods, func(m *Method) bool { return m.Class.Lifetime.ended })
	}
	inherited := map[*Method]bool{}
	callers := map[*Selector][]uint32{}
	for _, c := range unloaded {
		r.Classes[c.ID] = nil
		for _, k := range c.callers {
			callers[k.selector] = append(callers[k.selector], k.index)
		}
		if c.TIB == 0 {
			continue
		}
		for _, m := range c.VTable {
			if !m.Class.Lifetime.ended {
				inherited[m] = true
			}
		}
		clear(r.Memory.Slice(c.TIB, int(VTableOffset(len(c.VTable))))) // which tells what its slots hold
		r.leaveHierarchy(c)
	}
	for m := range inherited {
		m.slots = slices.DeleteFunc(m.slots, func(slot memory.Address) bool { return r.Memory.U32(slot) == 0 })
	}
	for s, indices := range callers {
		r.freeCallers(s, indices)
	}
	for _, l := range r.Loaders {
		if l != nil && l.Lifetime.ended {
			r.Loaders[l.ID] = nil
			r.freeLoaders = append(r.freeLoaders, l.ID)
		}
	}
	r.Constraints.forget()
}

// leaveHierarchy takes an unloaded class out of its superclasses. What was assumed of them
// because of its methods does not hold any more.
func (r *Registry) leaveHierarchy(c *Class) {
	if c.Super == nil || c.Super.Lifetime.ended {
		return
	}
	s := c.Super
	if i := slices.Index(s.Subclasses, c); i >= 0 {
		s.Subclasses = slices.Delete(s.Subclasses, i, i+1)
	}
	if len(s.Subclasses) == 0 {
		s.extended = 0 // the word says that there has been a subclass
	}
	for ; s != nil; s = s.Super {
		s.assumptions = slices.DeleteFunc(s.assumptions, func(a assumption) bool {
			if a.method == nil || !a.method.Class.Lifetime.ended {
				return false
			}
			r.end(a.broken)
			return true
		})
	}
}

// free makes the addresses and numbers of an unloaded class available.
func (r *Registry) free(c *Class) {
	r.freeClasses = append(r.freeClasses, c.ID)
	for _, m := range c.ownMethods() {
		r.freeMethods = append(r.freeMethods, m.ID)
	}
	for _, b := range c.blocks {
		r.Memory.FreeMetadata(b.at, b.size)
	}
}

// block is a piece of the metadata region.
type block struct {
	at   memory.Address
	size uint32
}

// NewMetadata reserves memory that is given back when a class is unloaded.
func (r *Registry) NewMetadata(c *Class, size uint32) (memory.Address, error) {
	a, err := r.Memory.NewMetadata(size)
	if err == nil && !c.Lifetime.Permanent {
		c.blocks = append(c.blocks, block{a, size})
	}
	return a, err
}

// caller is a caller index that has been given out.
type caller struct {
	selector *Selector
	index    uint32
}

// NewCaller gives a call site of methods with a selector a caller index.
func (r *Registry) NewCaller(site *CallSite, s *Selector) {
	if n := len(s.freeCallers); n > 0 {
		site.CallerIndex = s.freeCallers[n-1]
		s.freeCallers = s.freeCallers[:n-1]
	} else {
		s.nextCaller++
		site.CallerIndex = s.nextCaller
	}
	if c := site.Caller.Class; !c.Lifetime.Permanent {
		c.callers = append(c.callers, caller{s, site.CallerIndex})
	}
}

// freeCallers makes caller indices of unloaded call sites available: no edge has been
// announced from those that will have them.
func (r *Registry) freeCallers(s *Selector, indices []uint32) {
	for _, m := range s.Methods {
		if m.CTB == r.unannounced.block {
			continue
		}
		for _, i := range indices {
			if FindEntry(r.Memory.Base, r.Memory.At(m.CTB), i) != 0 {
				entry, _ := r.entry(m, i) // it is there, so that nothing has to be made
				r.Memory.SetU32(entry, 0)
			}
		}
	}
	s.freeCallers = append(s.freeCallers, indices...)
}
