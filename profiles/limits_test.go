package profiles

import (
	"strings"
	"testing"
)

// TestLimitMessages checks that large numbers are written as everywhere, and what is no number of things as it is.
func TestLimitMessages(t *testing.T) {
	for want, limit := range map[string]*Limit{
		"stopped after 20,000,000,000 bytecodes;": LimitBytecodes.Reached(uint64(20_000_000_000)),
		"more than 1,048,576 contexts;":           LimitContexts.Reached(1 << 20),
		"the heap of 4096 MB is full of Strings;": LimitHeap.Reached(4096, "of Strings"),
		"more than 1 MB of output;":               LimitOutput.Reached(Size(1 << 20)),
		"more than 10 kB of output;":              LimitOutput.Reached(Size(10 << 10)),
		"more than 2,560 kB of output;":           LimitOutput.Reached(Size(5 << 19)),
		"more than 1,500 bytes of output;":        LimitOutput.Reached(Size(1500)),
		"files take more than 1 byte;":            LimitTemp.Reached(Size(1)),
		"at port 8080 was done,":                  LimitServed.Reached(8080),
	} {
		if !strings.Contains(limit.Message, want) {
			t.Errorf("%q does not have %q", limit.Message, want)
		}
	}
}
