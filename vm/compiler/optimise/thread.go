package optimise

import (
	"slices"

	"hotlens/vm/compiler/ir"
)

// This file lets ways that know how a branch goes take its edge at once ("jump
// threading"; Cytron, Lowry and Zadeck, "Code motion of control structures in high-level
// languages", POPL 1986). An inlined method that returns a boolean ends in a phi of
// constants, and its caller branches on that.

// maxThreadRounds bounds how often branches behind branches are looked at: a condition
// of several parts that is returned through several inlined methods.
const maxThreadRounds = 3

// thread lets ways go past branches on phis, and reports whether the graph is reducible
// afterwards, as it was before. Dominators are known before and afterwards.
func thread(f *ir.Func, reducible bool) bool {
	for range maxThreadRounds {
		if !threadAll(f) {
			break
		}
		reducible = f.Analyse()
		collapse(f)
	}
	return reducible
}

// threaded is a block that does little but branch on one of its phis.
type threaded struct {
	block *ir.Block
	uses  []phiUse
}

// phiUse is where a value of such a block is used.
type phiUse struct {
	place **ir.Value
	at    *ir.Block // where the value has to be known: for an argument of a phi, the block that it comes from
	to    *ir.Block // for an argument of a phi, the phi's block
	side  int       // which of the branch's edges the use belongs to
}

// threadAll goes once over the branches. Those that are close to one that has been
// changed wait for the next time.
func threadAll(f *ir.Func) (changed bool) {
	found := make(map[*ir.Block]*threaded)
	for _, b := range f.Blocks[1:] {
		if branchesOnPhi(b) {
			found[b] = &threaded{block: b}
		}
	}
	if len(found) == 0 {
		return false
	}
	use := func(place **ir.Value, at, to *ir.Block) {
		if t := found[(*place).Block]; t != nil && (at != t.block || to != nil) {
			t.uses = append(t.uses, phiUse{place: place, at: at, to: to})
		}
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			for i := range v.Args {
				if v.Op == ir.OpPhi {
					use(&v.Args[i], b.Preds[i], b)
				} else {
					use(&v.Args[i], b, nil)
				}
			}
		}
		for i := range b.Results {
			use(&b.Results[i], b, nil)
		}
		if b.Control != nil && found[b] == nil {
			use(&b.Control, b, nil)
		}
	}
	touched := make(map[*ir.Block]bool)
	for _, b := range f.Blocks {
		t := found[b]
		if t == nil {
			continue
		}
		near := t.near()
		if slices.ContainsFunc(near, func(b *ir.Block) bool { return touched[b] }) || !t.separable() {
			continue
		}
		for _, b := range near {
			touched[b] = true
		}
		t.split(f)
		changed = true
	}
	return changed
}

// near are the blocks that splitting this one has to do with.
func (t *threaded) near() []*ir.Block {
	near := slices.Concat([]*ir.Block{t.block}, t.block.Preds, t.block.Succs)
	for _, u := range t.uses {
		if u.to != nil {
			near = append(near, u.to)
		}
	}
	return near
}

// maxRepeated bounds what may stand in front of a branch all of whose ways know their edge:
// each edge gets a copy.
const maxRepeated = 8

// branchesOnPhi reports whether a block does little but branch on one of its phis, which
// is a constant for some of the ways to it, or for all of them where the block does
// anything. The header of a loop stays what it is.
func branchesOnPhi(b *ir.Block) bool {
	if b.Kind != ir.BlockIf || b.Control.Op != ir.OpPhi || b.Control.Block != b || b.Succs[0] == b.Succs[1] || b.LoopHeader() {
		return false
	}
	repeated := 0
	for _, v := range b.Values {
		switch v.Op {
		case ir.OpPhi, ir.OpConst:
		case ir.OpPure, ir.OpSelect, ir.OpLoad, ir.OpStore, ir.OpCount:
			repeated++
		default:
			return false
		}
	}
	known := 0
	for _, a := range b.Control.Args {
		if a.Op == ir.OpConst {
			known++
		}
	}
	return known == len(b.Preds) && repeated <= maxRepeated || known > 0 && repeated == 0
}

// side is which of the branch's edges a use belongs to, -1 for neither.
func (t *threaded) side(u phiUse) int {
	for i, s := range t.block.Succs {
		if u.at == t.block && u.to == s || len(s.Preds) == 1 && u.at != t.block && s.Dominates(u.at) {
			return i
		}
	}
	return -1
}

// separable finds out which edge each use belongs to, and reports whether the values are
// used behind one or the other edge only, not where these have met again.
func (t *threaded) separable() bool {
	for i := range t.uses {
		u := &t.uses[i]
		if u.side = t.side(*u); u.side < 0 {
			return false
		}
	}
	return true
}

// repeat copies a value of the block to one of its edges.
func repeat(f *ir.Func, e *ir.Block, v *ir.Value, versions map[*ir.Value]*ir.Value) *ir.Value {
	args := make([]*ir.Value, len(v.Args))
	for k, a := range v.Args {
		args[k] = a
		if version := versions[a]; version != nil {
			args[k] = version
		}
	}
	w := f.Copy(e, v, args...)
	e.Values = append(e.Values, w)
	return w
}

// split puts a block on each edge, and has the ways that know theirs lead there.
func (t *threaded) split(f *ir.Func) {
	b := t.block
	type way struct {
		from      *ir.Block
		edge, arg int // positions among from's successors and b's predecessors
		to        int
	}
	var known []way
	for k, c := range b.Control.Args {
		if c.Op != ir.OpConst {
			continue
		}
		w := way{from: b.Preds[k], edge: leaving(b, k), arg: k, to: 1}
		if int32(c.Imm) != 0 {
			w.to = 0
		}
		known = append(known, w)
	}
	rest := len(known) < len(b.Preds)
	var versions [2]map[*ir.Value]*ir.Value
	for i, s := range b.Succs {
		e := f.NewBlock()
		e.Cold = s.Cold
		at := edge(b, i)
		e.Succs, s.Preds[at] = []*ir.Block{s}, e
		b.Succs[i] = e
		if rest {
			e.Preds = append(e.Preds, b)
		}
		for _, w := range known {
			if w.to == i {
				e.Preds = append(e.Preds, w.from)
				w.from.Succs[w.edge] = e
			}
		}
		versions[i] = make(map[*ir.Value]*ir.Value)
		for _, v := range b.Values {
			if v.Op != ir.OpPhi {
				versions[i][v] = repeat(f, e, v, versions[i])
				continue
			}
			var args []*ir.Value
			if rest {
				args = append(args, v)
			}
			for _, w := range known {
				if w.to == i {
					args = append(args, v.Args[w.arg])
				}
			}
			switch len(args) {
			case 0: // nothing leads there
				versions[i][v] = v
			case 1:
				versions[i][v] = args[0]
			default:
				versions[i][v] = f.NewPhi(e, v, args...)
			}
		}
	}
	for _, u := range t.uses {
		*u.place = versions[u.side][*u.place]
	}
	for k := len(known) - 1; k >= 0; k-- {
		at := known[k].arg
		b.Preds = append(b.Preds[:at:at], b.Preds[at+1:]...)
		for _, v := range b.Values {
			if v.Op == ir.OpPhi {
				v.Args = append(v.Args[:at:at], v.Args[at+1:]...)
			}
		}
	}
}
