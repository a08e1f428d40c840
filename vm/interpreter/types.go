package interpreter

import (
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/memory"
)

// This file counts objects by their classes in each context, if that is asked for (profiles.ProfilerTypes). Then every
// object is made by Go code: the loop has operations of its own for it (decoded.NewTyped), and compiled code asks the
// runtime where new stands, for virtual objects as well (tiering.Options.InlineAllocation). So runs that do not count types
// do nothing for it.

// types are the records of the classes in contexts.
type types struct {
	on       bool
	records  map[typeInContext]memory.Address
	unloaded uint64 // classes that had been unloaded when something was last forgotten
}

// typeInContext is a class, by the number that no other ever has, in a context.
type typeInContext struct {
	node memory.Address
	made uint64
}

// countType counts an object of a class.
func (m *Machine) countType(node memory.Address, of *classes.Class, size uint64) {
	if node == m.profile.unprofiled {
		return
	}
	key := typeInContext{node, of.Made}
	a := m.types.records[key]
	if a == 0 {
		if gone := m.Registry.UnloadedClasses(); gone != m.types.unloaded {
			clear(m.types.records)
			m.types.unloaded = gone
		}
		var err error
		if a, err = m.Tree.Type(node, of.Name); err != nil {
			m.treeFull()
			return
		}
		m.types.records[key] = a
	}
	m.Memory.SetU64(a+sharedmemory.TypeObjects, m.Memory.U64(a+sharedmemory.TypeObjects)+1)
	m.Memory.SetU64(a+sharedmemory.TypeBytes, m.Memory.U64(a+sharedmemory.TypeBytes)+memory.RoundSize(size))
}
