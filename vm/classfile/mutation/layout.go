// Package mutation damages class files where it matters: it takes a class file
// apart, changes constants, flags, instructions, handlers, stack maps and
// attributes, and puts it together again, so that most results pass the format
// check and reach what lies behind it. It serves the fuzz tests.
//
// Invariant: only tests import it.
package mutation

import (
	"encoding/binary"
	"errors"
)

// file is a class file in parts, none of which is checked.
type file struct {
	minor, major       uint16
	pool               [][]byte // entries with their tags; nil at index 0 and in upper halves
	flags, this, super uint16
	interfaces         []uint16
	members            [2][]member // fields, methods
	attributes         []attribute
}

type member struct {
	flags, name, descriptor uint16
	attributes              []attribute
	code                    *code // of the Code attribute, which is then not among the others
}

type attribute struct {
	name uint16
	data []byte
}

type code struct {
	name                uint16 // of the attribute
	maxStack, maxLocals uint16
	bytes               []byte
	handlers            [][4]uint16
	attributes          []attribute
}

// errShape is what does not even look like a class file.
var errShape = errors.New("not in the shape of a class file")

// reader reads big-endian numbers; behind the end it sets bad and gives zeros.
type reader struct {
	data []byte
	bad  bool
}

func (r *reader) bytes(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.bad, r.data = true, nil
		return nil
	}
	b := r.data[:n:n]
	r.data = r.data[n:]
	return b
}

func (r *reader) u1() byte {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) u2() uint16 {
	if b := r.bytes(2); b != nil {
		return binary.BigEndian.Uint16(b)
	}
	return 0
}

func (r *reader) u4() uint32 {
	if b := r.bytes(4); b != nil {
		return binary.BigEndian.Uint32(b)
	}
	return 0
}

// takeApart reads a class file.
func takeApart(data []byte) (*file, error) {
	r := &reader{data: append([]byte(nil), data...)}
	f := &file{}
	r.u4()
	f.minor, f.major = r.u2(), r.u2()
	f.pool = make([][]byte, r.u2())
	for i := 1; i < len(f.pool) && !r.bad; i++ {
		f.pool[i] = r.constant()
		if !r.bad && (f.pool[i][0] == tagLong || f.pool[i][0] == tagDouble) {
			i++
		}
	}
	f.flags, f.this, f.super = r.u2(), r.u2(), r.u2()
	for n := r.u2(); n > 0 && !r.bad; n-- {
		f.interfaces = append(f.interfaces, r.u2())
	}
	for k := range f.members {
		for n := r.u2(); n > 0 && !r.bad; n-- {
			f.members[k] = append(f.members[k], r.member(f))
		}
	}
	f.attributes = r.attributes()
	if r.bad || len(r.data) > 0 || len(f.pool) == 0 {
		return nil, errShape
	}
	return f, nil
}

// Tags of constants that need special care (JVMS 4.4, table 4.4-A).
const (
	tagUtf8         = 1
	tagLong         = 5
	tagDouble       = 6
	tagMethodHandle = 15
)

// sizes are the numbers of bytes behind the tags of the other constants.
var sizes = map[byte]int{3: 4, 4: 4, tagLong: 8, tagDouble: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, tagMethodHandle: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}

func (r *reader) constant() []byte {
	tag := r.u1()
	if tag == tagUtf8 {
		n := r.u2()
		text := r.bytes(int(n))
		return append(binary.BigEndian.AppendUint16([]byte{tag}, n), text...)
	}
	if _, known := sizes[tag]; !known {
		r.bad = true
	}
	return append([]byte{tag}, r.bytes(sizes[tag])...)
}

func (r *reader) attributes() []attribute {
	var list []attribute
	for n := r.u2(); n > 0 && !r.bad; n-- {
		list = append(list, attribute{name: r.u2(), data: r.bytes(int(r.u4()))})
	}
	return list
}

func (r *reader) member(f *file) member {
	m := member{flags: r.u2(), name: r.u2(), descriptor: r.u2()}
	for _, a := range r.attributes() {
		c := readCode(a)
		if m.code != nil || c == nil || f.text(a.name) != "Code" {
			m.attributes = append(m.attributes, a)
			continue
		}
		m.code = c
	}
	return m
}

// readCode takes a Code attribute apart, nil if it has not the shape of one.
func readCode(a attribute) *code {
	r := &reader{data: a.data}
	c := &code{name: a.name, maxStack: r.u2(), maxLocals: r.u2()}
	c.bytes = r.bytes(int(r.u4()))
	for n := r.u2(); n > 0 && !r.bad; n-- {
		c.handlers = append(c.handlers, [4]uint16{r.u2(), r.u2(), r.u2(), r.u2()})
	}
	c.attributes = r.attributes()
	if r.bad || len(r.data) > 0 {
		return nil
	}
	return c
}

// text is the text of a Utf8 constant, "" if there is none at the index.
func (f *file) text(index uint16) string {
	const textAt = 3
	if int(index) < len(f.pool) && len(f.pool[index]) >= textAt && f.pool[index][0] == tagUtf8 {
		return string(f.pool[index][textAt:])
	}
	return ""
}

// bytes puts the class file together.
func (f *file) bytes() []byte {
	const magic = 0xCAFEBABE
	b := binary.BigEndian.AppendUint32(nil, magic)
	b = u2s(b, f.minor, f.major, uint16(len(f.pool)))
	for _, k := range f.pool {
		b = append(b, k...)
	}
	b = u2s(b, f.flags, f.this, f.super, uint16(len(f.interfaces)))
	b = u2s(b, f.interfaces...)
	for _, members := range f.members {
		b = u2s(b, uint16(len(members)))
		for _, m := range members {
			b = u2s(b, m.flags, m.name, m.descriptor)
			list := m.attributes
			if m.code != nil {
				list = append([]attribute{{m.code.name, m.code.data()}}, list...)
			}
			b = appendAttributes(b, list)
		}
	}
	return appendAttributes(b, f.attributes)
}

func (c *code) data() []byte {
	b := u2s(nil, c.maxStack, c.maxLocals)
	b = binary.BigEndian.AppendUint32(b, uint32(len(c.bytes)))
	b = append(b, c.bytes...)
	b = u2s(b, uint16(len(c.handlers)))
	for _, h := range c.handlers {
		b = u2s(b, h[:]...)
	}
	return appendAttributes(b, c.attributes)
}

func u2s(b []byte, values ...uint16) []byte {
	for _, v := range values {
		b = binary.BigEndian.AppendUint16(b, v)
	}
	return b
}

func appendAttributes(b []byte, list []attribute) []byte {
	b = u2s(b, uint16(len(list)))
	for _, a := range list {
		b = u2s(b, a.name)
		b = binary.BigEndian.AppendUint32(b, uint32(len(a.data)))
		b = append(b, a.data...)
	}
	return b
}
