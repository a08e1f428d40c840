package interpreter

import (
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/memory"
)

// This file keeps what compiled code counts for itself, and adds it to the contexts: before
// anybody looks at their numbers, from time to time for those who watch, and at the end.

// counted is a unit with its counters records, one for each context that it was entered in.
type counted struct {
	unit    *compiler.Unit
	records []countersRecord
	at      map[memory.Address]memory.Address // by the root's context
	next    uint64                            // bytecodes after which the counters are added to the contexts again
}

type countersRecord struct{ root, counters memory.Address }

// counts is what is kept for a unit.
func (c *compiling) counts(unit *compiler.Unit) *counted {
	k := c.units[unit.Number]
	if k == nil {
		k = &counted{unit: unit, at: map[memory.Address]memory.Address{}}
		c.units[unit.Number] = k
		for _, caller := range unit.Callers() {
			c.counting[caller] = append(c.counting[caller], k)
		}
	}
	return k
}

// newCounters finds or makes the counters record of a unit in a context of its method, which
// names the one that was asked for last. It is 0 if there is no room for it.
func (c *compiling) newCounters(unit *compiler.Unit, root memory.Address) memory.Address {
	k := c.counts(unit)
	a := k.at[root]
	if a == 0 {
		var ok bool
		if a, ok = c.m.Tree.Counters(unit.Number, unit.Entries); !ok {
			return 0
		}
		k.at[root] = a
		k.records = append(k.records, countersRecord{root, a})
	}
	c.m.Memory.SetU32(root+sharedmemory.NodeCounters, a)
	return a
}

// countersOf is the counters record of a unit in a context of its method, 0 if it has none.
func (c *compiling) countersOf(unit *compiler.Unit, root memory.Address) memory.Address {
	if a := c.m.Memory.U32(root + sharedmemory.NodeCounters); c.m.Memory.U32(a+sharedmemory.CountersUnit) == unit.Number {
		return a // it is the one that was asked for last
	}
	if k := c.units[unit.Number]; k != nil {
		return k.at[root]
	}
	return 0
}

// hostCounters finds or makes the counters record of a unit in a context.
func (m *Machine) hostCounters(stack []uint64) {
	root, number := uint32(stack[0]), uint32(stack[1])
	stack[0] = uint64(m.compiling.newCounters(m.compiling.units[number].unit, root))
}

// hostContexts makes the contexts of what is pending.
func (m *Machine) hostContexts(stack []uint64) {
	m.begin(m.compiling.records[uint32(stack[0])], uint32(stack[1]), uint32(stack[2]))
	stack[0] = 0
}

// begin makes the contexts of the calls that are pending at a record, in their order. counters
// is 0 where the unit's record is not known.
func (m *Machine) begin(r *compiler.Record, root, counters memory.Address) {
	for i := range r.Pending {
		if e := &r.Pending[i]; e.Calls > 0 {
			m.placeNode(r.Unit, root, counters, e.Place)
		}
	}
}

// placeNode finds or makes the context of a place.
func (m *Machine) placeNode(unit *compiler.Unit, root, counters memory.Address, place int) memory.Address {
	if place == 0 {
		return root
	}
	p := &unit.Places[place]
	if counters != 0 {
		if node := m.Memory.U32(counters + p.Node); node != 0 {
			return node
		}
	}
	parent := m.placeNode(unit, root, counters, p.Up)
	node := m.childContext(m.current, parent, unit.Places[p.Up].Method, p.Method, p.Site)
	if node == 0 {
		node = m.sink // the run ends, as there are too many contexts
	}
	if counters != 0 {
		m.Memory.SetU32(counters+p.Node, node)
	}
	return node
}

// happened counts what is pending at a record.
func (m *Machine) happened(r *compiler.Record, root, counters memory.Address) {
	for i := range r.Pending {
		e := &r.Pending[i]
		m.addEvent(m.placeNode(r.Unit, root, counters, e.Place), e, 1)
	}
}

// addEvent counts an event so many times in a context.
func (m *Machine) addEvent(node memory.Address, e *compiler.Event, times uint64) {
	add := func(counter memory.Address, by int64) {
		if by != 0 {
			*(*uint64)(m.at(node + counter)) += uint64(by) * times
		}
	}
	add(sharedmemory.NodeCalls, e.Calls)
	add(sharedmemory.NodeBytecodes, e.Bytecodes)
	add(sharedmemory.NodeObjects, e.Objects)
	add(sharedmemory.NodeBytes, e.Bytes)
}

// Whoever decides by the numbers of contexts gets those of the last time if that is no more than so
// many bytecodes ago for each counter: to add all of a large tree takes milliseconds. With that
// a program of red-black trees, which has records of a million counters, took 0.75 of its time.
const staleBytecodesACounter = 1_000

// refresh adds the counters of a unit to the contexts, unless that was done shortly before.
func (c *compiling) refresh(k *counted) {
	if c.m.bytecodes >= k.next {
		c.add(k)
	}
}

// add adds the counters of a unit to the contexts.
func (c *compiling) add(k *counted) {
	m := c.m
	k.next = m.bytecodes + max(1, staleBytecodesACounter*uint64(len(k.records)*len(k.unit.Counters)))
	for _, r := range k.records {
		for i := range k.unit.Counters {
			counter := &k.unit.Counters[i]
			word := (*uint64)(m.at(r.counters + counter.Offset))
			if times := *word; times != 0 {
				*word = 0
				for j := range counter.Events {
					e := &counter.Events[j]
					m.addEvent(m.placeNode(k.unit, r.root, r.counters, e.Place), e, times)
				}
			}
		}
	}
}

// refreshCalls adds what compiled code has counted of the calls that a method makes to their
// contexts.
func (c *compiling) refreshCalls(caller *classes.Method) {
	for _, k := range c.counting[caller] {
		c.refresh(k)
	}
}

// eachCounted calls f with all units that count for themselves.
func (c *compiling) eachCounted(f func(*counted)) {
	for _, k := range c.units[1:] {
		if k != nil {
			f(k)
		}
	}
}

// watchedBytecodes is how often those who watch get new numbers.
const watchedBytecodes = 20_000_000

// watched adds what compiled code has counted from time to time.
func (c *compiling) watched() {
	if c.m.bytecodes >= c.nextWatched {
		c.eachCounted(c.refresh)
		c.nextWatched = c.m.bytecodes + watchedBytecodes
	}
}
