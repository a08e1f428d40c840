// Package lazyregexp compiles regular expressions when they are needed for the first time: a process needs few of those that
// hotlens has, and a worker none.
//
// Invariant: an expression is a constant of the source, so that it compiles in each run or in none.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New returns what gives the compiled expression, to many goroutines at once.
func New(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
