package tiering

import (
	"testing"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/compiler"
	"hotlens/vm/decoded"
)

// oneEdge is a call graph in which every call site has one callee, to which a share of all calls goes.
type oneEdge struct {
	callee *classes.Method
	calls  uint64
	asked  int
}

func (g *oneEdge) Weights() compiler.Weights { return compiler.ExactWeights }
func (g *oneEdge) Callees(*classes.CallSite) []*classes.Method {
	return []*classes.Method{g.callee}
}
func (g *oneEdge) Targets(*classes.Method, *classes.CallSite) ([]compiler.Target, uint64) {
	g.asked++
	return []compiler.Target{{Callee: g.callee, Calls: g.calls}}, 100_000
}

// watching is a bench with one method that is watched: it has left a call a call.
func watching(t *testing.T) (*bench, *oneEdge) {
	t.Helper()
	b := newBench(2)
	for _, method := range b.methods {
		method.Member, method.Code = &classfile.Member{}, &decoded.Code{Instructions: make([]decoded.Instruction, 20)}
	}
	g := &oneEdge{callee: b.methods[1]}
	b.env = compiler.Env{CallGraph: g, Native: func(*classes.Method) bool { return false }}
	b.compileNow(0)
	return b, g
}

// compileNow installs newly compiled code of a method.
func (b *bench) compileNow(method int) {
	j := b.job(method, 0)
	j.compiled.NotInlined = []compiler.NotInlined{{Caller: j.compiled.Method, Site: &classes.CallSite{}}}
	b.installed(j)
	b.watch(j.compiled)
}

// TestLooksGetRarer demands that a method is looked at every adaptSlices, and more and more
// rarely while nothing changes, until something is compiled.
func TestLooksGetRarer(t *testing.T) {
	b, g := watching(t)
	looks := func(slices int) int {
		g.asked = 0
		for range slices {
			b.adapt()
		}
		return g.asked
	}
	for round := range maxQuietRounds + 2 {
		distance := adaptSlices << min(round, maxQuietRounds)
		if got := looks(distance - 1); got != 0 {
			t.Errorf("round %d: it is looked at before %d time slices", round, distance)
		}
		if got := looks(1); got != 1 {
			t.Errorf("round %d: it is looked at %d times after %d time slices", round, got, distance)
		}
	}
	b.compileNow(0)
	if got := looks(adaptSlices); got != 1 {
		t.Errorf("something has been compiled, and it is looked at %d times after %d time slices", got, adaptSlices)
	}
}

// TestCallsThatGetHot demands that a method is compiled again when a call that it has left has
// become hot, but only maxAdaptations times.
func TestCallsThatGetHot(t *testing.T) {
	b, g := watching(t)
	look := func() {
		for range adaptSlices << maxQuietRounds {
			b.adapt()
		}
	}
	if look(); len(b.queue.requests) > 0 {
		t.Error("it is compiled again although the call is cold")
	}
	g.calls = 50_000
	for n := range maxAdaptations + 1 {
		look()
		asked := len(b.queue.requests) > 0
		if asked != (n < maxAdaptations) {
			t.Errorf("after %d times it is compiled again: %t", n, asked)
		}
		b.history(b.methods[0]).pending = map[int]bool{}
		b.compileNow(0)
	}
}
