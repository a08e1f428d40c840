package oracle

import (
	"bytes"
	"slices"
)

// This file compares profiles.

// WithoutTier is a JSON profile without the members that say how the program was executed: all
// others are the same in every tier.
func WithoutTier(file []byte) []byte {
	file = without(file, "\n \"tier\": ", ",")
	file = without(file, ",\n \"inlining\": []", "") // nothing was decided
	return without(file, ",\n \"inlining\": [", "\n ]")
}

// without is a text without its first part that begins with start and ends with end.
func without(text []byte, start, end string) []byte {
	before, rest, found := bytes.Cut(text, []byte(start))
	if !found {
		return text
	}
	_, after, _ := bytes.Cut(rest, []byte(end))
	return slices.Concat(before, after)
}
