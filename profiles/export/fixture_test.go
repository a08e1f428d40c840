package export_test

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"hotlens/profiles"
)

// run builds the profile of a run, context by context.
type run struct{ *profiles.Profile }

func newRun(main string, arguments ...string) run {
	return run{&profiles.Profile{
		Schema: profiles.Schema, Target: profiles.Target{Main: main, Arguments: arguments},
		Clock: "virtual", Tier: "auto", Complete: true,
	}}
}

// method adds a method.
func (r run) method(class, name, descriptor, file string, line int) int {
	id := len(r.Methods)
	origin := profiles.OriginApp
	if strings.HasPrefix(class, "java/") {
		origin = profiles.OriginLibrary
	}
	r.Methods = append(r.Methods, profiles.Method{ID: id, Class: class, Name: name, Descriptor: descriptor, File: file, Line: line, Origin: origin})
	return id
}

// thread adds a thread with its entry.
func (r run) thread(name string, method int, calls, bytecodes uint64) int {
	r.Threads = append(r.Threads, profiles.Thread{ID: len(r.Threads), Name: name, Root: len(r.Contexts)})
	return r.call(-1, -1, method, calls, bytecodes)
}

// call adds a context. Its other amounts follow from its calls and bytecodes.
func (r run) call(parent, line, method int, calls, bytecodes uint64) int {
	id := len(r.Contexts)
	r.Contexts = append(r.Contexts, profiles.Context{
		ID: int32(id), Parent: int32(parent), Method: int32(method), BCI: int32(line), Line: int32(line), Calls: calls, Bytecodes: bytecodes,
		Allocations: bytecodes / 10, AllocatedBytes: bytecodes / 10 * 24,
	})
	r.Totals.Contexts++
	return id
}

// withCost gives all contexts a cost of four nanoseconds for a bytecode.
func (r run) withCost() run {
	r.CostModel = "test/1"
	for i := range r.Contexts {
		r.Contexts[i].Cost = profiles.Measured(4 * r.Contexts[i].Bytecodes)
	}
	return r
}

// shapes is a run with everything that formats may stumble over: direct and mutual
// recursion, two call sites on two lines, methods with one name, a hidden class, a
// native method, a second thread with an evil name, and an entry that belongs to none.
func shapes() run {
	r := newRun("geometry.Shapes", "3", "two words")
	main := r.method("geometry/Shapes", "main", "([Ljava/lang/String;)V", "Shapes.java", 10)
	area := r.method("geometry/Circle", "area", "(D)D", "Circle.java", 5)
	scale := r.method("geometry/Circle", "area", "(DI)D", "Circle.java", 8)
	even := r.method("geometry/Parity", "even", "(I)Z", "Parity.java", 3)
	odd := r.method("geometry/Parity", "odd", "(I)Z", "Parity.java", 7)
	proxy := r.method("geometry/Shapes$$Lambda$1+0x0000000000000001", "apply", "(D)D", "", -1)
	bridge := r.method("geometry/Circle", "clone", "()Ljava/lang/Object;", "Circle.java", 1)
	clone := r.method("geometry/Circle", "clone", "()Lgeometry/Circle;", "Circle.java", 12)
	sqrt := r.method("java/lang/StrictMath", "sqrt", "(D)D", "StrictMath.java", -1)
	runs := r.method("geometry/Worker", "run", "()V", "Worker.java", 2)
	fib := r.method("geometry/Fib", "fib", "(I)I", "Fib.java", 4)

	root := r.thread("main", main, 1, 100)
	r.call(r.call(root, 11, area, 2, 20), 6, sqrt, 2, 0)
	r.call(r.call(root, 12, area, 3, 30), 6, sqrt, 3, 0)
	r.call(r.call(root, 12, proxy, 4, 40), -1, scale, 4, 44)
	r.call(r.call(root, 13, bridge, 1, 5), 1, clone, 1, 50)
	at := r.call(root, 14, even, 1, 7)
	for i := range 3 {
		at = r.call(at, 4, odd, 1, uint64(10+i))
		at = r.call(at, 8, even, 1, uint64(20+i))
	}
	top := r.call(root, 15, fib, 1, 6)
	left, right := r.call(top, 5, fib, 2, 60), r.call(top, 6, fib, 3, 70)
	r.call(r.call(left, 5, fib, 4, 80), 6, sqrt, 9, 0)
	r.call(right, 6, fib, 5, 90)
	r.call(r.thread("pool;1\n\"<b>", runs, 1, 11), 3, fib, 1, 1000)
	r.call(r.call(-1, -1, runs, 1, 3), 3, area, 1, 2)
	return r
}

// late is a run that was joined when it had begun: contexts that were under way then have bytecodes and callees, and no call. One of them has nothing at all.
func late() run {
	r := shapes().withCost()
	r.Complete, r.Limits = false, []profiles.Limit{*profiles.LimitAttached.Reached("1 s", "2 s")}
	for i := range r.Contexts {
		if c := &r.Contexts[i]; c.Parent < 0 || r.Contexts[c.Parent].Parent < 0 || r.Methods[c.Method].Name == "even" {
			c.Calls = 0
		}
	}
	idle := &r.Contexts[r.Threads[1].Root]
	idle.Bytecodes, idle.Allocations, idle.AllocatedBytes, idle.Cost = 0, 0, 0, profiles.Measured(0)
	return r
}

// randomRun draws a run with few methods and many contexts, so that they recur.
func randomRun(t *rapid.T) run {
	r := newRun("r.Random")
	methods := rapid.IntRange(1, 6).Draw(t, "methods")
	for i := range methods {
		r.method(fmt.Sprintf("r/C%d", i/2), "m", []string{"()V", "()I"}[i%2], "C.java", i)
	}
	for i := range rapid.IntRange(1, 60).Draw(t, "contexts") {
		method := rapid.IntRange(0, methods-1).Draw(t, "method")
		calls := rapid.Uint64Range(0, 3).Draw(t, "calls")
		bytecodes := rapid.Uint64Range(0, 100).Draw(t, "bytecodes")
		switch parent := rapid.IntRange(-1, i-1).Draw(t, "parent"); {
		case i == 0 || parent < 0:
			r.thread(rapid.SampledFrom([]string{"main", "worker", "pool"}).Draw(t, "thread"), method, calls, bytecodes)
		default:
			r.call(parent, rapid.IntRange(-1, 3).Draw(t, "line"), method, calls, bytecodes)
		}
	}
	return r.withCost()
}
