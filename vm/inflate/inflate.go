// Package inflate decompresses zlib (RFC 1950) and raw deflate (RFC 1951) data
// piece by piece: input and output may end at any byte, and the next call goes
// on from there. It stands behind java.util.zip.Inflater.
//
// Invariant: it behaves as zlib's inflate does as far as Java can see it: the
// same messages, the same number of bytes consumed and produced by each call.
// In particular a call never consumes a byte that it does not need yet, and
// with its output full it still goes on to the next byte it has to write, so
// that a buffer of just the right size sees the stream's end at once.
package inflate

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/adler32"
	"math/bits"
	"unsafe"
)

// Status says why Inflate returned.
type Status int

const (
	NeedsInput      Status = iota // all input is consumed, and more is needed
	NeedsOutput                   // dst is full
	NeedsDictionary               // Adler names the dictionary that SetDictionary must give
	Finished                      // the stream's end is reached
)

func (s Status) String() string {
	switch s {
	case NeedsInput:
		return "needs input"
	case NeedsOutput:
		return "needs output"
	case NeedsDictionary:
		return "needs dictionary"
	case Finished:
		return "finished"
	}
	return fmt.Sprintf("Status(%d)", int(s))
}

// DataError reports data that is no valid stream, in zlib's words.
type DataError struct{ Message string }

func (e *DataError) Error() string { return e.Message }

// The errors of SetDictionary.
var (
	ErrNoDictionaryNeeded = errors.New("inflate: the stream does not ask for a dictionary now")
	ErrWrongDictionary    = errors.New("inflate: the stream was made with another dictionary")
)

// step is what Inflate has to do next.
type step uint8

const (
	stepHeader step = iota
	stepDictionaryID
	stepDictionary
	stepBlock        // block header
	stepStoredLength // of a stored block
	stepStored       // content of a stored block
	stepTableSizes
	stepCodeLengthCode
	stepCodeLengths
	stepSymbol // literal or length
	stepLiteral
	stepLengthExtra
	stepDistance
	stepDistanceExtra
	stepMatch
	stepCheck
	stepDone
	stepBad
)

// Facts of the formats.
const (
	windowSize     = 1 << 15 // bytes of history that a distance can reach
	maxMatch       = 258
	endOfBlock     = 256
	maxLitLen      = 286 // symbols of the literal and length code
	maxDistances   = 30  // symbols of the distance code
	codeLengthSyms = 19
	methodDeflate  = 8
)

// Inflater is the state of one stream. Its zero value is not usable: see New.
type Inflater struct {
	nowrap bool
	step   step
	last   bool // the current block is the last one
	err    *DataError

	hold uint64 // bits read ahead of need, the next one lowest; fewer than 8 between calls
	bits uint   // how many

	length   int // stored bytes or match bytes still to copy, or a literal
	distance int
	extra    uint // extra bits to read for length or distance

	nlen, ndist, ncode int // sizes of the codes of a dynamic block
	have               int // how many code lengths are read
	lens               [maxLitLen + maxDistances]uint8
	litLen, dist       *table
	dynLitLen, dynDist table

	window []byte // the last output of earlier calls, circular; nil until needed
	next   int    // where its next byte goes
	filled int    // how many of its bytes are valid

	check        hash.Hash32 // of the output
	adler        uint32
	dictionaryID uint32
	dictionary   bool // was given

	src    []byte // of the current call
	in     int    // read from src
	dst    []byte
	out    int // written to dst
	hashed int // bytes of dst[:out] that check has seen
}

// New returns an Inflater for zlib streams, or with nowrap for raw deflate data.
func New(nowrap bool) *Inflater {
	f := &Inflater{nowrap: nowrap, check: adler32.New()}
	f.Reset()
	return f
}

// Reset makes the Inflater ready for a new stream of the same kind.
func (f *Inflater) Reset() {
	f.step, f.last, f.err = stepHeader, false, nil
	f.hold, f.bits = 0, 0
	f.next, f.filled = 0, 0
	f.dictionary = false
	f.check.Reset()
	if f.nowrap {
		f.step = stepBlock
	} else {
		f.adler = f.check.Sum32()
	}
}

// Adler returns the Adler-32 checksum of the output so far; while a dictionary
// is needed, the dictionary's. For raw data, which has no checksum, it is 0.
func (f *Inflater) Adler() uint32 { return f.adler }

// SetDictionary gives the history that the compressor was given. For a zlib
// stream it must be called after Inflate has returned NeedsDictionary, and be
// the dictionary that Adler names.
func (f *Inflater) SetDictionary(dictionary []byte) error {
	if !f.nowrap {
		if f.step != stepDictionary {
			return ErrNoDictionaryNeeded
		}
		if adler32.Checksum(dictionary) != f.dictionaryID {
			return ErrWrongDictionary
		}
	}
	f.remember(dictionary)
	f.dictionary = true
	return nil
}

// Inflate decompresses from src to dst, as far as it gets. It returns how many
// bytes it has consumed of src and written to dst. After an error, which is a
// *DataError, these still count, and every further call fails alike.
func (f *Inflater) Inflate(dst, src []byte) (read, written int, status Status, err error) {
	f.src, f.in, f.dst, f.out, f.hashed = src, 0, dst, 0, 0
	status = f.run()
	f.updateCheck()
	if f.out > 0 && f.step < stepCheck {
		f.remember(f.dst[:f.out])
	}
	f.src, f.dst = nil, nil
	if f.err != nil {
		err = f.err
	}
	return f.in, f.out, status, err
}

// updateCheck brings the checksum up to the output.
func (f *Inflater) updateCheck() {
	if !f.nowrap && f.out > f.hashed {
		f.check.Write(f.dst[f.hashed:f.out])
		f.hashed = f.out
		f.adler = f.check.Sum32()
	}
}

// remember puts output into the window.
func (f *Inflater) remember(output []byte) {
	if f.window == nil {
		f.window = make([]byte, windowSize)
	}
	if len(output) >= windowSize {
		copy(f.window, output[len(output)-windowSize:])
		f.next, f.filled = 0, windowSize
		return
	}
	n := copy(f.window[f.next:], output)
	copy(f.window, output[n:])
	f.next = (f.next + len(output)) % windowSize
	f.filled = min(f.filled+len(output), windowSize)
}

// fail enters the state in which every call fails.
func (f *Inflater) fail(message string) {
	f.err = &DataError{message}
	f.step = stepBad
}

// need makes n bits available in hold, and reports whether the input had them.
// At most 32 may be asked for.
func (f *Inflater) need(n uint) bool {
	for f.bits < n {
		if f.in == len(f.src) {
			return false
		}
		f.hold |= uint64(f.src[f.in]) << f.bits
		f.in++
		f.bits += 8
	}
	return true
}

// take removes n bits that need has made available.
func (f *Inflater) take(n uint) int {
	v := f.hold & (1<<n - 1)
	f.hold >>= n
	f.bits -= n
	return int(v)
}

// symbol decodes a symbol, consuming no more input than its code takes. The
// code's bits are left in hold.
func (f *Inflater) symbol(t *table) (entry, bool) {
	for {
		if e := t.lookup(f.hold); e.bits() <= f.bits {
			return e, true
		}
		if !f.need(f.bits + 8) { // one byte more
			return 0, false
		}
	}
}

// run goes through the steps until input or output is lacking.
func (f *Inflater) run() Status {
	for {
		switch f.step {
		case stepHeader:
			if !f.need(16) {
				return NeedsInput
			}
			f.header()

		case stepDictionaryID:
			if !f.need(32) {
				return NeedsInput
			}
			f.dictionaryID = bits.ReverseBytes32(uint32(f.take(32)))
			f.adler = f.dictionaryID
			f.step = stepDictionary
		case stepDictionary:
			if !f.dictionary {
				return NeedsDictionary
			}
			f.adler = f.check.Sum32()
			f.step = stepBlock

		case stepBlock:
			if f.last {
				f.take(f.bits & 7)
				f.step = stepCheck
				break
			}
			if !f.need(3) {
				return NeedsInput
			}
			f.block()

		case stepStoredLength:
			f.take(f.bits & 7)
			if !f.need(32) {
				return NeedsInput
			}
			length, complement := f.take(16), f.take(16)
			if length != complement^0xFFFF {
				f.fail("invalid stored block lengths")
				break
			}
			f.length = length
			f.step = stepStored
		case stepStored:
			if f.length == 0 {
				f.step = stepBlock
				break
			}
			n := min(f.length, len(f.src)-f.in)
			n = copy(f.dst[f.out:], f.src[f.in:f.in+n])
			if n == 0 {
				return f.starved()
			}
			f.in += n
			f.out += n
			f.length -= n

		case stepTableSizes:
			if !f.need(14) {
				return NeedsInput
			}
			f.nlen, f.ndist, f.ncode = f.take(5)+257, f.take(5)+1, f.take(4)+4
			f.have = 0
			f.step = stepCodeLengthCode
			if f.nlen > maxLitLen || f.ndist > maxDistances {
				f.fail("too many length or distance symbols")
			}
		case stepCodeLengthCode:
			if !f.codeLengthCode() {
				return NeedsInput
			}
		case stepCodeLengths:
			if !f.codeLengths() {
				return NeedsInput
			}

		case stepSymbol:
			if len(f.src)-f.in >= fastInput && len(f.dst)-f.out >= maxMatch {
				f.fast()
				break
			}
			e, ok := f.symbol(f.litLen)
			if !ok {
				return NeedsInput
			}
			f.take(e.bits())
			f.litLenSymbol(e)
		case stepLiteral:
			if f.out == len(f.dst) {
				return NeedsOutput
			}
			f.dst[f.out] = byte(f.length)
			f.out++
			f.step = stepSymbol
		case stepLengthExtra:
			if !f.need(f.extra) {
				return NeedsInput
			}
			f.length += f.take(f.extra)
			f.step = stepDistance
		case stepDistance:
			e, ok := f.symbol(f.dist)
			if !ok {
				return NeedsInput
			}
			f.take(e.bits())
			f.distance, f.extra = e.value(), e.extra()
			f.step = stepDistanceExtra
			if e.kind() == kindInvalid {
				f.fail("invalid distance code")
			}
		case stepDistanceExtra:
			if !f.need(f.extra) {
				return NeedsInput
			}
			f.distance += f.take(f.extra)
			f.step = stepMatch
		case stepMatch:
			if f.out == len(f.dst) {
				return NeedsOutput
			}
			if f.distance > f.out+f.filled {
				f.fail("invalid distance too far back")
				break
			}
			n := min(f.length, len(f.dst)-f.out)
			f.copyMatch(f.distance, n)
			if f.length -= n; f.length == 0 {
				f.step = stepSymbol
			}

		case stepCheck:
			if f.nowrap {
				f.step = stepDone
				break
			}
			if !f.need(32) {
				return NeedsInput
			}
			f.updateCheck()
			if bits.ReverseBytes32(uint32(f.hold)) != f.adler {
				f.fail("incorrect data check")
				break
			}
			f.take(32)
			f.step = stepDone
		case stepDone:
			return Finished
		default:
			return NeedsInput // the error says what is wrong
		}
	}
}

// starved is the status where a stored block cannot go on.
func (f *Inflater) starved() Status {
	if f.out == len(f.dst) {
		return NeedsOutput
	}
	return NeedsInput
}

// header reads the two bytes that a zlib stream starts with (RFC 1950, 2.2).
func (f *Inflater) header() {
	const presetDictionary, maxWindow = 0x20, 7 // 2^(7+8) bytes
	method, flags := f.hold&0xFF, f.hold>>8&0xFF
	switch {
	case (method<<8+flags)%31 != 0:
		f.fail("incorrect header check")
		return
	case method&0xF != methodDeflate:
		f.fail("unknown compression method")
		return
	case method>>4 > maxWindow:
		f.fail("invalid window size")
		return
	}
	f.take(16)
	f.step = stepBlock
	if flags&presetDictionary != 0 {
		f.step = stepDictionaryID
	}
}

// block reads a block's header (RFC 1951, 3.2.3).
func (f *Inflater) block() {
	f.last = f.take(1) == 1
	switch f.take(2) {
	case 0:
		f.step = stepStoredLength
	case 1:
		f.litLen, f.dist = fixedTables()
		f.step = stepSymbol
	case 2:
		f.step = stepTableSizes
	default:
		f.fail("invalid block type")
	}
}

// codeLengthOrder is the order in which the lengths of the code length code
// stand in a block (RFC 1951, 3.2.7).
var codeLengthOrder = [codeLengthSyms]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// codeLengthCode reads the code in which the code lengths are written. It
// reports whether the input sufficed.
func (f *Inflater) codeLengthCode() bool {
	for ; f.have < f.ncode; f.have++ {
		if !f.need(3) {
			return false
		}
		f.lens[codeLengthOrder[f.have]] = uint8(f.take(3))
	}
	for _, symbol := range codeLengthOrder[f.ncode:] {
		f.lens[symbol] = 0
	}
	f.have = 0
	f.step = stepCodeLengths
	// The code is dead once it has been read, so it may live in the table that
	// is built next.
	if !f.dynDist.build(f.lens[:codeLengthSyms], codeLengthValues[:], false) {
		f.fail("invalid code lengths set")
	}
	return true
}

// codeLengths reads the lengths of the codes for literals and distances, which
// are written in one sequence (RFC 1951, 3.2.7), and builds these codes.
func (f *Inflater) codeLengths() bool {
	for total := f.nlen + f.ndist; f.have < total; {
		e, ok := f.symbol(&f.dynDist)
		if !ok {
			return false
		}
		if e.value() < 16 {
			f.take(e.bits())
			f.lens[f.have] = uint8(e.value())
			f.have++
			continue
		}
		extra, least := uint(2), 3
		switch e.value() {
		case 17:
			extra = 3
		case 18:
			extra, least = 7, 11
		}
		if !f.need(e.bits() + extra) {
			return false
		}
		f.take(e.bits())
		var repeated uint8
		if e.value() == 16 {
			if f.have == 0 {
				f.fail("invalid bit length repeat")
				return true
			}
			repeated = f.lens[f.have-1]
		}
		n := least + f.take(extra)
		if f.have+n > total {
			f.fail("invalid bit length repeat")
			return true
		}
		for ; n > 0; n-- {
			f.lens[f.have] = repeated
			f.have++
		}
	}
	f.step = stepSymbol
	f.litLen, f.dist = &f.dynLitLen, &f.dynDist
	switch {
	case f.lens[endOfBlock] == 0:
		f.fail("invalid code -- missing end-of-block")
	case !f.dynLitLen.build(f.lens[:f.nlen], litLenValues[:], true):
		f.fail("invalid literal/lengths set")
	case !f.dynDist.build(f.lens[f.nlen:f.nlen+f.ndist], distanceValues[:], true):
		f.fail("invalid distances set")
	}
	return true
}

// litLenSymbol acts on a symbol of the literal and length code.
func (f *Inflater) litLenSymbol(e entry) {
	f.length = e.value()
	switch e.kind() {
	case kindLiteral:
		f.step = stepLiteral
	case kindBase:
		f.extra = e.extra()
		f.step = stepLengthExtra
	case kindEnd:
		f.step = stepBlock
	default:
		f.fail("invalid literal/length code")
	}
}

// copyMatch appends n bytes from distance back. Both fit.
func (f *Inflater) copyMatch(distance, n int) {
	if back := distance - f.out; back > 0 { // starts in the window
		from := f.next - back
		if from < 0 {
			from += windowSize
		}
		for n > 0 && back > 0 {
			m := copy(f.dst[f.out:f.out+n], f.window[from:min(from+back, windowSize)])
			f.out += m
			n -= m
			back -= m
			from = 0
		}
	}
	for n > 0 { // each round doubles what a short distance repeats
		m := copy(f.dst[f.out:f.out+n], f.dst[f.out-distance:f.out])
		f.out += m
		n -= m
	}
}

// fastInput is the input that fast needs to be ahead: the bytes of one load.
const fastInput = 8

// fast decodes symbols while there is so much input and room for output that
// neither can run out within one of them. It leaves hold as the steps do, with
// fewer than 8 bits.
func (f *Inflater) fast() {
	hold, n := f.hold, f.bits
	src, in, dst, out := f.src, f.in, f.dst, f.out
	litLen, dist := f.litLen, f.dist
	for len(src)-in >= fastInput && len(dst)-out >= maxMatch {
		// With at least 56 bits, those of one length and distance are there: at
		// most 15+5+15+13.
		hold |= binary.LittleEndian.Uint64(src[in:]) << n
		in += int((63 - n) >> 3)
		n |= 56
		e := litLen.lookup(hold)
		hold >>= e.bits()
		n -= e.bits()
		if e.kind() == kindLiteral {
			dst[out] = byte(e.value())
			out++
			continue
		}
		if e.kind() != kindBase {
			f.litLenSymbol(e)
			break
		}
		length := e.value() + int(hold&(1<<e.extra()-1))
		hold >>= e.extra()
		n -= e.extra()
		e = dist.lookup(hold)
		hold >>= e.bits()
		n -= e.bits()
		if e.kind() == kindInvalid {
			f.fail("invalid distance code")
			break
		}
		distance := e.value() + int(hold&(1<<e.extra()-1))
		hold >>= e.extra()
		n -= e.extra()
		if distance > out+f.filled {
			f.fail("invalid distance too far back")
			break
		}
		f.out = out
		f.copyMatch(distance, length)
		out = f.out
	}
	in -= int(n >> 3) // whole bytes go back
	n &= 7
	f.hold, f.bits = hold&(1<<n-1), n
	f.in, f.out = in, out
}

// Bytes is what an Inflater takes in memory, with its window.
const Bytes = windowSize + uint64(unsafe.Sizeof(Inflater{}))
