package cost_test

import (
	"testing"

	"hotlens/profiles"
	"hotlens/profiles/cost"
	"hotlens/profiles/flows"
	"hotlens/profiles/instructions"
)

// words is a summary of flows.
func words(escaping uint32, all ...flows.Word) []uint32 {
	summary := []uint32{escaping}
	for _, w := range all {
		summary = append(summary, uint32(w))
	}
	return summary
}

// TestRemovedObjects lets main call make at bytecode index 5, and give what it gets to look at 8. make makes ten objects of 24 bytes,
// which cost 2 each.
func TestRemovedObjects(t *testing.T) {
	made := flows.Source(flows.Allocation, 0, 3, 1)
	returned := flows.Sink(flows.Returned, 0, 0)
	local := flows.Source(flows.Allocation, 9, 3, 0)
	given := words(0, flows.Source(flows.Result, 5, 0, 1), flows.Sink(flows.Passed, 8, 0))
	held := words(0, flows.Source(flows.Result, 5, 0, 1), flows.Sink(flows.Examined, int(flows.Held), 0))
	compared := words(0, flows.Source(flows.Result, 5, 0, 1), flows.Sink(flows.Examined, int(flows.Compared), 0))
	looked := words(0, flows.Source(flows.Argument, 0, 0, 0))
	array := func(length int, sinks ...flows.Word) []uint32 {
		return words(0, append([]flows.Word{flows.Source(flows.Allocation, 9, 3, len(sinks)+1), flows.Sink(flows.Examined, int(flows.Array), length)}, sinks...)...)
	}
	counted := func(size int) flows.Word { return flows.Sink(flows.Examined, int(flows.Counted), size) }
	indexed := flows.Sink(flows.Examined, int(flows.Indexed), 0)
	for _, test := range []struct {
		name             string
		make, main, look []uint32
		change           func(p *profiles.Profile)
		rows             []string
		want             uint64
	}{
		{"returned to who only looks at them", words(0, made, returned), given, looked, nil, nil, 0},
		{"of which nothing is known", nil, given, looked, nil, nil, 20},
		{"local", words(0, local), nil, nil, nil, nil, 0},
		{"returned to who shows them", words(0, made, returned), nil, looked, nil, nil, 20},
		{"passed to who shows them", words(0, made, returned), given, nil, nil, nil, 20},
		{"passed to a native method", words(0, made, returned), given, looked, func(p *profiles.Profile) { p.Methods[2].Native = true }, nil, 20},
		{"passed to a method that is not inlined", words(0, made, returned), given, looked, func(p *profiles.Profile) { p.Methods[2].CodeBytes = 1000 }, nil, 20},
		{"of a method that is not inlined", words(0, made, returned), given, looked, func(p *profiles.Profile) { p.Methods[1].CodeBytes = 1000 }, nil, 20},
		{"local to a method that is not inlined", words(0, local), nil, nil, func(p *profiles.Profile) { p.Methods[1].CodeBytes = 1000 }, nil, 0},
		{"returned where others may be", words(0, made, returned), given, looked, func(p *profiles.Profile) {
			p.Edges = []profiles.Edge{{Callee: 1, BCI: 5, Kind: profiles.EdgeVirtual}, {Callee: 2, BCI: 5, Kind: profiles.EdgeVirtual}}
		}, nil, 20},
		{"passed to what was never called", words(0, made, returned), words(0, flows.Source(flows.Result, 5, 0, 1), flows.Sink(flows.Passed, 77, 0)), nil, nil, nil, 0},
		{"one of four", words(24, local), nil, nil, nil, nil, 16}, // 7.5 of 10, rounded up
		{"the first ones", words(0, local), nil, nil, nil, []string{"warm-up\tprofiled\t0\t30\t", "warm-up\tcalls\t1000\t100000\t"}, 6},
		{"put into a field of one that is kept", words(0, flows.Source(flows.Allocation, 9, 3, 1), flows.Sink(flows.ToField, 1, 0), flows.Source(flows.Result, 3, 0, 0)), nil, nil, nil, nil, 20},
		{"put into a field of one that is removed", words(0, flows.Source(flows.Allocation, 9, 3, 1), flows.Sink(flows.ToField, 1, 0), flows.Source(flows.Allocation, 3, 0, 0)), nil, nil, nil, nil, 0},
		// The constructor's argument is main's object.
		{"put into a field of the caller's object", words(0, flows.Source(flows.Argument, 0, 0, 0), flows.Source(flows.Allocation, 9, 3, 1), flows.Sink(flows.ToField, 0, 0)),
			words(0, flows.Source(flows.Allocation, 1, 3, 1), flows.Sink(flows.Passed, 5, 0)), nil, nil, nil, 0},
		{"put into a field of anybody's object", words(0, flows.Source(flows.Argument, 0, 0, 0), flows.Source(flows.Allocation, 9, 3, 1), flows.Sink(flows.ToField, 0, 0)),
			words(0, flows.Source(flows.Result, 1, 0, 1), flows.Sink(flows.Passed, 5, 0)), nil, nil, nil, 20},
		{"in a circle", words(0, flows.Source(flows.Allocation, 9, 3, 1), flows.Sink(flows.ToField, 1, 0), flows.Source(flows.Allocation, 3, 3, 1), flows.Sink(flows.ToField, 0, 0)), nil, nil, nil, nil, 20},
		{"held in a loop of a method that is called once", words(0, made, returned), held, nil, nil, nil, 20},
		{"held in a loop of a method that is called often", words(0, made, returned), held, nil, func(p *profiles.Profile) { p.Contexts[0].Calls = 1000 }, nil, 0},
		{"an array of which each index is known", array(4), nil, nil, nil, nil, 0},
		{"an array of which an index is not known", array(4, indexed), nil, nil, nil, nil, 20},
		{"an array that a small loop goes through", array(16, counted(15)), nil, nil, nil, nil, 0},
		{"an array that a large loop goes through", array(16, counted(16)), nil, nil, nil, nil, 20},
		{"a tiny array that a large loop goes through", array(3, counted(100)), nil, nil, nil, nil, 0},
		{"an array that is returned to who goes through it", array(4, returned), words(0, flows.Source(flows.Result, 5, 0, 1), counted(20)), nil, nil, nil, 0},
		{"an array that is returned to who looks for an element", array(4, returned), words(0, flows.Source(flows.Result, 5, 0, 1), indexed), nil, nil, nil, 20},
		{"an array that is passed to who goes through it", array(4, returned), given, words(0, flows.Source(flows.Argument, 0, 0, 1), counted(60)), nil, nil, 0},
		{"an array that is passed to who does more with it", array(4, returned), given, words(0, flows.Source(flows.Argument, 0, 0, 1), counted(61)), nil, nil, 20},
		{"compared", words(0, made, returned), compared, nil, nil, nil, 0},
		{"a box that is compared", words(0, made, returned), compared, nil, func(p *profiles.Profile) { p.Methods[1].Class, p.Methods[1].Name = "java/lang/Long", "valueOf" }, nil, 20},
		{"a box that is looked at", words(0, made, returned), words(0, flows.Source(flows.Result, 5, 0, 0)), nil, func(p *profiles.Profile) { p.Methods[1].Class, p.Methods[1].Name = "java/lang/Long", "valueOf" }, nil, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := run(profiles.Context{Method: 1, BCI: 5, Calls: 10, Bytecodes: 100, Allocations: 10, AllocatedBytes: 240}, profiles.Context{Method: 2, BCI: 8, Calls: 10})
			p.Methods = []profiles.Method{
				{ID: 0, Class: "Main", Name: "main", CodeBytes: 30, Flows: test.main},
				{ID: 1, Class: "Main", Name: "make", CodeBytes: 30, Flows: test.make},
				{ID: 2, Class: "Main", Name: "look", CodeBytes: 30, Flows: test.look},
			}
			if test.change != nil {
				test.change(p)
			}
			m := table(t, append(test.rows, "allocation\tall\t2\t0\t")...)
			cost.Apply(p, m)
			if got := costs(p)[1]; got != test.want {
				t.Errorf("the objects cost %d, want %d", got, test.want)
			}
		})
	}
}

// TestSizes has objects of 24 of our bytes cost as much as they have on HotSpot.
func TestSizes(t *testing.T) {
	plain, arrays := make([]uint16, instructions.Count), make([]uint16, instructions.Count)
	plain[instructions.NewObject], arrays[instructions.NewArray] = instructions.Whole, instructions.Whole
	for _, test := range []struct {
		class, name string
		mix         []uint16
		want        uint64
	}{
		{"Main", "make", nil, 240},
		{"Main", "make", plain, 280},
		{"Main", "make", arrays, 240},
		{"java/lang/Integer", "valueOf", plain, 240},
		{"java/lang/Long", "valueOf", plain, 320},
		{"java/lang/Long", "decode", plain, 280},
	} {
		p := run(profiles.Context{Method: 1, BCI: 5, Calls: 10, Bytecodes: 100, Allocations: 10, AllocatedBytes: 240})
		p.Methods = []profiles.Method{{ID: 0, Class: "Main", Name: "main"}, {ID: 1, Class: test.class, Name: test.name, Mix: test.mix}}
		cost.Apply(p, table(t, "allocation\tall\t0\t1\t"))
		if got := costs(p)[1]; got != test.want {
			t.Errorf("objects that %s.%s makes have %d bytes, want %d", test.class, test.name, got, test.want)
		}
	}
}
