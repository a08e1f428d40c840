package export

import (
	"math"
	"slices"
	"sort"

	"hotlens/profiles"
)

// tree is the calling context tree as a format sees it: its roots are the threads,
// those with the same name being one, and below them contexts with the same chain of
// places are one node.
type tree struct {
	forest
	*frames
	metrics []profiles.Metric
	rest    int32      // the place of fold's nodes, if there are any
	threads []string   // by root's at: the name of the thread; "" where there is none to tell
	places  []place    // by any other node's at
	at      []int32    // by node
	self    [][]uint64 // by metric and node: amounts without those of descendants
	nodeOf  []int32    // by context: the node that has its amounts
}

// place is what stands for a call in a chain of calls: its frame and a line in its
// source, which is that of the call of the next one in the chain, and of the last one
// the first of its method. The line is 0 where it is not known or does not matter.
type place struct{ frame, line int32 }

// treeOptions say which contexts are one node.
type treeOptions struct {
	lines    bool                    // tell places apart by lines
	together bool                    // do not tell threads apart
	omit     func(frame *frame) bool // frames that count as part of their callers; nil for none
}

// newTree merges the contexts of a profile. Children are in the order in which they
// began.
func newTree(p *profiles.Profile, f *frames, metrics []profiles.Metric, o treeOptions) *tree {
	b := builder{
		tree:   tree{frames: f, metrics: metrics},
		lines:  o.lines,
		nodes:  map[[2]int32]int32{},
		placed: map[place]int32{},
		named:  map[string]int32{},
	}
	if !o.together {
		b.threadsOf(p)
	}
	omitted := make([]bool, len(f.list))
	for i := range f.list {
		omitted[i] = o.omit != nil && o.omit(&f.list[i])
	}
	// A context has a node for each line that it has called from. All of them lie
	// below the one for the line in its parent that it was called from.
	below := make([]int32, len(p.Contexts))
	node := func(context, line int) int32 {
		frame := f.ofMethod[p.Contexts[context].Method]
		if omitted[frame] {
			return below[context]
		}
		return b.node(below[context], b.place(frame, line))
	}
	selfOf := make([]int32, len(p.Contexts))
	for i := range p.Contexts {
		c := &p.Contexts[i]
		if c.Parent < 0 {
			below[i] = b.root(i)
		} else {
			below[i] = node(int(c.Parent), int(c.Line))
		}
		selfOf[i] = node(i, f.list[f.ofMethod[c.Method]].line)
	}
	for _, m := range metrics {
		self := make([]uint64, len(b.parents))
		for i := range p.Contexts {
			self[selfOf[i]] += m.Of(p, &p.Contexts[i])
		}
		b.self = append(b.self, self)
	}
	b.forest, b.nodeOf = newForest(b.parents), selfOf
	return &b.tree
}

// builder makes a tree.
type builder struct {
	tree
	lines   bool
	parents []int32
	nodes   map[[2]int32]int32 // by parent and at
	placed  map[place]int32
	roots   map[int]int32    // by context: its thread
	named   map[string]int32 // threads by name
}

// threadsOf gives the threads with the same name one number.
func (b *builder) threadsOf(p *profiles.Profile) {
	b.roots = make(map[int]int32, len(p.Threads))
	for i := range p.Threads {
		b.roots[p.Threads[i].Root] = b.thread(p.Threads[i].Name)
	}
}

func (b *builder) thread(name string) int32 {
	at, known := b.named[name]
	if !known {
		at = int32(len(b.threads))
		b.named[name] = at
		b.threads = append(b.threads, name)
	}
	return at
}

// root returns the node of the thread with this root context.
func (b *builder) root(context int) int32 {
	thread, known := b.roots[context]
	if !known {
		thread = b.thread("")
	}
	return b.node(-1, thread)
}

func (b *builder) place(frame int32, line int) int32 {
	key := place{frame: frame}
	if b.lines {
		key.line = int32(max(line, 0))
	}
	index, known := b.placed[key]
	if !known {
		index = int32(len(b.places))
		b.placed[key] = index
		b.places = append(b.places, key)
	}
	return index
}

func (b *builder) node(parent, at int32) int32 {
	key := [2]int32{parent, at}
	index, known := b.nodes[key]
	if !known {
		index = int32(len(b.parents))
		b.nodes[key] = index
		b.parents, b.at = append(b.parents, parent), append(b.at, at)
	}
	return index
}

// isThread tells whether a node stands for a thread.
func (t *tree) isThread(node int32) bool { return t.parent[node] < 0 }

// isRest tells whether fold made the node.
func (t *tree) isRest(node int32) bool {
	return t.rest > 0 && t.rest == t.at[node] && !t.isThread(node)
}

// frame is the frame of a node that stands for none.
func (t *tree) frame(node int32) *frame { return &t.list[t.places[t.at[node]].frame] }

// nonzero tells whether a node has something of any metric for itself.
func (t *tree) nonzero(node int32) bool {
	return slices.ContainsFunc(t.self, func(self []uint64) bool { return self[node] != 0 })
}

// fold replaces the nodes that are not kept, with all their descendants, by one child
// of their parent with the given name. It returns, by node, how many it stands for.
// Threads are always kept.
func (t *tree) fold(name string, keep func(node int32) bool) []int {
	rest := int32(len(t.places))
	t.places = append(t.places, place{frame: int32(len(t.list))})
	t.list = append(t.list, frame{name: name})
	folded := tree{frames: t.frames, metrics: t.metrics, threads: t.threads, rest: rest, places: t.places, self: make([][]uint64, len(t.self))}
	var parents []int32
	var standsFor []int
	restOf := map[int32]int32{} // by new parent
	newOf := make([]int32, len(t.parent))
	for i, above := range t.parent {
		parent, at := int32(-1), t.at[i]
		if above >= 0 {
			parent = newOf[above]
			if folded.at[parent] == rest && parents[parent] >= 0 { // below a folded one
				standsFor[parent]++
				newOf[i] = parent
				continue
			}
			if !keep(int32(i)) {
				at = rest
				if same, known := restOf[parent]; known {
					standsFor[same]++
					newOf[i] = same
					continue
				}
				restOf[parent] = int32(len(parents))
			}
		}
		newOf[i] = int32(len(parents))
		parents, folded.at = append(parents, parent), append(folded.at, at)
		standsFor = append(standsFor, 1)
	}
	for metric := range t.self {
		self := make([]uint64, len(parents))
		for i, amount := range t.self[metric] {
			self[newOf[i]] += amount
		}
		folded.self[metric] = self
	}
	for _, node := range t.nodeOf {
		folded.nodeOf = append(folded.nodeOf, newOf[node])
	}
	folded.forest = newForest(parents)
	*t = folded
	return standsFor
}

// maxChainPlaces bounds what the formats write that list each stack in full: at some
// 50 bytes for the name of a frame, 400 MB of text. Runs with the default number of
// contexts come to it at a mean depth of 64. maxChainDepth bounds one stack then: recursion
// without end has as much below its first frames as below the thousandth.
const (
	maxChainPlaces = 8 << 20
	maxChainDepth  = 1024
)

// deeperName is the name of the frame that stands for the calls of a node that have so little below them that their stacks are not listed.
const deeperName = "[deeper calls]"

// limitPlaces folds the calls that have least below them, of any metric, if all stacks together have more than so many
// places. What a method took itself in them is still its own: each has one node there.
func (t *tree) limitPlaces(most int) {
	depths := t.depths()
	places := 0
	for i := range t.parent {
		if t.nonzero(int32(i)) {
			places += int(depths[i])
		}
	}
	if places > most {
		t.foldLeast(func(f *folding) bool { return f.places <= most })
	}
}

// limitNodes folds the calls that have least below them, of any metric, if there are more than so many nodes, as limitPlaces does.
func (t *tree) limitNodes(most int) {
	if len(t.parent) > most {
		t.foldLeast(func(f *folding) bool { return len(f.parents) <= most })
	}
}

// foldLeast folds the calls that have least below them until the tree fits.
func (t *tree) foldLeast(fits func(f *folding) bool) {
	depths, shares := t.depths(), t.shares()
	folded := func(doubled int) *folding {
		least := leastFolded * math.Pow(2, float64(doubled))
		return newFolding(t, depths, func(node int32) bool { return shares[node] >= least && depths[node] <= maxChainDepth })
	}
	folded(sort.Search(mostDoubled, func(doubled int) bool { return fits(folded(doubled)) })).apply()
}

// What has a smaller share is folded. There are fewer contexts than would make these shares smaller than leastFolded, and
// doubled so often it is more than everything.
const (
	leastFolded = 1e-8
	mostDoubled = 27
)

// shares is the largest share that each node has of a metric, with its descendants.
func (t *tree) shares() []float64 {
	shares := make([]float64, len(t.parent))
	for _, self := range t.self {
		inclusive, total := t.inclusive(self), 0.
		for i, above := range t.parent {
			if above < 0 {
				total += float64(inclusive[i])
			}
		}
		for i, amount := range inclusive {
			if total > 0 {
				shares[i] = max(shares[i], float64(amount)/total)
			}
		}
	}
	return shares
}

// folding is a tree in which some nodes have been folded: what stands for them is a node below the nearest ancestor that is kept, and
// below that one for each place.
type folding struct {
	*tree
	rest        int32
	parents, at []int32
	newOf       []int32 // by node of the tree
	places      int     // in all stacks together
}

// newFolding folds the nodes that are not kept, with all their descendants. Threads are always kept.
func newFolding(t *tree, depths []int32, keep func(node int32) bool) *folding {
	f := &folding{tree: t, rest: int32(len(t.places)), newOf: make([]int32, len(t.parent))}
	node := func(parent, at int32) int32 {
		f.parents, f.at = append(f.parents, parent), append(f.at, at)
		return int32(len(f.at)) - 1
	}
	anchors := make([]int32, len(t.parent)) // by node: its nearest ancestor that is kept, or itself
	children := map[[2]int32]int32{}        // the new ones, by parent and at
	child := func(parent, at int32) (index int32, made bool) {
		key := [2]int32{parent, at}
		index, known := children[key]
		if !known {
			index = node(parent, at)
			children[key] = index
		}
		return index, !known
	}
	for i, above := range t.parent {
		if above < 0 || anchors[above] == above && keep(int32(i)) {
			parent := int32(-1)
			if above >= 0 {
				parent = f.newOf[above]
			}
			anchors[i], f.newOf[i] = int32(i), node(parent, t.at[i])
			if t.nonzero(int32(i)) {
				f.places += int(depths[i])
			}
			continue
		}
		anchor := anchors[above]
		anchors[i] = anchor
		if !t.nonzero(int32(i)) {
			f.newOf[i] = f.newOf[anchor]
			continue
		}
		rest, _ := child(f.newOf[anchor], f.rest)
		var made bool
		if f.newOf[i], made = child(rest, t.at[i]); made {
			f.places += int(depths[anchor]) + 2
		}
	}
	return f
}

// apply puts the folded tree in the tree's place.
func (f *folding) apply() {
	t := f.tree
	t.places = append(t.places, place{frame: int32(len(t.list))})
	t.list = append(t.list, frame{name: deeperName})
	for metric, before := range t.self {
		self := make([]uint64, len(f.parents))
		for i, amount := range before {
			self[f.newOf[i]] += amount
		}
		t.self[metric] = self
	}
	for i, node := range t.nodeOf {
		t.nodeOf[i] = f.newOf[node]
	}
	t.rest, t.at, t.forest = f.rest, f.at, newForest(f.parents)
}
