package jimage

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// Facts of compressed resources, as `jlink --compress` writes them.
const (
	resourceMagic      = 0xCAFEFAFA
	resourceHeaderSize = 29
)

// decompress undoes the stages of compression. Each stage puts a header before
// its output: u4 magic, u8 size of what follows, u8 size of what it compressed,
// u4 the decompressor's name, u4 its configuration, u1 is-last.
func (im *Image) decompress(data []byte) ([]byte, error) {
	for len(data) >= resourceHeaderSize && im.order.Uint32(data) == resourceMagic {
		size, uncompressed := im.order.Uint64(data[4:]), im.order.Uint64(data[12:])
		name, err := im.str(im.order.Uint32(data[20:]))
		if err != nil {
			return nil, err
		}
		data = data[resourceHeaderSize:]
		if size > uint64(len(data)) {
			return nil, im.corrupt("its compressed size %d is beyond the %d bytes that are there", size, len(data))
		}
		data = data[:size]
		switch string(name) {
		case "zip":
			data, err = inflate(data, uncompressed)
		case "compact-cp":
			data, err = im.expandPool(data, uncompressed)
		default:
			err = fmt.Errorf("unknown compression %q", name)
		}
		if err == nil && uint64(len(data)) != uncompressed {
			err = fmt.Errorf("%s gives %d bytes instead of %d", name, len(data), uncompressed)
		}
		if err != nil {
			return nil, im.corrupt("%v", err)
		}
	}
	return data, nil
}

// inflate decompresses a zlib stream of at most limit bytes. It does not trust
// the limit for an allocation.
func inflate(data []byte, limit uint64) ([]byte, error) {
	r, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if _, err := io.Copy(&out, io.LimitReader(r, int64(min(limit, math.MaxInt64)))); err != nil {
		return nil, err
	}
	return out.Bytes(), r.Close()
}

// Constant pool tags that the compact form adds to those of class files.
const (
	tagUtf8                 = 1
	tagExternalString       = 23
	tagExternalDescriptor   = 25
	classFileHeaderSize     = 10 // magic, version, constant pool count
	constantPoolCountOffset = 8
)

// constantSizes are the bytes that follow the tag of a constant pool entry
// (JVMS 4.4), for those of fixed size.
var constantSizes = [...]int{
	3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4,
	15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2,
}

// expandPool undoes "compact-cp", which moves the texts of a class file's
// constant pool into the image's string table. It stops when the output is
// larger than limit.
func (im *Image) expandPool(data []byte, limit uint64) ([]byte, error) {
	in := &compactReader{im: im, rest: data}
	out := in.copy(make([]byte, 0, 2*len(data)), classFileHeaderSize)
	if in.err != nil {
		return nil, in.err
	}
	count := int(binary.BigEndian.Uint16(out[constantPoolCountOffset:]))
	for i := 1; i < count && in.err == nil && uint64(len(out)) <= limit; i++ {
		tag := in.byte()
		switch {
		case tag == tagExternalString:
			out = in.appendUtf8(out, in.str())
		case tag == tagExternalDescriptor:
			out = in.descriptor(out)
		case tag == tagUtf8:
			out = append(out, tag)
			out = in.copy(out, 2)
			if in.err == nil {
				out = in.copy(out, int(binary.BigEndian.Uint16(out[len(out)-2:])))
			}
		case int(tag) < len(constantSizes) && constantSizes[tag] != 0:
			out = in.copy(append(out, tag), constantSizes[tag])
			if constantSizes[tag] == 8 { // long and double take two entries
				i++
			}
		default:
			return nil, fmt.Errorf("unknown constant pool tag %d", tag)
		}
	}
	return append(out, in.rest...), in.err
}

// compactReader reads the compact form. The first error sticks.
type compactReader struct {
	im   *Image
	rest []byte
	err  error
}

// take returns the next n bytes, or nil at the end.
func (r *compactReader) take(n int) []byte {
	if n < 0 || n > len(r.rest) {
		if r.err == nil {
			r.err = io.ErrUnexpectedEOF
		}
		r.rest = nil
		return nil
	}
	part := r.rest[:n]
	r.rest = r.rest[n:]
	return part
}

func (r *compactReader) copy(out []byte, n int) []byte { return append(out, r.take(n)...) }

func (r *compactReader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

// number reads a compressed number: with the top bit set, two bits hold its
// length and the value starts in the five bits below; else it is four bytes,
// big-endian.
func (r *compactReader) number() uint32 {
	first := r.byte()
	value, more := uint32(first), 3
	if first&0x80 != 0 {
		value, more = uint32(first&0x1F), int(first>>5&3)-1
	}
	for ; more > 0; more-- {
		value = value<<8 | uint32(r.byte())
	}
	return value
}

// str reads the offset of a string, and returns the string.
func (r *compactReader) str() []byte {
	s, err := r.im.str(r.number())
	if err != nil && r.err == nil {
		r.err = err
	}
	return s
}

// descriptor reads a descriptor whose class names are left out behind their L
// and follow as pairs of package and class, and appends the Utf8 constant.
func (r *compactReader) descriptor(out []byte) []byte {
	text := r.str()
	names := &compactReader{im: r.im, rest: r.take(int(r.number()))}
	if len(names.rest) == 0 {
		return r.appendUtf8(out, text)
	}
	var full []byte
	for _, b := range text {
		if names.err != nil || len(full) > math.MaxUint16 {
			break
		}
		full = append(full, b)
		if b != 'L' {
			continue
		}
		if pkg := names.str(); len(pkg) > 0 {
			full = append(append(full, pkg...), '/')
		}
		full = append(full, names.str()...)
	}
	if r.err == nil {
		r.err = names.err
	}
	return r.appendUtf8(out, full)
}

// appendUtf8 appends a Utf8 constant.
func (r *compactReader) appendUtf8(out, text []byte) []byte {
	if len(text) > math.MaxUint16 && r.err == nil {
		r.err = fmt.Errorf("a constant of %d bytes is too long", len(text))
	}
	out = append(out, tagUtf8)
	out = binary.BigEndian.AppendUint16(out, uint16(len(text)))
	return append(out, text...)
}
