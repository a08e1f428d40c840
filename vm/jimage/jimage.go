// Package jimage reads lib/modules, the file in which a JDK keeps the classes
// and resources of its modules ("jimage" format, version 1.0).
//
// Invariant: whatever the file's bytes are, every method returns an error
// rather than panicking. Content that is stored uncompressed is returned as part
// of the mapped file: it must not be written, and is valid until Close. (As with
// any mapped file, one that another process cuts short faults; a JDK's does not
// change.)
package jimage

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"

	"hotlens/vm/mappedfile"
)

// Facts of the format.
const (
	magic      = 0xCAFEDADA
	version    = 1 << 16 // major 1, minor 0
	headerSize = 28      // bytes
	hashSeed   = 0x01000193
	hashMask   = 0x7FFFFFFF
)

// Image is an open image. Its methods but Close may be called from several
// goroutines. Packages are named with slashes ("java/lang").
type Image struct {
	path      string
	data      []byte // the whole file
	order     binary.ByteOrder
	redirect  []byte // s4 per table entry
	offsets   []byte // u4 per table entry, into locations
	locations []byte
	strings   []byte
	content   []byte // what location offsets count from
	length    uint32 // number of table entries

	owning sync.RWMutex
	owners map[string]string // under owning: package to its module, of those that were asked for
}

// CorruptError reports an image that breaks its format.
type CorruptError struct {
	Path    string // of the image
	Message string
}

func (e *CorruptError) Error() string {
	return fmt.Sprintf("%s is damaged or no module image: %s; reinstall the JDK, or point hotlens at another one", e.Path, e.Message)
}

func (im *Image) corrupt(format string, args ...any) error {
	return &CorruptError{im.path, fmt.Sprintf(format, args...)}
}

// Open maps the image at path, usually <jdk>/lib/modules.
func Open(path string) (*Image, error) {
	data, err := mappedfile.Map(path)
	if err != nil {
		return nil, fmt.Errorf("open module image: %w", err)
	}
	im, err := New(path, data)
	if err != nil {
		return nil, errors.Join(err, mappedfile.Unmap(data))
	}
	return im, nil
}

// New reads an image that is in memory already. The path is for messages. Such
// an image is not to be closed.
func New(path string, data []byte) (*Image, error) {
	im := &Image{path: path, data: data, owners: map[string]string{}}
	if len(data) < headerSize {
		return nil, im.corrupt("it has %d bytes, less than a header", len(data))
	}
	switch {
	case binary.LittleEndian.Uint32(data) == magic:
		im.order = binary.LittleEndian
	case binary.BigEndian.Uint32(data) == magic:
		im.order = binary.BigEndian
	default:
		return nil, im.corrupt("it does not start with the magic number %#x", uint32(magic))
	}
	if v := im.order.Uint32(data[4:]); v != version {
		return nil, im.corrupt("version %d.%d is not supported, only 1.0 is", v>>16, v&0xFFFF)
	}
	im.length = im.order.Uint32(data[16:])
	rest := data[headerSize:]
	cut := func(size uint64) []byte {
		size = min(size, uint64(len(rest)))
		part := rest[:size:size]
		rest = rest[size:]
		return part
	}
	locationsSize, stringsSize := uint64(im.order.Uint32(data[20:])), uint64(im.order.Uint32(data[24:]))
	if need := 8*uint64(im.length) + locationsSize + stringsSize; need > uint64(len(rest)) {
		return nil, im.corrupt("its index takes %d bytes, but only %d follow the header", need, len(rest))
	}
	im.redirect = cut(4 * uint64(im.length))
	im.offsets = cut(4 * uint64(im.length))
	im.locations = cut(locationsSize)
	im.strings = cut(stringsSize)
	im.content = cut(math.MaxUint64)
	if err := im.check(); err != nil {
		return nil, err
	}
	return im, nil
}

// Close unmaps the file of an image from Open. Nothing that it returned may be
// used afterwards.
func (im *Image) Close() error {
	data := im.data
	im.data, im.redirect, im.offsets, im.locations, im.strings, im.content = nil, nil, nil, nil, nil, nil
	im.length = 0
	if data == nil {
		return nil
	}
	return mappedfile.Unmap(data)
}

// Bytes returns the whole file.
func (im *Image) Bytes() []byte { return im.data }

// Find returns the content of the entry with the full name, such as
// "/java.base/java/lang/Object.class", and whether there is one.
func (im *Image) Find(name string) ([]byte, bool, error) {
	loc, found, err := im.find(name)
	if !found || err != nil {
		return nil, false, err
	}
	data, err := im.read(name, loc)
	return data, err == nil, err
}

// FindClass returns the class file of the class with the binary name (with
// slashes, such as "java/lang/Object") from the module that has its package.
func (im *Image) FindClass(binaryName string) (data []byte, module string, ok bool, err error) {
	slash := strings.LastIndexByte(binaryName, '/')
	if slash < 0 {
		return nil, "", false, nil // no named module has classes in the unnamed package
	}
	if module, err = im.ownerOf(binaryName[:slash]); module == "" || err != nil {
		return nil, "", false, err
	}
	data, ok, err = im.Find("/" + module + "/" + binaryName + ".class")
	if !ok {
		module = ""
	}
	return data, module, ok, err
}

// hash is the format's hash of a name.
func hash(name string, seed uint32) uint32 {
	for i := range len(name) {
		seed = seed*hashSeed ^ uint32(name[i])
	}
	return seed & hashMask
}

// find looks a full name up in the perfect hash table.
func (im *Image) find(name string) (location, bool, error) {
	if im.length == 0 {
		return location{}, false, nil
	}
	i := hash(name, hashSeed) % im.length
	v := int32(im.order.Uint32(im.redirect[4*i:]))
	switch {
	case v == 0:
		return location{}, false, nil
	case v > 0:
		i = hash(name, uint32(v)) % im.length
	default:
		if i = uint32(-1 - v); i >= im.length {
			return location{}, false, im.corrupt("redirect %d of %q leads outside the table", v, name)
		}
	}
	loc, err := im.locationAt(im.order.Uint32(im.offsets[4*i:]))
	if err != nil {
		return location{}, false, err
	}
	return loc, loc.is(name), nil // a name that is not there meets any entry
}

// location describes an entry. The full name is "/module/parent/base.extension"
// without the parts that are empty.
type location struct {
	module, parent, base, extension []byte
	offset                          uint64 // into content
	compressed                      uint64 // bytes; 0 for an entry that is stored as it is
	size                            uint64 // bytes, uncompressed
}

// locationAt decodes the location at the offset in the location table: a
// sequence of attributes, of which each starts with a byte that holds its kind
// and the length of its big-endian value.
func (im *Image) locationAt(offset uint32) (location, error) {
	var loc location
	if uint64(offset) >= uint64(len(im.locations)) {
		return loc, im.corrupt("location offset %d is beyond its table", offset)
	}
	for rest := im.locations[offset:]; len(rest) > 0; {
		kind, n := rest[0]>>3, int(rest[0]&7)+1
		if kind == 0 {
			return loc, nil
		}
		if len(rest) < 1+n {
			break
		}
		var value uint64
		for _, b := range rest[1 : 1+n] {
			value = value<<8 | uint64(b)
		}
		rest = rest[1+n:]
		var err error
		switch kind {
		case 1:
			loc.module, err = im.longStr(value)
		case 2:
			loc.parent, err = im.longStr(value)
		case 3:
			loc.base, err = im.longStr(value)
		case 4:
			loc.extension, err = im.longStr(value)
		case 5:
			loc.offset = value
		case 6:
			loc.compressed = value
		case 7:
			loc.size = value
		default:
			err = im.corrupt("attribute kind %d of location %d is unknown", kind, offset)
		}
		if err != nil {
			return loc, err
		}
	}
	return loc, im.corrupt("location %d does not end within its table", offset)
}

// is says whether name is the location's full name.
func (loc *location) is(name string) bool {
	eat := func(part []byte) bool {
		ok := len(name) >= len(part) && name[:len(part)] == string(part)
		if ok {
			name = name[len(part):]
		}
		return ok
	}
	eatByte := func(b byte) bool {
		ok := len(name) > 0 && name[0] == b
		if ok {
			name = name[1:]
		}
		return ok
	}
	return (len(loc.module) == 0 || eatByte('/') && eat(loc.module) && eatByte('/')) &&
		(len(loc.parent) == 0 || eat(loc.parent) && eatByte('/')) &&
		eat(loc.base) &&
		(len(loc.extension) == 0 || eatByte('.') && eat(loc.extension)) &&
		name == ""
}

// str returns the string at the offset in the string table.
func (im *Image) str(offset uint32) ([]byte, error) {
	if uint64(offset) >= uint64(len(im.strings)) {
		return nil, im.corrupt("string offset %d is beyond its table", offset)
	}
	s := im.strings[offset:]
	end := bytes.IndexByte(s, 0)
	if end < 0 {
		return nil, im.corrupt("the string at %d does not end within its table", offset)
	}
	return s[:end], nil
}

func (im *Image) longStr(offset uint64) ([]byte, error) {
	return im.str(uint32(min(offset, math.MaxUint32)))
}

// read returns the content of a location. The name is for messages.
func (im *Image) read(name string, loc location) ([]byte, error) {
	stored := loc.size
	if loc.compressed != 0 {
		stored = loc.compressed
	}
	if loc.offset > uint64(len(im.content)) || stored > uint64(len(im.content))-loc.offset {
		return nil, im.corrupt("the content of %q, %d bytes at %d, is beyond the file's end", name, stored, loc.offset)
	}
	end := loc.offset + stored
	data := im.content[loc.offset:end:end]
	if loc.compressed == 0 {
		return data, nil
	}
	data, err := im.decompress(data)
	if err == nil && uint64(len(data)) != loc.size {
		err = im.corrupt("it has %d bytes instead of %d", len(data), loc.size)
	}
	if err != nil {
		return nil, fmt.Errorf("decompress %q: %w", name, err)
	}
	return data, nil
}
