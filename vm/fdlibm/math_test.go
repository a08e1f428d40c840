package fdlibm_test

import (
	"math"
	"math/big"
	"math/rand"
	"testing"

	"hotlens/vm/fdlibm"
)

// precision is what the reference functions compute with, in bits: the largest
// argument has 1024 bits before the point, of which all cancel in reduction.
const precision = 1400

func newBig(x float64) *big.Float    { return new(big.Float).SetPrec(precision).SetFloat64(x) }
func mul(x, y *big.Float) *big.Float { return newBig(0).Mul(x, y) }
func add(x, y *big.Float) *big.Float { return newBig(0).Add(x, y) }
func sub(x, y *big.Float) *big.Float { return newBig(0).Sub(x, y) }
func quo(x, y *big.Float) *big.Float { return newBig(0).Quo(x, y) }

// tiny says whether a term does not count beside 1.
func tiny(x *big.Float) bool { return x.Sign() == 0 || x.MantExp(nil) < -precision }

// sum returns first + first*f(1) + first*f(1)*f(2) + ...
func sum(first *big.Float, f func(n float64) *big.Float) *big.Float {
	total, term := first, first
	for n := 1.0; !tiny(term); n++ {
		term = mul(term, f(n))
		total = add(total, term)
	}
	return total
}

// arctanInverse returns atan(1/n), or atanh(1/n) with sign 1.
func arctanInverse(n, sign float64) *big.Float {
	total := newBig(0)
	power := quo(newBig(1), newBig(n))
	for k := 1.0; !tiny(power); k += 2 {
		total = add(total, quo(power, newBig(k)))
		power = quo(power, newBig(sign*n*n))
	}
	return total
}

var (
	bigHalfPi = mul(newBig(2), sub(mul(newBig(4), arctanInverse(5, -1)), arctanInverse(239, -1))) // Machin
	bigLn2    = mul(newBig(2), arctanInverse(3, 1))
	bigLn10   = add(mul(newBig(3), bigLn2), mul(newBig(2), arctanInverse(9, 1)))
)

// bigExp returns e^x by e^x = (e^(x/2^s))^(2^s).
func bigExp(x *big.Float) *big.Float {
	const s = 20
	r := newBig(0).SetMantExp(x, -s)
	e := sum(newBig(1), func(n float64) *big.Float { return quo(r, newBig(n)) })
	for range s {
		e = mul(e, e)
	}
	return e
}

// bigLog returns log(x) by Newton's method.
func bigLog(x *big.Float) *big.Float {
	var m big.Float
	k := x.MantExp(&m)
	f, _ := m.Float64()
	y := newBig(math.Log(f))
	for range 6 {
		e := bigExp(y)
		y = add(y, mul(newBig(2), quo(sub(&m, e), add(&m, e))))
	}
	return add(y, mul(newBig(float64(k)), bigLn2))
}

// bigSinCos returns sine and cosine.
func bigSinCos(x float64) (sin, cos *big.Float) {
	quotient, _ := add(quo(newBig(x), bigHalfPi), newBig(math.Copysign(0.5, x))).Int(nil)
	r := sub(newBig(x), mul(newBig(0).SetInt(quotient), bigHalfPi))
	square := mul(r, r)
	square.Neg(square)
	sin = sum(r, func(n float64) *big.Float { return quo(square, newBig(2*n*(2*n+1))) })
	cos = sum(newBig(1), func(n float64) *big.Float { return quo(square, newBig(2*n*(2*n-1))) })
	switch new(big.Int).And(quotient, big.NewInt(3)).Int64() {
	case 1:
		return cos, sin.Neg(sin)
	case 2:
		return sin.Neg(sin), cos.Neg(cos)
	case 3:
		return cos.Neg(cos), sin
	}
	return sin, cos
}

// TestNearlyExact compares with computing in 1400 bits: results are less than one
// ulp off, so that they are one of two numbers.
func TestNearlyExact(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	check := func(name string, x, y, got float64, exact *big.Float) {
		t.Helper()
		want, _ := exact.Float64()
		if difference := math.Abs(got - want); got != want && difference > math.Nextafter(math.Abs(want), math.Inf(1))-math.Abs(want) {
			t.Errorf("%s(%x, %x) = %x, want %x", name, x, y, got, want)
		}
	}
	for i := range 150 {
		sign := float64(1 - 2*(i&1))
		angle := sign * math.Ldexp(1+random.Float64(), []int{0, random.Intn(30) - 25, random.Intn(1024)}[i%3])
		if i%5 == 0 {
			angle = float64(random.Intn(1000)) * math.Pi / 2 // which is close to a zero
		}
		sin, cos := bigSinCos(angle)
		check("sin", angle, 0, fdlibm.MathSin(angle), sin)
		check("cos", angle, 0, fdlibm.MathCos(angle), cos)
		check("tan", angle, 0, fdlibm.MathTan(angle), quo(sin, cos))

		exponent := sign * []float64{random.Float64() * 708, random.Float64(), 708.4 + random.Float64()*1.3}[i%3]
		if exponent < 0 && i%9 == 0 {
			exponent = -708 - 37*random.Float64() // with a subnormal result
		}
		check("exp", exponent, 0, fdlibm.MathExp(exponent), bigExp(newBig(exponent)))

		x := math.Abs([]float64{math.Ldexp(1+random.Float64(), random.Intn(2000)-1000), 1 + (random.Float64()-0.5)/float64(i+1), 4.9e-310 * random.Float64()}[i%3])
		log := bigLog(newBig(x))
		check("log", x, 0, fdlibm.MathLog(x), log)
		check("log10", x, 0, fdlibm.MathLog10(x), quo(log, bigLn10))
		y := exponent / fdlibm.Log(x)
		check("pow", x, y, fdlibm.MathPow(x, y), bigExp(mul(log, newBig(y))))
	}
}

// TestExactPowers checks powers that are exact, or in the middle of two numbers.
func TestExactPowers(t *testing.T) {
	for _, test := range []struct{ x, y float64 }{
		{3, 33}, {3, 34}, {3, 35}, {3, 60}, {-3, 35}, {5, 22}, {10, 22}, {10, 23}, {1.5, 30}, {7, 19}, {-0.75, 40}, {1025, 7},
	} {
		exact := newBig(1)
		for range int(test.y) {
			exact = mul(exact, newBig(test.x))
		}
		if want, _ := exact.Float64(); fdlibm.MathPow(test.x, test.y) != want {
			t.Errorf("pow(%v, %v) = %x, want %x", test.x, test.y, fdlibm.MathPow(test.x, test.y), want)
		}
	}
	for _, test := range []struct{ x, y, want float64 }{
		{0x1p-1074, 3, 0}, {-0x1p-1074, 3, math.Copysign(0, -1)}, {0x1p-358, 3, 0x1p-1074}, {0x1p-359, 3, 0}, {0x1p600, 3, math.Inf(1)},
		{0x1.8p-358, 3, 3 * 0x1p-1074}, {1e200, -3, 0}, {-1e200, 3, math.Inf(-1)},
	} {
		if got := fdlibm.MathPow(test.x, test.y); math.Float64bits(got) != math.Float64bits(test.want) {
			t.Errorf("pow(%x, %v) = %x, want %x", test.x, test.y, got, test.want)
		}
	}
}

// TestFMAFloat compares with exact sums, among them those near the middle between
// two numbers, where rounding twice goes wrong.
func TestFMAFloat(t *testing.T) {
	random := rand.New(rand.NewSource(2))
	draw := func() float32 {
		return float32(math.Ldexp(float64(random.Intn(1<<24)-1<<23), random.Intn(60)-50))
	}
	twice := 0
	for i := range 200_000 {
		x, y, z := draw(), draw(), draw()
		if i%2 == 0 { // the product is in the middle between two numbers if it has 25 bits, and z tiny
			x, y = float32(random.Intn(1<<12)|1), float32(random.Intn(1<<13)|1)
			z = float32(math.Copysign(0x1p-50, float64(z)))
		}
		exact := add(mul(newBig(float64(x)), newBig(float64(y))), newBig(float64(z)))
		want, _ := exact.Float32()
		got := fdlibm.FMAFloat(x, y, z)
		if got != want {
			t.Fatalf("fma(%x, %x, %x) = %x, want %x", x, y, z, got, want)
		}
		if got != float32(float64(x)*float64(y)+float64(z)) {
			twice++
		}
	}
	if twice == 0 {
		t.Error("no case where rounding twice differs")
	}
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for _, c := range [][4]float32{
		{0x1p127, 2, -0x1p127, 0x1p127}, {0x1p127, 4, 0, inf}, {inf, 1, -inf, nan}, {inf, 0, 1, nan}, {0x1p-149, 0x1p-1, 0x1p-149, 0x1p-148},
		{0x1p-149, 0x1p-149, 0, 0}, {0x1.fffffep127, 1, 0x1p103, inf}, {0x1.fffffep127, 1, 0x1.fffffep102, 0x1.fffffep127},
	} {
		if got := fdlibm.FMAFloat(c[0], c[1], c[2]); got != c[3] && (got == got || c[3] == c[3]) {
			t.Errorf("fma(%x, %x, %x) = %x, want %x", c[0], c[1], c[2], got, c[3])
		}
	}
	if zero := fdlibm.FMAFloat(float32(math.Copysign(0, -1)), 0, float32(math.Copysign(0, -1))); !math.Signbit(float64(zero)) {
		t.Error("-0*0 + -0 is not -0")
	}
}

func BenchmarkFunctions(b *testing.B) {
	for name, f := range map[string]func(float64) float64{
		"Sin": fdlibm.Sin, "MathSin": fdlibm.MathSin, "Exp": fdlibm.Exp, "MathExp": fdlibm.MathExp, "Log": fdlibm.Log, "MathLog": fdlibm.MathLog,
		"Tan": fdlibm.Tan, "MathTan": fdlibm.MathTan, "Cos": fdlibm.Cos, "MathCos": fdlibm.MathCos, "MathLog10": fdlibm.MathLog10,
		"MathPow2.5":  func(x float64) float64 { return fdlibm.MathPow(x, 2.5) },
		"MathSinHuge": func(x float64) float64 { return fdlibm.MathSin(x + 1e9) },
	} {
		b.Run(name, func(b *testing.B) {
			const from, to = 0.1, 700
			x, sum := from, 0.0
			for b.Loop() {
				if x += 0.37; x > to {
					x = from
				}
				sum += f(x)
			}
			if sum == 0 {
				b.Error("all results are 0")
			}
		})
	}
}

// TestTanhAndCbrt compares bits with those that java 25 gives on x86-64.
func TestTanhAndCbrt(t *testing.T) {
	for _, v := range []struct {
		x          float64
		tanh, cbrt uint64
	}{
		{0x1.999999999999ap-4, 0x3fb983d7795f413a, 0x3fddb4c7760bcff3},
		{-0x1.3333333333333p-2, 0xbfd2a4dda7d914fa, 0xbfe56bfea66ef78d},
		{0x1.8p0, 0x3fecf6f9786df577, 0x3ff250bfe1b082f5},
		{-0x1.dp2, 0xbfeffffde2760a41, 0xbffef78e2c12c61b},
		{0x1.3e66666666666p4, 0x3ff0000000000000, 0x4005add8b9924fc8},
		{0x1.4f8b588e368f1p-17, 0x3ee4f8b588e06854, 0x3f960fb8a566f628},
		{0x1.0p-64, 0x3bf0000000000000, 0x3e9965fea53d6e3d},
		{0x1.0p-4, 0x3faff55997e030d7, 0x3fd965fea53d6e3d},
		{0x0.00000000017b8p-1022, 0x00000000000017b8, 0x29d23e5cb24ac6e8},
		{-0x1.7e43c8800759cp996, 0xbff0000000000000, 0xd4b249ad2594c37d},
		{0x1.0000000000001p1, 0x3feed9505e1bc3d4, 0x3ff428a2f98d728b},
		{math.Inf(-1), 0xbff0000000000000, 0xfff0000000000000},
		{math.Copysign(0, -1), 0x8000000000000000, 0x8000000000000000},
	} {
		if got := math.Float64bits(fdlibm.MathTanh(v.x)); got != v.tanh {
			t.Errorf("tanh(%g) = %016x, want %016x", v.x, got, v.tanh)
		}
		if got := math.Float64bits(fdlibm.MathCbrt(v.x)); got != v.cbrt {
			t.Errorf("cbrt(%g) = %016x, want %016x", v.x, got, v.cbrt)
		}
	}
	if !math.IsNaN(fdlibm.MathTanh(math.NaN())) || !math.IsNaN(fdlibm.MathCbrt(math.NaN())) {
		t.Error("NaN has a hyperbolic tangent or a cube root")
	}
}
