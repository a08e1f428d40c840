package invoke

import (
	"math"
	"strconv"
	"strings"
	"unsafe"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
)

// This file links and executes string concatenation.

// concatSite is a string concatenation: literal text and operands in turn.
type concatSite struct {
	classes.CallSite // first, as every invoke instruction names one

	text     [][]uint16       // before each operand, and after the last
	latin1   [][]byte         // the same in Latin-1, nil if that is not possible
	operands []byte           // descriptor letters
	slots    []memory.Address // offsets from the frame
	literal  int64            // code units of the text
	joined   memory.Address   // of how many strings it has made, an u64
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
func (t *Thread) linkConcat(from *classes.Class, site *classes.CallSite, ip *decoded.Instruction, b *classfile.BootstrapMethod, plain bool) bool {
	c := &concatSite{CallSite: *site, operands: site.Selector.Params}
	slot := memory.Address(site.ArgBase)
	for _, p := range c.operands {
		c.slots = append(c.slots, slot)
		slot += memory.Address(classes.SlotsOf(p)) * decoded.SlotBytes
	}
	if plain {
		c.text = make([][]uint16, len(c.operands)+1)
	} else {
		recipe, ok := stringConstants(from.File, b.Arguments)
		if !ok || len(recipe) == 0 {
			return false
		}
		if c.text, ok = splitRecipe(recipe[0], recipe[1:]); !ok {
			return false
		}
	}
	if len(c.text) != len(c.operands)+1 || !strings.HasSuffix(site.Selector.Desc, ")Ljava/lang/String;") {
		return false
	}
	var err error
	if c.joined, err = t.Linker.Registry.NewMetadata(from, 8); err != nil {
		return false // the library finds no room either, and says so
	}
	c.latin1 = latin1Texts(c.text)
	for _, text := range c.text {
		c.literal += int64(len(text))
	}
	ip.P, ip.Op = unsafe.Pointer(c), decoded.Concat
	return true
}

// CountJoined counts a string that a concatenation has made, and tells how many it has made before.
func (l *Linker) CountJoined(ip *decoded.Instruction) (before uint64) {
	word := (*uint64)(l.Memory.At((*concatSite)(ip.P).joined))
	*word++
	return *word - 1
}

// Concatenation tells what compiled code has to know of a concatenation: the text in Latin-1 before each operand and after the last, nil if it has other characters,
// the operands' descriptor letters and their offsets from the frame, and where it stands how many strings have been joined.
func Concatenation(ip *decoded.Instruction) (text [][]byte, operands []byte, slots []memory.Address, joined memory.Address) {
	c := (*concatSite)(ip.P)
	return c.latin1, c.operands, c.slots, c.joined
}

// stringConstants are the characters of String constants. It reports false if a constant
// is of another type.
func stringConstants(file *classfile.Class, indices []uint16) (texts [][]uint16, ok bool) {
	for _, index := range indices {
		if file.Pool.Tag(index) != classfile.TagString {
			return nil, false
		}
		texts = append(texts, classfile.DecodeUtf8(file.Pool.Named(index)))
	}
	return texts, true
}

// splitRecipe gives the text before each operand of a recipe, and after the last. It
// reports false unless the recipe has a tag for each constant.
func splitRecipe(recipe []uint16, constants [][]uint16) (texts [][]uint16, ok bool) {
	var text []uint16
	for _, u := range recipe {
		switch u {
		case recipeOperand:
			texts = append(texts, text)
			text = nil
		case recipeConstant:
			if len(constants) == 0 {
				return nil, false
			}
			text = append(text, constants[0]...)
			constants = constants[1:]
		default:
			text = append(text, u)
		}
	}
	return append(texts, text), len(constants) == 0
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

// Concatenate executes a string concatenation of the frame as the library's strategies do:
// it adds up how long the result is, and then writes it where it stays. It gives 0 with a
// pending exception.
func (t *Thread) Concatenate(ip *decoded.Instruction, frame memory.Address) memory.Ref {
	l, c := t.Linker, (*concatSite)(ip.P)
	for i, letter := range c.operands {
		if !t.stringify(frame+c.slots[i], letter) {
			return 0
		}
	}
	// All operands that are not numbers or characters are strings now.
	length, coder := l.measureConcat(c, frame)
	if length<<coder > math.MaxInt32 {
		t.Java.ThrowOutOfMemory("Overflow: String length out of range") // the words of java.lang.StringConcatHelper
		return 0
	}
	value := t.Java.NewArray(l.Known.ByteArray, int32(length<<coder))
	if t.Exception != 0 {
		return 0
	}
	if coder == coderLatin1 {
		l.writeLatin1(l.Bytes(value), c, frame)
	} else {
		l.writeUTF16(l.Bytes(value), c, frame)
	}
	return t.NewStringOf(value, coder)
}

// measureConcat adds up the UTF-16 code units of a concatenation, and says how
// they are to be coded.
func (l *Linker) measureConcat(c *concatSite, frame memory.Address) (length int64, coder uint8) {
	if c.latin1 == nil {
		coder = coderUTF16
	}
	length = c.literal
	for i, letter := range c.operands {
		slot := frame + c.slots[i]
		switch letter {
		case 'Z':
			length += int64(len(booleanText(l.Memory.I32(slot))))
		case 'C':
			length++
			if l.Memory.I32(slot)&0xffff > 0xff {
				coder = coderUTF16
			}
		case 'B', 'S', 'I':
			length += decimalLength(int64(l.Memory.I32(slot)))
		case 'J':
			length += decimalLength(int64(l.Memory.U64(slot)))
		default:
			s := l.Memory.U32(slot)
			of := l.coder(s)
			length += int64(len(l.StringBytes(s)) >> of)
			coder |= of
		}
	}
	return length, coder
}

// coder says how the characters of a String are coded.
func (l *Linker) coder(s memory.Ref) uint8 {
	if l.Memory.U8(s+l.Known.StringCoder) == coderLatin1 {
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
func (l *Linker) writeLatin1(to []byte, c *concatSite, frame memory.Address) {
	to = to[:0]
	for i, letter := range c.operands {
		to = append(to, c.latin1[i]...)
		slot := frame + c.slots[i]
		switch letter {
		case 'Z':
			to = append(to, booleanText(l.Memory.I32(slot))...)
		case 'C':
			to = append(to, byte(l.Memory.I32(slot)))
		case 'B', 'S', 'I':
			to = strconv.AppendInt(to, int64(l.Memory.I32(slot)), 10)
		case 'J':
			to = strconv.AppendInt(to, int64(l.Memory.U64(slot)), 10)
		default:
			to = append(to, l.StringBytes(l.Memory.U32(slot))...)
		}
	}
	_ = append(to, c.latin1[len(c.operands)]...)
}

// writeUTF16 is writeLatin1 for UTF-16.
func (l *Linker) writeUTF16(to []byte, c *concatSite, frame memory.Address) {
	to = to[:0]
	var digits [24]byte
	for i, text := range c.text {
		for _, u := range text {
			to = append(to, byte(u), byte(u>>8))
		}
		if i == len(c.operands) {
			return
		}
		slot := frame + c.slots[i]
		switch c.operands[i] {
		case 'Z':
			to = appendWidened(to, append(digits[:0], booleanText(l.Memory.I32(slot))...))
		case 'C':
			u := uint16(l.Memory.I32(slot))
			to = append(to, byte(u), byte(u>>8))
		case 'B', 'S', 'I':
			to = appendWidened(to, strconv.AppendInt(digits[:0], int64(l.Memory.I32(slot)), 10))
		case 'J':
			to = appendWidened(to, strconv.AppendInt(digits[:0], int64(l.Memory.U64(slot)), 10))
		default:
			s := l.Memory.U32(slot)
			if l.coder(s) == coderLatin1 {
				to = appendWidened(to, l.StringBytes(s))
			} else {
				to = append(to, l.StringBytes(s)...)
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
func (t *Thread) stringify(slot memory.Address, letter byte) bool {
	l := t.Linker
	switch letter {
	case 'L':
		r := l.Memory.U32(slot)
		if r != 0 && l.Memory.U32(r) == l.Known.String.TIB {
			return true
		}
		if r == 0 {
			l.Memory.SetU64(slot, uint64(t.InternText("null")))
			return t.Exception == 0
		}
		helper := t.stringOfObject()
		if helper == nil {
			return false
		}
		r = memory.Ref(t.Java.Call(sharedmemory.Callback, helper, linking.Value(r)))
		if t.Exception != 0 {
			return false
		}
		l.Memory.SetU64(slot, uint64(r))
	case 'F', 'D':
		name, bits := "java/lang/Float", linking.Value(l.Memory.U32(slot))
		if letter == 'D' {
			name, bits = "java/lang/Double", l.Memory.U64(slot)
		}
		c := t.FindBootClass(name)
		if c == nil || !t.Initialize(c) {
			return false
		}
		r := memory.Ref(t.Java.Call(sharedmemory.Callback, c.Method("toString", "("+string(letter)+")Ljava/lang/String;"), bits))
		if t.Exception != 0 {
			return false
		}
		l.Memory.SetU64(slot, uint64(r))
	}
	return true
}

// stringOfObject is StringConcatHelper.stringOf(Object), through which the
// factory's strategies also call toString: stack traces show it.
func (t *Thread) stringOfObject() *classes.Method {
	l := t.Linker
	if l.stringOf == nil {
		c := t.FindBootClass("java/lang/StringConcatHelper")
		if c == nil || !t.Initialize(c) {
			return nil
		}
		l.stringOf = c.Method("stringOf", "(Ljava/lang/Object;)Ljava/lang/String;")
	}
	return l.stringOf
}
