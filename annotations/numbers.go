package annotations

import (
	"fmt"
	"strconv"
	"strings"
)

// grouped writes a count with thousands separators: 1,234,567.
func grouped(n uint64) string {
	digits := strconv.FormatUint(n, 10)
	var b strings.Builder
	for i, digit := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(digit)
	}
	return b.String()
}

// units are the suffixes of compact counts, powers of a thousand.
var units = []string{"", "k", "M", "G", "T", "P", "E"}

// compact writes a count in at most four characters: 999, 1.2k, 34k, 1.2M. It
// rounds down, so that it never says more than there was.
func compact(n uint64) string {
	tenths, unit := n, 0
	if n < 1000 {
		return strconv.FormatUint(n, 10)
	}
	for divisor := uint64(1000); ; divisor *= 1000 {
		unit++
		if n/divisor < 1000 {
			tenths = n / (divisor / 10)
			break
		}
	}
	if tenths < 100 && tenths%10 != 0 {
		return fmt.Sprintf("%d.%d%s", tenths/10, tenths%10, units[unit])
	}
	return fmt.Sprintf("%d%s", tenths/10, units[unit])
}

// percent writes a share from 0 to 1: 37%, 3.7%, <0.1%. Only the whole is 100%.
func percent(share float64) string {
	p := share * 100
	switch {
	case p <= 0:
		return "0%"
	case p < 0.1:
		return "<0.1%"
	case p < 9.95:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", p), ".0") + "%"
	case p > 99 && p < 100:
		return "99%"
	default:
		return fmt.Sprintf("%.0f%%", p)
	}
}

// manifold is the growth from which a change is written as a factor.
const manifold = 10

// change writes what became of a cost: "▲ +12%", "▼ -3.4%", "▲ ×25", "new", or
// "" if it is the same.
func change(before, after uint64) string {
	switch {
	case before == after:
		return ""
	case before == 0:
		return "new"
	case after/before >= manifold:
		return "▲ ×" + compact(after/before)
	case after > before:
		return "▲ +" + percent(float64(after-before)/float64(before))
	default:
		return "▼ -" + percent(float64(before-after)/float64(before))
	}
}

// quantity writes a count with its unit: "1 call", "2 calls".
func quantity(n uint64, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return grouped(n) + " " + unit + "s"
}
