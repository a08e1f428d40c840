package verifier

import (
	"math"
	"sort"

	"hotlens/vm/classfile"
	"hotlens/vm/opcodes"
)

// This file reads the StackMapTable attribute (JVMS 4.7.4).

// Frame types: the first that is not of the kind, or the only one.
const (
	sameFrames           = 64
	oneStackItem         = 128
	oneStackItemExtended = 247
	sameExtended         = 251 // chop frames lie below, append frames above
	fullFrame            = 255
)

// Tags of verification types.
const (
	itemUninitializedThis = 6
	itemObject            = 7
	itemUninitialized     = 8
)

// itemTypes are the types of the tags below itemUninitializedThis.
var itemTypes = [itemUninitializedThis]Type{top, integer, float, double, long, null}

// failStackMap ends the verification with an error after which inference is not
// tried.
func failStackMap(message string) {
	panic(stop{&Error{Class: classFormatError, Message: "StackMapTable format error: " + message, final: true}})
}

// retained is what a type costs of a method's budget that is copied into a frame
// which lives as long as the verification: a budget pays for 32 MB of them.
const retained = 16

// frameReader reads the frames one by one.
type frameReader struct {
	mapReader
	c        *checker
	previous mapFrame // its index is -1 before the first frame
}

func (r *frameReader) byte() int {
	v, ok := r.u1()
	if !ok {
		failStackMap("access beyond the end of attribute")
	}
	return v
}

func (r *frameReader) word() int {
	v, ok := r.u2()
	if !ok {
		failStackMap("access beyond the end of attribute")
	}
	return v
}

// readStackMap reads all frames. They share what does not differ, and none is
// larger than the method's frame.
func (c *checker) readStackMap() {
	table := c.method.Member.Code.StackMap
	if len(table) == 0 {
		return
	}
	f := &c.frame
	r := &frameReader{mapReader: mapReader{table}, c: c}
	r.previous = mapFrame{at: -1, locals: append([]Type(nil), f.locals[:f.size]...), uninitialized: f.uninitialized}
	n := r.word()
	const least = 1 // byte of an entry
	c.frames = zeroed(&c.scratch.frames, min(n, len(r.data)/least))[:0]
	for range n {
		if len(r.data) == 0 && c.jdk.CountsFrames {
			failStackMap("wrong attribute size")
		}
		r.next()
		if !c.isStart(r.previous.at) {
			shown := c.view(r.previous.at, r.previous.locals, r.previous.stack, r.previous.uninitialized)
			c.fail(fault{reason: "Invalid stackmap specification.", current: shown}, "StackMapTable error: bad offset")
		}
		c.frames = append(c.frames, r.previous)
	}
	if len(r.data) > 0 {
		failStackMap("wrong attribute size")
	}
}

// next reads a frame, on the base of the previous one.
func (r *frameReader) next() {
	p := &r.previous
	kind := r.byte()
	p.stack = nil
	switch {
	case kind < sameFrames:
		p.at += kind + 1
		return
	case kind < oneStackItem:
		p.stack = r.types(nil, 1, r.c.maxStack(), nil)
		p.at += kind - sameFrames + 1
		return
	}
	delta := r.word() + 1
	switch {
	case kind < oneStackItemExtended:
		failStackMap("reserved frame type")
	case kind == oneStackItemExtended:
		p.stack = r.types(nil, 1, r.c.maxStack(), nil)
	case kind < sameExtended:
		r.chop(sameExtended - kind)
	case kind == sameExtended:
	case kind < fullFrame:
		r.c.spend(retained * len(p.locals))
		p.locals = r.types(p.locals[:len(p.locals):len(p.locals)], kind-sameExtended, len(r.c.frame.locals), &p.uninitialized)
	default:
		p.uninitialized = false
		p.locals = r.types(nil, r.word(), len(r.c.frame.locals), &p.uninitialized)
		p.stack = r.types(nil, r.word(), r.c.maxStack(), nil)
	}
	p.at += delta
}

// chop takes the last n local variables away.
func (r *frameReader) chop(n int) {
	p := &r.previous
	size := len(p.locals)
	for range n {
		if size == 0 {
			r.failSize()
		}
		size--
		if size > 0 && p.locals[size].isSecond() {
			size--
		}
	}
	p.locals = p.locals[:size]
	p.uninitialized = false
	for _, t := range p.locals {
		p.uninitialized = p.uninitialized || t == uninitializedThis
	}
	r.c.spend(size)
}

// types appends n types to a list that holds at most limit slots; uninitialized is
// set by a constructor's this.
func (r *frameReader) types(to []Type, n, limit int, uninitialized *bool) []Type {
	for range n {
		t := r.itemType()
		if t == uninitializedThis && uninitialized != nil {
			*uninitialized = true
		}
		to = append(to, t)
		if t.isFirst() {
			to = append(to, second(t))
		}
		if len(to) > math.MaxUint16+1 {
			break
		}
	}
	if len(to) > limit {
		r.failSize()
	}
	return to
}

func (r *frameReader) failSize() {
	r.c.failFormat("StackMapTable format error: bad type array size")
}

func (r *frameReader) itemType() Type {
	c := r.c
	switch tag := r.byte(); {
	case tag < itemUninitializedThis:
		return itemTypes[tag]
	case tag == itemUninitializedThis:
		return uninitializedThis
	case tag == itemObject:
		index := r.word()
		if c.tag(index) != classfile.TagClass {
			failStackMap("bad class index")
		}
		return c.classAt(index)
	case tag == itemUninitialized:
		at := r.word()
		if !c.isStart(at) || c.u1(at) != opcodes.New {
			c.failFormat("StackMapTable format error: bad offset for Uninitialized")
		}
		return uninitializedAt(at)
	}
	failStackMap("bad verification type")
	return top
}

// frameAt is the frame that the StackMapTable declares at a bytecode index, nil
// for none.
func (c *checker) frameAt(at int) *mapFrame {
	i := sort.Search(len(c.frames), func(i int) bool { return c.frames[i].at >= at })
	if i < len(c.frames) && c.frames[i].at == at {
		return &c.frames[i]
	}
	return nil
}
