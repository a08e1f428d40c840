package deflate

import (
	"encoding/binary"
	"math/bits"
)

// matcher finds repeated strings. All positions are offsets into window, whose
// upper half moves down when it is full. Strings of three bytes that begin at
// the same hash are chained: head has the latest position of a hash, previous
// for each position (modulo windowSize) the one before; 0 ends a chain, which
// is why position 0 never matches.
type matcher struct {
	window         []byte // 2*windowSize
	head, previous []uint16
	hash           uint32 // of the string at position
	position       int    // of the next byte to compress
	lookahead      int    // bytes in the window from position on
	blockStart     int    // where the current block begins; negative if that has left the window
	pendingInserts int    // strings before position that are not in the chains yet
	storedSlides   int    // while storing: 0 chains valid, 1 the window moved once, 2 chains invalid

	matchStart     int
	matchLength    int
	previousStart  int
	previousLength int
	literalWaits   bool // the byte before position is not written yet, in the hope for a better match
}

func (m *matcher) init() {
	// Word-wise comparing may look some bytes behind the window.
	const slack = 8
	m.window = make([]byte, 2*windowSize, 2*windowSize+slack)
	m.head, m.previous = make([]uint16, 1<<hashBits), make([]uint16, windowSize)
}

func (m *matcher) reset() {
	clear(m.head)
	m.hash = 0
	m.position, m.lookahead, m.blockStart, m.pendingInserts, m.storedSlides = 0, 0, 0, 0, 0
	m.matchStart, m.matchLength, m.previousLength, m.literalWaits = 0, minMatch-1, minMatch-1, false
}

// updateHash rolls a byte into the hash: three rolls push the oldest out.
func (m *matcher) updateHash(b byte) {
	m.hash = (m.hash<<hashShift ^ uint32(b)) & hashMask
}

// insert puts the string at p into its chain and returns the chain's head before.
func (m *matcher) insert(p int) int {
	m.updateHash(m.window[p+minMatch-1])
	head := m.head[m.hash]
	m.previous[p&windowMask] = head
	m.head[m.hash] = uint16(p)
	return int(head)
}

// slideChains makes up for moving the window down.
func (m *matcher) slideChains() {
	slide := func(positions []uint16) {
		for i, p := range positions {
			if p >= windowSize {
				positions[i] = p - windowSize
			} else {
				positions[i] = 0
			}
		}
	}
	slide(m.head)
	slide(m.previous)
}

// forget empties the chains.
func (m *matcher) forget() {
	clear(m.head)
	if m.lookahead == 0 {
		m.position, m.blockStart, m.pendingInserts = 0, 0, 0
	}
}

// fillWindow reads input until there are minLookahead bytes ahead or no more.
func (d *Deflater) fillWindow() {
	for {
		if d.position >= windowSize+maxDistance {
			copy(d.window, d.window[windowSize:])
			d.matchStart -= windowSize
			d.position -= windowSize
			d.blockStart -= windowSize
			d.pendingInserts = min(d.pendingInserts, d.position)
			d.slideChains()
		}
		if len(d.src) == 0 {
			return
		}
		d.lookahead += d.read(d.window[d.position+d.lookahead:])

		if d.lookahead+d.pendingInserts >= minMatch {
			p := d.position - d.pendingInserts
			d.hash = uint32(d.window[p])
			d.updateHash(d.window[p+1])
			for d.pendingInserts > 0 {
				d.insert(p)
				p++
				d.pendingInserts--
				if d.lookahead+d.pendingInserts < minMatch {
					break
				}
			}
		}
		if d.lookahead >= minLookahead || len(d.src) == 0 {
			return
		}
	}
}

// loadDictionary puts a dictionary of at most windowSize bytes in front.
func (d *Deflater) loadDictionary(dictionary []byte) {
	nowrap := d.nowrap
	d.src, d.nowrap = dictionary, true // so that read leaves the checksum alone
	d.fillWindow()
	for d.lookahead >= minMatch {
		end := d.position + d.lookahead - (minMatch - 1)
		for ; d.position < end; d.position++ {
			d.insert(d.position)
		}
		d.lookahead = minMatch - 1
		d.fillWindow()
	}
	d.position += d.lookahead
	d.blockStart = d.position
	d.pendingInserts = d.lookahead
	d.lookahead = 0
	d.matchLength, d.previousLength = minMatch-1, minMatch-1
	d.literalWaits = false
	d.src, d.nowrap = nil, nowrap
}

// longestMatch follows the chain from candidate on. It sets matchStart if it
// finds a match longer than previousLength, and returns the length.
func (d *Deflater) longestMatch(candidate int) int {
	best := d.previousLength
	chain := d.params.chain
	if best >= d.params.good {
		chain >>= 2
	}
	nice := min(d.params.nice, d.lookahead)
	limit := max(0, d.position-maxDistance)
	window := d.window[:cap(d.window)]
	scan := window[d.position:]
	// The two bytes that a longer match has to end with are compared first.
	// They are found from the window's start, since best may be 0: after other
	// ways of compressing it still says how their last match ended.
	end := binary.LittleEndian.Uint16(window[d.position+best-1:])
	for {
		d.looked++
		match := window[candidate:]
		if binary.LittleEndian.Uint16(window[candidate+best-1:]) == end && match[0] == scan[0] && match[1] == scan[1] {
			if length := commonLength(scan, match); length > best {
				d.matchStart = candidate
				best = length
				if length >= nice {
					break
				}
				end = binary.LittleEndian.Uint16(window[d.position+best-1:])
			}
		}
		candidate = int(d.previous[candidate&windowMask])
		if chain--; candidate <= limit || chain == 0 {
			break
		}
	}
	return min(best, d.lookahead)
}

// commonLength returns how many bytes a and b have in common, at most maxMatch.
// Both are longer by the bytes of a load.
func commonLength(a, b []byte) int {
	for i := 0; i < maxMatch; i += 8 {
		if x := binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:]); x != 0 {
			return min(i+bits.TrailingZeros64(x)/8, maxMatch)
		}
	}
	return maxMatch
}

// literal puts the byte at p into the block, and reports whether it is full.
func (d *Deflater) literal(p int) bool { return d.addLiteral(d.window[p]) }

// filled makes sure that there are enough bytes ahead. If not, ok is false and
// the input has either ended or not enough of it come yet.
func (d *Deflater) filled(flush Flush, enough int) (ok bool, result progress) {
	if d.lookahead >= enough {
		return true, 0
	}
	d.fillWindow()
	switch {
	case d.lookahead < enough && flush == NoFlush:
		return false, needMore
	case d.lookahead == 0:
		return false, blockDone
	}
	return true, 0
}

// fast takes each match that it finds (levels 1 to 3).
func (d *Deflater) fast(flush Flush) progress {
	for {
		if ok, result := d.filled(flush, minLookahead); !ok {
			if result == needMore {
				return needMore
			}
			break
		}
		candidate := 0
		if d.lookahead >= minMatch {
			candidate = d.insert(d.position)
		}
		if candidate != 0 && d.position-candidate <= maxDistance {
			d.matchLength = d.longestMatch(candidate)
		}
		var full bool
		if d.matchLength >= minMatch {
			full = d.addMatch(d.position-d.matchStart, d.matchLength)
			d.lookahead -= d.matchLength
			if d.matchLength <= d.params.lazy && d.lookahead >= minMatch {
				for d.matchLength--; d.matchLength > 0; d.matchLength-- {
					d.position++
					d.insert(d.position)
				}
				d.position++
			} else {
				d.position += d.matchLength
				d.matchLength = 0
				d.hash = uint32(d.window[d.position])
				d.updateHash(d.window[d.position+1])
			}
		} else {
			full = d.literal(d.position)
			d.lookahead--
			d.position++
		}
		if full {
			d.endBlock(false)
			if len(d.dst) == 0 {
				return needMore
			}
		}
	}
	d.pendingInserts = min(d.position, minMatch-1)
	return d.endInput(flush)
}

// slow takes a match only when the next byte does not begin a longer one
// (levels 4 to 9).
func (d *Deflater) slow(flush Flush) progress {
	for {
		if ok, result := d.filled(flush, minLookahead); !ok {
			if result == needMore {
				return needMore
			}
			break
		}
		candidate := 0
		if d.lookahead >= minMatch {
			candidate = d.insert(d.position)
		}
		d.previousLength, d.previousStart = d.matchLength, d.matchStart
		d.matchLength = minMatch - 1
		if candidate != 0 && d.previousLength < d.params.lazy && d.position-candidate <= maxDistance {
			d.matchLength = d.longestMatch(candidate)
			const short = 5 // matches up to this length are not worth it with Filtered
			if d.matchLength <= short && (d.strategy == Filtered ||
				d.matchLength == minMatch && d.position-d.matchStart > tooFar) {
				d.matchLength = minMatch - 1
			}
		}
		switch {
		case d.previousLength >= minMatch && d.matchLength <= d.previousLength:
			if d.takePrevious() {
				d.endBlock(false)
				if len(d.dst) == 0 {
					return needMore
				}
			}
		case d.literalWaits:
			if d.literal(d.position - 1) {
				d.endBlock(false)
			}
			d.position++
			d.lookahead--
			if len(d.dst) == 0 {
				return needMore
			}
		default:
			d.literalWaits = true
			d.position++
			d.lookahead--
		}
	}
	if d.literalWaits {
		d.literal(d.position - 1)
		d.literalWaits = false
	}
	d.pendingInserts = min(d.position, minMatch-1)
	return d.endInput(flush)
}

// takePrevious puts the match that begins one byte before position into the
// block, and reports whether the block is full.
func (d *Deflater) takePrevious() bool {
	lastInsert := d.position + d.lookahead - minMatch
	full := d.addMatch(d.position-1-d.previousStart, d.previousLength)
	d.lookahead -= d.previousLength - 1
	for range d.previousLength - 2 {
		if d.position++; d.position <= lastInsert {
			d.insert(d.position)
		}
	}
	d.previousLength = 0
	d.literalWaits = false
	d.matchLength = minMatch - 1
	d.position++
	return full
}

// runs looks for repetitions of the last byte only (strategy RLE).
func (d *Deflater) runs(flush Flush) progress {
	for {
		if ok, result := d.filled(flush, maxMatch+1); !ok {
			if result == needMore {
				return needMore
			}
			break
		}
		d.matchLength = 0
		length := 0
		if d.lookahead >= minMatch && d.position > 0 {
			b := d.window[d.position-1]
			for length < min(maxMatch, d.lookahead) && d.window[d.position+length] == b {
				length++
			}
		}
		var full bool
		if length >= minMatch {
			full = d.addMatch(1, length)
		} else {
			length = 1
			full = d.literal(d.position)
		}
		d.lookahead -= length
		d.position += length
		if full {
			d.endBlock(false)
			if len(d.dst) == 0 {
				return needMore
			}
		}
	}
	d.pendingInserts = 0
	return d.endInput(flush)
}

// huffmanOnly writes literals only.
func (d *Deflater) huffmanOnly(flush Flush) progress {
	for {
		if ok, result := d.filled(flush, 1); !ok {
			if result == needMore {
				return needMore
			}
			break
		}
		d.matchLength = 0
		full := d.literal(d.position)
		d.lookahead--
		d.position++
		if full {
			d.endBlock(false)
			if len(d.dst) == 0 {
				return needMore
			}
		}
	}
	d.pendingInserts = 0
	return d.endInput(flush)
}
