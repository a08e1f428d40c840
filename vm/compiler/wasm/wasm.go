// Package wasm writes WebAssembly modules in the binary format (WebAssembly core
// specification 2.0, chapter 5), as far as the compiler needs it: imports, types,
// functions, exports, active element segments of an imported table, and code.
//
// Invariant: the bytes depend on nothing but the calls made, so that equal code
// gives equal modules.
package wasm

import "encoding/binary"

// Type is a value type (5.3.1).
type Type byte

// The value types.
const (
	I32 Type = 0x7f
	I64 Type = 0x7e
	F32 Type = 0x7d
	F64 Type = 0x7c
)

// FuncType is a function's signature.
type FuncType struct {
	Params, Results string // one byte per value: the Types
}

// Types makes the text of a FuncType.
func Types(types ...Type) string {
	b := make([]byte, len(types))
	for i, t := range types {
		b[i] = byte(t)
	}
	return string(b)
}

// Module is a module under construction.
type Module struct {
	types     []FuncType
	typeIndex map[FuncType]uint32
	imports   []byte
	importN   uint32
	functions []uint32 // type indices
	bodies    [][]byte
	imported  uint32 // functions
	exports   []byte
	exportN   uint32
	elements  []byte
	elementN  uint32
	memories  []byte
	tables    []byte
}

// New is an empty module.
func New() *Module { return &Module{typeIndex: map[FuncType]uint32{}} }

// Type gives a signature its index.
func (m *Module) Type(t FuncType) uint32 {
	if i, ok := m.typeIndex[t]; ok {
		return i
	}
	i := uint32(len(m.types))
	m.types = append(m.types, t)
	m.typeIndex[t] = i
	return i
}

// ImportFunction imports a function and returns its index. All imports come
// before the first Function.
func (m *Module) ImportFunction(module, name string, t FuncType) uint32 {
	m.imports = text(text(m.imports, module), name)
	m.imports = Uleb(append(m.imports, 0), uint64(m.Type(t)))
	m.importN++
	m.imported++
	return m.imported - 1
}

// ImportTable imports a table of functions with at least min entries and at most max.
func (m *Module) ImportTable(module, name string, min, max uint32) {
	m.imports = append(text(text(m.imports, module), name), 1, 0x70)
	m.imports = limits(m.imports, min, max)
	m.importN++
}

// Memory defines and exports a memory.
func (m *Module) Memory(name string, pages uint32) {
	m.memories = limits(nil, pages, pages)
	m.export(name, 2, 0)
}

// Table defines and exports a table of functions.
func (m *Module) Table(name string, min, max uint32) {
	m.tables = limits([]byte{0x70}, min, max)
	m.export(name, 1, 0)
}

// NextFunction is the index of the function that is added next.
func (m *Module) NextFunction() uint32 { return m.imported + uint32(len(m.functions)) }

// Function adds a function and returns its index. body is what Body.Bytes gives.
func (m *Module) Function(t FuncType, body []byte) uint32 {
	index := m.NextFunction()
	m.functions = append(m.functions, m.Type(t))
	m.bodies = append(m.bodies, body)
	return index
}

// Export exports a function.
func (m *Module) Export(name string, function uint32) { m.export(name, 0, function) }

func (m *Module) export(name string, kind byte, index uint32) {
	m.exports = Uleb(append(text(m.exports, name), kind), uint64(index))
	m.exportN++
}

// Element has the entry of table 0 at slot refer to function when the module is
// instantiated.
func (m *Module) Element(slot, function uint32) {
	m.elements = append(m.elements, 0, OpI32Const)
	m.elements = Sleb(m.elements, int64(int32(slot)))
	m.elements = Uleb(append(m.elements, OpEnd, 1), uint64(function))
	m.elementN++
}

// Bytes is the finished module.
func (m *Module) Bytes() []byte {
	out := []byte{0, 'a', 's', 'm', 1, 0, 0, 0}
	var b []byte
	b = Uleb(b, uint64(len(m.types)))
	for _, t := range m.types {
		b = append(b, 0x60)
		b = text(b, t.Params)
		b = text(b, t.Results)
	}
	out = section(out, 1, b)
	if m.importN > 0 {
		out = section(out, 2, append(Uleb(nil, uint64(m.importN)), m.imports...))
	}
	if len(m.functions) > 0 {
		b = Uleb(nil, uint64(len(m.functions)))
		for _, i := range m.functions {
			b = Uleb(b, uint64(i))
		}
		out = section(out, 3, b)
	}
	if m.tables != nil {
		out = section(out, 4, append([]byte{1}, m.tables...))
	}
	if m.memories != nil {
		out = section(out, 5, append([]byte{1}, m.memories...))
	}
	if m.exportN > 0 {
		out = section(out, 7, append(Uleb(nil, uint64(m.exportN)), m.exports...))
	}
	if m.elementN > 0 {
		out = section(out, 9, append(Uleb(nil, uint64(m.elementN)), m.elements...))
	}
	if len(m.bodies) > 0 {
		b = Uleb(nil, uint64(len(m.bodies)))
		for _, body := range m.bodies {
			b = Uleb(b, uint64(len(body)))
			b = append(b, body...)
		}
		out = section(out, 10, b)
	}
	return out
}

func section(out []byte, id byte, content []byte) []byte {
	return append(Uleb(append(out, id), uint64(len(content))), content...)
}

func text(b []byte, s string) []byte { return append(Uleb(b, uint64(len(s))), s...) }

func limits(b []byte, min, max uint32) []byte {
	return Uleb(Uleb(append(b, 1), uint64(min)), uint64(max))
}

// Uleb appends an unsigned LEB128 number (5.2.2).
func Uleb(b []byte, v uint64) []byte { return binary.AppendUvarint(b, v) }

// Sleb appends a signed LEB128 number (5.2.2).
func Sleb(b []byte, v int64) []byte {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

// Body is a function body under construction: its locals and its instructions.
type Body struct {
	params uint32
	locals []Type
	Code   []byte // the instructions so far, for those who look back
}

// NewBody is the body of a function with that many parameters.
func NewBody(params int) *Body { return &Body{params: uint32(params)} }

// Local adds a local variable and returns its index.
func (b *Body) Local(t Type) uint32 {
	b.locals = append(b.locals, t)
	return b.params + uint32(len(b.locals)) - 1
}

// Op appends an instruction without operands, or the bytes of a longer one.
func (b *Body) Op(op ...byte) { b.Code = append(b.Code, op...) }

// Index appends an instruction with an index: of a local, a label, a function.
func (b *Body) Index(op byte, index uint32) { b.Code = Uleb(append(b.Code, op), uint64(index)) }

// Memory appends a load or a store with a constant offset.
func (b *Body) Memory(op byte, offset uint32) {
	b.Code = append(b.Code, op, 0)
	b.Code = Uleb(b.Code, uint64(offset))
}

// ConstI32, ConstI64, ConstF32 and ConstF64 push constants; the last two take the bits.
func (b *Body) ConstI32(v int32) { b.Code = Sleb(append(b.Code, OpI32Const), int64(v)) }
func (b *Body) ConstI64(v int64) { b.Code = Sleb(append(b.Code, OpI64Const), v) }
func (b *Body) ConstF32(bits uint32) {
	b.Code = binary.LittleEndian.AppendUint32(append(b.Code, OpF32Const), bits)
}
func (b *Body) ConstF64(bits uint64) {
	b.Code = binary.LittleEndian.AppendUint64(append(b.Code, OpF64Const), bits)
}

// CallIndirect calls the function in table 0 that the top of the stack selects.
func (b *Body) CallIndirect(typeIndex uint32) {
	b.Code = append(Uleb(append(b.Code, OpCallIndirect), uint64(typeIndex)), 0)
}

// Vector appends an instruction for 128 bits, by its number, MemoryVector one that
// loads or stores, and ConstVector one that pushes two halves.
func (b *Body) Vector(op uint32) { b.Index(OpVector, op) }
func (b *Body) MemoryVector(op, offset uint32) {
	b.Vector(op)
	b.Code = Uleb(append(b.Code, 0), uint64(offset))
}
func (b *Body) ConstVector(low, high uint64) {
	b.Vector(VectorConst)
	b.Code = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b.Code, low), high)
}

// Saturate appends one of the saturating conversions, by its number.
func (b *Body) Saturate(op byte) { b.Code = append(b.Code, OpMisc, op) }

// MemoryCopy and MemoryFill append the bulk memory instructions.
func (b *Body) MemoryCopy() { b.Code = append(b.Code, OpMisc, 10, 0, 0) }
func (b *Body) MemoryFill() { b.Code = append(b.Code, OpMisc, 11, 0) }

// Bytes is the finished body: the locals in runs of one type, the instructions,
// and the final end.
func (b *Body) Bytes() []byte {
	type run struct {
		n uint64
		t Type
	}
	var runs []run
	for _, t := range b.locals {
		if n := len(runs); n > 0 && runs[n-1].t == t {
			runs[n-1].n++
		} else {
			runs = append(runs, run{1, t})
		}
	}
	out := Uleb(nil, uint64(len(runs)))
	for _, r := range runs {
		out = append(Uleb(out, r.n), byte(r.t))
	}
	return append(append(out, b.Code...), OpEnd)
}
