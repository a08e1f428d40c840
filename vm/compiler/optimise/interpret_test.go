package optimise

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file interprets functions, so that tests can compare what they do before
// and after.

const memorySize = 256 << 10

// outcome is everything that can be seen of an execution.
type outcome struct {
	how    string // "return", "exit" with its number, or what went wrong
	values []int64
	calls  []string
	memory []byte
}

func (o outcome) String() string { return fmt.Sprint(o.how, o.values, o.calls) }

type machine struct {
	values []int64
	memory []byte
	calls  []string
	steps  int
}

type fault string

// interpret executes a function.
func interpret(f *ir.Func, params []int64, memory []byte) (o outcome) {
	m := &machine{values: make([]int64, f.NumValues()), memory: slices.Clone(memory), steps: 200000}
	defer func() {
		if e := recover(); e != nil {
			reason, ok := e.(fault)
			if !ok {
				panic(e)
			}
			o.how = "fault " + string(reason)
		}
		o.calls, o.memory = m.calls, m.memory
	}()
	var from *ir.Block
	for b := f.Blocks[0]; ; {
		next, done := m.block(f, b, from, params, &o)
		if done {
			return o
		}
		from, b = b, next
	}
}

func (m *machine) block(f *ir.Func, b, from *ir.Block, params []int64, o *outcome) (next *ir.Block, done bool) {
	arguments := map[*ir.Value]int64{}
	if from != nil {
		at := slices.Index(b.Preds, from)
		for _, v := range b.Values {
			if v.Op == ir.OpPhi {
				arguments[v] = m.values[v.Args[at].ID]
			}
		}
	}
	leave := func(e *ir.Exit, values []*ir.Value) {
		o.how = fmt.Sprintf("exit %d", e.ID)
		o.values = m.all(values)
	}
	for _, v := range b.Values {
		if m.steps--; m.steps < 0 {
			panic(fault("endless"))
		}
		switch v.Op {
		case ir.OpPhi:
			m.values[v.ID] = arguments[v]
		case ir.OpParam:
			m.values[v.ID] = params[v.Imm]
		case ir.OpGuard:
			if m.of(v.Args[0]) != 0 {
				leave(v.Exit, v.Args[1:])
				return nil, true
			}
		default:
			m.values[v.ID] = m.execute(v)
		}
	}
	switch b.Kind {
	case ir.BlockJump:
		return b.Succs[0], false
	case ir.BlockIf:
		if m.of(b.Control) != 0 {
			return b.Succs[0], false
		}
		return b.Succs[1], false
	case ir.BlockSwitch:
		i := min(int64(uint32(m.of(b.Control))), int64(len(b.Succs)-1))
		return b.Succs[i], false
	case ir.BlockReturn:
		o.how, o.values = "return", m.all(b.Results)
	case ir.BlockExit:
		leave(b.Exit, b.Results)
	default:
		panic(fault("trap"))
	}
	return nil, true
}

func (m *machine) of(v *ir.Value) int64 { return m.values[v.ID] }

func (m *machine) all(values []*ir.Value) []int64 {
	var all []int64
	for _, v := range values {
		all = append(all, m.of(v))
	}
	return all
}

func (m *machine) at(v *ir.Value, bytes int64) []byte {
	a := int64(uint32(m.of(v.Args[0]))) + v.Imm
	return m.bytes(a, bytes)
}

func (m *machine) bytes(a, n int64) []byte {
	if a < guardSize || a+n > memorySize {
		panic(fault(fmt.Sprintf("address %#x", a)))
	}
	return m.memory[a : a+n]
}

func (m *machine) execute(v *ir.Value) int64 {
	switch v.Op {
	case ir.OpConst:
		switch v.Type {
		case wasm.I32:
			return int64(int32(v.Imm))
		case wasm.F32:
			return int64(uint32(v.Imm))
		}
		return v.Imm
	case ir.OpSelect:
		if m.of(v.Args[2]) != 0 {
			return m.of(v.Args[0])
		}
		return m.of(v.Args[1])
	case ir.OpPure:
		var b int64
		if len(v.Args) > 1 {
			b = m.of(v.Args[1])
		}
		r, ok := fold(v.Code, v.Sat, m.of(v.Args[0]), b)
		if !ok {
			switch v.Type {
			case wasm.F32:
				return 0x7fc00000
			case wasm.F64:
				return 0x7ff8 << 48
			}
			panic(fault(v.String()))
		}
		return r
	case ir.OpLoad:
		return m.load(v)
	case ir.OpStore:
		m.store(v)
	case ir.OpCopy:
		n := int64(uint32(m.of(v.Args[2])))
		copy(m.bytes(int64(uint32(m.of(v.Args[0]))), n), m.bytes(int64(uint32(m.of(v.Args[1]))), n))
	case ir.OpFill:
		for i, s := 0, m.bytes(int64(uint32(m.of(v.Args[0]))), int64(uint32(m.of(v.Args[2])))); i < len(s); i++ {
			s[i] = byte(m.of(v.Args[1]))
		}
	case ir.OpDigits:
		digits := strconv.FormatUint(uint64(uint32(m.of(v.Args[1]))), 10)
		copy(m.bytes(int64(uint32(m.of(v.Args[0])))-int64(len(digits)), int64(len(digits))), digits)
	case ir.OpCount:
		for i, s := 0, m.bytes(int64(uint32(m.of(v.Args[0])))+v.Imm, 16); i < 2; i++ {
			binary.LittleEndian.PutUint64(s[8*i:], binary.LittleEndian.Uint64(s[8*i:])+uint64(m.of(v.Args[1+i])))
		}
	case ir.OpCall:
		return m.call(v)
	case ir.OpResult:
		return int64(int32(m.of(v.Args[0]) >> (8 * v.Imm)))
	}
	return 0
}

func (m *machine) load(v *ir.Value) int64 {
	switch v.Code {
	case wasm.OpI32Load:
		return int64(int32(binary.LittleEndian.Uint32(m.at(v, 4))))
	case wasm.OpF32Load:
		return int64(binary.LittleEndian.Uint32(m.at(v, 4)))
	case wasm.OpI32Load8S:
		return int64(int8(m.at(v, 1)[0]))
	case wasm.OpI32Load8U:
		return int64(m.at(v, 1)[0])
	case wasm.OpI32Load16S:
		return int64(int16(binary.LittleEndian.Uint16(m.at(v, 2))))
	case wasm.OpI32Load16U:
		return int64(binary.LittleEndian.Uint16(m.at(v, 2)))
	case wasm.OpI64Load32U:
		return int64(binary.LittleEndian.Uint32(m.at(v, 4)))
	}
	return int64(binary.LittleEndian.Uint64(m.at(v, 8)))
}

func (m *machine) store(v *ir.Value) {
	x := uint64(m.of(v.Args[1]))
	switch v.Code {
	case wasm.OpI32Store, wasm.OpF32Store:
		binary.LittleEndian.PutUint32(m.at(v, 4), uint32(x))
	case wasm.OpI32Store8:
		m.at(v, 1)[0] = byte(x)
	case wasm.OpI32Store16:
		binary.LittleEndian.PutUint16(m.at(v, 2), uint16(x))
	default:
		binary.LittleEndian.PutUint64(m.at(v, 8), x)
	}
}

// call logs a call. What is not pure changes the heap, but for references and
// what is fixed, or only elements.
func (m *machine) call(v *ir.Value) int64 {
	arguments := m.all(v.Args[:v.Call.Arguments])
	h := int64(len(arguments)) + 77
	for _, a := range arguments {
		h = h*1000003 + a
	}
	if !v.Call.Pure {
		m.calls = append(m.calls, fmt.Sprint(v.Call.Function, arguments))
		h += int64(len(m.calls))
		for o := int64(firstObject); o < firstObject+objects*objectSize; o += objectSize {
			if v.Call.Writes == 0 {
				m.memory[o+fieldA]++
			}
			m.memory[o+elements] ^= byte(h)
		}
		if v.Call.Writes == 0 {
			m.memory[statics]++
		}
	}
	return h
}
