package inflate

import (
	"math/bits"
	"sync"
)

// maxCodeLength is the most bits a code takes (RFC 1951, 3.2.7).
const maxCodeLength = 15

// primaryBits is how many bits of a code the first lookup takes: longer codes,
// which are rare, take a second lookup. 9 is zlib's choice for literals.
const primaryBits = 9

// entry is what a table says of a code: its length in the lowest 4 bits, then
// the kind in 2, the number of extra bits in 4, and the value from bit 16 on.
// The zero entry is the invalid code of 0 bits, which no built table has.
type entry uint32

// Kinds of entries.
const (
	kindLiteral = iota // value is the symbol
	kindBase           // value is what the extra bits are added to
	kindEnd            // of the block
	kindInvalid        // a code that is not assigned
)

func newEntry(kind, extra, value int) entry { return entry(kind<<4 | extra<<6 | value<<16) }

func (e entry) bits() uint  { return uint(e & 15) }
func (e entry) kind() int   { return int(e >> 4 & 3) }
func (e entry) extra() uint { return uint(e >> 6 & 15) }
func (e entry) value() int  { return int(e >> 16) }

// isLink marks primary entries that lead to a second table, which begins at
// value and is indexed by extra more bits.
const isLink entry = 1 << 10

// table decodes a prefix code. Its first 1<<primaryBits entries are indexed by
// the next bits of the input, the lowest first.
type table struct {
	entries []entry
}

// lookup finds the entry of the code that hold starts with. If hold has fewer
// valid bits than the entry says, more are needed.
func (t *table) lookup(hold uint64) entry {
	e := t.entries[hold&(1<<primaryBits-1)]
	if e&isLink != 0 {
		e = t.entries[uint64(e.value())+hold>>primaryBits&(1<<e.extra()-1)]
	}
	return e
}

// build makes the table for the canonical code with the given lengths (RFC
// 1951, 3.2.2); values are the entries of its symbols without their lengths. It
// returns false for lengths that do not make a prefix code, or leave codes
// unused: as in zlib a single code of one bit is let through if mayBeSingle, and
// so is a code with no symbols at all, whose use is the error then.
func (t *table) build(lens []uint8, values []entry, mayBeSingle bool) bool {
	var count [maxCodeLength + 1]int
	for _, n := range lens {
		count[n]++
	}
	longest := maxCodeLength
	for longest > 0 && count[longest] == 0 {
		longest--
	}
	if t.entries == nil {
		t.entries = make([]entry, 1<<primaryBits, 2<<primaryBits)
	}
	t.entries = t.entries[:1<<primaryBits]
	unused := newEntry(kindInvalid, 0, 0) | 1
	if longest == 0 {
		t.fill(unused, 0, 0)
		return true
	}
	left := 1 // codes of the current length that are not taken
	for n := 1; n <= maxCodeLength; n++ {
		if left = left<<1 - count[n]; left < 0 {
			return false
		}
	}
	if left > 0 {
		if longest != 1 || !mayBeSingle {
			return false
		}
		t.fill(unused, 0, 0)
	}

	var next [maxCodeLength + 2]uint32 // the next code of each length
	for n := 1; n <= maxCodeLength; n++ {
		next[n+1] = (next[n] + uint32(count[n])) << 1
	}
	if longest > primaryBits {
		t.link(count, next)
	}
	for symbol, n := range lens {
		if n == 0 {
			continue
		}
		code := bits.Reverse32(next[n]) >> (32 - n) // codes are written highest bit first
		next[n]++
		e := values[symbol] | entry(n)
		if n <= primaryBits {
			t.fill(e, code, uint(n))
			continue
		}
		link := t.entries[code&(1<<primaryBits-1)]
		for i := code >> primaryBits; i < 1<<link.extra(); i += 1 << (n - primaryBits) {
			t.entries[link.value()+int(i)] = e
		}
	}
	return true
}

// fill puts an entry at all primary indices whose lowest n bits are the code.
func (t *table) fill(e entry, code uint32, n uint) {
	for i := code; i < 1<<primaryBits; i += 1 << n {
		t.entries[i] = e
	}
}

// link makes the second tables: one for each run of codes that share their
// first primaryBits bits. Codes in order of their length are also in order of
// their value, so a run's last code is its longest and gives the table's size.
func (t *table) link(count [maxCodeLength + 1]int, next [maxCodeLength + 2]uint32) {
	var size [1 << primaryBits]uint8
	for n := primaryBits + 1; n <= maxCodeLength; n++ {
		shift := uint(n - primaryBits)
		for i := range count[n] {
			size[(next[n]+uint32(i))>>shift] = uint8(shift)
		}
	}
	for prefix, shift := range size {
		if shift == 0 {
			continue
		}
		index := bits.Reverse32(uint32(prefix)) >> (32 - primaryBits)
		t.entries[index] = newEntry(0, int(shift), len(t.entries)) | isLink
		for range 1 << shift {
			t.entries = append(t.entries, 0)
		}
	}
}

// Values of the symbols of each code (RFC 1951, 3.2.5).
var (
	litLenValues     = makeLitLenValues()
	distanceValues   = makeDistanceValues()
	codeLengthValues = makeCodeLengthValues()
)

// fixedLitLen and fixedDistances are the numbers of symbols that take part in
// the fixed codes; the last two of each never occur (RFC 1951, 3.2.6).
const (
	fixedLitLen    = 288
	fixedDistances = 32
)

func makeLitLenValues() (values [fixedLitLen]entry) {
	for i := range endOfBlock {
		values[i] = newEntry(kindLiteral, 0, i)
	}
	values[endOfBlock] = newEntry(kindEnd, 0, 0)
	length := 3
	for i := 257; i < 285; i++ {
		extra := max(0, (i-261)/4)
		values[i] = newEntry(kindBase, extra, length)
		length += 1 << extra
	}
	values[285] = newEntry(kindBase, 0, maxMatch)
	values[286], values[287] = newEntry(kindInvalid, 0, 0), newEntry(kindInvalid, 0, 0)
	return values
}

func makeDistanceValues() (values [fixedDistances]entry) {
	distance := 1
	for i := range maxDistances {
		extra := max(0, (i-2)/2)
		values[i] = newEntry(kindBase, extra, distance)
		distance += 1 << extra
	}
	values[30], values[31] = newEntry(kindInvalid, 0, 0), newEntry(kindInvalid, 0, 0)
	return values
}

func makeCodeLengthValues() (values [codeLengthSyms]entry) {
	for i := range values {
		values[i] = newEntry(kindLiteral, 0, i)
	}
	return values
}

// fixedTables returns the tables of the fixed codes (RFC 1951, 3.2.6).
var fixedTables = sync.OnceValues(func() (litLen, dist *table) {
	var lens [fixedLitLen]uint8
	for i := range lens {
		switch {
		case i < 144:
			lens[i] = 8
		case i < 256:
			lens[i] = 9
		case i < 280:
			lens[i] = 7
		default:
			lens[i] = 8
		}
	}
	litLen, dist = &table{}, &table{}
	litLen.build(lens[:], litLenValues[:], false)
	for i := range fixedDistances {
		lens[i] = 5
	}
	dist.build(lens[:fixedDistances], distanceValues[:], false)
	return litLen, dist
})
