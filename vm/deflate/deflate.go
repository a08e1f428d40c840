// Package deflate compresses to zlib (RFC 1950) and raw deflate (RFC 1951) data
// piece by piece. It stands behind java.util.zip.Deflater.
//
// Invariant: the output is byte for byte that of zlib 1.2.12 and later, for the
// same calls with the same sizes of input and output: programs compare
// compressed data, and tests have it on file. This is why it makes each choice
// (of matches, of where blocks end, of their kind) the way zlib does: the files
// of this package follow zlib's steps, and its documentation
// (algorithm.txt) explains them.
package deflate

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/adler32"
)

// Flush says how much of the input has to be in the output when Deflate returns
// with room left in dst.
type Flush int

const (
	NoFlush   Flush = iota // what makes the best compression
	SyncFlush              // all of it, up to a byte border
	FullFlush              // as SyncFlush, and later data does not refer back
	Finish                 // all of it, and the end of the stream
	// blockFlush ends the current block without filling the last byte. It
	// serves SetParams.
	blockFlush
)

// rank orders the flushes by how much they ask for, as zlib does: a repeated
// call that asks for no more than the last one, without input, is idle.
func (f Flush) rank() int {
	if f == blockFlush {
		return 1
	}
	return 2 * int(f)
}

// neverFlushed and outputFull are what the last flush is before the first call
// and after one that ran out of room: any flush asks for more than they do.
const (
	neverFlushed Flush = -2
	outputFull   Flush = -1
)

// Strategy tunes the compression to a kind of data.
type Strategy int

const (
	DefaultStrategy Strategy = iota
	Filtered                 // small values with a somewhat random distribution
	HuffmanOnly              // no matches
	RLE                      // only matches of distance one
	Fixed                    // only fixed codes
)

// DefaultLevel stands for level 6.
const DefaultLevel = -1

// Status says why Deflate returned.
type Status int

const (
	NeedsInput  Status = iota // all input is consumed, and what had to be written is
	NeedsOutput               // dst is full
	Finished                  // the stream is complete; only after Finish
)

func (s Status) String() string {
	switch s {
	case NeedsInput:
		return "needs input"
	case NeedsOutput:
		return "needs output"
	case Finished:
		return "finished"
	}
	return fmt.Sprintf("Status(%d)", int(s))
}

// Errors of wrong use.
var (
	ErrParams     = errors.New("deflate: the level must be -1 to 9 and the strategy a known one")
	ErrDictionary = errors.New("deflate: a dictionary must be given before the first data of the stream")
	ErrFinished   = errors.New("deflate: after Finish only Finish may follow")
)

// Sizes (window 15 bits, memory level 8: what Java asks zlib for).
const (
	windowSize    = 1 << 15
	windowMask    = windowSize - 1
	minMatch      = 3
	maxMatch      = 258
	minLookahead  = maxMatch + minMatch + 1   // bytes ahead that a match search needs
	maxDistance   = windowSize - minLookahead // how far back it may go
	hashBits      = 15
	hashMask      = 1<<hashBits - 1
	hashShift     = (hashBits + minMatch - 1) / minMatch
	symbolsPerRun = 1<<14 - 1          // symbols after which a block ends
	pendingSize   = 4 * (1 << (8 + 6)) // bytes of output that may be waiting
	maxStored     = 65535              // bytes of a stored block
	tooFar        = 4096               // matches of the least length are not worth a longer distance
)

// searcher is one of the ways to find matches.
type searcher uint8

const (
	storing searcher = iota // none at all
	fast                    // take the first match
	slow                    // see if the next byte begins a better one
)

// parameters are what a level stands for.
type parameters struct {
	good   int // with a match this long, search only a quarter of the chain
	lazy   int // slow: look for no better match than this; fast: add no longer match to the hash table
	nice   int // a match this long ends the search
	chain  int // entries of a hash chain that are looked at
	search searcher
}

// levels is zlib's configuration table.
var levels = [10]parameters{
	{0, 0, 0, 0, storing},
	{4, 4, 8, 4, fast},
	{4, 5, 16, 8, fast},
	{4, 6, 32, 32, fast},
	{4, 4, 16, 16, slow},
	{8, 16, 32, 32, slow},
	{8, 16, 128, 128, slow},
	{8, 32, 128, 256, slow},
	{32, 128, 258, 1024, slow},
	{32, 258, 258, 4096, slow},
}

// phase is how far the stream is.
type phase uint8

const (
	beforeHeader phase = iota
	busy
	finishing // the last block is written or begun
	trailed   // so is the checksum
)

// Deflater is the state of one stream. Its zero value is not usable: see New.
type Deflater struct {
	nowrap    bool
	level     int
	strategy  Strategy
	params    parameters
	phase     phase
	lastFlush Flush
	check     hash.Hash32
	adler     uint32

	looked int // how many earlier strings have been compared with what came next

	src []byte // of the current call, what is not consumed yet
	dst []byte // of the current call, what is not written yet

	blockWriter
	matcher
}

// Looked is how many earlier strings have been compared with what came next so far, which is what takes most of the time.
func (d *Deflater) Looked() int { return d.looked }

// New returns a Deflater for zlib streams, or with nowrap for raw deflate data.
// The level is 0 (store) to 9 (smallest), or DefaultLevel. It fails with
// ErrParams.
func New(level int, strategy Strategy, nowrap bool) (*Deflater, error) {
	level, err := checkParams(level, strategy)
	if err != nil {
		return nil, err
	}
	d := &Deflater{nowrap: nowrap, level: level, strategy: strategy, check: adler32.New()}
	d.blockWriter.init()
	d.matcher.init()
	d.Reset()
	return d, nil
}

func checkParams(level int, strategy Strategy) (int, error) {
	if level == DefaultLevel {
		level = 6
	}
	if level < 0 || level >= len(levels) || strategy < DefaultStrategy || strategy > Fixed {
		return 0, ErrParams
	}
	return level, nil
}

// Reset makes the Deflater ready for a new stream with the same parameters.
func (d *Deflater) Reset() {
	d.phase = beforeHeader
	d.lastFlush = neverFlushed
	d.params = levels[d.level]
	d.check.Reset()
	d.adler = d.check.Sum32()
	d.blockWriter.reset()
	d.matcher.reset()
}

// Adler returns the Adler-32 checksum of the input that was consumed, or, before
// that, of the dictionary. For raw data, which has no checksum, it is 1.
func (d *Deflater) Adler() uint32 { return d.adler }

// Deflate compresses from src to dst. It returns how many bytes it has consumed
// of src and written to dst. A call that returns NeedsOutput is to be repeated,
// with the same flush and more room, until it returns something else. Input
// that comes after Finish is not consumed; another flush fails with ErrFinished.
func (d *Deflater) Deflate(dst, src []byte, flush Flush) (read, written int, status Status, err error) {
	d.src, d.dst = src, dst
	end, err := d.deflate(flush)
	read, written = len(src)-len(d.src), len(dst)-len(d.dst)
	switch {
	case end:
		status = Finished
	case len(d.dst) == 0:
		status = NeedsOutput
	}
	d.src, d.dst = nil, nil
	return read, written, status, err
}

// SetParams changes level and strategy for the data from src on. What came
// before is compressed with the old ones, which may produce output: if not all
// of it fits, applied is false, and the call is to be repeated with more room.
// It fails with ErrParams or ErrFinished.
func (d *Deflater) SetParams(dst, src []byte, level int, strategy Strategy) (read, written int, applied bool, err error) {
	level, err = checkParams(level, strategy)
	if err != nil {
		return 0, 0, false, err
	}
	if (strategy != d.strategy || levels[level].search != levels[d.level].search) && d.lastFlush != neverFlushed {
		d.src, d.dst = src, dst
		_, err = d.deflate(blockFlush)
		read, written = len(src)-len(d.src), len(dst)-len(d.dst)
		left := len(d.src) + d.position - d.blockStart + d.lookahead
		d.src, d.dst = nil, nil
		if err != nil || left > 0 {
			return read, written, false, err
		}
	}
	if level != d.level {
		if d.level == 0 {
			d.afterStoring()
		}
		d.level, d.params = level, levels[level]
	}
	d.strategy = strategy
	return read, written, true, nil
}

// SetDictionary gives data that later matches may refer to; the decompressor
// needs the same. It has to come before the first data, or for raw data at a
// point where all input is flushed, and fails with ErrDictionary elsewhere.
func (d *Deflater) SetDictionary(dictionary []byte) error {
	if !d.nowrap && d.phase != beforeHeader || d.lookahead > 0 {
		return ErrDictionary
	}
	if !d.nowrap {
		d.check.Write(dictionary)
		d.adler = d.check.Sum32()
	}
	if len(dictionary) >= windowSize {
		if d.nowrap { // else it is empty
			clear(d.head)
			d.position, d.blockStart, d.pendingInserts = 0, 0, 0
		}
		dictionary = dictionary[len(dictionary)-windowSize:]
	}
	d.loadDictionary(dictionary)
	return nil
}

// read moves up to len(to) bytes of the input and returns how many.
func (d *Deflater) read(to []byte) int {
	n := copy(to, d.src)
	d.src = d.src[n:]
	if !d.nowrap {
		d.check.Write(to[:n])
		d.adler = d.check.Sum32()
	}
	return n
}

// flushPending moves as much of the waiting output as fits to dst.
func (d *Deflater) flushPending() {
	d.flushBits()
	n := copy(d.dst, d.pending)
	d.dst = d.dst[n:]
	d.pending = d.pending[:copy(d.pending, d.pending[n:])]
}

// progress is what a way of compressing got done.
type progress uint8

const (
	needMore       progress = iota // input or room for output
	blockDone                      // all input is compressed
	finishStarted                  // the last block is made, but not all of it written
	finishComplete                 // it is written
)

// deflate does one call, and reports whether the stream has ended.
func (d *Deflater) deflate(flush Flush) (end bool, err error) {
	if d.phase >= finishing && flush != Finish {
		return false, ErrFinished
	}
	if len(d.dst) == 0 {
		return false, nil
	}
	previous := d.lastFlush
	d.lastFlush = flush
	if len(d.pending) > 0 {
		d.flushPending()
		if len(d.dst) == 0 {
			d.lastFlush = outputFull
			return false, nil
		}
	} else if len(d.src) == 0 && flush.rank() <= previous.rank() && flush != Finish {
		return false, nil // again, and nothing to do
	}
	if d.phase >= finishing && len(d.src) > 0 {
		return false, nil
	}
	if d.phase == beforeHeader {
		d.writeHeader()
		if len(d.pending) > 0 {
			d.lastFlush = outputFull
			return false, nil
		}
	}
	if len(d.src) > 0 || d.lookahead > 0 || flush != NoFlush && d.phase == busy {
		result := d.compress(flush)
		if result >= finishStarted {
			d.phase = max(d.phase, finishing)
		}
		if result == needMore || result == finishStarted {
			if len(d.dst) == 0 {
				d.lastFlush = outputFull
			}
			return false, nil
		}
		if result == blockDone {
			if flush != blockFlush {
				d.storedBlock(nil, false)
				if flush == FullFlush {
					d.forget()
				}
			}
			d.flushPending()
			if len(d.dst) == 0 {
				d.lastFlush = outputFull
				return false, nil
			}
		}
	}
	if flush != Finish {
		return false, nil
	}
	if d.nowrap || d.phase == trailed {
		return true, nil
	}
	d.pending = binary.BigEndian.AppendUint32(d.pending, d.adler)
	d.flushPending()
	d.phase = trailed
	return len(d.pending) == 0, nil
}

// writeHeader starts the stream (RFC 1950, 2.2).
func (d *Deflater) writeHeader() {
	d.phase = busy
	if d.nowrap {
		return
	}
	const (
		method           = 0x7800 // deflate with a window of 32 KiB
		presetDictionary = 0x20
		divisor          = 31 // of the header's check
	)
	hint := 3 // how hard the compressor tried
	switch {
	case d.strategy >= HuffmanOnly || d.level < 2:
		hint = 0
	case d.level < 6:
		hint = 1
	case d.level == 6:
		hint = 2
	}
	header := method | hint<<6
	if d.position != 0 {
		header |= presetDictionary
	}
	header += divisor - header%divisor
	d.pending = binary.BigEndian.AppendUint16(d.pending, uint16(header))
	if d.position != 0 {
		d.pending = binary.BigEndian.AppendUint32(d.pending, d.adler)
	}
	d.check.Reset()
	d.adler = d.check.Sum32()
	d.flushPending()
}

// compress runs the level's and strategy's way of compressing.
func (d *Deflater) compress(flush Flush) progress {
	switch {
	case d.level == 0:
		return d.store(flush)
	case d.strategy == HuffmanOnly:
		return d.huffmanOnly(flush)
	case d.strategy == RLE:
		return d.runs(flush)
	case d.params.search == fast:
		return d.fast(flush)
	}
	return d.slow(flush)
}

// endBlock writes the block of what is between blockStart and position.
func (d *Deflater) endBlock(last bool) {
	var content []byte // nil if it has left the window
	if d.blockStart >= 0 {
		content = d.window[d.blockStart:d.position]
	}
	d.block(content, d.position-d.blockStart, last, d.strategy)
	d.blockStart = d.position
	d.flushPending()
}

// endInput writes the last block of a call, once all input is compressed.
func (d *Deflater) endInput(flush Flush) progress {
	if flush == Finish {
		d.endBlock(true)
		if len(d.dst) == 0 {
			return finishStarted
		}
		return finishComplete
	}
	if len(d.symbols) > 0 {
		d.endBlock(false)
		if len(d.dst) == 0 {
			return needMore
		}
	}
	return blockDone
}

// Bytes is what a Deflater takes in memory: the window twice, the hash table and its
// chains, pending output, the symbols of a block, and the trees.
const Bytes = 2*windowSize + 2*(1<<hashBits+windowSize) + pendingSize + 4*symbolsPerRun + 16<<10
