// Package icc reads and writes ICC colour profiles (ICC.1:2010, chapter 7) as far as
// the class library needs their data: the header and the tags, which it interprets
// itself. A profile that is written is normalised as Little CMS does it, which JDKs
// use: HotSpot's programs see those bytes, and not the ones that were read.
package icc

import (
	"encoding/binary"
	"errors"
)

// HeadSignature is the signature under which the library asks for the header.
const HeadSignature = uint32('h')<<24 | uint32('e')<<16 | uint32('a')<<8 | uint32('d')

// Sizes in bytes and offsets of the format, and how many tags Little CMS takes.
const (
	headerBytes   = 128
	entryBytes    = 12
	maxTags       = 100
	alignment     = 4
	atSize        = 0
	atCMM         = 4
	atVersion     = 8
	atMagic       = 36
	atPlatform    = 40
	atIlluminant  = 68
	atCreator     = 80
	atReserved    = 100
	magic         = "acsp"
	littleCMS     = "lcms" // what Little CMS signs with, as module and as creator
	lastVersion   = 0x05000000
	platformApple = "APPL" // what Little CMS writes on every system but Windows
)

// illuminant is the profile connection space's D50 in s15Fixed16 numbers.
var illuminant = [3]uint32{0x0000F6D6, 0x00010000, 0x0000D32D}

// Profile is a colour profile: its header and its tags, in their order.
type Profile struct {
	header [headerBytes]byte
	tags   []tag
	keeps  bool // see Parse
}

// tag is an entry of the directory. Entries that share their data are linked.
type tag struct {
	signature uint32
	data      []byte
	linked    int // index of an earlier entry with the same data, or -1
}

var (
	errNoProfile   = errors.New("not an ICC profile: it has no header")
	errVersion     = errors.New("not an ICC profile that Little CMS reads: its version is above 5.0")
	errTooManyTags = errors.New("not an ICC profile that Little CMS reads: more than 100 tags")
)

// Parse reads a profile. Tags that do not lie within the data are left out. The
// profile keeps a copy of the data. With keepsSignatures it keeps the header's signatures of
// module, platform and creator, as Little CMS 2.16 does; older ones write their own.
func Parse(data []byte, keepsSignatures bool) (*Profile, error) {
	if len(data) < headerBytes+4 || string(data[atMagic:atMagic+4]) != magic {
		return nil, errNoProfile
	}
	p := &Profile{keeps: keepsSignatures}
	copy(p.header[:], data)
	p.normalise()
	if binary.BigEndian.Uint32(p.header[atVersion:]) > lastVersion {
		return nil, errVersion
	}
	size := min(binary.BigEndian.Uint32(data), uint32(len(data)))
	count := binary.BigEndian.Uint32(data[headerBytes:])
	if count > maxTags {
		return nil, errTooManyTags
	}
	own := append([]byte(nil), data[:size]...)
	type place struct{ offset, length uint32 }
	seen := map[place]int{}
	for i := range count {
		at := headerBytes + 4 + entryBytes*int(i)
		if at+entryBytes > int(size) {
			return nil, errNoProfile
		}
		offset, length := binary.BigEndian.Uint32(data[at+4:]), binary.BigEndian.Uint32(data[at+8:])
		if length == 0 || uint64(offset)+uint64(length) > uint64(size) {
			continue
		}
		first, again := seen[place{offset, length}]
		if !again {
			seen[place{offset, length}] = len(p.tags)
			first = -1
		}
		p.tags = append(p.tags, tag{
			signature: binary.BigEndian.Uint32(data[at:]),
			data:      own[offset : offset+length : offset+length],
			linked:    first,
		})
	}
	return p, nil
}

// normalise sets the fields of the header that Little CMS does not keep.
func (p *Profile) normalise() {
	if !p.keeps {
		copy(p.header[atCMM:], littleCMS)
		copy(p.header[atPlatform:], platformApple)
		copy(p.header[atCreator:], littleCMS)
	}
	clear(p.header[atReserved:])
	for i, number := range illuminant {
		binary.BigEndian.PutUint32(p.header[atIlluminant+4*i:], number)
	}
	// The version is in binary-coded decimals, of which two bytes are used.
	p.header[atVersion] = min(p.header[atVersion], 0x09)
	minor := p.header[atVersion+1]
	p.header[atVersion+1] = min(minor&0xF0, 0x90) | min(minor&0x0F, 0x09)
	p.header[atVersion+2], p.header[atVersion+3] = 0, 0
}

// Size is a bound of the bytes of the whole profile.
func (p *Profile) Size() uint64 {
	size := uint64(headerBytes + 4)
	for _, t := range p.tags {
		size += entryBytes + uint64(len(t.data)) + alignment
	}
	return size
}

// Bytes is the whole profile.
func (p *Profile) Bytes() []byte {
	out := make([]byte, headerBytes+4+entryBytes*len(p.tags))
	copy(out, p.header[:])
	binary.BigEndian.PutUint32(out[headerBytes:], uint32(len(p.tags)))
	for i, t := range p.tags {
		entry := headerBytes + 4 + entryBytes*i
		binary.BigEndian.PutUint32(out[entry:], t.signature)
		binary.BigEndian.PutUint32(out[entry+8:], uint32(len(t.data)))
		if t.linked >= 0 {
			copy(out[entry+4:entry+8], out[headerBytes+4+entryBytes*t.linked+4:])
			continue
		}
		binary.BigEndian.PutUint32(out[entry+4:], uint32(len(out)))
		out = append(out, t.data...)
		for len(out)%alignment != 0 {
			out = append(out, 0)
		}
	}
	binary.BigEndian.PutUint32(out[atSize:], uint32(len(out)))
	return out
}

// Tag is the data of a tag, or the header for HeadSignature; nil if there is none.
func (p *Profile) Tag(signature uint32) []byte {
	if signature == HeadSignature {
		return p.Bytes()[:headerBytes]
	}
	for _, t := range p.tags {
		if t.signature == signature {
			return t.data
		}
	}
	return nil
}

// SetTag replaces the data of a tag, or adds the tag at the end; for HeadSignature it
// sets the header. It reports an error for a header of another size or without the
// format's magic number, and for a tag too many.
func (p *Profile) SetTag(signature uint32, data []byte) error {
	if signature == HeadSignature {
		if len(data) != headerBytes || string(data[atMagic:atMagic+4]) != magic {
			return errNoProfile
		}
		copy(p.header[:], data)
		p.normalise()
		return nil
	}
	own := append([]byte(nil), data...)
	found := false
	for i := range p.tags {
		p.tags[i].linked = -1
		if p.tags[i].signature == signature {
			p.tags[i].data, found = own, true
		}
	}
	if !found {
		if len(p.tags) == maxTags {
			return errTooManyTags
		}
		p.tags = append(p.tags, tag{signature: signature, data: own, linked: -1})
	}
	return nil
}
