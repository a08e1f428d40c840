package export

import (
	"math"
	"slices"

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
			below[i] = node(c.Parent, c.Line)
		}
		selfOf[i] = node(i, f.list[f.ofMethod[c.Method]].line)
	}
	for _, m := range metrics {
		self := make([]uint64, len(b.parents))
		for i := range p.Contexts {
			self[selfOf[i]] += m.Of(&p.Contexts[i])
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
// contexts come to it at a mean depth of 64.
const maxChainPlaces = 8 << 20

// deeperName is the name of the frame that stands for all frames below a depth.
const deeperName = "[deeper calls]"

// limitDepth folds what lies deepest, if all stacks together have more than so many
// places.
func (t *tree) limitDepth(most int) {
	depths := t.depths()
	var count []int // stacks by depth
	for i := range t.parent {
		if depth := int(depths[i]); t.nonzero(int32(i)) {
			for len(count) <= depth {
				count = append(count, 0)
			}
			count[depth]++
		}
	}
	deeper, places := 0, 0
	for depth := len(count) - 1; depth > 0; depth-- {
		deeper += count[depth] // stacks at least so deep
		count[depth] = deeper
	}
	limit := int32(math.MaxInt32)
	for depth := 1; depth < len(count); depth++ {
		if places += count[depth]; places > most {
			limit = int32(max(depth-1, 1))
			break
		}
	}
	if limit < math.MaxInt32 {
		t.fold(deeperName, func(node int32) bool { return depths[node] < limit })
	}
}
