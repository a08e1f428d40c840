//go:build unix

package compiler

import (
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"hotlens/vm/classes"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/memory"
)

// countingBuilder is one for a method that is compiled with a profile, and with activations below these.
func countingBuilder(ups ...int) *builder {
	f := ir.NewFunc("counting", wasm.FuncType{Params: wasm.Types(wasm.I32)})
	b := &builder{env: &Env{Profile: true}, compiled: &CompiledMethod{Activations: []Activation{{}}}, f: f, b: f.Blocks[0], node: f.Params[0]}
	for _, up := range ups {
		b.newActivation(&level{activation: up}, &classes.CallSite{}, &classes.Method{})
	}
	return b
}

func TestEventsOfAPlaceAreOne(t *testing.T) {
	b := countingBuilder(0, 1)
	b.happens(Event{Activation: 1, Calls: 1, Bytecodes: 3})
	kept := b.ledger.pending
	b.happens(Event{Activation: 2, Calls: 1})
	b.happens(Event{Activation: 1, Bytecodes: 4, Objects: 1, Bytes: 16})
	if want := []Event{{Activation: 1, Calls: 1, Bytecodes: 7, Objects: 1, Bytes: 16}, {Activation: 2, Calls: 1}}; !slices.Equal(b.ledger.pending.events, want) {
		t.Errorf("pending are %v, not %v", b.ledger.pending.events, want)
	}
	if want := []Event{{Activation: 1, Calls: 1, Bytecodes: 3}}; !slices.Equal(kept.events, want) {
		t.Errorf("a state that was kept has changed to %v", kept.events)
	}
}

func TestCommonEvents(t *testing.T) {
	one, two, other := Event{Activation: 1, Calls: 1}, Event{Activation: 2, Calls: 1}, Event{Activation: 2, Calls: 1, Bytecodes: 5}
	with := func(events ...Event) *state { return &state{ledger: ledger{pending: pending{events: events}}} }
	for _, test := range []struct {
		states []*state
		want   []Event
	}{
		{[]*state{with(one, two)}, []Event{one, two}},
		{[]*state{with(one, two), with(one, two)}, []Event{one, two}},
		{[]*state{with(one, two), with(one)}, []Event{one}},
		{[]*state{with(one, two), with(one, other), with(one, two)}, []Event{one}},
		{[]*state{with(one), with(two, one)}, nil},
		{[]*state{with(), with(one)}, nil},
	} {
		if got := commonEvents(test.states); !slices.Equal(got, test.want) {
			t.Errorf("common are %v, not %v", got, test.want)
		}
	}
}

// TestFlag chooses the word that says whether the contexts of pending calls are there.
func TestFlag(t *testing.T) {
	calls := func(activations ...int) (events []Event) {
		for _, p := range activations {
			events = append(events, Event{Activation: p, Calls: 1})
		}
		return events
	}
	// 1 calls 2, which calls 3; 4 is another call of the method itself.
	for _, test := range []struct {
		name         string
		pending      pending
		there        int
		innermost    int // whose context the word is the address of; 0 for a flag
		flag, nobody bool
	}{
		{name: "a chain", pending: pending{events: calls(1, 2, 3)}, innermost: 3},
		{name: "calls beside each other", pending: pending{events: calls(1, 4)}, flag: true},
		{name: "all have begun", pending: pending{events: calls(1, 4), begun: 2}, nobody: true},
		{name: "some have begun", pending: pending{events: calls(1, 4), begun: 1}, innermost: 4},
		{name: "known to be there", pending: pending{events: calls(1, 2)}, there: 2, nobody: true},
		{name: "its caller is there", pending: pending{events: calls(1, 2)}, there: 1, innermost: 2},
		{name: "no call", pending: pending{events: []Event{{Activation: 1, Bytecodes: 7}}}, nobody: true},
	} {
		b := countingBuilder(0, 1, 2, 0)
		b.ledger.pending = test.pending
		offset, own := b.flag(test.there)
		switch {
		case test.nobody != (offset == 0):
			t.Errorf("%s: the word lies at %d", test.name, offset)
		case test.flag != own:
			t.Errorf("%s: own flag: %v", test.name, own)
		case test.innermost > 0 && offset != b.compiled.Activations[test.innermost].Node:
			t.Errorf("%s: the word at %d is not that of place %d", test.name, offset, test.innermost)
		}
		if again, _ := b.flag(test.there); again != offset {
			t.Errorf("%s: the same calls have another word, at %d and %d", test.name, offset, again)
		}
	}
}

// TestEntries lays a counters record out: counters have an entry of their own, words share one.
func TestEntries(t *testing.T) {
	b := countingBuilder(0, 0, 0)
	first, second := b.nodeWord(1), b.nodeWord(2)
	list := b.counter([]Event{{Activation: 1, Calls: 1}})
	third := b.nodeWord(3)
	if second != first+4 || list%8 != 0 || list < second+4 || third < list+8 {
		t.Errorf("words at %d, %d and %d, a counter at %d", first, second, third, list)
	}
	if b.nodeWord(1) != first || b.counter([]Event{{Activation: 1, Calls: 1}}) != list {
		t.Error("what is there already is made again")
	}
	if b.compiled.Entries != 3 || len(b.compiled.Counters) != 1 {
		t.Errorf("%d entries, %d counters", b.compiled.Entries, len(b.compiled.Counters))
	}
}

// TestCountersOfWhatIsKept compiles a loop that must be built twice, as an object turns out to escape in it: a counters record is asked for once,
// for the build that is kept. That of another one would be laid out for other counters.
func TestCountersOfWhatIsKept(t *testing.T) {
	c := newFixture(t, &txtar.Archive{Comment: []byte("flags: profile\n"), Files: []txtar.File{{Name: "code", Data: []byte(`
class Box value:I next:LBox;
method static Demo.keep (LBox;I)I locals=3 stack=2
	NewQ A=l2 B=l2 class=Box jvm=2
	PutField32 A=l2 B=l1 field=Box.value jvm=3
loop:
	PutField32 A=l0 B=l2 field=Box.next jvm=3
	InvokeStaticQ B=s0 call=Demo.leaf calls=1000000
	IfNull A=l0 to=loop jvm=2
	GetField32 A=s0 B=l2 field=Box.value letter=I jvm=2
	ReturnValue B=s0
method static Demo.leaf ()V locals=0 stack=0
	Return
`)}}})
	root := c.methods[0]
	root.Contexts = []memory.Address{0x10000}
	var laidOut []*CompiledMethod
	env := c.env()
	env.Counters = func(compiled *CompiledMethod, _ memory.Address) memory.Address {
		laidOut = append(laidOut, compiled)
		return 0x20000
	}
	builds := 0
	compiled, err := Compile(env, fixtureWords, root, 0, 1, false, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range c.records {
		if r.Code != compiled {
			builds++
		}
	}
	if builds == 0 {
		t.Fatal("it was built only once")
	}
	if len(laidOut) != 1 || laidOut[0] != compiled {
		t.Errorf("counters records were asked for %d builds, not only for the one that is kept", len(laidOut))
	}
}
