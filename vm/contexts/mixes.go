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
// a time, and it is recorded when some more are complete. So the records stand where they do however fast it was.

const (
	// batch is how many methods are looked at together: to wake another thread takes a few microseconds, and a method some fifteen.
	batch = 16
	// underWay is how many batches may not be recorded yet before the program waits for the oldest one: where it begins, a program executes methods for the first time
	// nearly as fast as they are looked at, and now and then faster.
	underWay = 8
)

// mixes are the methods whose mixes are not recorded yet.
type mixes struct {
	waiting    []methodMix
	begun      []*begunMixes // the oldest first
	estimators [2]mix.Estimator
}

// begunMixes is a batch that is looked at.
type begunMixes struct {
	methods []methodMix
	taken   atomic.Int32   // how many of them somebody has taken
	task    conc.WaitGroup // takes some
}

// The estimators are the tasks', of which there is one at a time, and the program's own, which takes what these have not got to when it is needed: other processors may have other things to do.
const (
	ofTasks = iota
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
	if len(t.mixes.begun) == underWay {
		if err := t.recordOldest(); err != nil {
			return err
		}
	}
	t.mixes.begin()
	return nil
}

// Settle records what is not recorded yet of the methods that have contexts.
func (t *Tree) Settle() error {
	t.mixes.begin()
	for len(t.mixes.begun) > 0 {
		if err := t.recordOldest(); err != nil {
			return err
		}
	}
	return nil
}

// begin has a task look at those that wait, when those before have been looked at.
func (x *mixes) begin() {
	next := &begunMixes{methods: x.waiting}
	x.waiting = nil
	var before *begunMixes
	if last := len(x.begun) - 1; last >= 0 {
		before = x.begun[last]
	}
	x.begun = append(x.begun, next)
	next.task.Go(func() {
		if before != nil {
			before.task.Wait()
		}
		next.find(&x.estimators[ofTasks])
	})
}

// find finds out what is missing of those that nobody has taken.
func (b *begunMixes) find(by *mix.Estimator) {
	for {
		i := int(b.taken.Add(1)) - 1
		if i >= len(b.methods) {
			return
		}
		of := &b.methods[i]
		isInterface := func(name string) bool { return slices.Contains(of.interfaces, name) }
		of.mix, of.flows, of.locality = by.Of(of.method.Class.File, of.method.Member, isInterface)
		of.flows = slices.Clone(of.flows)
	}
}

// recordOldest records the batch that was begun first.
func (t *Tree) recordOldest() error {
	oldest := t.mixes.begun[0]
	oldest.find(&t.mixes.estimators[ofProgram])
	oldest.task.Wait()
	t.mixes.begun = slices.Delete(t.mixes.begun, 0, 1)
	for i := range oldest.methods {
		if err := t.recordMix(&oldest.methods[i]); err != nil {
			return err
		}
	}
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
