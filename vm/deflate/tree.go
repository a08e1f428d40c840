package deflate

import "math/bits"

// Sizes of the codes (RFC 1951, 3.2.5 to 3.2.7).
const (
	endOfBlock        = 256
	litLenSymbols     = 286
	fixedSymbols      = 288 // the fixed code has two more
	distanceSymbols   = 30
	codeLengthSymbols = 19
	maxCodeLength     = 15
	maxLengthLength   = 7 // bits of a code length code
	heapSize          = 2*litLenSymbols + 1
)

// tree is a prefix code under construction: how often its symbols occur, then
// how long their codes are, then the codes. Inner nodes stand behind the
// symbols.
type tree struct {
	frequency [heapSize]int
	length    [heapSize + 1]uint8 // one more for the guard of scan
	code      [litLenSymbols]uint16
	parent    [heapSize]int16
	largest   int // symbol that has a code
	kind      *treeKind
}

// treeKind is what is special to one of the three codes.
type treeKind struct {
	symbols   int
	maxLength int
	extra     func(symbol int) int // extra bits of a symbol
	fixed     []uint8              // lengths of the fixed code, nil for none
}

var (
	litLenKind = treeKind{litLenSymbols, maxCodeLength, func(s int) int {
		if s <= endOfBlock {
			return 0
		}
		return int(lengthExtra[s-endOfBlock-1])
	}, fixedLitLen.lengths[:]}
	distanceKind   = treeKind{distanceSymbols, maxCodeLength, func(s int) int { return int(distanceExtra[s]) }, fixedDistance.lengths[:]}
	codeLengthKind = treeKind{codeLengthSymbols, maxLengthLength, func(s int) int { return int(repeatExtra[s]) }, nil}
)

// builder makes trees. It is there so that its heap is allocated once.
type builder struct {
	tree  *tree
	heap  [heapSize]int16 // heap[1:size+1] is the heap, heap[top:] the nodes taken from it
	size  int
	top   int
	depth [heapSize]uint8
}

// less orders nodes by frequency, then by depth.
func (b *builder) less(n, m int16) bool {
	fn, fm := b.tree.frequency[n], b.tree.frequency[m]
	return fn < fm || fn == fm && b.depth[n] <= b.depth[m]
}

// sink moves the node at k down to its place.
func (b *builder) sink(k int) {
	v := b.heap[k]
	for j := 2 * k; j <= b.size; j *= 2 {
		if j < b.size && b.less(b.heap[j+1], b.heap[j]) {
			j++
		}
		if b.less(v, b.heap[j]) {
			break
		}
		b.heap[k] = b.heap[j]
		k = j
	}
	b.heap[k] = v
}

// build makes the best code for the frequencies in t (Huffman's, with lengths
// cut to the most allowed). It returns the bits that the symbols take with it,
// and with the fixed code, extra bits included.
func (b *builder) build(t *tree) (cost, fixedCost int) {
	b.tree = t
	b.size, b.top = 0, heapSize
	t.largest = -1
	for n := range t.kind.symbols {
		t.length[n] = 0
		if t.frequency[n] > 0 {
			b.push(n)
			t.largest = n
		}
	}
	// The format asks for at least one code of distances, and inflaters get
	// along best with two of each: add unused symbols.
	for b.size < 2 {
		n := 0
		if t.largest < 2 {
			t.largest++
			n = t.largest
		}
		t.frequency[n] = 1
		b.push(n)
		cost--
		if t.kind.fixed != nil {
			fixedCost -= int(t.kind.fixed[n])
		}
	}
	for k := b.size / 2; k >= 1; k-- {
		b.sink(k)
	}
	b.join()
	c, f := b.lengths()
	t.assign()
	return cost + c, fixedCost + f
}

func (b *builder) push(n int) {
	b.size++
	b.heap[b.size] = int16(n)
	b.depth[n] = 0
}

// join combines the two least frequent nodes until one is left.
func (b *builder) join() {
	t := b.tree
	for node := int16(t.kind.symbols); ; node++ {
		n := b.heap[1]
		b.heap[1] = b.heap[b.size]
		b.size--
		b.sink(1)
		m := b.heap[1]
		b.top -= 2
		b.heap[b.top+1], b.heap[b.top] = n, m
		t.frequency[node] = t.frequency[n] + t.frequency[m]
		b.depth[node] = max(b.depth[n], b.depth[m]) + 1
		t.parent[n], t.parent[m] = node, node
		b.heap[1] = node
		b.sink(1)
		if b.size < 2 {
			break
		}
	}
	b.top--
	b.heap[b.top] = b.heap[1]
}

// lengths derives the code lengths from the tree, root first. Codes that come
// out too long are cut, and shorter ones made longer in turn.
func (b *builder) lengths() (cost, fixedCost int) {
	t := b.tree
	maxLength := t.kind.maxLength
	var count [maxCodeLength + 1]int
	overflow := 0
	t.length[b.heap[b.top]] = 0
	for _, n := range b.heap[b.top+1:] {
		length := int(t.length[t.parent[n]]) + 1
		if length > maxLength {
			length = maxLength
			overflow++
		}
		t.length[n] = uint8(length)
		if int(n) > t.largest {
			continue // an inner node
		}
		count[length]++
		extra := t.kind.extra(int(n))
		cost += t.frequency[n] * (length + extra)
		if t.kind.fixed != nil {
			fixedCost += t.frequency[n] * (int(t.kind.fixed[n]) + extra)
		}
	}
	if overflow == 0 {
		return cost, fixedCost
	}
	for ; overflow > 0; overflow -= 2 {
		length := maxLength - 1
		for count[length] == 0 {
			length--
		}
		count[length]-- // one leaf moves down and takes an overflowing one as its brother
		count[length+1] += 2
		count[maxLength]--
	}
	h := heapSize
	for length := maxLength; length > 0; length-- {
		for n := count[length]; n > 0; {
			h--
			m := b.heap[h]
			if int(m) > t.largest {
				continue
			}
			cost += (length - int(t.length[m])) * t.frequency[m]
			t.length[m] = uint8(length)
			n--
		}
	}
	return cost, fixedCost
}

// assign gives the codes for the lengths (RFC 1951, 3.2.2).
func (t *tree) assign() { assignCodes(t.code[:t.largest+1], t.length[:t.largest+1]) }

// assignCodes gives the canonical codes for the lengths, with the first bit
// lowest, as they are written.
func assignCodes(codes []uint16, lengths []uint8) {
	var count, next [maxCodeLength + 2]uint16
	for _, n := range lengths {
		count[n]++
	}
	count[0] = 0
	for n := 1; n <= maxCodeLength; n++ {
		next[n] = (next[n-1] + count[n-1]) << 1
	}
	for s, n := range lengths {
		if n > 0 {
			codes[s] = bits.Reverse16(next[n]) >> (16 - n)
			next[n]++
		}
	}
}

// Tables of RFC 1951, 3.2.5 and 3.2.7.
var (
	lengthExtra = [29]uint8{
		0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	distanceExtra = [distanceSymbols]uint8{
		0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13}
	repeatExtra     = [codeLengthSymbols]uint8{16: 2, 17: 3, 18: 7}
	codeLengthOrder = [codeLengthSymbols]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

	lengthSymbol, lengthBase     = makeLengths()
	distanceSymbol, distanceBase = makeDistances()
	fixedLitLen, fixedDistance   = makeFixed()
)

// makeLengths returns the symbol (less 257) of each match length (less 3), and
// the first length of each symbol.
func makeLengths() (symbol [256]uint8, base [29]uint8) {
	length := 0
	for s := range 28 {
		base[s] = uint8(length)
		for range 1 << lengthExtra[s] {
			symbol[min(length, 255)] = uint8(s)
			length++
		}
	}
	symbol[255] = 28 // the longest match has a symbol of its own
	base[28] = 255
	return symbol, base
}

// makeDistances returns the symbol of each distance (less 1), first those below
// 256, then those of distance>>7, and the first distance of each symbol.
func makeDistances() (symbol [512]uint8, base [distanceSymbols]uint16) {
	distance := 0
	for s := range distanceSymbols {
		base[s] = uint16(distance)
		for range 1 << distanceExtra[s] {
			if distance < 256 {
				symbol[distance] = uint8(s)
			} else {
				symbol[256+distance>>7] = uint8(s)
			}
			distance++
		}
	}
	return symbol, base
}

// symbolOf returns the symbol of a distance less 1.
func symbolOf(distance int) uint8 {
	if distance < 256 {
		return distanceSymbol[distance]
	}
	return distanceSymbol[256+distance>>7]
}

// fixedCode is one of the fixed codes (RFC 1951, 3.2.6).
type fixedCode struct {
	lengths [fixedSymbols]uint8
	codes   [fixedSymbols]uint16
}

func makeFixed() (litLen, distance fixedCode) {
	for s := range fixedSymbols {
		switch {
		case s < 144:
			litLen.lengths[s] = 8
		case s < 256:
			litLen.lengths[s] = 9
		case s < 280:
			litLen.lengths[s] = 7
		default:
			litLen.lengths[s] = 8
		}
	}
	assignCodes(litLen.codes[:], litLen.lengths[:])
	for s := range distanceSymbols {
		distance.lengths[s] = 5
	}
	assignCodes(distance.codes[:distanceSymbols], distance.lengths[:distanceSymbols])
	return litLen, distance
}
