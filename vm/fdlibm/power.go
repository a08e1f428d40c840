package fdlibm

import "math"

// parity says what kind of number an exponent is.
type parity int

const (
	notInteger parity = iota
	odd
	even
)

func integrality(y float64) parity {
	a := math.Abs(y)
	switch {
	case a >= 0x1p53:
		return even
	case a != math.Floor(a):
		return notInteger
	case int64(a)&1 == 1:
		return odd
	}
	return even
}

// specialPow returns the powers that need no computing.
func specialPow(x, y float64) (result float64, special bool) {
	ax, ay := math.Abs(x), math.Abs(y)
	switch {
	case y == 0:
		return 1, true
	case x != x || y != y:
		return x + y, true
	case y == 2:
		return float64(x * x), true
	case y == 0.5 && x >= -math.MaxFloat64:
		return math.Sqrt(x + 0), true // of -0 it is 0
	case math.IsInf(ay, 1):
		switch {
		case ax == 1:
			return math.NaN(), true
		case ax > 1 == (y > 0):
			return math.Inf(1), true
		}
		return 0, true
	case ax == 0 || ax == 1 || math.IsInf(ax, 1):
		result = ax
		if y < 0 {
			result = 1 / ax
		}
		if math.Signbit(x) {
			switch kind := integrality(y); {
			case ax == 1 && kind == notInteger:
				return math.NaN(), true
			case kind == odd:
				result = -result
			}
		}
		return result, true
	}
	return 0, false
}
