package jpeg

// bitReader reads the bits of a scan, up to a marker or the end of the data, behind which there are zeros.
type bitReader struct {
	data    []byte
	at      int
	bits    uint64
	count   uint // of bits that are available
	padding uint // how many of them, the last ones, come from behind the end
	starved bool // some of these have been taken
}

// fill makes at least n bits, at most 32, available.
func (r *bitReader) fill(n uint) {
	for r.count < n {
		b := byte(0)
		switch {
		case r.at < len(r.data) && r.data[r.at] != 0xFF:
			b = r.data[r.at]
			r.at++
		case r.at+1 < len(r.data) && r.data[r.at+1] == 0:
			b = 0xFF
			r.at += 2
		default:
			r.padding += 8
		}
		r.bits = r.bits<<8 | uint64(b)
		r.count += 8
	}
}

// drop takes n bits that are available.
func (r *bitReader) drop(n uint) {
	r.count -= n
	if r.count < r.padding {
		r.padding = r.count
		r.starved = true
	}
}

// take reads n bits, at most 16.
func (r *bitReader) take(n uint) int32 {
	if n == 0 {
		return 0
	}
	if r.count < n {
		r.fill(n)
	}
	v := int32(r.bits >> (r.count - n) & (1<<n - 1))
	r.drop(n)
	return v
}

// align forgets the bits that are left of the last byte, and that the data has ended.
func (r *bitReader) align() { r.bits, r.count, r.padding, r.starved = 0, 0, 0, false }

// extended is a number of n bits, of which the lower half stand for negative ones.
func extended(v int32, n uint) int32 {
	if n > 0 && v < 1<<(n-1) {
		return v - 1<<n + 1
	}
	return v
}

// lookBits is the length of the codes that a decoder finds at once.
const lookBits = 9

// decoder finds the values of a HuffmanTable's codes.
type decoder struct {
	quick  [1 << lookBits]uint16 // length in the upper byte, value in the lower one; 0 for longer codes
	first  [18]int32             // code of each length
	last   [18]int32             // or -1
	offset [18]int32             // from a code to the place of its value
	values []byte
}

func newDecoder(h *HuffmanTable) (*decoder, error) {
	words, sizes, err := h.codes()
	if err != nil {
		return nil, err
	}
	d := &decoder{values: h.Values}
	for i := range d.last {
		d.last[i] = -1
	}
	for i, word := range words {
		length := sizes[i]
		if d.last[length] < 0 {
			d.first[length], d.offset[length] = int32(word), int32(i)-int32(word)
		}
		d.last[length] = int32(word)
		if length <= lookBits {
			for tail := range 1 << (lookBits - length) {
				d.quick[int(word)<<(lookBits-length)|tail] = uint16(length)<<8 | uint16(h.Values[i])
			}
		}
	}
	return d, nil
}

// next reads a code's value. A code that the table has not counts as 0, as in the IJG's library.
func (d *decoder) next(r *bitReader) byte {
	const longest = 16
	r.fill(longest)
	if found := d.quick[r.bits>>(r.count-lookBits)&(1<<lookBits-1)]; found != 0 {
		r.drop(uint(found >> 8))
		return byte(found)
	}
	for length := uint(lookBits + 1); length <= longest; length++ {
		code := int32(r.bits >> (r.count - length) & (1<<length - 1))
		if code <= d.last[length] && code >= d.first[length] {
			r.drop(length)
			return d.values[code+d.offset[length]]
		}
	}
	r.drop(longest)
	return 0
}
