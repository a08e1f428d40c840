package tiering

import (
	"fmt"
	"math"
	"testing"

	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/configuration"
)

// bench is a controller whose methods are known by number; it only queues what it is asked for.
type bench struct {
	*Controller
	methods []*classes.Method
}

func newBench(methods int) *bench {
	b := &bench{Controller: newController(nil, Options{Tier: configuration.TierAuto})}
	b.started = true
	class := &classes.Class{Name: "Bench", Loader: &classes.Loader{}}
	for id := range uint32(methods) {
		b.methods = append(b.methods, &classes.Method{Class: class, Name: fmt.Sprint("m", id), Desc: "()V", ID: id, Heat: math.MaxInt32, Code: code(shortInstructions+1, nil)})
	}
	return b
}

// job has a method compiled from an instruction on, which calls others by number.
func (b *bench) job(method, entry int, callees ...int) *job {
	compiled := &compiler.CompiledMethod{Method: b.methods[method], Entry: entry, Callees: map[uint32]bool{}}
	for _, callee := range callees {
		compiled.Callees[uint32(callee)] = true
	}
	return &job{direct: true, compiled: compiled, history: b.history(compiled.Method)}
}

// installed is what is left to do when the table has the functions of a batch.
func (b *bench) installed(jobs ...*job) {
	for _, j := range jobs {
		delete(j.history.pending, j.compiled.Entry)
		j.history.installed[j.compiled.Entry] = j.compiled
	}
	b.queue.requests = nil
	b.link(jobs)
}

// queued are the methods and instructions in the queue.
func (b *bench) queued() string {
	var entries [][2]int
	for _, r := range b.queue.requests {
		entries = append(entries, [2]int{int(r.method.ID), r.entry})
	}
	return fmt.Sprint(entries)
}

// TestCallersAreCompiledAgain demands that code which calls other code of its module
// directly is compiled again with it, by way of all that call it in turn, and no other code.
func TestCallersAreCompiledAgain(t *testing.T) {
	b := newBench(6)
	const callee, caller, outer, other, elsewhere = 1, 2, 3, 4, 5
	b.installed(b.job(elsewhere, 0, callee, caller))
	b.installed(b.job(callee, 0), b.job(caller, 0, callee), b.job(outer, 7, caller), b.job(other, 0))
	b.compile(b.methods[callee], 0)
	if got, want := b.queued(), "[[1 0] [2 0] [3 7]]"; got != want {
		t.Errorf("with the callee %s are compiled again, want %s", got, want)
	}
	if times := b.history(b.methods[caller]).times[0]; times != 0 {
		t.Errorf("the caller has been compiled %d times for its own sake", times)
	}

	// What is compiled apart calls through the table.
	b.installed(b.job(callee, 0))
	b.installed(b.job(outer, 7, caller))
	b.compile(b.methods[callee], 0)
	if got, want := b.queued(), "[[1 0]]"; got != want {
		t.Errorf("with the callee, which nobody calls directly, %s are compiled again, want %s", got, want)
	}
}

// TestRecursionIsCompiledAgainOnce demands that methods which call each other directly are
// each compiled again once.
func TestRecursionIsCompiledAgainOnce(t *testing.T) {
	b := newBench(3)
	jobs := func() []*job { return []*job{b.job(1, 0, 1, 2), b.job(2, 0, 1), b.job(2, 4, 1, 2)} }
	b.installed(jobs()...)
	for range 3 {
		b.compile(b.methods[1], 0)
		if got, want := b.queued(), "[[1 0] [2 0] [2 4]]"; got != want {
			t.Fatalf("%s are compiled again, want %s", got, want)
		}
		b.installed(jobs()...)
	}
}

// TestLoopsOfReplacedCode demands that code is known to be replaced as soon as newer code
// is installed, and only then.
func TestLoopsOfReplacedCode(t *testing.T) {
	b := newBench(2)
	first, loop, second := b.job(1, 0), b.job(1, 3), b.job(1, 0)
	b.installed(first)
	b.installed(loop)
	b.compile(b.methods[1], 0)
	if b.Replaced(first.compiled) || b.Replaced(loop.compiled) {
		t.Error("code counts as replaced before the new code is there")
	}
	b.installed(second)
	if !b.Replaced(first.compiled) || b.Replaced(loop.compiled) || b.Replaced(second.compiled) {
		t.Error("the first code alone has been replaced")
	}
}

// TestChoice demands that a batch gets what is worth it in the order of the queue, but first what it
// calls: not before what is compiled again or executed far more, and not where a loop is asked for.
func TestChoice(t *testing.T) {
	for _, c := range []struct {
		queue string // per request: a for compiled again, h for hot, w for worth it, l for a loop that is, c for cold
		calls []int  // the methods that the batch calls, numbered like the requests
		want  int
	}{
		{"", nil, -1},
		{"ccc", []int{0, 1, 2}, -1},
		{"cww", nil, 1},
		{"cwww", []int{3}, 3},
		{"cwww", []int{2, 3}, 2},
		{"hhw", []int{2}, 0},
		{"hhw", []int{1, 2}, 1},
		{"wlw", []int{1}, 0},
		{"wcw", []int{1}, 0},
		{"aaww", []int{1, 2}, 1},
		{"aaww", []int{2}, 0},
		{"cacww", []int{0, 3}, 1},
	} {
		b := newBench(len(c.queue) + 1)
		var queue []*request
		for i, kind := range c.queue {
			r := &request{method: b.methods[i], history: b.history(b.methods[i]), score: leastScore}
			switch kind {
			case 'a':
				r.history.installed[0] = &compiler.CompiledMethod{}
			case 'h':
				r.score = 3 * leastScore
			case 'l':
				r.entry = 5
			case 'c':
				r.score = 0
			}
			queue = append(queue, r)
		}
		if got := choose(queue, []*job{b.job(len(c.queue), 0, c.calls...)}); got != c.want {
			t.Errorf("%q, of which %v are called: request %d is chosen, want %d", c.queue, c.calls, got, c.want)
		}
	}
}
