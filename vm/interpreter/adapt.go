package interpreter

import (
	"hotlens/vm/compiler"
	"hotlens/vm/configuration"
)

// This file has methods compiled again whose calls have become hot after they were
// compiled (Arnold, Fink, Grove, Hind and Sweeney, "Adaptive Optimization in the Jalapeño
// JVM", OOPSLA 2000, has an organizer for that).

const (
	// adaptSlices is how many time slices lie between two looks, each at one method: a
	// look takes some microseconds, or a hundred where a method has many contexts. It is
	// twice as many after each round in which all is as it was, up to maxCalm times, until
	// something else is compiled.
	adaptSlices = 8
	maxCalm     = 5
	// maxAdaptations is how often a method is compiled again for its calls.
	maxAdaptations = 2
)

// adapt looks at the next of the methods that are compiled.
func (c *compiling) adapt() {
	if c.polls++; c.polls < adaptSlices<<c.calm || len(c.installed) == 0 {
		return
	}
	c.polls = 0
	if c.looked++; c.looked >= len(c.installed) {
		c.looked, c.calm = 0, min(c.calm+1, maxCalm)
	}
	at := c.looked
	unit := c.installed[at]
	h := c.history(unit.Method)
	if h.units[unit.Entry] != unit || h.adapted == maxAdaptations {
		last := len(c.installed) - 1
		c.installed[at] = c.installed[last]
		c.installed = c.installed[:last]
		return
	}
	if !h.pending[unit.Entry] && unit.Outdated(&c.env) {
		h.adapted++
		c.log("%v is compiled again: its calls have changed", unit.Method)
		c.compile(unit.Method, unit.Entry)
	}
}

// watch has a unit looked at from time to time.
func (c *compiling) watch(unit *compiler.Unit) {
	if len(unit.Left) > 0 && c.m.Options.Tier != configuration.TierCompiler {
		c.installed = append(c.installed, unit)
		c.calm = 0
	}
}
