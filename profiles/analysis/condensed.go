package analysis

import "hotlens/profiles/prefault"

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
	Calls     uint64
	Self      uint64 // of the analysis' metric, as Inclusive is
	Inclusive uint64
}

// Condense condenses the tree, in time linear in the number of contexts but for
// recursion, which is looked for among a node's ancestors.
func (a *Analysis) Condense(own Own) *Condensed {
	contexts := a.Profile.Contexts
	f := newFolder(a, own)
	c := &Condensed{Of: prefault.Slice[int32](len(contexts))}
	fates := prefault.Slice[fate](len(contexts))
	lines := prefault.Slice[int32](len(contexts)) // of the calls, those of proxies' calls replaced by those of the proxies
	for i := range contexts {
		context := &contexts[i]
		parent := int32(-1)
		lines[i] = int32(context.Line)
		if context.Parent >= 0 {
			parent = c.Of[context.Parent]
			if f.proxy[contexts[context.Parent].Method] {
				lines[i] = lines[context.Parent]
			}
		}
		c.Of[i], fates[i] = f.fold(parent, int32(a.MethodOf(i)), lines[i], int32(i))
	}
	// There may be millions of nodes: only now it is known how many.
	c.Nodes = prefault.Slice[CondensedNode](len(f.first))
	for i, n := range f.nodes.list {
		c.Nodes[i] = CondensedNode{Parent: n[0], Method: n[1], Context: f.first[i], Line: n[2]}
	}
	for i, at := range c.Of {
		node := &c.Nodes[at]
		switch fates[i] {
		case recursed:
			node.Recursive = true
			node.Calls += contexts[i].Calls
		case entered:
			node.Entries++
			node.Calls += contexts[i].Calls
		}
		node.Self += a.Metric.Of(&contexts[i])
	}
	for i := len(c.Nodes) - 1; i >= 0; i-- {
		c.Nodes[i].Inclusive += c.Nodes[i].Self
		if parent := c.Nodes[i].Parent; parent >= 0 {
			c.Nodes[parent].Inclusive += c.Nodes[i].Inclusive
		}
	}
	return c
}

// fate is how a context comes into its node.
type fate uint8

const (
	passed   fate = iota // its caller is in it, too
	recursed             // the method is active already
	entered              // called from another node
)

// folder finds the nodes of contexts, parents first.
type folder struct {
	own, proxy []bool   // by method
	nodes      *triples // of parent, method and line
	first      []int32  // by node: its first context
}

func newFolder(a *Analysis, own Own) *folder {
	f := &folder{own: make([]bool, len(a.Methods)), proxy: make([]bool, len(a.Methods)), nodes: newTriples(len(a.Profile.Contexts))}
	for i := range a.Methods {
		f.own[i], f.proxy[i] = own(i), a.IsProxy(i)
	}
	return f
}

// fold finds the node of a context whose caller's is the parent, and makes it where there is none.
func (f *folder) fold(parent, method, line, context int32) (at int32, how fate) {
	own := f.own[method]
	folds := parent >= 0 && !f.own[f.nodes.list[parent][1]] // what code that is not own calls is in its node, too
	switch {
	case parent >= 0 && (f.proxy[method] || !own && folds):
		return parent, passed
	case own:
		if at := f.enclosing(parent, method); at >= 0 {
			return at, recursed
		}
	}
	if parent < 0 || folds {
		line = -1
	}
	at, added := f.nodes.add([3]int32{parent, method, line})
	if added {
		f.first = append(f.first, context)
	}
	return at, entered
}

// enclosing is the node of a method among a node and its ancestors, -1 for none.
func (f *folder) enclosing(node, method int32) int32 {
	for node >= 0 && f.nodes.list[node][1] != method {
		node = f.nodes.list[node][0]
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
	called := make([]int32, len(contexts)) // the site of that call, or -1
	for i := range contexts {
		called[i] = -1
		if parent := contexts[i].Parent; parent >= 0 {
			caller, callee := a.MethodOf(parent), a.MethodOf(i)
			switch {
			case own(caller) && !a.IsProxy(caller):
				called[i] = a.siteOf[i]
			case !own(callee) || a.IsProxy(caller) || a.IsProxy(callee):
				called[i] = called[parent]
			}
		}
		if called[i] >= 0 {
			selves[called[i]].Add(Exclusive(&contexts[i]))
		}
	}
	return selves
}
