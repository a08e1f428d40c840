// Package pathset tells of most methods that they are not among a context and those around it, where all of these would have to be looked through: a bit
// stands for each method that is there (Bloom, Space/Time Trade-offs in Hash Coding with Allowable Errors, 1970, with one bit for each).
//
// Invariant: a set never lacks a method that was added to it.
package pathset

import "hotlens/profiles/spread"

// Set is a set of methods. The zero value is empty.
type Set [2]uint64

// All is a set that lacks nothing.
var All = Set{^uint64(0), ^uint64(0)}

// Of is the set of one method, which a number stands for.
func Of(method uint32) Set {
	place := spread.Over(method) >> 25 // one of 128
	if place < 64 {
		return Set{1 << place}
	}
	return Set{0, 1 << (place - 64)}
}

// With is the union with another set.
func (s Set) With(other Set) Set { return Set{s[0] | other[0], s[1] | other[1]} }

// Lacks reports whether a method, of which one is the set, is certainly not in the set.
func (s Set) Lacks(one Set) bool { return s[0]&one[0]|s[1]&one[1] == 0 }
