//go:build unix

package natives

import (
	"math"
	"strings"
	"testing"
)

// TestWiden checks every pair of primitive types against the table of widening
// conversions in JLS 5.1.2.
func TestWiden(t *testing.T) {
	allowed := map[byte]string{'Z': "Z", 'B': "BSIJFD", 'S': "SIJFD", 'C': "CIJFD", 'I': "IJFD", 'J': "JFD", 'F': "FD", 'D': "D"}
	for from, targets := range allowed {
		for _, to := range []byte("ZBCSIJFD") {
			if _, ok := widen(0, from, to); ok != strings.Contains(targets, string(to)) {
				t.Errorf("widen from %c to %c: %v", from, to, ok)
			}
		}
	}
}

func TestWidenValues(t *testing.T) {
	for _, c := range []struct {
		from, to byte
		v, want  uint64
	}{
		{'B', 'J', signed(-1), math.MaxUint64},
		{'C', 'I', 0xFFFF, 0xFFFF},
		{'I', 'F', signed(-3), uint64(math.Float32bits(-3))},
		// Neither int nor long fits a float: both round to the nearest.
		{'I', 'F', signed(math.MaxInt32), uint64(math.Float32bits(1 << 31))},
		{'J', 'D', math.MaxInt64, math.Float64bits(1 << 63)},
		{'F', 'D', uint64(math.Float32bits(0.1)), math.Float64bits(float64(float32(0.1)))},
	} {
		if got, _ := widen(c.v, c.from, c.to); got != c.want {
			t.Errorf("widen %#x from %c to %c: %#x, want %#x", c.v, c.from, c.to, got, c.want)
		}
	}
}

func TestSystemTimeZoneOfEnvironment(t *testing.T) {
	for tz, want := range map[string]string{
		"Europe/Paris":                    "Europe/Paris",
		":America/New_York":               "America/New_York",
		"posix/Asia/Tokyo":                "Asia/Tokyo",
		":/usr/share/zoneinfo/Asia/Tokyo": "Asia/Tokyo",
	} {
		if got, set := zoneOf([]string{"HOME=/", "TZ=" + tz}); !set || got != want {
			t.Errorf("TZ=%s: %s, want %s", tz, got, want)
		}
	}
}

func TestSpeltAsClass(t *testing.T) {
	for name, want := range map[string]bool{"a/B": true, "B": true, "[I": true, "": true, "a//B": false, "B[]": false, "LB;": false, "/B": false} {
		if got := speltAsClass(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
