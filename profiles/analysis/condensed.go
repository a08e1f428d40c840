package analysis

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

// CondensedNode is a method with its callers, as far as Condensed tells them apart.
type CondensedNode struct {
	Parent    int32 // -1: the entry of a thread
	Method    int
	Context   int32 // the first one that is in it
	Line      int   // of the call in the parent's method; -1 where that is not own code, or not known
	Entries   int   // contexts that were entered from outside
	Calls     uint64
	Recursive bool // activations of the method within itself are in it
	Self      Amounts
	Inclusive Amounts

	folds bool // not own code: what it calls is in it, too
}

// Condense condenses the tree, in time linear in the number of contexts but for
// recursion, which is looked for among a node's ancestors.
func (a *Analysis) Condense(own Own) *Condensed {
	contexts := a.Profile.Contexts
	c := &Condensed{Of: make([]int32, len(contexts))}
	type child struct {
		parent       int32
		method, line int
	}
	children := map[child]int32{}
	lines := make([]int, len(contexts)) // of the calls, those of proxies' calls replaced by those of the proxies
	for i := range contexts {
		context := &contexts[i]
		method := a.MethodOf(i)
		parent := int32(-1)
		lines[i] = context.Line
		if context.Parent >= 0 {
			parent = c.Of[context.Parent]
			if a.IsProxy(contexts[context.Parent].Method) {
				lines[i] = lines[context.Parent]
			}
		}
		at := parent
		switch {
		case parent >= 0 && (a.IsProxy(method) || !own(method) && c.Nodes[parent].folds):
		case own(method) && c.enclosing(parent, method) >= 0:
			at = c.enclosing(parent, method)
			c.Nodes[at].Recursive = true
			c.Nodes[at].Calls += context.Calls
		default:
			key := child{parent, method, lines[i]}
			if parent < 0 || c.Nodes[parent].folds {
				key.line = -1
			}
			node, known := children[key]
			if !known {
				node = int32(len(c.Nodes))
				children[key] = node
				c.Nodes = append(c.Nodes, CondensedNode{Parent: parent, Method: method, Context: int32(i), Line: key.line, folds: !own(method)})
			}
			at = node
			c.Nodes[at].Entries++
			c.Nodes[at].Calls += context.Calls
		}
		c.Of[i] = at
		c.Nodes[at].Self.Add(Exclusive(context))
	}
	for i := len(c.Nodes) - 1; i >= 0; i-- {
		c.Nodes[i].Inclusive.Add(c.Nodes[i].Self)
		if parent := c.Nodes[i].Parent; parent >= 0 {
			c.Nodes[parent].Inclusive.Add(c.Nodes[i].Inclusive)
		}
	}
	return c
}

// enclosing is the node of a method among a node and its ancestors, -1 for none.
func (c *Condensed) enclosing(node int32, method int) int32 {
	for node >= 0 && c.Nodes[node].Method != method {
		node = c.Nodes[node].Parent
	}
	return node
}

// Hottest returns at most n nodes, those with the most of a metric for themselves first.
// Nodes with none are left out.
func (c *Condensed) Hottest(n int, of func(Amounts) uint64) []int {
	top := ranking{limit: n}
	for i := range c.Nodes {
		top.offer(i, of(c.Nodes[i].Self))
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
