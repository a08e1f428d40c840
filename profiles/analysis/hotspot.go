package analysis

import (
	"slices"

	"hotlens/profiles"
)

// Agreement says which of two inliners, ours and HotSpot's, have inlined something at a call site.
type Agreement int

// The four cases. A site about which one of them has decided nothing has none of them.
const (
	Undecided Agreement = iota
	BothInline
	NeitherInlines
	OnlyOursInlines
	OnlyHotSpotInlines
)

// Agreement compares what the two inliners did at a site. A guarded call is an inlined one.
func (s *Site) Agreement() Agreement {
	decided, ours := false, false
	for i := range s.Targets {
		switch s.Targets[i].decision() {
		case profiles.DecisionInlined, profiles.DecisionGuarded:
			decided, ours = true, true
		case profiles.DecisionRejected:
			decided = true
		}
	}
	theirs := slices.ContainsFunc(s.HotSpot, func(h *profiles.HotSpot) bool { return h.Inlined })
	switch {
	case !decided || len(s.HotSpot) == 0:
		return Undecided
	case ours && theirs:
		return BothInline
	case ours:
		return OnlyOursInlines
	case theirs:
		return OnlyHotSpotInlines
	}
	return NeitherInlines
}

// HotSpotWords says what HotSpot decided: "C2: inline (hot) (java.util.List.add)".
func HotSpotWords(h *profiles.HotSpot) string {
	compiler := "C1"
	if h.Tier == 4 {
		compiler = "C2"
	}
	return compiler + ": " + h.Reason + " (" + h.Callee + ")"
}

// String says it in a table.
func (a Agreement) String() string {
	return [...]string{"", "both", "neither", "only ours", "only HotSpot"}[a]
}
