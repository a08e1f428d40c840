package analysis

import (
	"hotlens/profiles/pathset"
	"hotlens/profiles/prefault"
)

// Own tells whether a method is code that the reader can change. What is not is folded
// under the calls that led to it.
type Own func(method int) bool

// Condensed is the calling context tree as a reader wants it: of a call that leaves the
// reader's own code, all that happens below it until own code is called again is one
// node; an activation of an own method within itself belongs to the outermost one; lambda
// proxies, which only pass calls on, are left out. Every context is in one node, so that
// nothing is lost or counted twice.
type Condensed struct {
	Nodes []CondensedNode // parents stand before their children
	Of    []int32         // by context: its node
}

// CondensedNode is a method with its callers, as far as Condensed tells them apart. There may be millions.
type CondensedNode struct {
	Parent    int32 // -1: the entry of a thread
	Method    int32
	Context   int32 // the first one that is in it
	Line      int32 // of the call in the parent's method; -1 where that is not own code, or not known
	Entries   int32 // contexts that were entered from outside
	Recursive bool  // activations of the method within itself are in it
	child     int32 // the one that was made last, -1 for none
	sibling   int32 // the child of its parent that was made before it, -1 for none
	Calls     uint64
	Self      uint64 // of the analysis' metric, as Inclusive is
	Inclusive uint64
}

// Condense condenses the tree, in time linear in the number of contexts but for
// recursion, which is looked for among a node's ancestors.
func (a *Analysis) Condense(own Own) *Condensed {
	tree := a.fold(own)
	a.sumUp(tree)
	return tree
}

// Condensed is the condensed tree of an outline that was made with one, by the metric of its analysis, which is given. It may be called once.
func (o *Outline) Condensed(a *Analysis) *Condensed {
	a.sumUp(o.folded)
	return o.folded
}

// fold is the part of Condense that needs no costs.
func (a *Analysis) fold(own Own) *Condensed {
	contexts := a.Profile.Contexts
	f := newFolder(a, own)
	f.Of = prefault.Slice[int32](len(contexts))
	for i := range contexts {
		context := &contexts[i]
		parent := int32(-1)
		if context.Parent >= 0 {
			parent = f.Of[context.Parent]
		}
		at, how := f.fold(parent, int32(a.MethodOf(i)), int32(i))
		f.Of[i] = at
		node := &f.Nodes[at]
		switch how {
		case recursed:
			node.Recursive = true
			node.Calls += context.Calls
		case entered:
			node.Entries++
			node.Calls += context.Calls
		}
	}
	tree := f.Condensed // without what was needed to find the nodes
	return &tree
}

// sumUp sums up the amounts of a folded tree by the analysis' metric.
func (a *Analysis) sumUp(tree *Condensed) {
	for i := range a.Profile.Contexts {
		tree.Nodes[tree.Of[i]].Self += a.Metric.Of(a.Profile, &a.Profile.Contexts[i])
	}
	for i := len(tree.Nodes) - 1; i >= 0; i-- {
		node := &tree.Nodes[i]
		node.Inclusive += node.Self
		if node.Parent >= 0 {
			tree.Nodes[node.Parent].Inclusive += node.Inclusive
		}
	}
}

// fate is how a context comes into its node.
type fate uint8

const (
	passed   fate = iota // its caller is in it, too
	recursed             // the method is active already
	entered              // called from another node
)

// manyChildren is how many children of a node are looked through one by one: nearly all nodes have fewer.
const manyChildren = 8

// childKey is a child of a node.
type childKey struct{ parent, method, line int32 }

// folder finds the nodes of contexts, parents first.
type folder struct {
	Condensed
	of         *Analysis
	own, proxy []bool             // by method
	roots      int32              // the node without a parent that was made last, -1 for none
	children   map[childKey]int32 // of the nodes that have many
	paths      []pathset.Set      // by node: its method and those of its ancestors
}

func newFolder(a *Analysis, own Own) *folder {
	f := &folder{of: a, roots: -1, children: map[childKey]int32{}}
	f.own, f.proxy = a.ownAndProxies(own)
	f.Nodes = prefault.Room[CondensedNode](len(a.Profile.Contexts))
	f.paths = prefault.Room[pathset.Set](len(a.Profile.Contexts))
	return f
}

// ownAndProxies tells of each method whether it is own code, and whether it is a lambda proxy's: asking context by context would take long.
func (a *Analysis) ownAndProxies(own Own) (isOwn, isProxy []bool) {
	isOwn, isProxy = make([]bool, len(a.Methods)), make([]bool, len(a.Methods))
	for i := range a.Methods {
		isOwn[i], isProxy[i] = own(i), a.IsProxy(i)
	}
	return isOwn, isProxy
}

// fold finds the node of a context whose caller's is the parent, and makes it where there is none.
func (f *folder) fold(parent, method, context int32) (at int32, how fate) {
	own := f.own[method]
	folds := parent >= 0 && !f.own[f.Nodes[parent].Method] // what code that is not own calls is in its node, too
	switch {
	case parent >= 0 && (f.proxy[method] || !own && folds):
		return parent, passed
	case own:
		if at := f.enclosing(parent, method); at >= 0 {
			return at, recursed
		}
	}
	line := int32(-1)
	if parent >= 0 && !folds {
		line = f.line(context)
	}
	return f.child(childKey{parent, method, line}, context), entered
}

// line is that of the call of a context; of a proxy's call that of the call of the proxy.
func (f *folder) line(context int32) int32 {
	contexts := f.of.Profile.Contexts
	c := &contexts[context]
	for c.Parent >= 0 && f.proxy[contexts[c.Parent].Method] {
		c = &contexts[c.Parent]
	}
	return c.Line
}

// child finds a child of a node, or makes it for a context.
func (f *folder) child(key childKey, context int32) int32 {
	newest := &f.roots
	if key.parent >= 0 {
		newest = &f.Nodes[key.parent].child
	}
	at, many := f.find(*newest, key)
	if at < 0 {
		at = int32(len(f.Nodes))
		f.Nodes = append(f.Nodes, CondensedNode{Parent: key.parent, Method: key.method, Context: context, Line: key.line, child: -1, sibling: *newest})
		around := pathset.Set{}
		if key.parent >= 0 {
			around = f.paths[key.parent]
		}
		f.paths = append(f.paths, around.With(pathset.Of(uint32(key.method))))
		*newest = at
		if many {
			f.children[key] = at
		}
	}
	return at
}

// find finds a child of a node, whose newest one is given; -1 if it has no such one. many says that it has so many that all are found by the map, which the ones
// that are made from now on have to be added to.
func (f *folder) find(newest int32, key childKey) (at int32, many bool) {
	at = newest
	for range manyChildren {
		if at < 0 || f.Nodes[at].key() == key {
			return at, false
		}
		at = f.Nodes[at].sibling
	}
	if at < 0 { // there are exactly so many: the next one begins the map
		for at := newest; at >= 0; at = f.Nodes[at].sibling {
			f.children[f.Nodes[at].key()] = at
		}
		return -1, true
	}
	if at, known := f.children[key]; known {
		return at, true
	}
	return -1, true
}

func (n *CondensedNode) key() childKey { return childKey{n.Parent, n.Method, n.Line} }

// enclosing is the node of a method among a node and its ancestors, -1 for none.
func (f *folder) enclosing(node, method int32) int32 {
	if node >= 0 && f.paths[node].Lacks(pathset.Of(uint32(method))) {
		return -1
	}
	for node >= 0 && f.Nodes[node].Method != method {
		node = f.Nodes[node].Parent
	}
	return node
}

// Hottest returns at most n nodes, those with most for themselves first.
// Nodes with nothing are left out.
func (c *Condensed) Hottest(n int) []int {
	top := ranking{limit: n}
	for i := range c.Nodes {
		top.offer(i, c.Nodes[i].Self)
	}
	return top.contexts
}

// SelvesOfSites divides the run among the call sites of own code: what a context has of its
// own goes to the call that entered it, or, of code that is folded, to the call that own
// code made above it. Own code that other code has called belongs to no site of these, as
// the entries of threads do not.
func (a *Analysis) SelvesOfSites(own Own) []Amounts {
	contexts := a.Profile.Contexts
	selves := make([]Amounts, len(a.Sites))
	isOwn, isProxy := a.ownAndProxies(own)
	called := prefault.Slice[int32](len(contexts)) // the site of that call, or -1
	for i := range contexts {
		called[i] = -1
		if parent := contexts[i].Parent; parent >= 0 {
			caller, callee := a.MethodOf(int(parent)), a.MethodOf(i)
			switch {
			case isOwn[caller] && !isProxy[caller]:
				called[i] = a.siteOf[i]
			case !isOwn[callee] || isProxy[caller] || isProxy[callee]:
				called[i] = called[parent]
			}
		}
		if called[i] >= 0 {
			selves[called[i]].Add(Exclusive(a.Profile, &contexts[i]))
		}
	}
	return selves
}
