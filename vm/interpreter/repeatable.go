package interpreter

import "hotlens/vm/configuration"

// This file says how long a run is repeatable: what is compiled, and when it is installed, are then the same as in every
// other run of the program, so that the machine code that those have kept is found.

// repeatableBytecodes is how many bytecodes after main's begin a run by the wall clock is repeatable: those of the seconds in
// which a program warms up. Waiting for code that is being made, and sampling calls by bytecodes, cost more later
// than keeping code would save.
const repeatableBytecodes = 1_000_000_000

// libraryOrder is the seed of the order in which the library's immutable sets and maps are iterated, which it otherwise takes from
// the time (java.util.ImmutableCollections.SALT32L). Any number will do but 0.
const libraryOrder = 1

// isRepeatable reports whether a run with such options begins repeatable. Samples that were asked for are taken by the
// clock's time.
func isRepeatable(options *Options) bool {
	return options.VirtualClock || options.MachineCode != nil && options.Tier != configuration.TierInterpreter && !options.SamplesCalls()
}

// Repeatable reports whether what is compiled and when must not depend on the time. By the virtual clock that is so to the end of the
// run; by the wall clock, only with a store of machine code, and until there has been a second thread, as its turns come by
// time, or many bytecodes.
func (m *Machine) Repeatable() bool {
	if m.clock.repeatable && !m.clock.virtual && m.profile.started && m.clock.sinceMain() > repeatableBytecodes {
		m.clock.endRepeatable()
	}
	return m.clock.repeatable
}

// LibraryOrder is the seed of the order in which the library's immutable collections are iterated; 0 for one that it takes from the clock.
func (m *Machine) LibraryOrder() uint64 {
	if m.clock.virtual || !m.clock.repeatable {
		return 0
	}
	return libraryOrder
}

// endRepeatable has samples of calls be taken by the time from now on. By the virtual clock that stays as it is.
func (c *clock) endRepeatable() {
	if c.virtual || !c.repeatable {
		return
	}
	c.ahead = c.sampled() - c.Now()
	c.repeatable = false
}
