// Package decisions writes the inliner's decisions as signs, and sums up those
// about several targets. Everything that shows decisions to people uses these signs.
//
// Invariant: a sign takes one cell, and there is none where nothing was decided.
package decisions

import "hotlens/profiles"

// Legend says what the signs mean.
const Legend = "● inlined  ◐ inlined in part, or behind a class test  ○ not inlined"

// Sign is the sign of one decision, empty for none.
func Sign(decision profiles.Decision) string {
	switch decision {
	case profiles.DecisionInlined:
		return "●"
	case profiles.DecisionGuarded:
		return "◐"
	case profiles.DecisionRejected:
		return "○"
	}
	return ""
}

// Summary sums up the decisions about the targets of a call site, or of all call
// sites on a line. The zero value has no targets.
type Summary struct{ targets, inlined, guarded, rejected int }

// Add adds a target; decision is empty where none was made about it.
func (s *Summary) Add(decision profiles.Decision) {
	s.targets++
	switch decision {
	case profiles.DecisionInlined:
		s.inlined++
	case profiles.DecisionGuarded:
		s.guarded++
	case profiles.DecisionRejected:
		s.rejected++
	}
}

// Sign says whether all targets were inlined, some of them or behind a test of
// the class, or none. It is empty where nothing was decided.
func (s *Summary) Sign() string {
	switch {
	case s.inlined+s.guarded+s.rejected == 0:
		return ""
	case s.inlined == s.targets:
		return Sign(profiles.DecisionInlined)
	case s.inlined+s.guarded > 0:
		return Sign(profiles.DecisionGuarded)
	}
	return Sign(profiles.DecisionRejected)
}
