//go:build unix

package natives

import (
	"compress/lzw"
	"io"
)

func init() { later(sunAwtImageGifimagedecoder) }

// GIF images of java.awt.Toolkit and javax.swing.ImageIcon, whose codes HotSpot leaves to libawt.
func sunAwtImageGifimagedecoder() {
	register("sun/awt/image/GifImageDecoder", table{
		"parseImage(IIIIZI[B[BLjava/awt/image/IndexColorModel;)Z": parseGIF,
	})
}

// gifBlocks reads the blocks of an image's codes: each has a byte with its length in front of it, which is 0 behind the last one.
type gifBlocks struct {
	t              *Thread
	decoder, block Ref
	left           []byte // of the block that has been read last
	ended          bool
}

func (b *gifBlocks) Read(to []byte) (int, error) {
	for len(b.left) == 0 {
		if b.ended || !b.next() {
			b.ended = true
			return 0, io.EOF
		}
	}
	n := copy(to, b.left)
	b.left = b.left[n:]
	return n, nil
}

// next reads a block. It reports false behind the last one, and where the stream ends.
func (b *gifBlocks) next() bool {
	if !b.bytes(1) {
		return false
	}
	length := b.t.M.Bytes(b.block)[0]
	if length == 0 || !b.bytes(int(length)) {
		return false
	}
	b.left = append(b.left[:0], b.t.M.Bytes(b.block)[:length]...)
	return true
}

// bytes has the decoder read some bytes, of which it says how many it has not found.
func (b *gifBlocks) bytes(n int) bool {
	missing := callVirtual(b.t, b.decoder, "readBytes", "([BII)I", uint64(b.block), 0, uint64(n))
	return missing == 0 && b.t.Exception == 0
}

// parseGIF is GifImageDecoder.parseImage. It hands the rows over as they come: those of an interlaced image in four passes, each row for as many as the later passes fill in.
// It answers whether the decoder has taken all of them.
func parseGIF(t *Thread, a Args) uint64 {
	const (
		longestBlock = 255
		firstPass    = 8 // rows from one to the next of interlaced images
	)
	decoder, block, row, model := a.Ref(0), a.Ref(7), a.Ref(8), a.Ref(9)
	left, top, width, height, interlaced, bits := a.Int(1), a.Int(2), int(a.Int(3)), a.Int(4), a.Bool(5), int(a.Int(6))
	if block == 0 || row == 0 {
		t.ThrowNull()
		return 0
	}
	if bits < 2 || bits > 8 || width < 0 || len(t.M.Bytes(block)) < longestBlock || len(t.M.Bytes(row)) < width {
		return 0
	}
	blocks := &gifBlocks{t: t, decoder: decoder, block: block}
	codes := lzw.NewReader(blocks, lzw.LSB, bits)
	progress := yieldEvery(t, width)
	step, rows := int32(1), int32(1)
	if interlaced {
		step, rows = firstPass, firstPass
	}
	pixels := make([]byte, width)
	for y, sent := int32(0), int32(0); sent < height; sent++ {
		if _, err := io.ReadFull(codes, pixels); err != nil || t.Exception != 0 {
			break
		}
		copy(t.M.Bytes(row), pixels)
		taken := int32(callVirtual(t, decoder, "sendPixels", "(IIII[BLjava/awt/image/ColorModel;)I", uint64(left), uint64(top+y), uint64(width), uint64(rows), uint64(row), uint64(model)))
		if taken <= 0 || t.Exception != 0 {
			return 0
		}
		progress()
		for y += step; interlaced && y >= height && rows > 1; {
			step, rows = rows, rows/2
			y = rows
		}
	}
	for !blocks.ended && t.Exception == 0 { // what stands behind the last pixel
		blocks.ended = !blocks.next()
	}
	return 1
}
