package compiler

import (
	"testing"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
)

// graph is a call graph of one call site.
type graph struct {
	targets []Target
	total   uint64
	weights Weights
}

func (g *graph) Targets(*classes.Method, *classes.CallSite) ([]Target, uint64) {
	return g.targets, g.total
}
func (g *graph) Weights() Weights { return g.weights }
func (g *graph) Callees(*classes.CallSite) (callees []*classes.Method) {
	for _, t := range g.targets {
		callees = append(callees, t.Callee)
	}
	return callees
}

// TestOutdated asks about one call that was left, as the profile goes on.
func TestOutdated(t *testing.T) {
	method := func(instructions int) *classes.Method {
		return &classes.Method{Class: &classes.Class{}, Member: &classfile.Member{}, Code: &decoded.Code{Instructions: make([]decoded.Instruction, instructions)}}
	}
	caller, small, large := method(10), method(50), method(sizeProfiled+1)
	const total = 100_000
	for _, test := range []struct {
		name     string
		targets  []Target
		weights  Weights
		before   float64
		size     int
		contexts int
		want     bool
	}{
		{name: "cold", targets: []Target{{small, total / 1000}}, weights: ExactWeights},
		{name: "hot now", targets: []Target{{small, total / 20}}, weights: ExactWeights, before: 0.001, want: true},
		{name: "hot by samples", targets: []Target{{small, total / 20}}, weights: SampledWeights, want: true},
		{name: "no weights", targets: []Target{{small, total / 20}}, weights: HeatWeights},
		{name: "as hot as before", targets: []Target{{small, total / 20}}, weights: ExactWeights, before: 0.03},
		{name: "no target prevails", targets: []Target{{small, total / 20}, {large, total / 20}, {caller, total / 20}}, weights: ExactWeights},
		{name: "too large", targets: []Target{{large, total / 20}}, weights: ExactWeights},
		{name: "recursive", targets: []Target{{caller, total / 20}}, weights: ExactWeights},
		{name: "the method has grown", targets: []Target{{small, total / 20}}, weights: ExactWeights, size: sizeRoot - 10},
		{name: "too many contexts", targets: []Target{{small, total / 20}}, weights: ExactWeights, contexts: outdatedContexts + 1},
	} {
		caller.Contexts = make([]uint32, test.contexts)
		env := &Env{CallGraph: &graph{test.targets, total, test.weights}, Native: func(*classes.Method) bool { return false }}
		compiled := &CompiledMethod{Method: caller, Size: test.size, NotInlined: []NotInlined{{Caller: caller, Site: &classes.CallSite{}, Weight: test.before}}}
		if got := compiled.Outdated(env); got != test.want {
			t.Errorf("%s: outdated is %v, want %v", test.name, got, test.want)
		}
	}
}
