// Package numbers writes the numbers of a profile as people read them: Grouped and
// Count exactly, the others rounded by one rule (see rounded). Everything that shows numbers to
// people uses these forms.
//
// Invariant: the forms do not depend on a locale; Short has at most 4 characters and
// Percent at most 5.
package numbers

import (
	"math"
	"strconv"
	"strings"
)

// Grouped writes n with thousands separators: "1,234,567".
func Grouped(n uint64) string {
	digits := strconv.FormatUint(n, 10)
	out := make([]byte, 0, len(digits)+len(digits)/3)
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			out = append(out, ',')
		}
		out = append(out, digits[i])
	}
	return string(out)
}

// Count writes a count with its unit: "1 call", "1,200 calls".
func Count(n uint64, unit string) string {
	if n != 1 {
		unit += "s"
	}
	return Grouped(n) + " " + unit
}

// Short writes n with an SI prefix: "832", "1.2M", "34k", "18E".
func Short(n uint64) string {
	value, prefix := scale(n)
	return value + prefix
}

// Bytes writes a number of bytes like Short, with the unit: "16 B", "1.2 MB". The
// prefixes are powers of 1000.
func Bytes(n uint64) string {
	value, prefix := scale(n)
	return value + " " + prefix + "B"
}

// Duration writes nanoseconds with the unit that keeps the number short: "832 ns",
// "1.2 ms", "34 s". From 1000 seconds on it writes them all.
func Duration(nanos uint64) string {
	units := [...]string{"ns", "µs", "ms", "s"}
	value, unit := float64(nanos), 0
	for unit+1 < len(units) && value >= 999.5 {
		value /= 1000
		unit++
	}
	if value >= 999.5 {
		return Grouped(uint64(math.Round(value))) + " " + units[unit]
	}
	return strings.TrimSuffix(rounded(value), ".0") + " " + units[unit]
}

// siPrefixes are those of the powers of 1000 that a uint64 can reach.
var siPrefixes = [...]string{"", "k", "M", "G", "T", "P", "E"}

func scale(n uint64) (value, prefix string) {
	if n < 1000 {
		return strconv.FormatUint(n, 10), ""
	}
	power, unit := 0, uint64(1)
	for n/unit >= 1000 {
		unit *= 1000
		power++
	}
	value = strings.TrimSuffix(rounded(float64(n)/float64(unit)), ".0")
	if value == "1000" {
		value, power = "1", power+1
	}
	return value, siPrefixes[power]
}

// rounded writes a number to the nearest tenth below 10, and to the nearest integer
// from there on: two significant digits or more.
func rounded(value float64) string {
	decimals := 0
	if value < 9.95 {
		decimals = 1
	}
	return strconv.FormatFloat(value, 'f', decimals, 64)
}

// Share is part/whole, and 0 where there is no whole.
func Share(part, whole uint64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// Percent writes a share from 0 to 1: "37%", "0.4%", "<0.1%". Only 0 is "0%"
// and only 1 is "100%"; what would round to them is "<0.1%" and ">99%". Shares
// outside the range are written as its ends, and NaN as "0%".
func Percent(share float64) string {
	percent := share * 100
	switch {
	case math.IsNaN(share) || share <= 0:
		return "0%"
	case share >= 1:
		return "100%"
	case percent < 0.1:
		return "<0.1%"
	case percent >= 99.5:
		return ">99%"
	}
	return rounded(percent) + "%"
}

// manifold is the growth from which on a change is written as a factor.
const manifold = 10

// Change writes what became of a number: "▲ +12%", "▼ -3.4%", "▲ ×25", "new", or "" if
// it is the same.
func Change(before, after uint64) string {
	switch {
	case before == after:
		return ""
	case before == 0:
		return "new"
	case after/before >= manifold:
		return "▲ ×" + Short(after/before)
	case after > before:
		return "▲ +" + relative(after-before, before)
	}
	return "▼ -" + relative(before-after, before)
}

// relative is like Percent, but the part may be more than the whole. What would round
// to the whole is "99%": a sign is in front of it already.
func relative(part, whole uint64) string {
	percent := Share(part, whole) * 100
	switch {
	case percent < 0.1:
		return "<0.1%"
	case percent >= 99.5 && part < whole:
		return "99%"
	}
	return rounded(percent) + "%"
}
