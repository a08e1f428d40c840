package configuration

import "fmt"

// This file is about options with a few words as values.

// Tier says what is compiled.
type Tier string

// The tiers. The empty one is TierAuto.
const (
	TierAuto        Tier = "auto"   // what is hot
	TierInterpreter Tier = "interp" // nothing
	TierCompiler    Tier = "jit"    // everything, at its first call
)

// Inlining says what the inliner's decisions are taken on.
type Inlining string

// The ways to inline. The empty one is InlineExactly where contexts are kept, and
// InlineByCounting elsewhere.
const (
	InlineNothing    Inlining = "off"    // nothing is inlined
	InlineBySize     Inlining = "static" // sizes alone
	InlineByHeat     Inlining = "heat"   // sizes, and whether the callee is hot
	InlineByTimer    Inlining = "timer"  // a sample of the call at each tick of a timer
	InlineByCounting Inlining = "cbs"    // samples by counting calls
	InlineExactly    Inlining = "exact"  // the numbers of all calls, which only contexts have
)

// tiers, inlinings and paths are all values, as the user may give them.
var (
	tiers     = []Tier{TierAuto, TierInterpreter, TierCompiler}
	paths     = []Paths{PathsFixed, PathsReal}
	inlinings = []Inlining{InlineNothing, InlineBySize, InlineByHeat, InlineByTimer, InlineByCounting, InlineExactly}
)

// Paths says which paths a program in the sandbox sees.
type Paths string

// The paths. The empty one is PathsFixed.
const (
	PathsFixed Paths = "fixed" // the same on every machine, whatever the folders are
	PathsReal  Paths = "real"  // the host's
)

// The names of the clocks.
const (
	ClockVirtual = "virtual"
	ClockWall    = "wall"
)

// ParseClock reads the name of a clock into Run.VirtualClock.
func ParseClock(text string) (virtual bool, err error) {
	if text != ClockVirtual && text != ClockWall {
		return false, fmt.Errorf("the clock is %q: give virtual or wall", text)
	}
	return text == ClockVirtual, nil
}

// Clock is the name of the clock.
func (r *Run) Clock() string {
	if r.VirtualClock {
		return ClockVirtual
	}
	return ClockWall
}
