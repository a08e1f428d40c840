package interpreter

import "math"

// This file holds the conversions of numbers that Go leaves open.

// toInt and toLong convert as d2i and d2l do (JVMS 6.5).
func toInt(v float64) int32  { return nearest[int32](v, math.MinInt32, math.MaxInt32) }
func toLong(v float64) int64 { return nearest[int64](v, math.MinInt64, math.MaxInt64) }

// nearest is the integer from least to most that a number is rounded to, towards 0. NaN
// is 0, and what is out of range becomes the nearest bound.
func nearest[T int32 | int64](v float64, least, most T) T {
	switch {
	case v != v:
		return 0
	case v >= float64(most):
		return most
	case v <= float64(least):
		return least
	}
	return T(v)
}
