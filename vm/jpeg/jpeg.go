// Package jpeg reads and writes JPEG images (ITU-T T.81), sequential and progressive ones with Huffman codes and samples of 8 bits, with
// the roundings of the IJG's library and libjpeg-turbo, which JDKs use: the same bytes come out of it. The standard library's
// image/jpeg rounds its transforms otherwise.
package jpeg

import "fmt"

// ColorSpace says what the components of an image mean, with the numbers of the IJG's library.
type ColorSpace int32

// The colour spaces.
const (
	Unknown ColorSpace = iota
	Gray
	RGB
	YCbCr
	CMYK
	YCCK
)

// Valid tells whether s is one of the colour spaces.
func (s ColorSpace) Valid() bool { return s >= Unknown && s <= YCCK }

// components is how many there are in a colour space; 0 for any number.
func (s ColorSpace) components() int {
	return [...]int{Unknown: 0, Gray: 1, RGB: 3, YCbCr: 3, CMYK: 4, YCCK: 4}[s]
}

const (
	blockSide     = 8
	blockSize     = blockSide * blockSide
	maxComponents = 4
	maxTables     = 4
	maxSampling   = 4
	centre        = 128 // the sample that is coded as 0
	maxSample     = 255
)

// Markers.
const (
	markerSOF0  = 0xC0 // sequential
	markerSOF1  = 0xC1 // extended sequential
	markerSOF2  = 0xC2 // progressive
	markerDHT   = 0xC4
	markerSOF15 = 0xCF
	markerJPG   = 0xC8
	markerDAC   = 0xCC
	markerRST0  = 0xD0
	markerRST7  = 0xD7
	markerSOI   = 0xD8
	markerEOI   = 0xD9
	markerSOS   = 0xDA
	markerDQT   = 0xDB
	markerDRI   = 0xDD
	markerAPP0  = 0xE0
	markerAPP1  = 0xE1
	markerAPP2  = 0xE2
	markerAPP14 = 0xEE
	markerTEM   = 0x01
)

// zigzag is where in a block, row by row, the coefficients lie that are coded one after the other.
var zigzag = [blockSize]byte{
	0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5,
	12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
	35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
	58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
}

// QuantisationTable has the divisors of the coefficients, in their order in a block, row by row.
type QuantisationTable [blockSize]uint16

// HuffmanTable is a code as files have it.
type HuffmanTable struct {
	Lengths [17]byte // how many codes there are of each length from 1 on
	Values  []byte   // in the order of their codes
}

// errTable is what a HuffmanTable is that is no code.
var errTable = errorf("Bogus Huffman table definition")

// codes are the code words of a table, by their place in it, with their lengths in bits.
func (h *HuffmanTable) codes() (words []uint16, sizes []byte, err error) {
	code := 0
	for length := 1; length < len(h.Lengths); length++ {
		for range h.Lengths[length] {
			if code >= 1<<length || len(words) >= len(h.Values) {
				return nil, nil, errTable
			}
			words, sizes = append(words, uint16(code)), append(sizes, byte(length))
			code++
		}
		code <<= 1
	}
	return words, sizes, nil
}

// component is one of an image's, such as its brightness.
type component struct {
	id               byte
	h, v             int // of its samples for each unit of the image, in both directions
	table            int // of its divisors
	columns, rows    int // of blocks, of which the last may lie partly outside
	stride           int // of blocks in memory, and as many as whole units need
	allRows          int
	width, height    int // of samples
	coefficients     []int16
	dcTable, acTable int
}

// layout computes what follows from an image's size and its components' sampling factors.
func layout(width, height int, components []component) (maxH, maxV, unitColumns, unitRows int) {
	maxH, maxV = 1, 1
	for i := range components {
		maxH, maxV = max(maxH, components[i].h), max(maxV, components[i].v)
	}
	unitColumns, unitRows = ceilDiv(width, blockSide*maxH), ceilDiv(height, blockSide*maxV)
	for i := range components {
		c := &components[i]
		c.width, c.height = ceilDiv(width*c.h, maxH), ceilDiv(height*c.v, maxV)
		c.columns, c.rows = ceilDiv(width*c.h, maxH*blockSide), ceilDiv(height*c.v, maxV*blockSide)
		c.stride, c.allRows = unitColumns*c.h, unitRows*c.v
	}
	return maxH, maxV, unitColumns, unitRows
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }

func clamp(v int32) byte { return byte(min(max(v, 0), maxSample)) }

// errorf makes an error of this package. Programs see the texts, which are those of the IJG's library.
func errorf(format string, arguments ...any) error { return fmt.Errorf(format, arguments...) }
