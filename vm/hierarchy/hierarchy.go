// Package hierarchy constructs the call graph of a program from its loaded classes, to be compared with the
// one that was executed, as Qian and Hendren do ("Towards Dynamic Interprocedural Analysis in JVMs", VM'04).
//
// Class hierarchy analysis takes for possible what the objects of any loaded class would select (Dean, Grove and
// Chambers, ECOOP 1995); rapid type analysis only what those of classes with objects would (Bacon and Sweeney, OOPSLA 1996). Both are
// dynamic here: classes that have not been loaded, or are unloaded, are not there.
//
// Invariant: nothing is loaded, resolved or executed.
package hierarchy

import (
	"cmp"
	"slices"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/linking"
	"hotlens/vm/opcodes"
	"hotlens/vm/verifier"
)

// Edge is an executed call edge, of one of package sharedmemory's kinds.
type Edge struct {
	Caller, Callee *classes.Method
	BCI            int
	Kind           uint32
}

// explicit tells whether an invoke instruction makes the calls. It does not for what native methods and the VM call.
func (e *Edge) explicit() bool {
	switch e.Kind {
	case sharedmemory.Callback, sharedmemory.Initializer, sharedmemory.Thread:
		return false
	}
	return e.BCI >= 0
}

// Graph is the size of a call graph. Sites are the invoke instructions with a target, polymorphic
// those with several.
type Graph struct{ Methods, Edges, Sites, Polymorphic int }

// Site is an invoke instruction that was executed, with how many methods it could call by the two analyses.
type Site struct {
	Caller               *classes.Method
	BCI                  int
	Hierarchy, Instances int
	Unseen               []Target // by the hierarchy, and not executed: see maxUnseen; of the program's own code only
}

// Target is a method that a site could call.
type Target struct {
	Method       *classes.Method
	Instantiated bool // by instances, too
}

// Comparison is what the two analyses say.
type Comparison struct {
	Hierarchy, Instances Graph
	Sites                []Site // in the order of the executed edges
	// Unforeseen are executed edges that rapid type analysis does not have: of classes that are unloaded by now.
	Unforeseen int
}

// maxSteps bounds the call sites and classes that are looked at: a second or two. The class library's
// compiler takes a fiftieth of it.
const maxSteps = 100_000_000

// What is named of the methods that sites could call and have not: as many of a site as somebody reads, and of all sites some megabytes.
const (
	maxUnseen    = 16
	maxAllUnseen = 1 << 14
)

// Compare analyses the classes that l has loaded, from the executed methods on. What it cannot know, such as what
// native methods call, is taken from the executed edges. It reports false if there is too much to look at.
func Compare(l *linking.Linker, executed []Edge) (*Comparison, bool) {
	a := analysis{Linker: l, executed: map[*classes.Method][]Edge{}, implementors: map[*classes.Class][]*classes.Class{}, known: map[reference]*targets{}}
	l.Registry.EachClass(a.addImplementor)
	for _, e := range executed {
		a.executed[e.Caller] = append(a.executed[e.Caller], e)
	}
	var c Comparison
	byHierarchy, byInstances := a.closure(executed, false), a.closure(executed, true)
	if a.steps > maxSteps {
		return nil, false
	}
	c.Hierarchy, c.Instances, c.Unforeseen = byHierarchy.Graph, byInstances.Graph, byInstances.unforeseen
	seen := map[place]bool{}
	named := 0
	for _, e := range executed {
		at := place{e.Caller, e.BCI}
		if e.explicit() && !seen[at] {
			seen[at] = true
			s := Site{Caller: e.Caller, BCI: e.BCI, Hierarchy: byHierarchy.sites[at], Instances: byInstances.sites[at]}
			if !e.Caller.Class.Trusted {
				s.Unseen = a.unseen(at, min(maxUnseen, maxAllUnseen-named))
				named += len(s.Unseen)
			}
			c.Sites = append(c.Sites, s)
		}
	}
	return &c, true
}

// unseen are methods that a site could call and has not: those that instances would select first, and by their names.
func (a *analysis) unseen(at place, most int) []Target {
	code := at.method.Member.Code.Bytes
	if at.bci+2 >= len(code) {
		return nil
	}
	t := a.targets(at.method.Class, code[at.bci], uint16(code[at.bci+1])<<8|uint16(code[at.bci+2]))
	if t == nil || len(t.all) < 2 {
		return nil
	}
	var executed []*classes.Method
	for _, e := range a.executed[at.method] {
		if e.explicit() && e.BCI == at.bci {
			executed = append(executed, e.Callee)
		}
	}
	var found []Target
	for _, m := range t.all {
		if !has(executed, m) {
			found = append(found, Target{m, has(t.instantiated, m)})
		}
	}
	slices.SortFunc(found, func(x, y Target) int {
		switch {
		case x.Instantiated && !y.Instantiated:
			return -1
		case y.Instantiated && !x.Instantiated:
			return 1
		}
		return cmp.Or(cmp.Compare(x.Method.Class.Name, y.Method.Class.Name), cmp.Compare(x.Method.Name, y.Method.Name), cmp.Compare(x.Method.Desc, y.Method.Desc))
	})
	return slices.Clone(found[:min(len(found), most)])
}

// analysis is the state of one Compare.
type analysis struct {
	*linking.Linker
	executed     map[*classes.Method][]Edge // by caller
	implementors map[*classes.Class][]*classes.Class
	known        map[reference]*targets
	steps        int
}

// reference is a symbolic reference to a method: the class that it names, and the method that it leads to.
type reference struct {
	named  *classes.Class
	method *classes.Method
}

// targets are the methods that the objects of a class and its subclasses select.
type targets struct{ all, instantiated []*classes.Method }

// place is an invoke instruction.
type place struct {
	method *classes.Method
	bci    int
}

func (a *analysis) addImplementor(c *classes.Class) {
	if c.IsAbstract() || c.IsInterface() || c.IsArray() || c.IsPrimitive() {
		return
	}
	for s := range c.Supers() {
		a.steps++
		if s.IsInterface() {
			a.implementors[s] = append(a.implementors[s], c)
		}
	}
}

// closure is a call graph from the executed methods on.
type closure struct {
	Graph
	sites      map[place]int // how many targets those have that were executed
	unforeseen int
}

func (a *analysis) closure(executed []Edge, instantiated bool) closure {
	c := closure{sites: map[place]int{}}
	reached := map[*classes.Method]bool{}
	var list []*classes.Method
	reach := func(m *classes.Method) {
		if !reached[m] {
			reached[m] = true
			list = append(list, m)
		}
	}
	for i := range executed {
		reach(executed[i].Caller)
		reach(executed[i].Callee)
	}
	for i := 0; i < len(list) && a.steps <= maxSteps; i++ {
		m := list[i]
		at := map[int][]*classes.Method{} // the executed callees of its sites
		for _, e := range a.executed[m] {
			if e.explicit() {
				at[e.BCI] = append(at[e.BCI], e.Callee)
			} else {
				c.Edges++
			}
		}
		site := func(bci int, possible []*classes.Method, resolved bool) {
			for _, t := range possible {
				reach(t)
			}
			n := len(possible)
			for _, callee := range at[bci] {
				if !has(possible, callee) {
					n++
					if resolved {
						c.unforeseen++
					}
				}
			}
			if len(at[bci]) > 0 {
				c.sites[place{m, bci}] = n
				delete(at, bci)
			}
			if n > 0 {
				c.Sites++
				c.Edges += n
			}
			if n > 1 {
				c.Polymorphic++
			}
		}
		a.eachInvoke(m, func(bci int, op byte, index uint16) {
			t := a.targets(m.Class, op, index)
			switch {
			case t == nil:
				site(bci, nil, false)
			case instantiated:
				site(bci, t.instantiated, true)
			default:
				site(bci, t.all, true)
			}
		})
		for bci := range at { // none, as far as is known
			site(bci, nil, false)
		}
	}
	c.Methods = len(list)
	return c
}

func has(methods []*classes.Method, m *classes.Method) bool {
	for _, o := range methods {
		if o == m {
			return true
		}
	}
	return false
}

// eachInvoke calls f with the invoke instructions of a method, which need not have been verified.
func (a *analysis) eachInvoke(m *classes.Method, f func(bci int, op byte, index uint16)) {
	if m.Member == nil || m.Member.Code == nil || m.Class.File == nil {
		return
	}
	code := m.Member.Code.Bytes
	for at := 0; at < len(code); {
		length := verifier.InstructionLength(code, at)
		if length <= 0 || length > len(code)-at {
			return
		}
		if op := code[at]; op >= opcodes.Invokevirtual && op <= opcodes.Invokedynamic {
			a.steps++
			f(at, op, uint16(code[at+1])<<8|uint16(code[at+2]))
		}
		at += length
	}
}

// targets are what an instruction of a class may call. It is nil where only the execution tells: where the
// class that it names is not loaded, and where a method handle is called.
func (a *analysis) targets(from *classes.Class, op byte, index uint16) *targets {
	called := from.File.Pool.At(index)
	if op == opcodes.Invokedynamic || called.Tag != classfile.TagMethodref && called.Tag != classfile.TagInterfaceMethodref {
		return nil
	}
	named := a.loaded(from, called.A)
	name, desc, err := from.File.NameAndType(called.B)
	if named == nil || err != nil {
		return nil
	}
	method := a.LookupForResolution(named, a.Registry.SelectorToFind(name, desc))
	if method == nil || a.IsPolymorphic(method) {
		return nil
	}
	selects := op == opcodes.Invokevirtual || op == opcodes.Invokeinterface
	if op == opcodes.Invokespecial && method.Name != "<init>" && from.Super != nil && named != from && !named.IsInterface() && from.IsSubclassOf(named) {
		// It is super.method(), which the direct superclass answers (JVMS 6.5, invokespecial).
		if super := from.Super.LookupMethod(method.Selector); super != nil {
			method = super
		}
	}
	if !selects || method.Static() || method.Private() || named.IsArray() {
		named = nil // whatever the receiver is
	}
	key := reference{named, method}
	t := a.known[key]
	if t == nil {
		t = a.selected(key)
		a.known[key] = t
	}
	return t
}

// loaded is the class that a constant pool entry of another one names, nil if it is not loaded.
func (a *analysis) loaded(from *classes.Class, index uint16) *classes.Class {
	if c, ok := from.Resolved(int(index)).(*classes.Class); ok {
		return c
	}
	name, err := from.File.ClassName(index)
	switch {
	case err != nil:
		return nil
	case name != "" && name[0] == '[':
		return a.Known.ObjectArray // arrays differ in no method
	}
	if c := from.Loader.Classes[name]; c != nil {
		return c
	}
	return a.Registry.Boot().Classes[name] // most loaders would ask it
}

// selected finds what the objects of the class that a reference names, and those of its subclasses, select.
func (a *analysis) selected(r reference) *targets {
	if r.named == nil {
		one := []*classes.Method{r.method}
		return &targets{one, one}
	}
	t := &targets{}
	all, instantiated := map[*classes.Method]bool{}, map[*classes.Method]bool{}
	add := func(c *classes.Class) {
		a.steps++
		m := a.SelectVirtual(c, r.method)
		if m.Abstract() {
			return
		}
		if !all[m] {
			all[m] = true
			t.all = append(t.all, m)
		}
		if c.Instantiated && !instantiated[m] {
			instantiated[m] = true
			t.instantiated = append(t.instantiated, m)
		}
	}
	if r.named.IsInterface() {
		for _, c := range a.implementors[r.named] {
			add(c)
		}
		return t
	}
	for list := []*classes.Class{r.named}; len(list) > 0; {
		c := list[len(list)-1]
		list = append(list[:len(list)-1], c.Subclasses...)
		if !c.IsAbstract() {
			add(c)
		}
	}
	return t
}
