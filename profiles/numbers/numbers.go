// Package numbers writes the numbers of a profile as people read them. The
// editor and the text report use the same forms.
//
// Invariant: the forms do not depend on a locale, and Short and Percent have at
// most 5 characters.
package numbers

import (
	"math"
	"strconv"
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

// Signed writes a change with its sign: "+1,234", "−5", "±0".
func Signed(n int64) string {
	switch {
	case n > 0:
		return "+" + Grouped(uint64(n))
	case n < 0:
		return "−" + Grouped(-uint64(n))
	}
	return "±0"
}

// Short writes n with three significant digits, trailing zeros dropped, and an
// SI prefix: "832", "1.2M", "12.3k", "18.4E".
func Short(n uint64) string {
	value, prefix := scale(n)
	return value + prefix
}

// Bytes writes a number of bytes like Short, with the unit: "16 B", "1.2 MB".
// The prefixes are powers of 1000.
func Bytes(n uint64) string {
	value, prefix := scale(n)
	return value + " " + prefix + "B"
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
	value = threeDigits(float64(n) / float64(unit))
	if value == "1000" {
		value, power = "1", power+1
	}
	return value, siPrefixes[power]
}

// threeDigits writes a value from 1 up to 1000 with three significant digits,
// without trailing zeros behind the point.
func threeDigits(value float64) string {
	decimals := 2
	if value >= 99.95 {
		decimals = 0
	} else if value >= 9.995 {
		decimals = 1
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(value, 'f', decimals, 64), 64)
	return strconv.FormatFloat(rounded, 'f', -1, 64)
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
	case percent < 9.95:
		return strconv.FormatFloat(percent, 'f', 1, 64) + "%"
	case percent >= 99.5:
		return ">99%"
	}
	return strconv.FormatFloat(percent, 'f', 0, 64) + "%"
}
