package fdlibm

import (
	"math"
	"math/big"
	"sync"
)

// HotSpot's Math.cbrt on x86-64 is, from JDK 25 on, the one of Intel's LIBM, which is followed here operation by
// operation. With |x| = 2^(3k+j) * m, j from 0 to 2, and c = 1.b1b2b3b4b51 in binary, which has the first five bits of
// m's fraction, and r = (m-c)/c,
//
//	cbrt(x) = 2^k * cbrt(2^j*c) * (1 + r*P(r)).

const (
	cbrtCells = 32 // values of c
	// cbrtScale multiplies subnormal numbers; their roots are then too great by 2^cbrtShift.
	cbrtScale = 0x1p63
	cbrtShift = 63 / 3
	// cbrtBias is what is missing of the exponent's bias in a third of it.
	cbrtBias = 1023 - 1023/3
)

// cbrtSeries are the coefficients of P: those of the binomial series of (1+r)^(1/3).
var cbrtSeries = [...]float64{
	1.0 / 3, -1.0 / 9, 5.0 / 81, -10.0 / 243, 22.0 / 729, -154.0 / 6561, 374.0 / 19683, -935.0 / 59049,
}

// cbrtCell is what the root is computed from for a j and a c.
type cbrtCell struct {
	root       float64 // cbrt(2^j*c), truncated
	rest       float64 // what is missing of it, about
	reciprocal float64 // -1/c
}

var cbrtTable = sync.OnceValue(func() *[3 * cbrtCells]cbrtCell {
	var table [3 * cbrtCells]cbrtCell
	for i := range table {
		c := 1 + float64(2*(i%cbrtCells)+1)/(2*cbrtCells)
		root := realCubeRoot(float64(c * float64(int(1)<<(i/cbrtCells))))
		table[i] = cbrtCell{truncated(root), math.Float64frombits(cbrtRests[i]), -1 / c}
	}
	return &table
})

// realCubeRoot returns the cube root of a positive x.
func realCubeRoot(x float64) *big.Float {
	root := newReal(math.Cbrt(x))
	for range 3 { // steps of Newton's method, which double about 50 right bits
		square := times(root, root)
		root = minus(root, over(minus(times(square, root), newReal(x)), times(newReal(3), square)))
	}
	return root
}

// intelCbrt returns what LIBM gives for the cube root of a finite x that is not 0.
func intelCbrt(x float64) float64 {
	const (
		minusOne  = 0xBFF << 52
		fraction  = 1<<52 - 1
		sixth     = 1 << 46 // bit of the fraction, from the left
		firstFive = fraction &^ (2*sixth - 1)
	)
	bias := uint64(cbrtBias)
	if upperExponent(x) == 0 {
		x = float64(x * cbrtScale)
		bias -= cbrtShift
	}
	bits := math.Float64bits(x)
	sign, exponent := bits>>63, bits>>52&0x7FF
	k := exponent / 3
	scale := math.Float64frombits((sign<<11 | k + bias) << 52)
	cell := &cbrtTable()[(exponent-3*k)*cbrtCells+bits>>47&(cbrtCells-1)]
	minusM, minusC := math.Float64frombits(minusOne|bits&fraction), math.Float64frombits(minusOne|bits&firstFive|sixth)

	r := float64((minusM - minusC) * cell.reciprocal)
	square := float64(r * r)
	s := &cbrtSeries
	high := (s[0] + float64(s[1]*r)) + float64((s[2]+float64(s[3]*r))*square)
	low := (s[4] + float64(s[5]*r)) + float64((s[6]+float64(s[7]*r))*square)
	p := high + float64(float64(square*square)*low)
	root := float64(scale * cell.root)
	return float64(p*float64(r*root)) + float64(scale*cell.rest) + root
}

// cbrtRests are the bits of the rests in LIBM's table. They are not as exact as they could be: about one root in five
// thousand depends on that.
var cbrtRests = [3 * cbrtCells]uint64{
	0x3c76ee36f173d5fa, 0x3c95b62d45055704, 0x3ca2545b51ee3f07, 0x3c9c65f4a7706e18,
	0x3c63b83fdf1025a1, 0x3ca67428b8dec2c5, 0x3ca1823d03e33ea6, 0x3ca241d3a06e6c52,
	0x3ca8b4e1efa7e815, 0x3cadeac44e754fd0, 0x3c71cc823d7c04c0, 0x3c953dc9c264f127,
	0x3c93b5f734d5c5a7, 0x3c7366a3b9a7b902, 0x3caac8886433dd6c, 0x3c987a4c4f401711,
	0x3c9fab9f1bbe943f, 0x3ca0c4b5fd6ac93c, 0x3ca90835766f1035, 0x3ca09fd92ce13c95,
	0x3cadc1438418c8d8, 0x3c8dc87dff474261, 0x3c8f88725cd783d3, 0x3caec35de7d0c8aa,
	0x3ca3943bdba49538, 0x3ca921952b203947, 0x3c59f556afe6f86c, 0x3caadc993195a5f9,
	0x3ca419433d770e65, 0x3ca76b6ea36b97ea, 0x3bd46aaaaaaaaaab, 0x3c637d40fee9d063,
	0x3c89f356f514c24e, 0x3c953f22670030e9, 0x3caea671a173c1cf, 0x3c841d583fbcc1dd,
	0x3c9648f029b9b818, 0x3ca1a66dad202ab4, 0x3ca7b07bf2d6b269, 0x3c836a36017dc4ad,
	0x3c8b726bd6b16f60, 0x3cabfe18c2bc701d, 0x3c7e799d1dfe451f, 0x3caddf5a7e7b5452,
	0x3c734d90ea15c5e5, 0x3c8f4cbba6558f7b, 0x3c9d473a4f4d361a, 0x3c87e2d6f06b5ecf,
	0x3ca5f6f5dc49b5f3, 0x3ca160240f5a41f1, 0x3ca3586cc062c2bc, 0x3ca0c6a90df45d94,
	0x3ca2703ceef4e10b, 0x3ca99f3e74215c62, 0x3cafa5ef286f88d2, 0x3c99239eb7d00b1f,
	0x3cabc6428ff8e50c, 0x3ca339710a756b50, 0x3c389058be93d5dc, 0x3c8e08ee7b752d97,
	0x3c9a2fed0fff0a3f, 0x3ca4203437eac5df, 0x3ca356686c4969df, 0x3ca082aef5860fa5,
	0x3c62cf1199b322b6, 0x3c7ac44e933e42d8, 0x3c975f680761e377, 0x3c7c5adf4b704cc9,
	0x3ca0f9aecb8394dc, 0x3c9158c13e08f0f9, 0x3c9c7516cfa3f556, 0x3c91d9c1f6cb01cd,
	0x3c9da58fe811c1da, 0x3c2dcd9dea9036db, 0x3c8015a8b18fab04, 0x3cad4c5592316223,
	0x3c8c6a0dbe291e10, 0x3c8c615dfc9476ab, 0x3cace0d79b9bca75, 0x3ca4614a7ecc4726,
	0x3cacd427312152ee, 0x3cac1ba1811960ca, 0x3c6514caa557fd24, 0x3ca712ccf5cdf826,
	0x3c9d93a575cdbea6, 0x3ca90aaff3f3450c, 0x3c85382f071ba369, 0x3ca87e97cf26ae90,
	0x3c86da5c75933097, 0x3ca61791309c2b19, 0x3ca4421090d5990b, 0x3c9a5f49f22ac222,
	0x3cac502e0411eef9, 0x3c93d12a839809ae, 0x3ca46c91468a4418, 0x3c9f1c33088afcdb,
}
