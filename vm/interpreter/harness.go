package interpreter

import (
	"slices"
	"strings"
	"unsafe"

	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// This file keeps a test framework apart from the tests that it calls.
//
// What the framework does, and the library for it, is interpreted and counts in one context (harness.node), whatever calls what. Where it calls the program's own
// code, from a native method (enterTest) or by an instruction (callTest), that call begins below a root of the test that goes on, or, between tests, of those that a method
// is making, or of the class that is called; what it leads to has contexts as ever, the framework's assertions included. So a test's tree has the test's own work, what runs before and after it
// belongs to it, and the framework's thousands of contexts take no room.

// harness is what a machine knows of the framework.
type harness struct {
	present   bool
	on        bool            // it is present, and contexts are kept: no longer if they have filled the profile
	framework []string        // its packages
	own       map[string]bool // those of the program
	node      memory.Address
	roots     map[testName]*testRoot
	made      map[*classes.Class]bool // stand for the tests' classes in the methods of the roots
}

type testName struct{ class, method string }

// testRoot is the root of a test's trees of calls.
type testRoot struct {
	node   memory.Address
	method *classes.Method // has the name of the test
}

// The bounds of what a program that plays the framework can have: more roots share one, and longer names are none.
const (
	maxTestRoots = 100_000
	maxTestName  = 2_000
)

// The methods by which the framework's driver says where a test begins and ends, and a method that makes tests (engine/tests/java/hotlens/runner/Boundary.java).
const (
	boundaryClass = "hotlens/runner/Boundary"
	startsTest    = "test(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;"
	startsMaker   = "maker(Ljava/lang/String;Ljava/lang/String;)V"
)

// SetHarness says which packages are the framework's, with all below them, and which are the program's own, before main starts. Other ones, of libraries, belong
// to whoever calls them.
func (m *Machine) SetHarness(framework, own []string) {
	m.harness = harness{present: true, on: m.profile.contexts, framework: framework, own: map[string]bool{}, roots: map[testName]*testRoot{}, made: map[*classes.Class]bool{}}
	for _, name := range own {
		m.harness.own[name] = true
	}
}

// has tells whether a class is the framework's.
func (h *harness) has(c *classes.Class) bool {
	return h.on && (h.made[c] || !h.owns(c) && slices.ContainsFunc(h.framework, func(name string) bool { return strings.HasPrefix(c.Name, name) }))
}

// owns tells whether a class is the program's own. Proxies, such as those for its annotations, are not: their handlers may be.
func (h *harness) owns(c *classes.Class) bool {
	name := hostOf(c).Name
	return h.own[name[:strings.LastIndexByte(name, '/')+1]] && (c.Super == nil || c.Super.Name != "java/lang/reflect/Proxy")
}

// boundary implements the methods that say where tests begin, nil for others.
func (h *harness) boundary(method *classes.Method) func(*Thread, Args) uint64 {
	if !h.present || method.Class.Name != boundaryClass {
		return nil
	}
	switch method.Name + method.Desc {
	case startsTest:
		return testBoundary
	case startsMaker:
		return makerBoundary
	}
	return nil
}

// makerBoundary says that what is not part of a test that goes on belongs to the tests that a method makes.
func makerBoundary(t *Thread, a Args) uint64 {
	t.maker = nil
	if a.Ref(0) == 0 {
		return 0
	}
	if name := t.M.toldTest(a); t.M.harness.on && name.class != "" {
		t.maker = t.testRoot(name)
	}
	return 0
}

// testBoundary says where a test begins and ends.
func testBoundary(t *Thread, a Args) uint64 {
	m := t.M
	m.endTest(t)
	limit := t.cutShort
	t.test, t.cutShort = nil, nil
	if a.Ref(0) == 0 {
		m.takeMarks(testName{})
		if limit == nil {
			return 0
		}
		return uint64(t.NewString(limit.Message))
	}
	name := m.toldTest(a)
	if m.harness.on && name.class != "" {
		t.test = t.testRoot(name)
		m.countCall(t.test.node)
	}
	m.takeMarks(name)
	m.beginTest(t)
	return 0
}

// toldTest is the name of the test that a call of that method tells; none if it is too long.
func (m *Machine) toldTest(a Args) testName {
	class, method := m.Text(a.Ref(0)), m.Text(a.Ref(1))
	if len(class)+len(method) > maxTestName {
		return testName{}
	}
	return testName{strings.ReplaceAll(class, ".", "/"), method}
}

// startHarness makes the context of the framework: its driver's main method is about to begin.
func (t *Thread) startHarness(main *classes.Method) {
	m := t.M
	node, err := m.Tree.Root(main, 0, sharedmemory.Harness)
	if err != nil {
		m.treeFull()
		node = m.profile.unprofiled
	}
	m.harness.node = node
	t.inHarness, t.rootMethod = true, main
}

// leavesHarness tells whether a call of a method leaves the framework for the program's own code.
func (t *Thread) leavesHarness(method *classes.Method) bool {
	return t.inHarness && t.vmWork == 0 && t.M.harness.on && t.M.harness.owns(method.Class)
}

// enterTest is enter for such a call.
func (t *Thread) enterTest(kind uint32, method *classes.Method, fp memory.Address) Value {
	of := t.test
	if of == nil {
		if of = t.maker; of == nil {
			of = t.testRoot(testName{class: outermost(method.Class)})
		}
		if t.bounded == nil { // else it works for a test of another thread's
			t.M.beginTest(t)
			defer t.M.endTest(t)
		}
	}
	root, rootMethod := t.root, t.rootMethod
	t.inHarness, t.root, t.rootMethod = false, of.node, of.method
	result := t.enter(kind, method, fp)
	t.inHarness, t.root, t.rootMethod = true, root, rootMethod
	return result
}

// callTest makes such a call for an instruction, whose frame is at fp and has the arguments in place.
func (t *Thread) callTest(ip *decoded.Instruction, fp unsafe.Pointer, callee *classes.Method) action {
	if t.Exception != 0 {
		return actThrow
	}
	next := t.fp + memory.Address(ip.B) + memory.Address(callee.LocalBytes)
	if next+memory.Address(callee.FrameBytes) > t.stackLimit || t.depth >= maxNesting {
		t.throwStackOverflow()
		return actThrow
	}
	mark := t.RootMark()
	result := t.enterTest(Callback, callee, next)
	t.Release(mark)
	if t.Exception != 0 {
		return actThrow
	}
	*(*uint64)(unsafe.Add(fp, int(ip.A))) = uint64(result)
	return actNext
}

// hostOf is the class that a hidden one was made for, such as that of a lambda.
func hostOf(c *classes.Class) *classes.Class {
	for c.Hidden && c.NestHost != nil && c.NestHost != c {
		c = c.NestHost
	}
	return c
}

// outermost is the name of the class that a class of the program is nested in.
func outermost(c *classes.Class) string {
	name := hostOf(c).Name
	start := strings.LastIndexByte(name, '/') + 2 // the first character of a name may be a dollar
	if at := strings.IndexByte(name[min(start, len(name)):], '$'); at >= 0 {
		return name[:start+at]
	}
	return name
}

// testRoot finds or makes the root of a test.
func (t *Thread) testRoot(name testName) *testRoot {
	m := t.M
	if found := m.harness.roots[name]; found != nil {
		return found
	}
	if len(m.harness.roots) >= maxTestRoots {
		name = testName{class: boundaryClass}
		if found := m.harness.roots[name]; found != nil {
			return found
		}
	}
	boot := m.Registry.Boot()
	selector := m.Registry.Selector(profiles.TestRootPrefix+name.method, "()V")
	class := &classes.Class{Name: name.class, Loader: boot, Lifetime: boot.Lifetime, Flags: classfile.AccFinal | classfile.AccSynthetic}
	m.harness.made[class] = true
	method := &classes.Method{Class: class, Selector: selector, Name: selector.Name, Desc: selector.Desc, Flags: classfile.AccStatic, VIndex: -1}
	node, err := m.Tree.Root(method, 0, sharedmemory.Root)
	if err == nil {
		_, err = m.Tree.Thread(0, name.String(), node)
	}
	if err != nil {
		m.treeFull()
		node = m.profile.unprofiled
	}
	found := &testRoot{node, method}
	m.harness.roots[name] = found
	return found
}

// String is the name of a root where threads have theirs: "test shop.WordsTest.longWords", "tests of shop.WordsTest".
func (n testName) String() string {
	class := strings.ReplaceAll(n.class, "/", ".")
	if n.method == "" {
		return "tests of " + class
	}
	return "test " + class + "." + n.method
}
