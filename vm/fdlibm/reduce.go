package fdlibm

import "math"

// twoOverPi holds the first bits of 2/pi behind the point.
var twoOverPi = [...]uint64{
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
	0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
	0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
	0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
	0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d,
	0xa9e391615ee61b08, 0x6599855f14a06840, 0x8dffd8804d732731, 0x06061556ca73a8c9,
	0x60e27bc08c6b47c4, 0x19c367cddce8092a,
}

// twoOverPiBits returns the 64 bits of 2/pi that start n bits behind the point;
// bits before the point are 0.
func twoOverPiBits(n int) uint64 {
	if n < 0 {
		if n <= -64 {
			return 0
		}
		return twoOverPi[0] >> -n
	}
	word, shift := n/64, n%64
	bits := twoOverPi[word] << shift
	if shift > 0 {
		bits |= twoOverPi[word+1] >> (64 - shift)
	}
	return bits
}

// digit24 returns the i-th group of 24 bits of 2/pi as a number.
func digit24(i int) float64 { return float64(twoOverPiBits(24*i) >> 40) }

// pi/2 in parts of 33 bits each, and what is left behind each of them.
const (
	pio2Part1 = 1.57079632673412561417e+00
	pio2Rest1 = 6.07710050650619224932e-11
	pio2Part2 = 6.07710050630396597660e-11
	pio2Rest2 = 2.02226624879595063154e-21
	pio2Part3 = 2.02226624871116645580e-21
	pio2Rest3 = 8.47842766036889956997e-32
)

// multipleHigh holds the upper bits of the first multiples of pi/2. A number
// with other upper bits does not lose much precision when the multiple is
// subtracted.
var multipleHigh = func() (table [32]int32) {
	for n := range table {
		table[n] = high(float64(float64(n) * halfPi))
	}
	return table
}()

// reduce returns the remainder of x modulo pi/2 in two parts, at most about pi/4,
// and the quotient modulo 8 or a number congruent to it.
func reduce(x float64) (n int, y0, y1 float64) {
	hx := high(x)
	ix := hx & noSign
	switch {
	case ix <= 0x3FE921FB: // |x| <= pi/4
		return 0, x, 0
	case ix < 0x4002D97C: // |x| < 3pi/4
		n, y0, y1 = 1, 0, 0
		z := math.Abs(x) - pio2Part1
		rest := pio2Rest1
		if ix == 0x3FF921FB { // near pi/2: 33 more bits
			z -= pio2Part2
			rest = pio2Rest2
		}
		y0 = z - rest
		y1 = (z - y0) - rest
	case ix <= 0x413921FB: // |x| <= 2^19*pi/2
		n, y0, y1 = reduceMedium(math.Abs(x))
	case ix >= infHigh:
		return 0, x - x, x - x
	default:
		n, y0, y1 = reduceLarge(math.Abs(x))
	}
	if hx < 0 {
		return -n, -y0, -y1
	}
	return n, y0, y1
}

// reduceMedium is reduce for 3pi/4 < x < 2^19*pi/2: it subtracts a multiple of
// pi/2, with more parts as more leading bits cancel.
func reduceMedium(x float64) (n int, y0, y1 float64) {
	ix := high(x)
	n = int(float64(x*(2/math.Pi)) + 0.5)
	fn := float64(n)
	r := x - float64(fn*pio2Part1)
	w := float64(fn * pio2Rest1) // with r good to 85 bits
	y0 = r - w
	if n >= len(multipleHigh) || ix == multipleHigh[n] {
		lost := func() int32 { return ix>>20 - high(y0)>>20&0x7FF }
		if lost() > 16 { // good to 118 bits
			t := r
			w = float64(fn * pio2Part2)
			r = t - w
			w = float64(fn*pio2Rest2) - ((t - r) - w)
			y0 = r - w
			if lost() > 49 { // good to 151 bits, which covers all cases
				t = r
				w = float64(fn * pio2Part3)
				r = t - w
				w = float64(fn*pio2Rest3) - ((t - r) - w)
				y0 = r - w
			}
		}
	}
	return n, y0, (r - y0) - w
}

// pio2Digits is pi/2 in parts of 24 bits.
var pio2Digits = [8]float64{
	1.57079625129699707031e+00, 7.54978941586159635335e-08, 5.39030252995776476554e-15, 3.28200341580791294123e-22,
	1.27065575308067607349e-29, 1.22933308981111328932e-36, 2.73370053816464559624e-44, 2.16741683877804819444e-51,
}

// reduceLarge is reduce for large x: it multiplies x with as many bits of 2/pi as
// matter, drops multiples of 8, and multiplies the fraction with pi/2 (Payne and
// Hanek). All numbers are in digits of 24 bits.
func reduceLarge(x float64) (n int, y0, y1 float64) {
	const first = 4 // digits of the product to begin with
	e0 := int(high(x)>>20) - 1046
	z := withHigh(x, high(x)-int32(e0)<<20) // x scaled to 24 bits before the point
	var tx [3]float64
	for i := range 2 {
		tx[i] = float64(int32(z))
		z = float64((z - tx[i]) * two24)
	}
	tx[2] = z
	nx := 3
	for tx[nx-1] == 0 {
		nx--
	}

	jx := nx - 1
	jv := max((e0-3)/24, 0)
	q0 := e0 - 24*(jv+1) // exponent of the last digit before the fraction
	var f, q [20]float64
	var iq [20]int32
	for i := range jx + first + 1 {
		if j := jv - jx + i; j >= 0 {
			f[i] = digit24(j)
		}
	}
	product := func(i int) float64 {
		sum := 0.0
		for j := range jx + 1 {
			sum += float64(tx[j] * f[jx+i-j])
		}
		return sum
	}
	for i := range first + 1 {
		q[i] = product(i)
	}

	jz := first
	var half int32 // 0: fraction below 1/2, else at or above, and to be subtracted from 1
	for {
		// Split the product into digits, least first.
		z = q[jz]
		for i, j := 0, jz; j > 0; i, j = i+1, j-1 {
			carry := float64(int32(twoMinus24 * z))
			iq[i] = int32(z - float64(two24*carry))
			z = q[j-1] + carry
		}
		z = math.Ldexp(z, q0)
		z -= float64(8 * math.Floor(float64(z*0.125)))
		n = int(z)
		z -= float64(n)
		half = 0
		switch {
		case q0 > 0:
			i := iq[jz-1] >> (24 - q0)
			n += int(i)
			iq[jz-1] -= i << (24 - q0)
			half = iq[jz-1] >> (23 - q0)
		case q0 == 0:
			half = iq[jz-1] >> 23
		case z >= 0.5:
			half = 2
		}
		if half > 0 {
			n++
			z = complement(iq[:jz], z, q0, half)
		}
		if z != 0 {
			break
		}
		tail := int32(0)
		for _, digit := range iq[first:jz] {
			tail |= digit
		}
		if tail != 0 {
			break
		}
		more := 1 // digits: as many as were lost to cancellation
		for iq[first-more] == 0 {
			more++
		}
		for i := jz + 1; i <= jz+more; i++ {
			f[jx+i] = digit24(jv + i)
			q[i] = product(i)
		}
		jz += more
	}

	if z == 0 { // drop leading zeros
		jz--
		q0 -= 24
		for iq[jz] == 0 {
			jz--
			q0 -= 24
		}
	} else {
		z = math.Ldexp(z, -q0)
		if z >= two24 {
			carry := float64(int32(twoMinus24 * z))
			iq[jz] = int32(z - float64(two24*carry))
			jz++
			q0 += 24
			iq[jz] = int32(carry)
		} else {
			iq[jz] = int32(z)
		}
	}
	y0, y1 = timesHalfPi(iq[:jz+1], q0)
	if half != 0 {
		return n & 7, -y0, -y1
	}
	return n & 7, y0, y1
}

// complement replaces the fraction, of which z is the part above the digits, by
// 1 minus itself, and returns the new z.
func complement(digits []int32, z float64, q0 int, half int32) float64 {
	carry := false
	for i, digit := range digits {
		switch {
		case carry:
			digits[i] = 0xFFFFFF - digit
		case digit != 0:
			carry = true
			digits[i] = 0x1000000 - digit
		}
	}
	last := len(digits) - 1
	switch q0 { // the bits above belong to the quotient
	case 1:
		digits[last] &= 0x7FFFFF
	case 2:
		digits[last] &= 0x3FFFFF
	}
	if half == 2 {
		z = 1 - z
		if carry {
			z -= math.Ldexp(1, q0)
		}
	}
	return z
}

// timesHalfPi multiplies a fraction, given as digits from the least on of which
// the last has the exponent q0, with pi/2.
func timesHalfPi(digits []int32, q0 int) (y0, y1 float64) {
	const parts = 4 // of pi/2 behind the first
	last := len(digits) - 1
	var q, products [20]float64
	scale := math.Ldexp(1, q0)
	for i := last; i >= 0; i-- {
		q[i] = float64(scale * float64(digits[i]))
		scale = float64(scale * twoMinus24)
	}
	for i := last; i >= 0; i-- {
		sum := 0.0
		for k := 0; k <= parts && k <= last-i; k++ {
			sum += float64(pio2Digits[k] * q[i+k])
		}
		products[last-i] = sum
	}
	for i := last; i >= 0; i-- {
		y0 += products[i]
	}
	y1 = products[0] - y0
	for _, p := range products[1 : last+1] {
		y1 += p
	}
	return y0, y1
}
