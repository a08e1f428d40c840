package emit

import (
	"errors"
	"fmt"
	"math"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file tests that a function keeps the rules of its representation, so that the
// rest of the package can rely on them.

// maxPassed is how many values the runtime's exit function takes.
const maxPassed = 3

func valid(t wasm.Type) bool { return t >= wasm.F64 && t <= wasm.I32 }

// verify fills in what is known about blocks and values before anything is decided.
func (e *emitter) verify() error {
	f := e.f
	if len(f.Blocks) == 0 {
		return errors.New("there are no blocks")
	}
	for _, t := range []byte(f.Type.Params + f.Type.Results) {
		if !valid(wasm.Type(t)) {
			return fmt.Errorf("%#x in the signature is no type", t)
		}
	}
	e.values = make([]valueInfo, f.NumValues())
	e.blocks = make([]blockInfo, f.NumBlocks())
	if err := e.checkGraph(); err != nil {
		return err
	}
	for _, b := range f.Blocks {
		in := e.block(b)
		in.firstPhi = int32(len(e.phis))
		for i, v := range b.Values {
			if v == nil || v.ID < 0 || v.ID >= len(e.values) || v.Block != b || e.value(v).defined {
				return fmt.Errorf("b%d: value %d does not belong here", b.ID, i)
			}
			*e.value(v) = valueInfo{defined: true, index: int32(i), position: -1, local: -1, exit: -1}
			if v.Op == ir.OpPhi {
				e.phis = append(e.phis, v)
			}
		}
		in.endPhi = int32(len(e.phis))
	}
	for _, b := range f.Blocks {
		for i, v := range b.Values {
			if err := e.checkValue(b, v, i); err != nil {
				return fmt.Errorf("b%d: %w", b.ID, err)
			}
		}
		if err := e.checkEnd(b); err != nil {
			return fmt.Errorf("b%d: %w", b.ID, err)
		}
	}
	return e.findEdges()
}

// checkGraph tests blocks and edges, numbers the dominator tree, and finds out
// whether the graph is reducible.
func (e *emitter) checkGraph() error {
	f := e.f
	for i, b := range f.Blocks {
		if b == nil || b.ID < 0 || b.ID >= len(e.blocks) || e.block(b).known {
			return fmt.Errorf("block %d of the order does not belong there", i)
		}
		if b.Order() != i || (b.Dominator == nil) != (i == 0) {
			return fmt.Errorf("b%d has not been analysed", b.ID)
		}
		if i > 0 && (b.Dominator.Order() >= i || f.Blocks[b.Dominator.Order()] != b.Dominator) {
			return fmt.Errorf("b%d has a wrong dominator", b.ID)
		}
		*e.block(b) = blockInfo{known: true, number: -1, exit: -1, trampoline: -1, branching: -1, splitAt: -1}
	}
	// The sizes of the subtrees first, then the intervals.
	for i := len(f.Blocks) - 1; i > 0; i-- {
		b := f.Blocks[i]
		e.block(b.Dominator).last += e.block(b).last + 1
	}
	next := make([]int32, len(f.Blocks))
	for i, b := range f.Blocks {
		in := e.block(b)
		if i > 0 {
			d := b.Dominator.Order()
			in.first = next[d]
			next[d] += in.last + 1
		}
		next[i] = in.first + 1
		in.last += in.first
	}
	incoming := make([]int32, len(f.Blocks))
	edges := 0
	for _, b := range f.Blocks {
		edges += len(b.Succs)
		for _, s := range b.Succs {
			if s == nil || !e.contains(s) {
				return fmt.Errorf("b%d has an edge to a block that is not there", b.ID)
			}
			incoming[s.Order()]++
			if b.BackEdge(s) {
				e.block(s).header = true
				if !e.dominates(s, b) {
					e.irreducible = true
				}
			}
		}
	}
	e.edges = make([]int32, 0, edges)
	for i, b := range f.Blocks {
		if int(incoming[i]) != len(b.Preds) {
			return fmt.Errorf("b%d has %d predecessors, but %d edges lead to it", b.ID, len(b.Preds), incoming[i])
		}
		for _, p := range b.Preds {
			if p == nil || !e.contains(p) {
				return fmt.Errorf("b%d has a predecessor that is not there", b.ID)
			}
		}
	}
	return nil
}

func (e *emitter) contains(b *ir.Block) bool {
	return b.Order() >= 0 && b.Order() < len(e.f.Blocks) && e.f.Blocks[b.Order()] == b
}

// findEdges finds out which predecessor each edge to a block with phis is: the n-th
// edge from one block to another is the n-th entry of its predecessors.
func (e *emitter) findEdges() error {
	next := make([]int32, len(e.f.Blocks))
	for _, b := range e.f.Blocks {
		e.block(b).firstEdge = int32(len(e.edges))
		for _, s := range b.Succs {
			if in := e.block(s); in.firstPhi == in.endPhi {
				e.edges = append(e.edges, -1)
				continue
			}
			i := next[s.Order()]
			for int(i) < len(s.Preds) && s.Preds[i] != b {
				i++
			}
			if int(i) == len(s.Preds) {
				return fmt.Errorf("b%d does not have b%d for a predecessor", s.ID, b.ID)
			}
			e.edges = append(e.edges, i)
			next[s.Order()] = i + 1
		}
		for _, s := range b.Succs {
			next[s.Order()] = 0
		}
	}
	return nil
}

// dominates reports whether every path to c leads through b.
func (e *emitter) dominates(b, c *ir.Block) bool {
	d, in := e.block(b), e.block(c)
	return d.first <= in.first && in.first <= d.last
}

// stands reports whether a value stands in a block of the function.
func (e *emitter) stands(a *ir.Value) bool {
	if a == nil || a.ID < 0 || a.ID >= len(e.values) || a.Block == nil || !e.contains(a.Block) {
		return false
	}
	in := e.value(a)
	return in.defined && int(in.index) < len(a.Block.Values) && a.Block.Values[in.index] == a
}

// checkUse tests that a value of a type is there at a position of a block.
func (e *emitter) checkUse(a *ir.Value, t wasm.Type, b *ir.Block, index int) error {
	if !e.stands(a) {
		return errors.New("a value that is used stands in no block")
	}
	if a.Type != t || !valid(t) {
		return fmt.Errorf("v%d has the wrong type", a.ID)
	}
	if a.Block == b {
		if int(e.value(a).index) >= index {
			return fmt.Errorf("v%d is used before it is computed", a.ID)
		}
	} else if !e.dominates(a.Block, b) {
		return fmt.Errorf("v%d is used where it is not computed", a.ID)
	}
	return nil
}

// checkUses tests operands of the given types.
func (e *emitter) checkUses(v *ir.Value, values []*ir.Value, index int, types string) error {
	if len(values) != len(types) {
		return fmt.Errorf("v%d has %d operands instead of %d", v.ID, len(values), len(types))
	}
	for i, a := range values {
		if err := e.checkUse(a, wasm.Type(types[i]), v.Block, index); err != nil {
			return fmt.Errorf("v%d: %w", v.ID, err)
		}
	}
	return nil
}

const (
	oneI32   = "\x7f"
	threeI32 = "\x7f\x7f\x7f"
)

func (e *emitter) checkValue(b *ir.Block, v *ir.Value, index int) error {
	var result wasm.Type
	var err error
	switch v.Op {
	case ir.OpConst:
		result = v.Type
		err = e.checkUses(v, v.Args, index, "")
		if !valid(v.Type) {
			return fmt.Errorf("v%d has no type", v.ID)
		}
	case ir.OpParam:
		if v.Imm < 0 || v.Imm >= int64(len(e.f.Type.Params)) {
			return fmt.Errorf("v%d: there is no parameter %d", v.ID, v.Imm)
		}
		result = wasm.Type(e.f.Type.Params[v.Imm])
		err = e.checkUses(v, v.Args, index, "")
	case ir.OpPhi:
		result = v.Type
		if !valid(v.Type) {
			return fmt.Errorf("v%d has no type", v.ID)
		}
		if len(v.Args) != len(b.Preds) || b.Order() == 0 {
			return fmt.Errorf("v%d has %d operands for %d predecessors", v.ID, len(v.Args), len(b.Preds))
		}
		for i, a := range v.Args {
			if err := e.checkUse(a, v.Type, b.Preds[i], math.MaxInt); err != nil {
				return fmt.Errorf("v%d: %w", v.ID, err)
			}
		}
	case ir.OpPure:
		s := pureSignature(v.Code, v.Sat)
		if s.result == 0 {
			return fmt.Errorf("v%d: %s is no operation without effects", v.ID, wasm.Name(v.Code, v.Sat))
		}
		result = s.result
		types := [2]byte{byte(s.left), byte(s.right)}
		count := 2
		if s.right == 0 {
			count = 1
		}
		if len(v.Args) != count {
			return fmt.Errorf("v%d has %d operands instead of %d", v.ID, len(v.Args), count)
		}
		for i, a := range v.Args {
			if err := e.checkUse(a, wasm.Type(types[i]), b, index); err != nil {
				return fmt.Errorf("v%d: %w", v.ID, err)
			}
		}
	case ir.OpSelect:
		result = v.Type
		err = e.checkUses(v, v.Args, index, wasm.Types(v.Type, v.Type, wasm.I32))
	case ir.OpLoad:
		if result = loaded(v.Code); result == 0 || v.Sat {
			return fmt.Errorf("v%d: %s is no load", v.ID, wasm.Name(v.Code, v.Sat))
		}
		if err = e.checkMemory(v); err == nil {
			err = e.checkUses(v, v.Args, index, oneI32)
		}
	case ir.OpStore:
		t := stored(v.Code)
		if t == 0 || v.Sat {
			return fmt.Errorf("v%d: %s is no store", v.ID, wasm.Name(v.Code, v.Sat))
		}
		if err = e.checkMemory(v); err == nil {
			err = e.checkUses(v, v.Args, index, wasm.Types(wasm.I32, t))
		}
	case ir.OpCopy, ir.OpFill:
		if err = e.checkMemory(v); err == nil {
			err = e.checkUses(v, v.Args, index, threeI32)
		}
	case ir.OpDigits:
		if err = e.checkMemory(v); err == nil && len(v.Args) != 2 {
			return fmt.Errorf("v%d has %d operands instead of 2", v.ID, len(v.Args))
		}
		if t := v.Args[1].Type; err == nil && t != wasm.I32 && t != wasm.I64 {
			return fmt.Errorf("v%d writes v%d, which is no integer", v.ID, v.Args[1].ID)
		}
		if err == nil {
			err = e.checkUses(v, v.Args, index, wasm.Types(wasm.I32, v.Args[1].Type))
		}
	case ir.OpCount:
		if err = e.checkMemory(v); err == nil {
			err = e.checkUses(v, v.Args, index, wasm.Types(wasm.I32, wasm.I64, wasm.I64))
		}
		for _, a := range v.Args[1:] {
			if err == nil && a.Op != ir.OpConst {
				return fmt.Errorf("v%d counts v%d, which is no constant", v.ID, a.ID)
			}
		}
	case ir.OpGuard:
		if len(v.Args) == 0 {
			return fmt.Errorf("v%d has no condition", v.ID)
		}
		if err = e.checkUses(v, v.Args[:1], index, oneI32); err == nil {
			err = e.checkExit(v.Exit, v.Args[1:], b, index)
		}
	case ir.OpCall:
		err = e.checkCall(v, index)
	case ir.OpResult:
		if len(v.Args) != 1 || v.Args[0] == nil || v.Args[0].Op != ir.OpCall || v.Args[0].Call == nil {
			return fmt.Errorf("v%d is the result of no call", v.ID)
		}
		call := v.Args[0]
		if v.Imm < 0 || v.Imm >= int64(len(call.Call.Type.Results)) {
			return fmt.Errorf("v%d: the call has no result %d", v.ID, v.Imm)
		}
		result = wasm.Type(call.Call.Type.Results[v.Imm])
		if !e.stands(call) || !e.dominates(call.Block, b) || call.Block == b && int(e.value(call).index) >= index {
			return fmt.Errorf("v%d is used where it is not computed", call.ID)
		}
	default:
		return fmt.Errorf("v%d has an unknown operation", v.ID)
	}
	if err == nil && v.Type != result && v.Op != ir.OpCall {
		return fmt.Errorf("v%d has the wrong type", v.ID)
	}
	return err
}

// checkMemory tests the constant operands of an access.
func (e *emitter) checkMemory(v *ir.Value) error {
	if v.Imm < 0 || v.Imm > math.MaxUint32 {
		return fmt.Errorf("v%d has the offset %d", v.ID, v.Imm)
	}
	if v.Memory > ir.MemoryOther {
		return fmt.Errorf("v%d accesses an unknown kind of memory", v.ID)
	}
	return nil
}

func (e *emitter) checkCall(v *ir.Value, index int) error {
	c := v.Call
	if c == nil || c.Arguments < 0 || c.Arguments > len(v.Args) {
		return fmt.Errorf("v%d does not say what it calls", v.ID)
	}
	for _, t := range []byte(c.Type.Params + c.Type.Results) {
		if !valid(wasm.Type(t)) {
			return fmt.Errorf("v%d: %#x in the signature is no type", v.ID, t)
		}
	}
	arguments := v.Args[:c.Arguments]
	if c.Function != "" {
		if _, ok := e.imports[c.Function]; !ok {
			return fmt.Errorf("v%d: the function %s is not imported", v.ID, c.Function)
		}
	} else if c.Dynamic {
		if len(arguments) == 0 {
			return fmt.Errorf("v%d has no entry of the table to call", v.ID)
		}
		if err := e.checkUses(v, arguments[:1], index, oneI32); err != nil {
			return err
		}
		arguments = arguments[1:]
	}
	if err := e.checkUses(v, arguments, index, c.Type.Params); err != nil {
		return err
	}
	switch {
	case c.Status >= len(c.Type.Results) || c.Status >= 0 && wasm.Type(c.Type.Results[c.Status]) != wasm.I32:
		return fmt.Errorf("v%d: result %d is no status", v.ID, c.Status)
	case v.Exit != nil && c.Status < 0:
		return fmt.Errorf("v%d has an exit but no status", v.ID)
	case v.Exit != nil:
		return e.checkExit(v.Exit, v.Args[c.Arguments:], v.Block, index)
	case len(v.Args) != c.Arguments:
		return fmt.Errorf("v%d has values for an exit but no exit", v.ID)
	case c.Status >= 0:
		return e.checkStatus()
	}
	return nil
}

// checkStatus tests that the function can return a status.
func (e *emitter) checkStatus() error {
	r := e.f.Type.Results
	if n := len(r); n == 0 || n > 2 || wasm.Type(r[n-1]) != wasm.I32 {
		return errors.New("the function returns no status")
	}
	return nil
}

func (e *emitter) checkExit(x *ir.Exit, values []*ir.Value, b *ir.Block, index int) error {
	if x == nil {
		return errors.New("an exit is missing")
	}
	if _, ok := e.imports[ir.ExitFunction]; !ok {
		return fmt.Errorf("the function %s is not imported", ir.ExitFunction)
	}
	if x.Passed < 0 || x.Passed > maxPassed || len(values) != len(x.Stores)+x.Passed {
		return fmt.Errorf("exit %d stores %d and passes %d of %d values", x.ID, len(x.Stores), x.Passed, len(values))
	}
	if err := e.checkStatus(); err != nil {
		return err
	}
	if err := e.checkUse(e.f.Frame, wasm.I32, b, index); err != nil {
		return fmt.Errorf("exit %d: the frame: %w", x.ID, err)
	}
	for i, a := range values {
		t := wasm.I32
		if i < len(x.Stores) {
			t = x.Stores[i].Type
			if x.Stores[i].Offset < 0 {
				return fmt.Errorf("exit %d stores at the offset %d", x.ID, x.Stores[i].Offset)
			}
		}
		if err := e.checkUse(a, t, b, index); err != nil {
			return fmt.Errorf("exit %d: %w", x.ID, err)
		}
	}
	return nil
}

// checkEnd tests how a block ends.
func (e *emitter) checkEnd(b *ir.Block) error {
	successors := 0
	switch b.Kind {
	case ir.BlockJump:
		successors = 1
	case ir.BlockIf:
		successors = 2
	case ir.BlockSwitch:
		successors = max(1, len(b.Succs))
	case ir.BlockReturn, ir.BlockExit, ir.BlockTrap:
	default:
		return errors.New("the block ends in an unknown way")
	}
	if len(b.Succs) != successors {
		return fmt.Errorf("the block has %d successors", len(b.Succs))
	}
	end := len(b.Values)
	switch b.Kind {
	case ir.BlockIf, ir.BlockSwitch:
		return e.checkUse(b.Control, wasm.I32, b, end)
	case ir.BlockReturn:
		if len(b.Results) != len(e.f.Type.Results) {
			return fmt.Errorf("the block returns %d results", len(b.Results))
		}
		for i, r := range b.Results {
			if err := e.checkUse(r, wasm.Type(e.f.Type.Results[i]), b, end); err != nil {
				return err
			}
		}
	case ir.BlockExit:
		return e.checkExit(b.Exit, b.Results, b, end)
	}
	return nil
}
