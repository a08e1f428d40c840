package timing

import (
	"testing"
	"time"

	"hotlens/vm/classes"
	"hotlens/vm/contexts"
	"hotlens/vm/memory/memorytest"
)

// fakeMachine has methods whose calls take times that a test chooses.
type fakeMachine struct {
	Machine
	t            *testing.T
	profiler     *Profiler
	instrumented map[*classes.Method]*Instrumented

	inner, outer, call, iteration time.Duration
	fails, astray                 bool // a loop ends with an exception; calls do not come through the instrumentation
}

func (m *fakeMachine) Instrument(methods []*Instrumented) {
	for _, in := range methods {
		m.instrumented[in.Method] = in
	}
}

func (m *fakeMachine) Remove(methods []*Instrumented) {
	for _, in := range methods {
		delete(m.instrumented, in.Method)
	}
}

// profiled makes the profiler of the machine. Its clock is the operating system's.
func (m *fakeMachine) profiled() *Profiler {
	m.t.Helper()
	memory := memorytest.New(m.t, memorytest.HeapBytes)
	registry, err := classes.NewRegistry(memory, nil)
	if err != nil {
		m.t.Fatal(err)
	}
	tree, err := contexts.New(memory, nil, func(*classes.Class) uint32 { return 0 })
	if err != nil {
		m.t.Fatal(err)
	}
	m.profiler = New(m, registry, tree, 0)
	m.profiler.clock = clock{baseTime: time.Now(), tick: 1}
	return m.profiler
}

// pass lets time pass.
func (m *fakeMachine) pass(by time.Duration) {
	m.profiler.clock.baseTime = m.profiler.clock.baseTime.Add(-by)
}

// calibration is one whose loops are run on a stack.
func (m *fakeMachine) calibration(s *Stack) *Calibration {
	class := &classes.Class{Name: "Calibration"}
	method := func(name string) *classes.Method { return &classes.Method{Class: class, Name: name} }
	c := &Calibration{Way: Compiled, Loop: method("loop"), Plain: method("plain"), Callees: []*classes.Method{method("callee")}}
	enter := func(method *classes.Method, call Call) {
		call.Way = Compiled
		if !m.profiler.Enter(s, m.instrumented[method], m.profiler.Now(), call, func() string { return "main" }) {
			m.t.Fatalf("%s is not timed", method.Name)
		}
	}
	c.Run = func(loop *classes.Method, calls, iterations int32) bool {
		work := time.Duration(iterations) * m.iteration
		enter(loop, Call{BCI: -1})
		for range calls {
			m.pass(m.call)
			if loop == c.Plain || m.astray {
				m.pass(work)
				continue
			}
			m.pass(m.outer / 2)
			enter(c.Callees[0], Call{Caller: c.Loop, BCI: firstOfLoop})
			m.pass(m.inner + work)
			m.profiler.Leave(s, m.profiler.Now())
			m.pass(m.outer - m.outer/2)
		}
		m.profiler.Leave(s, m.profiler.Now())
		return !m.fails
	}
	return c
}

// corrected is the correction of compiled code, as far as what the test itself takes does not change it.
func (m *fakeMachine) corrected() (inner, outer time.Duration) {
	c := m.profiler.Correction(Compiled)
	return time.Duration(c.Inner).Round(time.Second), time.Duration(c.Outer).Round(time.Second)
}

// TestCalibrateAgain has the costs of the instrumentation change while methods are timed. What is taken off follows, when it is time to
// calibrate again, but not where the loop could not be run as it should. The stack of the thread is as before.
func TestCalibrateAgain(t *testing.T) {
	m := &fakeMachine{t: t, instrumented: map[*classes.Method]*Instrumented{}, inner: 200 * time.Second, outer: 300 * time.Second, call: 10 * time.Second, iteration: time.Second}
	p := m.profiled()
	top := &node{ticks: new(float64)}
	s := &Stack{top: top, paused: 1, begun: []activation{{way: Compiled}}, mark: 17}
	check := func(when string, inner, outer time.Duration) {
		t.Helper()
		if i, o := m.corrected(); i != inner*time.Second || o != outer*time.Second {
			t.Errorf("%s: a call's instrumentation takes %v and %v, want %d and %d s", when, i, o, inner, outer)
		}
		if s.top != top || s.paused != 1 || len(s.begun) != 1 || s.mark != 17 {
			t.Errorf("%s: the thread's stack is %v", when, s)
		}
	}
	c := m.calibration(s)
	p.Calibrate(s, c)
	check("at first", 200, 300)
	if p.Again() {
		t.Error("it is to be calibrated again although nothing is timed")
	}
	p.subgraph = &subgraph{Profiler: p}
	again := func(when string, inner, outer time.Duration) {
		t.Helper()
		m.pass(againEvery)
		if !p.Again() {
			t.Errorf("%s: it is not time to calibrate again", when)
		}
		p.CalibrateAgain(s)
		check(when, inner, outer)
	}
	again("as before", 200, 300)
	m.inner, m.outer, m.iteration = 350*time.Second, 450*time.Second, 2*time.Second
	again("slower", 350, 450)
	m.fails, m.inner = true, 0
	again("after an exception", 350, 450)
	m.fails, m.astray = false, true
	again("with calls that have gone another way", 350, 450)
	m.astray, m.outer = false, 100*time.Second
	again("faster", 0, 100)

	p.Stop()
	if len(m.instrumented) != 0 || p.Again() {
		t.Errorf("when nothing is timed any more, %d methods are instrumented", len(m.instrumented))
	}
	p.calibratesWith(true)
	if len(m.instrumented) != 3 || m.instrumented[c.Callees[0]] == nil {
		t.Errorf("when something is timed anew, %d methods are instrumented, want the calibration's 3", len(m.instrumented))
	}
}
