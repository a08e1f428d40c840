package tiering

import (
	"testing"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/contexts"
	"hotlens/vm/memory"
	"hotlens/vm/memory/memorytest"
)

// fakeMachine is a machine that has contexts, and has executed some bytecodes.
type fakeMachine struct {
	t         *testing.T
	tree      *contexts.Tree
	bytecodes uint64
}

func (f *fakeMachine) Bytecodes() uint64 { return f.bytecodes }
func (f *fakeMachine) Repeatable() bool  { return true }
func (f *fakeMachine) ByCounter() bool   { return false }
func (f *fakeMachine) ForgetEntries()    {}
func (f *fakeMachine) Fail(err error)    { f.t.Fatal(err) }
func (f *fakeMachine) CallContext(parent memory.Address, caller, callee *classes.Method, site *classes.CallSite) memory.Address {
	node, err := f.tree.Child(parent, caller, callee, site.Slot, site.BCI, sharedmemory.Static)
	if err != nil {
		f.t.Fatal(err)
	}
	return node
}

func (f *fakeMachine) AddExtra(node, counter memory.Address, by uint64) {
	if err := f.tree.Add(node, counter, by); err != nil {
		f.t.Fatal(err)
	}
}

// withMemory gives the bench a memory, in which its methods are registered.
func (b *bench) withMemory(t *testing.T) *memory.Memory {
	t.Helper()
	m := memorytest.New(t, memorytest.HeapBytes)
	var err error
	if b.options.Registry, err = classes.NewRegistry(m, nil); err != nil {
		t.Fatal(err)
	}
	b.options.Registry.Methods = b.methods
	b.options.Memory = m
	if b.options.Tree, err = contexts.New(m, nil, func(*classes.Class) uint32 { return 0 }); err != nil {
		t.Fatal(err)
	}
	b.machine = &fakeMachine{t: t, tree: b.options.Tree}
	return m
}

// counting is a bench with a method that calls another, and counts for it: the context of the
// method, its compiled code and the address of the counter.
func counting(t *testing.T) (b *bench, root memory.Address, compiled *compiler.CompiledMethod, counter memory.Address) {
	t.Helper()
	b = newBench(2)
	b.withMemory(t)
	b.env.Profile = true
	b.methods[0].CallSites = 1
	root, err := b.options.Tree.Root(b.methods[0], 0, sharedmemory.Root)
	if err != nil {
		t.Fatal(err)
	}
	compiled = b.job(0, 0).compiled
	compiled.Number, compiled.Entries = b.counters.nextNumber(), 2
	compiled.Activations = []compiler.Activation{
		{Method: b.methods[0]},
		{Method: b.methods[1], Site: &classes.CallSite{Caller: b.methods[0], Callee: b.methods[1], BCI: 7}, Node: sharedmemory.CountersEntries},
	}
	compiled.Counters = []compiler.Counter{{Offset: sharedmemory.CountersEntries + sharedmemory.CounterBytes, Events: []compiler.Event{
		{Activation: 0, Bytecodes: 5}, {Activation: 1, Calls: 1, Bytecodes: 3, Objects: 2, Bytes: 32},
	}}}
	record := b.makeCounters(compiled, root)
	if again := b.makeCounters(compiled, root); record == 0 || again != record || b.countersOf(compiled, root) != record {
		t.Fatalf("the counters record is at %#x, and at %#x when it is asked for again", record, again)
	}
	return b, root, compiled, record + compiled.Counters[0].Offset
}

// TestCountersAreAdded demands that a counter's events are added to their contexts, as often as it
// says, and that it begins anew.
func TestCountersAreAdded(t *testing.T) {
	b, root, compiled, counter := counting(t)
	m := b.options.Memory
	m.SetU64(counter, 4)
	b.ShowCounters(1)
	if got := m.U64(root + sharedmemory.NodeBytecodes); got != 4*5 {
		t.Errorf("when they are shown, the caller has %d bytecodes", got)
	}
	b.ShowCounters(-1)
	if got := m.U64(root + sharedmemory.NodeBytecodes); got != 0 {
		t.Errorf("when that is taken back, the caller has %d bytecodes", got)
	}
	b.SettleCounters()
	b.SettleCounters()
	child := m.U32(b.countersOf(compiled, root) + sharedmemory.CountersEntries)
	if child == 0 {
		t.Fatal("the call has no context")
	}
	for _, c := range []struct {
		name string
		at   memory.Address
		want uint64
	}{
		{"bytecodes of the caller", root + sharedmemory.NodeBytecodes, 4 * 5}, {"calls", child + sharedmemory.NodeCalls, 4},
		{"bytecodes", child + sharedmemory.NodeBytecodes, 4 * 3}, {"objects", child + sharedmemory.NodeObjects, 4 * 2}, {"bytes", child + sharedmemory.NodeBytes, 4 * 32},
	} {
		if got := m.U64(c.at); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// TestStaleCounters demands that whoever decides by the contexts' numbers gets those of the last time
// unless so many bytecodes have been executed since that it is worth adding the counters.
func TestStaleCounters(t *testing.T) {
	b, root, _, counter := counting(t)
	m, machine := b.options.Memory, b.machine.(*fakeMachine)
	caller := b.methods[0]
	m.SetU64(counter, 1)
	for _, c := range []struct {
		bytecodes, want uint64
	}{{0, 5}, {staleBytecodesACounter - 1, 5}, {staleBytecodesACounter, 10}} {
		machine.bytecodes = c.bytecodes
		b.refreshCalls(caller)
		if got := m.U64(root + sharedmemory.NodeBytecodes); got != c.want {
			t.Errorf("after %d bytecodes the context has %d, want %d", c.bytecodes, got, c.want)
		}
		m.SetU64(counter, 1)
	}
	b.refreshCalls(b.methods[1]) // which makes no calls
	if m.U64(counter) != 1 {
		t.Error("counters are added for a method that does not call in them")
	}
}
