package interpreter

import (
	"math"
	"strconv"
	"strings"
	"unsafe"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// This file links and executes string concatenation.

// concatSite is a string concatenation: literal text and operands in turn.
type concatSite struct {
	classes.CallSite // first, as every invoke instruction names one

	text     [][]uint16 // before each operand, and after the last
	latin1   [][]byte   // the same in Latin-1, nil if that is not possible
	operands []byte     // descriptor letters
	slots    []int32    // offsets from the frame
	literal  int64      // code units of the text
}

// Values of String.coder: which characters a string's bytes are. A character has
// 1<<coder bytes.
const (
	coderLatin1 = 0
	coderUTF16  = 1
)

// The tags of a concatenation recipe (java.lang.invoke.StringConcatFactory).
const (
	recipeOperand  = 1
	recipeConstant = 2
)

// linkConcat links a site of StringConcatFactory. Operands are turned into
// strings in their order, as the factory's strategies do. A site that promises
// anything but a String is the factory's affair, which may refuse it.
func (m *Machine) linkConcat(t *Thread, from *classes.Class, site *classes.CallSite, ip *decoded.Instruction, b *classfile.BootstrapMethod, plain bool) (action, bool) {
	c := &concatSite{CallSite: *site, operands: site.Selector.Params}
	slot := site.ArgBase
	for _, p := range c.operands {
		c.slots = append(c.slots, slot)
		slot += int32(classes.SlotsOf(p)) * decoded.SlotBytes
	}
	text := []uint16{}
	if plain {
		for range c.operands {
			c.text = append(c.text, nil)
		}
	} else {
		if len(b.Arguments) == 0 || from.File.Pool[b.Arguments[0]].Tag != classfile.TagString {
			return 0, false
		}
		constants := b.Arguments[1:]
		for _, u := range classfile.DecodeUtf8(from.File.Pool[from.File.Pool[b.Arguments[0]].A].Utf8) {
			switch u {
			case recipeOperand:
				c.text = append(c.text, text)
				text = nil
			case recipeConstant:
				if len(constants) == 0 || from.File.Pool[constants[0]].Tag != classfile.TagString {
					return 0, false
				}
				text = append(text, classfile.DecodeUtf8(from.File.Pool[from.File.Pool[constants[0]].A].Utf8)...)
				constants = constants[1:]
			default:
				text = append(text, u)
			}
		}
	}
	c.text = append(c.text, text)
	if len(c.text) != len(c.operands)+1 || !strings.HasSuffix(site.Selector.Desc, ")Ljava/lang/String;") {
		return 0, false
	}
	c.latin1 = latin1Texts(c.text)
	for _, text := range c.text {
		c.literal += int64(len(text))
	}
	ip.P, ip.Op = unsafe.Pointer(c), decoded.Concat
	return actAgain, true
}

// latin1Texts are texts in Latin-1, nil if one of them has other characters.
func latin1Texts(texts [][]uint16) [][]byte {
	converted := make([][]byte, len(texts))
	for i, text := range texts {
		for _, u := range text {
			if u > 0xff {
				return nil
			}
			converted[i] = append(converted[i], byte(u))
		}
	}
	return converted
}

// slowConcat executes a string concatenation as the library's strategies do: it
// adds up how long the result is, and then writes it where it stays.
func (m *Machine) slowConcat(t *Thread, ip *decoded.Instruction, fp unsafe.Pointer) action {
	c := (*concatSite)(ip.P)
	for i, letter := range c.operands {
		if !t.stringify(fp, c.slots[i], letter) {
			return actThrow
		}
	}
	// All operands that are not numbers or characters are strings now.
	length, coder := m.measureConcat(c, fp)
	if length<<coder > math.MaxInt32 {
		t.throwOutOfMemory("Overflow: String length out of range") // the words of java.lang.StringConcatHelper
		return actThrow
	}
	value := t.NewArray(m.Known.ByteArray, int32(length<<coder))
	if t.Exception != 0 {
		return actThrow
	}
	if coder == coderLatin1 {
		m.writeLatin1(m.Bytes(value), c, fp)
	} else {
		m.writeUTF16(m.Bytes(value), c, fp)
	}
	r := t.NewStringOf(value, coder)
	if t.Exception != 0 {
		return actThrow
	}
	setRef(fp, ip.A, r)
	return actNext
}

// measureConcat adds up the UTF-16 code units of a concatenation, and says how
// they are to be coded.
func (m *Machine) measureConcat(c *concatSite, fp unsafe.Pointer) (length int64, coder uint8) {
	if c.latin1 == nil {
		coder = coderUTF16
	}
	length = c.literal
	for i, letter := range c.operands {
		slot := c.slots[i]
		switch letter {
		case 'Z':
			length += int64(len(booleanText(i32(fp, slot))))
		case 'C':
			length++
			if i32(fp, slot)&0xffff > 0xff {
				coder = coderUTF16
			}
		case 'B', 'S', 'I':
			length += decimalLength(int64(i32(fp, slot)))
		case 'J':
			length += decimalLength(i64(fp, slot))
		default:
			s := u32(fp, slot)
			of := m.coder(s)
			length += int64(len(m.StringBytes(s)) >> of)
			coder |= of
		}
	}
	return length, coder
}

// coder says how the characters of a String are coded.
func (m *Machine) coder(s memory.Ref) uint8 {
	if m.Memory.U8(s+m.Known.StringCoder) == coderLatin1 {
		return coderLatin1
	}
	return coderUTF16
}

// decimalLength is the number of characters of a number in decimal.
func decimalLength(v int64) int64 {
	length, u := int64(1), uint64(v)
	if v < 0 {
		length, u = 2, -u
	}
	for ; u >= 10000; u /= 10000 {
		length += 4
	}
	switch {
	case u >= 1000:
		return length + 3
	case u >= 100:
		return length + 2
	case u >= 10:
		return length + 1
	}
	return length
}

func booleanText(v int32) string {
	if v != 0 {
		return "true"
	}
	return "false"
}

// writeLatin1 writes a concatenation that has no other characters into an array
// of its length.
func (m *Machine) writeLatin1(to []byte, c *concatSite, fp unsafe.Pointer) {
	to = to[:0]
	for i, letter := range c.operands {
		to = append(to, c.latin1[i]...)
		slot := c.slots[i]
		switch letter {
		case 'Z':
			to = append(to, booleanText(i32(fp, slot))...)
		case 'C':
			to = append(to, byte(i32(fp, slot)))
		case 'B', 'S', 'I':
			to = strconv.AppendInt(to, int64(i32(fp, slot)), 10)
		case 'J':
			to = strconv.AppendInt(to, i64(fp, slot), 10)
		default:
			to = append(to, m.StringBytes(u32(fp, slot))...)
		}
	}
	_ = append(to, c.latin1[len(c.operands)]...)
}

// writeUTF16 is writeLatin1 for UTF-16.
func (m *Machine) writeUTF16(to []byte, c *concatSite, fp unsafe.Pointer) {
	to = to[:0]
	var digits [24]byte
	for i, text := range c.text {
		for _, u := range text {
			to = append(to, byte(u), byte(u>>8))
		}
		if i == len(c.operands) {
			return
		}
		slot := c.slots[i]
		switch c.operands[i] {
		case 'Z':
			to = appendWidened(to, append(digits[:0], booleanText(i32(fp, slot))...))
		case 'C':
			u := uint16(i32(fp, slot))
			to = append(to, byte(u), byte(u>>8))
		case 'B', 'S', 'I':
			to = appendWidened(to, strconv.AppendInt(digits[:0], int64(i32(fp, slot)), 10))
		case 'J':
			to = appendWidened(to, strconv.AppendInt(digits[:0], i64(fp, slot), 10))
		default:
			s := u32(fp, slot)
			if m.coder(s) == coderLatin1 {
				to = appendWidened(to, m.StringBytes(s))
			} else {
				to = append(to, m.StringBytes(s)...)
			}
		}
	}
}

// appendWidened appends Latin-1 characters as UTF-16.
func appendWidened(to, latin1 []byte) []byte {
	for _, b := range latin1 {
		to = append(to, b, 0)
	}
	return to
}

// stringify replaces an operand in its slot by its string, where Java code has
// to make it: toString of objects, and the library's own text of floating-point
// numbers.
func (t *Thread) stringify(fp unsafe.Pointer, slot int32, letter byte) bool {
	m := t.M
	switch letter {
	case 'L':
		r := u32(fp, slot)
		if r != 0 && m.Memory.U32(r) == m.Known.String.TIB {
			return true
		}
		if r == 0 {
			setRef(fp, slot, t.InternText("null"))
			return t.Exception == 0
		}
		helper := t.concatHelper()
		if helper == nil {
			return false
		}
		r = memory.Ref(t.Call(Callback, helper, Value(r)))
		if t.Exception != 0 {
			return false
		}
		setRef(fp, slot, r)
	case 'F', 'D':
		name, bits := "java/lang/Float", Value(u32(fp, slot))
		if letter == 'D' {
			name, bits = "java/lang/Double", math.Float64bits(f64(fp, slot))
		}
		c := t.FindBootClass(name)
		if c == nil || !t.Initialize(c) {
			return false
		}
		r := memory.Ref(t.Call(Callback, c.Method("toString", "("+string(letter)+")Ljava/lang/String;"), bits))
		if t.Exception != 0 {
			return false
		}
		setRef(fp, slot, r)
	}
	return true
}

// concatHelper is StringConcatHelper.stringOf(Object), through which the
// factory's strategies also call toString: stack traces show it.
func (t *Thread) concatHelper() *classes.Method {
	m := t.M
	if m.stringOf == nil {
		c := t.FindBootClass("java/lang/StringConcatHelper")
		if c == nil || !t.Initialize(c) {
			return nil
		}
		m.stringOf = c.Method("stringOf", "(Ljava/lang/Object;)Ljava/lang/String;")
	}
	return m.stringOf
}
