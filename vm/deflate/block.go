package deflate

import "encoding/binary"

// Block kinds (RFC 1951, 3.2.3).
const (
	storedKind  = 0
	fixedKind   = 1
	dynamicKind = 2
)

// blockWriter collects the symbols of a block, picks the shortest way to write
// it, and writes it to pending.
type blockWriter struct {
	pending  []byte // output that was not asked for yet
	bits     uint64 // the next output, the first bit lowest
	bitCount uint   // how many

	symbols                      []symbol
	litLen, distance, codeLength tree
	builder                      builder
}

// symbol is a literal (distance 0), or a match: its length less minMatch and
// its distance.
type symbol struct {
	distance uint16
	value    uint8
}

func (w *blockWriter) init() {
	w.pending = make([]byte, 0, pendingSize)
	w.symbols = make([]symbol, 0, symbolsPerRun)
	w.litLen.kind, w.distance.kind, w.codeLength.kind = &litLenKind, &distanceKind, &codeLengthKind
}

func (w *blockWriter) reset() {
	w.pending = w.pending[:0]
	w.bits, w.bitCount = 0, 0
	w.startBlock()
}

// startBlock forgets the symbols.
func (w *blockWriter) startBlock() {
	w.symbols = w.symbols[:0]
	clear(w.litLen.frequency[:litLenSymbols])
	clear(w.distance.frequency[:distanceSymbols])
	clear(w.codeLength.frequency[:codeLengthSymbols])
	w.litLen.frequency[endOfBlock] = 1
}

// addLiteral adds a literal, and reports whether the block is full.
func (w *blockWriter) addLiteral(b byte) bool {
	w.symbols = append(w.symbols, symbol{0, b})
	w.litLen.frequency[b]++
	return len(w.symbols) == symbolsPerRun
}

// addMatch adds a match, and reports whether the block is full.
func (w *blockWriter) addMatch(distance, length int) bool {
	value := uint8(length - minMatch)
	w.symbols = append(w.symbols, symbol{uint16(distance), value})
	w.litLen.frequency[endOfBlock+1+int(lengthSymbol[value])]++
	w.distance.frequency[symbolOf(distance-1)]++
	return len(w.symbols) == symbolsPerRun
}

// writeBits writes the lowest n bits of v, at most 16.
func (w *blockWriter) writeBits(v uint64, n uint) {
	w.bits |= v << w.bitCount
	w.bitCount += n
	if w.bitCount >= 48 {
		w.pending = binary.LittleEndian.AppendUint32(w.pending, uint32(w.bits))
		w.bits >>= 32
		w.bitCount -= 32
	}
}

// flushBits moves whole bytes to pending.
func (w *blockWriter) flushBits() {
	for w.bitCount >= 8 {
		w.pending = append(w.pending, byte(w.bits))
		w.bits >>= 8
		w.bitCount -= 8
	}
}

// alignBits fills the last byte with zeros.
func (w *blockWriter) alignBits() {
	w.bitCount = (w.bitCount + 7) &^ 7
	w.flushBits()
}

// storedBlock writes a stored block.
func (w *blockWriter) storedBlock(content []byte, last bool) {
	w.blockHeader(storedKind, last)
	w.alignBits()
	w.pending = binary.LittleEndian.AppendUint16(w.pending, uint16(len(content)))
	w.pending = binary.LittleEndian.AppendUint16(w.pending, ^uint16(len(content)))
	w.pending = append(w.pending, content...)
}

func (w *blockWriter) blockHeader(kind uint64, last bool) {
	if kind <<= 1; last {
		kind |= 1
	}
	w.writeBits(kind, 3)
}

// block writes the symbols as a block and forgets them. The content is what
// they stand for, size bytes, or nil if that is not at hand.
func (w *blockWriter) block(content []byte, size int, last bool, strategy Strategy) {
	const (
		blockHeaderBits   = 3
		storedLengthBytes = 4
	)
	cost1, fixed1 := w.builder.build(&w.litLen)
	cost2, fixed2 := w.builder.build(&w.distance)
	lastLength, cost3 := w.codeLengths()
	best := (cost1 + cost2 + cost3 + blockHeaderBits + 7) >> 3 // bytes
	fixed := (fixed1 + fixed2 + blockHeaderBits + 7) >> 3
	if fixed <= best || strategy == Fixed {
		best = fixed
	}
	switch {
	case size+storedLengthBytes <= best && content != nil:
		w.storedBlock(content, last)
	case fixed == best:
		w.blockHeader(fixedKind, last)
		w.write(fixedLitLen.codes[:], fixedLitLen.lengths[:], fixedDistance.codes[:], fixedDistance.lengths[:])
	default:
		w.blockHeader(dynamicKind, last)
		w.writeTrees(lastLength)
		w.write(w.litLen.code[:], w.litLen.length[:], w.distance.code[:], w.distance.length[:])
	}
	w.startBlock()
	if last {
		w.alignBits()
	}
}

// write writes the symbols.
func (w *blockWriter) write(litLenCodes []uint16, litLenLengths []uint8, distanceCodes []uint16, distanceLengths []uint8) {
	for _, s := range w.symbols {
		if s.distance == 0 {
			w.writeBits(uint64(litLenCodes[s.value]), uint(litLenLengths[s.value]))
			continue
		}
		l := lengthSymbol[s.value]
		code := endOfBlock + 1 + int(l)
		w.writeBits(uint64(litLenCodes[code]), uint(litLenLengths[code]))
		w.writeBits(uint64(s.value-lengthBase[l]), uint(lengthExtra[l]))
		distance := s.distance - 1
		d := symbolOf(int(distance))
		w.writeBits(uint64(distanceCodes[d]), uint(distanceLengths[d]))
		w.writeBits(uint64(distance-distanceBase[d]), uint(distanceExtra[d]))
	}
	w.writeBits(uint64(litLenCodes[endOfBlock]), uint(litLenLengths[endOfBlock]))
}

// Symbols of the code length code that stand for repetitions (RFC 1951, 3.2.7).
const (
	repeatPrevious  = 16 // 3 to 6 times
	repeatZero      = 17 // 3 to 10 times
	repeatManyZeros = 18 // 11 to 138 times
)

// scan splits the code lengths of a tree into runs, and hands out each as a
// symbol of the code length code and the value of its extra bits.
func (t *tree) scan(emit func(symbol uint8, extra int)) {
	t.length[t.largest+1] = 0xFF // ends the last run
	count := 0
	previous := -1
	most, least := limits(int(t.length[0]), -1)
	for n := range t.largest + 1 {
		current, next := t.length[n], t.length[n+1]
		if count++; count < most && current == next {
			continue
		}
		switch {
		case count < least:
			for range count {
				emit(current, 0)
			}
		case current != 0:
			if int(current) != previous {
				emit(current, 0)
				count--
			}
			emit(repeatPrevious, count-3)
		case count <= 10:
			emit(repeatZero, count-3)
		default:
			emit(repeatManyZeros, count-11)
		}
		count = 0
		previous = int(current)
		most, least = limits(int(next), previous)
	}
}

// limits returns how long a run of the length may be, and must be to be worth a
// repetition, after a run of the previous length.
func limits(length, previous int) (most, least int) {
	switch length {
	case 0:
		return 138, 3
	case previous:
		return 6, 3
	}
	return 7, 4
}

// codeLengths builds the code in which the other codes' lengths are written. It
// returns the index in codeLengthOrder of the last one used, and the bits that
// all of this takes.
func (w *blockWriter) codeLengths() (last, cost int) {
	count := func(symbol uint8, _ int) { w.codeLength.frequency[symbol]++ }
	w.litLen.scan(count)
	w.distance.scan(count)
	cost, _ = w.builder.build(&w.codeLength)
	last = codeLengthSymbols - 1
	for last >= 3 && w.codeLength.length[codeLengthOrder[last]] == 0 {
		last--
	}
	return last, cost + 3*(last+1) + 5 + 5 + 4
}

// writeTrees writes the codes (RFC 1951, 3.2.7).
func (w *blockWriter) writeTrees(last int) {
	w.writeBits(uint64(w.litLen.largest+1-257), 5)
	w.writeBits(uint64(w.distance.largest+1-1), 5)
	w.writeBits(uint64(last+1-4), 4)
	for _, symbol := range codeLengthOrder[:last+1] {
		w.writeBits(uint64(w.codeLength.length[symbol]), 3)
	}
	emit := func(symbol uint8, extra int) {
		w.writeBits(uint64(w.codeLength.code[symbol]), uint(w.codeLength.length[symbol]))
		w.writeBits(uint64(extra), uint(repeatExtra[symbol]))
	}
	w.litLen.scan(emit)
	w.distance.scan(emit)
}
