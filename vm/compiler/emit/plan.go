package emit

import (
	"math"

	"hotlens/vm/compiler/ir"
)

// This file decides where each value is computed.

// maxExitDepth bounds the expressions that are computed in the code of exits, which
// repeats them for every exit.
const maxExitDepth = 3

// plan counts uses, collects the exits, and places the values.
func (e *emitter) plan() {
	e.mark()
	for _, b := range e.f.Blocks {
		for _, v := range b.Values {
			if in := e.value(v); in.live && v.Exit != nil {
				switch v.Op {
				case ir.OpGuard:
					in.exit = e.addExit(v.Exit, v.Args[1:])
				case ir.OpCall:
					in.exit = e.addExit(v.Exit, v.Args[v.Call.Arguments:])
				}
			}
		}
		if b.Kind == ir.BlockExit {
			e.block(b).exit = e.addExit(b.Exit, b.Results)
		}
	}
	for i := len(e.f.Blocks) - 1; i >= 0; i-- {
		e.placeValues(e.f.Blocks[i])
	}
}

// mark finds the values that something depends on, and counts their uses.
func (e *emitter) mark() {
	work := make([]*ir.Value, 0, 64)
	need := func(v *ir.Value) *valueInfo {
		in := e.value(v)
		if !in.live {
			in.live = true
			work = append(work, v)
		}
		return in
	}
	use := func(values ...*ir.Value) {
		for _, v := range values {
			need(v).uses++
		}
	}
	leave := func(values []*ir.Value) {
		e.exits.count++
		for _, v := range values {
			need(v).exitUses++
		}
		need(e.f.Frame).exitUses++
	}
	for _, b := range e.f.Blocks {
		for _, v := range b.Values {
			if v.Effect() {
				need(v)
			}
		}
		switch b.Kind {
		case ir.BlockIf, ir.BlockSwitch:
			use(b.Control)
		case ir.BlockReturn:
			use(b.Results...)
		case ir.BlockExit:
			leave(b.Results)
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		switch v.Op {
		case ir.OpGuard:
			use(v.Args[0])
			leave(v.Args[1:])
		case ir.OpCall:
			use(v.Args[:v.Call.Arguments]...)
			if v.Exit != nil {
				leave(v.Args[v.Call.Arguments:])
			}
		case ir.OpResult:
			need(v.Args[0])
		case ir.OpPhi:
			for _, a := range v.Args {
				if a != v {
					use(a)
				}
			}
		default:
			use(v.Args...)
		}
	}
}

// placeValues places a block's values, from the last to the first, after those of
// all blocks that it dominates: a value's users other than phis have been placed.
func (e *emitter) placeValues(b *ir.Block) {
	// nextWrite is where each kind of memory is written next.
	var nextWrite [ir.MemoryOther + 1]int32
	writeAll := func(at int32) {
		for i := range nextWrite {
			nextWrite[i] = at
		}
	}
	writeAll(math.MaxInt32)
	usedAt := func(at int32, values ...*ir.Value) {
		for _, a := range values {
			if a.Block == b {
				e.value(a).position = at
			}
		}
	}
	end := int32(len(b.Values))
	switch b.Kind {
	case ir.BlockIf, ir.BlockSwitch:
		usedAt(end, b.Control)
	case ir.BlockReturn:
		usedAt(end, b.Results...)
	}
	for i, s := range b.Succs {
		for _, p := range e.blockPhis(s) {
			usedAt(end, p.Args[e.edges[e.block(b).firstEdge+int32(i)]])
		}
	}
	for i := end - 1; i >= 0; i-- {
		v := b.Values[i]
		in := e.value(v)
		if !in.live {
			continue
		}
		folds := in.uses == 1 && in.exitUses == 0 && in.position >= 0
		switch v.Op {
		case ir.OpConst, ir.OpParam:
			in.place = placeRepeat
		case ir.OpPhi, ir.OpResult:
			in.place = placeLocal
		case ir.OpPure, ir.OpSelect:
			switch {
			case in.uses == 0 && in.depth < maxExitDepth:
				in.place = placeExit
				for _, a := range v.Args {
					ain := e.value(a)
					ain.uses--
					ain.exitUses++
					ain.depth = max(ain.depth, in.depth+1)
				}
			case folds:
				in.place = placeFolded
				usedAt(in.position, v.Args...)
			default:
				in.place = placeLocal
				usedAt(i, v.Args...)
			}
		case ir.OpLoad:
			next := nextWrite[v.Memory]
			if v.Memory == ir.MemoryOther {
				for _, n := range nextWrite {
					next = min(next, n)
				}
			}
			if folds && next >= in.position {
				in.place = placeFolded
				usedAt(in.position, v.Args...)
			} else {
				in.place = placeLocal
				usedAt(i, v.Args...)
			}
		case ir.OpStore, ir.OpCopy, ir.OpFill, ir.OpDigits, ir.OpCount:
			usedAt(i, v.Args...)
			if v.Memory == ir.MemoryOther {
				writeAll(i)
			}
			nextWrite[v.Memory] = i
		case ir.OpGuard:
			usedAt(i, v.Args[0])
		case ir.OpCall:
			usedAt(i, v.Args[:v.Call.Arguments]...)
			if !v.Call.Pure {
				// Even what never changes must not be read behind a call, where
				// the object may be gone.
				writeAll(i)
			}
		}
	}
}
