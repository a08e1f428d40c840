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
}

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

// appendLatin1 appends a concatenation whose operands are strings, numbers and
// characters, unless it has characters that are not in Latin-1.
func (m *Machine) appendLatin1(b []byte, c *concatSite, fp unsafe.Pointer) (text []byte, ok bool) {
	if c.latin1 == nil {
		return b, false
	}
	for i, letter := range c.operands {
		b = append(b, c.latin1[i]...)
		slot := c.slots[i]
		switch letter {
		case 'Z':
			b = strconv.AppendBool(b, i32(fp, slot) != 0)
		case 'C':
			u := uint16(i32(fp, slot))
			if u > 0xff {
				return b, false
			}
			b = append(b, byte(u))
		case 'B', 'S', 'I':
			b = strconv.AppendInt(b, int64(i32(fp, slot)), 10)
		case 'J':
			b = strconv.AppendInt(b, i64(fp, slot), 10)
		default:
			s := u32(fp, slot)
			if m.Memory.U8(s+m.Known.StringCoder) != 0 {
				return b, false
			}
			b = append(b, m.StringBytes(s)...)
		}
	}
	return append(b, c.latin1[len(c.operands)]...), true
}

// slowConcat executes a string concatenation.
func (m *Machine) slowConcat(t *Thread, ip *decoded.Instruction, fp unsafe.Pointer) action {
	c := (*concatSite)(ip.P)
	for i, letter := range c.operands {
		if !t.stringify(fp, c.slots[i], letter) {
			return actThrow
		}
	}
	// All operands that are not numbers or characters are strings now.
	b, isLatin1 := m.appendLatin1(t.text[:0], c, fp)
	if isLatin1 {
		t.text = b
		return t.concatenated(fp, ip, t.NewLatin1(b))
	}
	b = b[:0]
	wide := t.units[:0]
	isWide := false
	put := func(u uint16) {
		switch {
		case isWide:
			wide = append(wide, u)
		case u <= 0xff:
			b = append(b, byte(u))
		default:
			isWide = true
			for _, o := range b {
				wide = append(wide, uint16(o))
			}
			wide = append(wide, u)
		}
	}
	putASCII := func(s []byte) {
		if isWide {
			for _, o := range s {
				wide = append(wide, uint16(o))
			}
			return
		}
		b = append(b, s...)
	}
	var digits [24]byte
	for i, text := range c.text {
		for _, u := range text {
			put(u)
		}
		if i == len(c.operands) {
			break
		}
		slot := c.slots[i]
		switch c.operands[i] {
		case 'Z':
			putASCII(strconv.AppendBool(digits[:0], i32(fp, slot) != 0))
		case 'C':
			put(uint16(i32(fp, slot)))
		case 'B', 'S', 'I':
			putASCII(strconv.AppendInt(digits[:0], int64(i32(fp, slot)), 10))
		case 'J':
			putASCII(strconv.AppendInt(digits[:0], i64(fp, slot), 10))
		default:
			s := u32(fp, slot)
			value := m.StringBytes(s)
			if m.Memory.U8(s+m.Known.StringCoder) == 0 {
				putASCII(value)
				continue
			}
			for k := 0; k+1 < len(value); k += 2 {
				put(uint16(value[k]) | uint16(value[k+1])<<8)
			}
		}
	}
	t.text, t.units = b, wide
	var r memory.Ref
	if isWide {
		r = t.NewStringUTF16(wide)
	} else {
		r = t.NewLatin1(b)
	}
	return t.concatenated(fp, ip, r)
}

// concatenated is the end of a concatenation.
func (t *Thread) concatenated(fp unsafe.Pointer, ip *decoded.Instruction, r memory.Ref) action {
	if t.Exception != 0 {
		return actThrow
	}
	setRef(fp, ip.A, r)
	return actNext
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
