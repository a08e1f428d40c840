package optimise

import "hotlens/vm/compiler/ir"

// removeDead removes the values without effect that nothing uses, phis that use
// each other included.
func removeDead(f *ir.Func) {
	live := make([]bool, f.NumValues())
	work := make([]*ir.Value, 0, f.NumValues())
	use := func(v *ir.Value) {
		if v != nil && !live[v.ID] {
			live[v.ID] = true
			work = append(work, v)
		}
	}
	use(f.Frame)
	for _, p := range f.Params {
		use(p)
	}
	for _, b := range f.Blocks {
		use(b.Control)
		for _, r := range b.Results {
			use(r)
		}
		for _, v := range b.Values {
			if v.Effect() {
				use(v)
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, a := range v.Args {
			use(a)
		}
	}
	for _, b := range f.Blocks {
		kept := b.Values[:0]
		for _, v := range b.Values {
			if live[v.ID] {
				kept = append(kept, v)
			}
		}
		clear(b.Values[len(kept):])
		b.Values = kept
	}
}
