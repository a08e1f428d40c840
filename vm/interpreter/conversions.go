package interpreter

import "math"

// This file holds the conversions of numbers that Go leaves open.

// toInt and toLong convert as d2i and d2l do (JVMS 6.5): NaN is 0, and what is
// out of range becomes the nearest bound.
func toInt(v float64) int32 {
	switch {
	case v != v:
		return 0
	case v >= math.MaxInt32:
		return math.MaxInt32
	case v <= math.MinInt32:
		return math.MinInt32
	}
	return int32(v)
}

func toLong(v float64) int64 {
	switch {
	case v != v:
		return 0
	case v >= math.MaxInt64:
		return math.MaxInt64
	case v <= math.MinInt64:
		return math.MinInt64
	}
	return int64(v)
}
