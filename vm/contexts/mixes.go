package contexts

import (
	"slices"
	"sync/atomic"

	"github.com/sourcegraph/conc"

	"hotlens/profiles/flows"
	"hotlens/profiles/instructions"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/mix"
)

// This file records of which kinds the instructions of methods are. That takes a tenth of what a short program does, and nothing waits for it: another processor finds it out, for some methods at
// a time, and it is recorded when the next ones are complete. So the records stand where they do however fast it was.

// batch is how many methods are looked at together: to wake another thread takes a few microseconds, and a method some fifteen.
const batch = 16

// mixes are the methods whose mixes are not recorded yet.
type mixes struct {
	waiting, begun []methodMix
	taken          atomic.Int32   // how many of those that were begun somebody has taken
	task           conc.WaitGroup // takes some
	estimators     [2]mix.Estimator
}

// The estimators are the task's and the program's own, which takes what the task has not got to when it is needed: other processors may have other things to do.
const (
	ofTask = iota
	ofProgram
)

// methodMix is what is recorded of a method.
type methodMix struct {
	method     *classes.Method
	interfaces []string // of the classes that the method tests objects for; others may be loaded later, and are not known to be some

	mix      instructions.Mix
	flows    flows.Summary
	locality instructions.Locality
}

// estimate has it recorded of which kinds m's instructions are.
func (t *Tree) estimate(m *classes.Method) error {
	if m.Member == nil || m.Member.Code == nil || m.Class.File == nil {
		return nil
	}
	of := methodMix{method: m}
	mix.EachTest(m.Class.File, m.Member.Code.Bytes, func(name string) {
		if t.isInterface(m.Class.Loader, name) {
			of.interfaces = append(of.interfaces, name)
		}
	})
	if t.mixes.waiting = append(t.mixes.waiting, of); len(t.mixes.waiting) < batch {
		return nil
	}
	if err := t.recordMixes(); err != nil {
		return err
	}
	t.mixes.begin()
	t.mixes.task.Go(func() { t.mixes.find(ofTask) })
	return nil
}

// Settle records what is not recorded yet of the methods that have contexts.
func (t *Tree) Settle() error {
	if err := t.recordMixes(); err != nil {
		return err
	}
	t.mixes.begin()
	return t.recordMixes()
}

// begin makes those that wait the ones that were begun, of which there are none.
func (x *mixes) begin() {
	x.waiting, x.begun = x.begun[:0], x.waiting
	x.taken.Store(0)
}

// find finds out what is missing of those that nobody has taken.
func (x *mixes) find(who int) {
	for {
		i := int(x.taken.Add(1)) - 1
		if i >= len(x.begun) {
			return
		}
		of := &x.begun[i]
		isInterface := func(name string) bool { return slices.Contains(of.interfaces, name) }
		of.mix, of.flows, of.locality = x.estimators[who].Of(of.method.Class.File, of.method.Member, isInterface)
		of.flows = slices.Clone(of.flows)
	}
}

// recordMixes records those that were begun.
func (t *Tree) recordMixes() error {
	t.mixes.find(ofProgram)
	t.mixes.task.Wait()
	for i := range t.mixes.begun {
		if err := t.recordMix(&t.mixes.begun[i]); err != nil {
			return err
		}
	}
	t.mixes.begun = t.mixes.begun[:0]
	return nil
}

func (t *Tree) recordMix(of *methodMix) error {
	var flags uint32
	m := of.method
	if m.Synchronized() {
		flags |= sharedmemory.MixSynchronized
	}
	for _, h := range m.Member.Code.Handlers {
		if h.CatchIndex != 0 { // others end a finally or a synchronized block, and throw the exception on
			flags |= sharedmemory.MixCatches
		}
	}
	if _, ok := t.w.AppendMix(m.Record, flags, uint32(len(m.Member.Code.Bytes)), &of.mix, of.locality); !ok {
		return ErrFull
	}
	if len(of.flows) > 0 {
		if _, ok := t.w.AppendFlows(m.Record, of.flows); !ok {
			return ErrFull
		}
	}
	return nil
}

// isInterface tells whether the name of a class means an interface for a loader; no if it has not been loaded yet.
func (t *Tree) isInterface(loader *classes.Loader, name string) bool {
	for _, l := range []*classes.Loader{loader, t.boot} {
		if c := l.Classes[name]; c != nil {
			return c.IsInterface()
		}
	}
	return false
}
