package timing

import (
	"slices"
	"strings"
	"unsafe"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/configuration"
	"hotlens/vm/decoded"
	"hotlens/vm/verifier"
)

// This file finds the methods of the call subgraphs (paragraphs 103 to 115): by what their
// bytecode names, in classes that have been loaded. Scheme A follows all calls of a method that is
// found; scheme B does when the method is entered in a subgraph for the first time.

// tinyBytes is the size up to which a method counts as tiny that neither calls, loops, makes
// objects nor throws: about what the compiler's inliner takes whatever it costs (sizeTrivial
// machine instructions, of some two bytes each). Its calls take less than timing them, and
// are part of its callers.
const tinyBytes = 24

// subgraph is what is instrumented, and why.
type subgraph struct {
	*Profiler
	options configuration.Timing
	roots   []root

	named     map[string][]*classes.Class // the loaded classes
	known     map[call]bool               // what has been followed
	ofClass   map[string][]call           // by the class that is named
	selecting map[member][]call           // those that the receiver selects
	reached   map[*classes.Method]bool
	all       []*Instrumented
	found     []*Instrumented   // not handed to the machine yet
	unscanned []*classes.Method // whose calls have not been followed yet
}

// member is a method's name and descriptor, call what an instruction says of its callee.
type (
	member struct{ name, descriptor string }
	call   struct {
		class string
		member
		static bool // it is the method named, whatever the receiver
	}
)

// Start instruments the call subgraphs of some roots, those of them that are there and, as classes
// are loaded, the others. What was instrumented before is removed.
func (p *Profiler) Start(options configuration.Timing) {
	p.Stop()
	g := &subgraph{
		Profiler: p, options: options, named: map[string][]*classes.Class{}, known: map[call]bool{}, ofClass: map[string][]call{},
		selecting: map[member][]call{}, reached: map[*classes.Method]bool{},
	}
	for _, text := range options.Roots {
		g.roots = append(g.roots, parseRoot(text))
	}
	p.subgraph = g
	p.calibratesWith(true)
	p.registry.EachClass(g.loaded)
	g.instrument()
}

// Stop removes all instrumentation. What has been measured stays.
func (p *Profiler) Stop() {
	p.Forget()
	if p.subgraph != nil {
		p.machine.Remove(p.subgraph.all)
		p.calibratesWith(false)
		p.subgraph = nil
	}
}

// Loaded is told of every class that has been loaded.
func (p *Profiler) Loaded(c *classes.Class) {
	if p.subgraph != nil {
		p.subgraph.loaded(c)
		p.subgraph.instrument()
	}
}

// Unload forgets the methods of unloaded classes.
func (p *Profiler) Unload() {
	p.Forget()
	g := p.subgraph
	if g == nil {
		return
	}
	g.all = slices.DeleteFunc(g.all, func(in *Instrumented) bool { return in.Method.Class.Lifetime.Ended() })
	for m := range g.reached {
		if m.Class.Lifetime.Ended() {
			delete(g.reached, m)
		}
	}
	for name, named := range g.named {
		g.named[name] = slices.DeleteFunc(named, func(c *classes.Class) bool { return c.Lifetime.Ended() })
	}
}

// Reached is told of a method that a subgraph calls without an instruction naming it: by
// reflection, through a method handle, or from native code (paragraph 111).
func (p *Profiler) Reached(m *classes.Method) {
	if g := p.subgraph; g != nil && g.follows() && !g.reached[m] {
		g.reach(m)
		g.instrument()
	}
}

// entered is told of the first call of a method in a subgraph.
func (p *Profiler) entered(m *classes.Method) {
	if g := p.subgraph; g != nil && g.options.Scheme != configuration.SchemeA && g.follows() {
		g.unscanned = append(g.unscanned, m)
		g.instrument()
	}
}

// follows reports whether calls are followed at all.
func (g *subgraph) follows() bool {
	return g.options.Scheme != configuration.SchemeRoot && g.options.Scheme != configuration.SchemeAll
}

// instrument follows what is to be followed, and hands what has been found to the machine.
func (g *subgraph) instrument() {
	for len(g.unscanned) > 0 {
		m := g.unscanned[len(g.unscanned)-1]
		g.unscanned = g.unscanned[:len(g.unscanned)-1]
		g.scan(m)
	}
	if len(g.found) > 0 {
		g.all = append(g.all, g.found...)
		g.memory.SetU32(sharedmemory.Instrumented, uint32(len(g.all)))
		found := g.found
		g.found = nil
		g.machine.Instrument(found)
	}
}

// loaded takes a class in.
func (g *subgraph) loaded(c *classes.Class) {
	if c.File == nil || g.calibrates(c) {
		return
	}
	for _, m := range c.Methods {
		if slices.ContainsFunc(g.roots, func(r root) bool { return r.matches(m) }) {
			g.add(m, true)
		} else if g.options.Scheme == configuration.SchemeAll {
			g.reach(m)
		}
	}
	if !g.follows() {
		return
	}
	g.named[c.Name] = append(g.named[c.Name], c)
	for _, call := range g.ofClass[c.Name] {
		g.resolve(c, call)
	}
	for _, m := range c.VTable {
		for _, call := range g.selecting[member{m.Name, m.Desc}] {
			if isNamed(c, call.class) {
				g.reach(m)
			}
		}
	}
}

// isNamed reports whether a class or one of its supertypes has that name.
func isNamed(c *classes.Class, name string) bool {
	for s := range c.Supers() {
		if s.Name == name {
			return true
		}
	}
	return false
}

// scan follows the calls of a method.
func (g *subgraph) scan(m *classes.Method) {
	if m.Member == nil || m.Member.Code == nil {
		return
	}
	g.scanLinked(m)
	shape := verifier.ShapeOf(m)
	for i, index := range shape.Calls {
		class, name, descriptor, err := m.Class.File.Ref(index)
		if err != nil || strings.HasPrefix(class, "[") {
			continue
		}
		g.follow(call{class, member{name, descriptor}, shape.Static[i]})
	}
}

// scanLinked follows the calls that have only one callee, those of invokedynamic instructions that
// have been linked among them.
func (g *subgraph) scanLinked(m *classes.Method) {
	if m.Code == nil {
		return
	}
	for i := range m.Code.Instructions {
		switch in := &m.Code.Instructions[i]; in.Op {
		case decoded.InvokeStatic, decoded.InvokeStaticL, decoded.InvokeStaticQ, decoded.InvokeSpecial, decoded.InvokeSpecialL, decoded.InvokeSpecialQ,
			decoded.InvokeAppendix, decoded.InvokeAppendixQ, decoded.InvokeHandle, decoded.InvokeHandleQ:
			if callee := (*classes.CallSite)(in.P).Callee; callee != nil {
				g.reach(callee)
			}
		}
	}
}

// follow reaches what a call may lead to.
func (g *subgraph) follow(c call) {
	if g.known[c] {
		return
	}
	g.known[c] = true
	g.ofClass[c.class] = append(g.ofClass[c.class], c)
	if !c.static {
		g.selecting[c.member] = append(g.selecting[c.member], c)
	}
	for _, class := range g.named[c.class] {
		g.resolve(class, c)
	}
}

// resolve reaches what a call may lead to that names a loaded class.
func (g *subgraph) resolve(class *classes.Class, c call) {
	selector := g.registry.SelectorToFind(c.name, c.descriptor)
	if m := class.LookupMethod(selector); m != nil {
		g.reach(m)
	}
	if c.static {
		return
	}
	for _, m := range selector.Methods {
		if m.Class.IsSubclassOf(class) || class.IsInterface() && inherits(m.Class, class) {
			g.reach(m)
		}
	}
}

// inherits reports whether a subclass of c implements an interface.
func inherits(c, implemented *classes.Class) bool {
	return slices.ContainsFunc(c.Subclasses, func(s *classes.Class) bool {
		return s.IsSubclassOf(implemented) || inherits(s, implemented)
	})
}

// reach takes a method in that a subgraph may call. What the VM has made itself, such as the class
// behind a lambda, is passed through.
func (g *subgraph) reach(m *classes.Method) {
	switch {
	case g.reached[m]:
	case m.Class.Hidden && m.Class.NestHost != nil:
		g.reached[m] = true
		g.unscanned = append(g.unscanned, m)
	case g.machine.Opaque(m) || !g.options.Tiny && tiny(m):
		g.reached[m] = true
	default:
		g.add(m, false)
	}
}

// add instruments a method.
func (g *subgraph) add(m *classes.Method, isRoot bool) {
	if g.reached[m] || m.Abstract() || m.Member == nil {
		return
	}
	g.reached[m] = true
	in := &Instrumented{Method: m, root: isRoot}
	in.Code[0] = decoded.Instruction{Op: decoded.Timed, P: unsafe.Pointer(in)}
	g.found = append(g.found, in)
	if g.options.Scheme == configuration.SchemeA {
		g.unscanned = append(g.unscanned, m)
	}
}

// tiny reports whether a method takes less than timing it.
func tiny(m *classes.Method) bool {
	if m.Member == nil || m.Member.Code == nil || len(m.Member.Code.Bytes) > tinyBytes || m.Synchronized() {
		return false
	}
	shape := verifier.ShapeOf(m)
	return len(shape.Calls) == 0 && !shape.Loops && !shape.Other
}

// root is a method as users name it.
type root struct{ class, name, descriptor string }

// parseRoot reads Class.method, perhaps with a descriptor. The class has dots or slashes, also for
// member classes, and may be without its package.
func parseRoot(text string) root {
	var r root
	if at := strings.IndexByte(text, '('); at >= 0 {
		text, r.descriptor = text[:at], text[at:]
	}
	text = strings.ReplaceAll(text, "#", ".")
	at := strings.LastIndexByte(text, '.')
	r.class, r.name = strings.NewReplacer("/", ".", "$", ".").Replace(text[:max(at, 0)]), text[at+1:]
	return r
}

func (r root) matches(m *classes.Method) bool {
	if m.Name != r.name || r.descriptor != "" && m.Desc != r.descriptor {
		return false
	}
	class := strings.NewReplacer("/", ".", "$", ".").Replace(m.Class.Name)
	return class == r.class || strings.HasSuffix(class, "."+r.class)
}
