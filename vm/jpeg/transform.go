package jpeg

// The cosine transforms of Loeffler, Ligtenberg and Moschytz ("Practical Fast 1-D DCT Algorithms with 11 Multiplications", 1989) in
// integers: constants in 13 bits of fraction, and two more bits between the passes over rows and columns.
const (
	fractionBits = 13
	passBits     = 2

	fix0298 = 2446  // 0.298631336
	fix0390 = 3196  // 0.390180644
	fix0541 = 4433  // 0.541196100
	fix0765 = 6270  // 0.765366865
	fix0899 = 7373  // 0.899976223
	fix1175 = 9633  // 1.175875602
	fix1501 = 12299 // 1.501321110
	fix1847 = 15137 // 1.847759065
	fix1961 = 16069 // 1.961570560
	fix2053 = 16819 // 2.053119869
	fix2562 = 20995 // 2.562915447
	fix3072 = 25172 // 3.072711026
)

// descale divides by a power of two, rounding.
func descale(v int32, bits uint) int32 { return (v + 1<<(bits-1)) >> bits }

// odd is the part of both transforms that they share: what becomes of four values that are turned against each other.
func odd(t0, t1, t2, t3 int32) (r0, r1, r2, r3 int32) {
	z1, z2, z3, z4 := t0+t3, t1+t2, t0+t2, t1+t3
	z5 := (z3 + z4) * fix1175
	z1, z2 = z1*-fix0899, z2*-fix2562
	z3, z4 = z3*-fix1961+z5, z4*-fix0390+z5
	return t0*fix0298 + z1 + z3, t1*fix2053 + z2 + z4, t2*fix3072 + z2 + z3, t3*fix1501 + z1 + z4
}

// forward transforms eight values; even results are scaled by evenBits and the others by fractionBits more than they should be.
func forward(v [blockSide]int32, direct func(int32) int32, scaled func(int32) int32) (r [blockSide]int32) {
	s0, s1, s2, s3 := v[0]+v[7], v[1]+v[6], v[2]+v[5], v[3]+v[4]
	d3, d2, d1, d0 := v[0]-v[7], v[1]-v[6], v[2]-v[5], v[3]-v[4]
	a, d, b, c := s0+s3, s0-s3, s1+s2, s1-s2
	r[0], r[4] = direct(a+b), direct(a-b)
	z := (c + d) * fix0541
	r[2], r[6] = scaled(z+d*fix0765), scaled(z-c*fix1847)
	o0, o1, o2, o3 := odd(d0, d1, d2, d3)
	r[7], r[5], r[3], r[1] = scaled(o0), scaled(o1), scaled(o2), scaled(o3)
	return r
}

// transform makes coefficients, eight times as large as they should be, of samples around 0.
func transform(block *[blockSize]int32) {
	for row := range blockSide {
		line := (*[blockSide]int32)(block[row*blockSide:])
		*line = forward(*line,
			func(v int32) int32 { return v << passBits },
			func(v int32) int32 { return descale(v, fractionBits-passBits) })
	}
	for column := range blockSide {
		var line [blockSide]int32
		for i := range line {
			line[i] = block[i*blockSide+column]
		}
		line = forward(line,
			func(v int32) int32 { return descale(v, passBits) },
			func(v int32) int32 { return descale(v, fractionBits+passBits) })
		for i, v := range line {
			block[i*blockSide+column] = v
		}
	}
}

// backward is the inverse of forward, with results that are scaled by 13 bits.
func backward(v [blockSide]int32) (r [blockSide]int32) {
	z := (v[2] + v[6]) * fix0541
	t2, t3 := z-v[6]*fix1847, z+v[2]*fix0765
	t0, t1 := (v[0]+v[4])<<fractionBits, (v[0]-v[4])<<fractionBits
	e0, e3, e1, e2 := t0+t3, t0-t3, t1+t2, t1-t2
	o0, o1, o2, o3 := odd(v[7], v[5], v[3], v[1])
	return [blockSide]int32{e0 + o3, e1 + o2, e2 + o1, e3 + o0, e3 - o0, e2 - o1, e1 - o2, e0 - o3}
}

// inverse makes samples of coefficients, into rows of out that are stride apart.
func inverse(coefficients []int16, divisors *QuantisationTable, out []byte, stride int) {
	var space [blockSize]int32
	for column := range blockSide {
		var line [blockSide]int32
		for i := range line {
			// A product has 16 bits in libjpeg-turbo's code for vectors.
			line[i] = int32(int16(int32(coefficients[i*blockSide+column]) * int32(divisors[i*blockSide+column])))
		}
		for i, v := range backward(line) {
			space[i*blockSide+column] = descale(v, fractionBits-passBits)
		}
	}
	for row := range blockSide {
		line := *(*[blockSide]int32)(space[row*blockSide:])
		for i, v := range backward(line) {
			out[row*stride+i] = clamp(descale(v, fractionBits+passBits+3) + centre)
		}
	}
}
