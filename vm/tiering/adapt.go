package tiering

import (
	"hotlens/vm/compiler"
	"hotlens/vm/configuration"
)

// This file has methods compiled again that would be compiled otherwise by now, such as those whose calls have become hot
// (Arnold, Fink, Grove, Hind and Sweeney, "Adaptive Optimization in the Jalapeño
// JVM", OOPSLA 2000, has an organizer for that).

const (
	// adaptSlices is how many time slices lie between two looks, each at one method: a
	// look takes some microseconds, or a hundred where a method has many contexts. It is
	// twice as many after each round in which all is as it was, up to maxQuietRounds times, until
	// something else is compiled.
	adaptSlices    = 8
	maxQuietRounds = 5
	// maxAdaptations is how often a method is compiled again for its calls.
	maxAdaptations = 2
)

// adaptation is what is known of the calls that were left calls.
type adaptation struct {
	watched     []*compiler.CompiledMethod // the code that has some
	looked      int                        // the place of the last one that was looked at
	slices      int                        // time slices since
	quietRounds int                        // rounds in a row without a change
}

// adapt looks at the next of the methods that are compiled.
func (c *Controller) adapt() {
	a := &c.adaptation
	if a.slices++; a.slices < adaptSlices<<a.quietRounds || len(a.watched) == 0 {
		return
	}
	a.slices = 0
	if a.looked++; a.looked >= len(a.watched) {
		a.looked, a.quietRounds = 0, min(a.quietRounds+1, maxQuietRounds)
	}
	compiled := a.watched[a.looked]
	h := c.history(compiled.Method)
	if h.installed[compiled.Entry] != compiled || h.adapted == maxAdaptations {
		last := len(a.watched) - 1
		a.watched[a.looked] = a.watched[last]
		a.watched = a.watched[:last]
		return
	}
	if !h.pending[compiled.Entry] && compiled.Outdated(&c.env) {
		h.adapted++
		c.log("%v is compiled again: its calls or classes have changed", compiled.Method)
		c.compile(compiled.Method, compiled.Entry)
	}
}

// watch has a compiled method looked at from time to time.
func (c *Controller) watch(compiled *compiler.CompiledMethod) {
	if compiled.MayBecomeOutdated() && c.options.Tier != configuration.TierCompiler {
		c.adaptation.watched = append(c.adaptation.watched, compiled)
		c.adaptation.quietRounds = 0
	}
}
