package compiler

import (
	"encoding/binary"
	"math"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// This file joins strings, as invoke.Concatenate does for the interpreter: it adds up how long the result is, and then writes it where it
// stays. Only what most of them are is joined here: Latin-1 characters, numbers, and objects that are strings already, into small objects.

// Concatenation is what a linked string concatenation joins.
type Concatenation struct {
	Text     [][]byte // in Latin-1, before each operand and after the last; nil if it has other characters
	Operands []byte   // descriptor letters
	Slots    []memory.Address
	Record   memory.Address // of the strings that it has joined in a profile; 0 as long as it has none
	Joined   memory.Address // of how many strings it has joined at all, an u64
}

// JoiningTime is how much time a concatenation takes by the virtual clock, in picoseconds: for the string, each of its bytes, and each operand; and more for
// each of the first strings of a site.
type JoiningTime struct {
	String, Byte, Operand, Early, EarlyStrings uint64
}

// What is joined in compiled code is bounded by its size: some 40 values for an operand, and one for eight characters of text.
const (
	maxOperands = 12
	maxText     = 128
)

// here reports whether compiled code joins such strings.
func (c *Concatenation) here() bool {
	length := 0
	for i := range c.Text {
		length += len(c.Text[i])
	}
	if c.Text == nil || length > maxText || len(c.Operands) == 0 || len(c.Operands) > maxOperands {
		return false
	}
	for _, letter := range c.Operands {
		if letter == 'F' || letter == 'D' {
			return false // which are text of the library's making
		}
	}
	return true
}

// concatenate translates a string concatenation.
func (b *builder) concatenate(l *level, index int, in *decoded.Instruction) {
	if b.env.CellTable == 0 {
		b.slow(l, index, in)
		return
	}
	c := b.env.Concatenation(in)
	if !c.here() || b.env.Profile && c.Record == 0 {
		b.slow(l, index, in)
		b.overwrite(l, in.B) // operands become strings there
		return
	}
	operands := make([]*ir.Value, len(c.Operands))
	for i, slot := range c.Slots {
		operands[i] = b.read(l, int32(slot))
	}
	b.makeAll()
	j := &joining{nativeCall: nativeCall{builder: b, level: l, activation: l.activation}, Concatenation: c}
	before := b.owes()
	result := j.join(operands)
	// The runtime has counted the bytecodes up to here, where it joins the string.
	b.flush(l, int32(l.code.Ordinals[index]))
	b.counted(l, index)
	result = b.orElse(l, in, j.rare, result, before, func() *ir.Value { return b.interpreted(l, index, in) })
	result.NonNil = true
	b.exact[result] = b.env.String
	b.write(l, in.A, result)
}

// joining is a concatenation that is being translated.
type joining struct {
	nativeCall
	Concatenation
	parts []part
}

// part is an operand: its array, or what else is written, and how many bytes of text it is. All integers have the letter I.
type part struct {
	letter        byte
	value, length *ir.Value
}

// join is the string of the operands.
func (j *joining) join(operands []*ir.Value) *ir.Value {
	if j.env.Profile {
		// The VM's own work counts nothing.
		j.unless(j.fixed(ir.MemoryControl, j.words.Unprofiled))
	}
	for i, v := range operands {
		j.parts = append(j.parts, j.part(j.Operands[i], v))
	}
	length := j.length()
	array, object := j.takeString(length)
	j.write(array)
	j.counts(length)
	return object
}

// part says how long an operand is.
func (j *joining) part(letter byte, v *ir.Value) part {
	switch letter {
	case 'Z':
		false := j.pure(wasm.OpI32Eqz, wasm.I32, v)
		return part{letter: letter, value: false, length: j.add(false, int32(len("true")))}
	case 'C':
		u := j.pure(wasm.OpI32And, wasm.I32, v, j.i32(math.MaxUint16))
		j.unless(j.pure(wasm.OpI32GtU, wasm.I32, u, j.i32(math.MaxUint8)))
		return part{letter: letter, value: u, length: j.i32(1)}
	case 'B', 'S', 'I', 'J':
		return j.number(letter, v)
	}
	if !v.NonNil {
		j.unless(j.pure(wasm.OpI32Eqz, wasm.I32, v))
	}
	if j.classOf(v) != j.env.String {
		j.unless(j.pure(wasm.OpI32Ne, wasm.I32, j.tib(v), j.i32(int32(j.env.String.TIB))))
	}
	j.unless(j.load(wasm.OpI32Load8S, wasm.I32, ir.MemoryFinal, v, int64(j.env.StringCoder)))
	value := j.load(wasm.OpI32Load, wasm.I32, ir.MemoryFinal, v, int64(j.env.StringValue))
	value.Ref, value.NonNil = true, true
	return part{letter: letter, value: value, length: j.nativeCall.length(value)}
}

// number is the part that an integer is, whose digits are those of its magnitude.
func (j *joining) number(letter byte, v *ir.Value) part {
	widest := map[byte]uint64{'B': -math.MinInt8, 'S': -math.MinInt16, 'I': -math.MinInt32, 'J': -math.MinInt64}[letter]
	ge, lt := byte(wasm.OpI32GeU), byte(wasm.OpI32LtS)
	if letter == 'J' {
		ge, lt = wasm.OpI64GeU, wasm.OpI64LtS
	}
	u := j.magnitude(v)
	length := j.add(j.pure(lt, wasm.I32, v, j.constant(v.Type, 0)), 1)
	for power := uint64(10); power <= widest; power *= 10 {
		length = j.pure(wasm.OpI32Add, wasm.I32, length, j.pure(ge, wasm.I32, u, j.constant(v.Type, int64(power))))
	}
	return part{letter: 'I', value: u, length: length}
}

// length adds up how long the result is. It is a small object.
func (j *joining) length() *ir.Value {
	const longest = memory.MaxSmallSize - memory.ArrayBase
	var sum, strings *ir.Value
	literal := 0
	for _, text := range j.Text {
		literal += len(text)
	}
	sum = j.i32(int32(literal))
	for _, p := range j.parts {
		sum = j.pure(wasm.OpI32Add, wasm.I32, sum, p.length)
		switch {
		case p.letter != 'L':
		case strings == nil:
			strings = p.length
		default:
			strings = j.pure(wasm.OpI32Or, wasm.I32, strings, p.length)
		}
	}
	tooLong := j.pure(wasm.OpI32GtU, wasm.I32, sum, j.i32(longest))
	if strings != nil { // the sum exceeds 32 bits only with one that has more than 16
		tooLong = j.pure(wasm.OpI32Or, wasm.I32, tooLong, j.pure(wasm.OpI32GtU, wasm.I32, strings, j.i32(math.MaxUint16)))
	}
	j.unless(tooLong)
	return sum
}

// takeString takes the cells of an array of so many bytes, and of its String, both or none.
func (j *joining) takeString(length *ir.Value) (array, object *ir.Value) {
	class, bytes := j.env.String, j.env.PrimitiveArray('B')
	arraySize, arrayRun, arrayCell := j.sizeAndRun(&cellSize{length: length})
	size, run, cell := j.sizeAndRun(j.fixedSize(uint64(class.InstanceSize)))
	zero := j.i32(0)
	word := func(run *ir.Value, offset int64) *ir.Value {
		return j.load(wasm.OpI32Load, wasm.I32, ir.MemoryAllocator, run, offset)
	}
	allowance := j.load(wasm.OpI64Load, wasm.I64, ir.MemoryAllocator, zero, int64(memory.AllowanceAddress))
	left := j.pure(wasm.OpI64Sub, wasm.I64, allowance, j.pure(wasm.OpI64Add, wasm.I64, arraySize, size))
	j.unless(j.pure(wasm.OpI64LtS, wasm.I32, left, j.i64(0)))
	array = word(arrayRun, memory.RunNext)
	// The runs may be the same one, so that the String's has to have room for two.
	last := j.pure(wasm.OpI32Add, wasm.I32, word(run, memory.RunNext), cell)
	j.unless(j.pure(wasm.OpI32Or, wasm.I32, j.pure(wasm.OpI32GeU, wasm.I32, array, word(arrayRun, memory.RunEnd)),
		j.pure(wasm.OpI32GeU, wasm.I32, last, word(run, memory.RunEnd))))
	j.store(wasm.OpI32Store, ir.MemoryAllocator, arrayRun, memory.RunNext, j.pure(wasm.OpI32Add, wasm.I32, array, arrayCell))
	object = word(run, memory.RunNext)
	j.store(wasm.OpI32Store, ir.MemoryAllocator, run, memory.RunNext, j.pure(wasm.OpI32Add, wasm.I32, object, cell))
	j.store(wasm.OpI64Store, ir.MemoryAllocator, zero, int64(memory.AllowanceAddress), left)
	j.allocated(j.activation, arraySize)
	j.allocated(j.activation, size)

	for _, v := range []*ir.Value{array, object} {
		v.Ref, v.NonNil = true, true
	}
	j.store(wasm.OpI32Store, ir.MemoryFixed, array, memory.ObjectTIB, j.i32(int32(bytes.TIB)))
	j.store(wasm.OpI32Store, ir.MemoryFixed, array, memory.ArrayLength, length)
	j.store(wasm.OpI32Store, ir.MemoryFixed, object, memory.ObjectTIB, j.i32(int32(class.TIB)))
	j.store(wasm.OpI32Store, ir.MemoryField, object, int64(j.env.StringValue), array)
	return array, object
}

// write writes the text of all parts into the array.
func (j *joining) write(array *ir.Value) {
	at, beyond := array, int64(memory.ArrayBase) // what is next stands so many bytes behind an address
	for i, p := range j.parts {
		beyond = j.literal(at, beyond, j.Text[i])
		end := j.pure(wasm.OpI32Add, wasm.I32, at, p.length)
		switch p.letter {
		case 'Z': // both words end in e
			words := j.value(ir.OpSelect, wasm.I32, j.i32(int32(binary.LittleEndian.Uint32([]byte("fals")))), j.i32(int32(binary.LittleEndian.Uint32([]byte("true")))), p.value)
			j.store(wasm.OpI32Store, ir.MemoryArray8, at, beyond, words)
			j.store(wasm.OpI32Store8, ir.MemoryArray8, end, beyond-1, j.i32('e'))
		case 'C':
			j.store(wasm.OpI32Store8, ir.MemoryArray8, at, beyond, p.value)
		case 'I':
			// A number without a sign has its first digit there.
			j.store(wasm.OpI32Store8, ir.MemoryArray8, at, beyond, j.i32('-'))
			digits := j.value(ir.OpDigits, 0, j.add(end, int32(beyond)), p.value)
			digits.Memory = ir.MemoryArray8
		default:
			copied := j.value(ir.OpCopy, 0, j.add(at, int32(beyond)), j.add(p.value, memory.ArrayBase), p.length)
			copied.Memory = ir.MemoryArray8
		}
		at = end
	}
	j.literal(at, beyond, j.Text[len(j.parts)])
}

// literal writes text so many bytes behind an address, and says how many bytes behind it the text ends.
func (j *joining) literal(at *ir.Value, beyond int64, text []byte) int64 {
	put := func(code byte, v *ir.Value, bytes int) {
		j.store(code, ir.MemoryArray8, at, beyond, v)
		text, beyond = text[bytes:], beyond+int64(bytes)
	}
	for len(text) >= 8 {
		put(wasm.OpI64Store, j.i64(int64(binary.LittleEndian.Uint64(text))), 8)
	}
	if len(text) >= 4 {
		put(wasm.OpI32Store, j.i32(int32(binary.LittleEndian.Uint32(text))), 4)
	}
	if len(text) >= 2 {
		put(wasm.OpI32Store16, j.i32(int32(binary.LittleEndian.Uint16(text))), 2)
	}
	if len(text) > 0 {
		put(wasm.OpI32Store8, j.i32(int32(text[0])), 1)
	}
	return beyond
}

// counts counts a string of so many bytes, and has its time pass.
func (j *joining) counts(length *ir.Value) {
	bytes := j.pure(wasm.OpI64ExtendI32U, wasm.I64, length)
	if j.env.Profile {
		j.happens(Event{Activation: j.activation, Strings: 1, Operands: int64(len(j.parts))})
		j.works(length)
		record := j.i32(int32(j.Record))
		j.count(record, sharedmemory.ConcatenationStrings, 1, 0)
		j.profileAdd(record, sharedmemory.ConcatenationBytes, bytes)
	}
	t := j.env.JoiningTime
	if t == nil {
		return
	}
	zero := j.i32(0)
	joined := j.load(wasm.OpI64Load, wasm.I64, ir.MemoryControl, zero, int64(j.Joined))
	j.store(wasm.OpI64Store, ir.MemoryControl, zero, int64(j.Joined), j.pure(wasm.OpI64Add, wasm.I64, joined, j.i64(1)))
	fixed := t.String + t.Operand*uint64(len(j.parts))
	time := j.value(ir.OpSelect, wasm.I64, j.i64(int64(fixed+t.Early)), j.i64(int64(fixed)), j.pure(wasm.OpI64LtU, wasm.I32, joined, j.i64(int64(t.EarlyStrings))))
	j.passes(j.pure(wasm.OpI64Add, wasm.I64, time, j.pure(wasm.OpI64Mul, wasm.I64, bytes, j.i64(int64(t.Byte)))))
}
