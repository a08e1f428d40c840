package export

import "slices"

// forest is the shape of trees whose nodes are numbered so that parents stand before
// their children.
type forest struct {
	parent []int32 // by node; -1 for a root
	first  []int32 // by node: its first child, -1 for none
	next   []int32 // by node: the next child of its parent, -1 for none
}

// newForest links the nodes with these parents. Children of a node are in order.
func newForest(parent []int32) forest {
	f := forest{parent, make([]int32, len(parent)), make([]int32, len(parent))}
	for i := len(parent) - 1; i >= 0; i-- {
		f.first[i], f.next[i] = -1, -1
	}
	for i := len(parent) - 1; i >= 0; i-- {
		if above := parent[i]; above >= 0 {
			f.first[above], f.next[i] = int32(i), f.first[above]
		}
	}
	return f
}

// sortChildren puts the children of every node in another order.
func (f *forest) sortChildren(compare func(a, b int32) int) {
	var children []int32
	for i := range f.first {
		children = children[:0]
		for c := f.first[i]; c >= 0; c = f.next[c] {
			children = append(children, c)
		}
		slices.SortFunc(children, compare)
		for at := range children {
			f.next[children[at]] = -1
			if at > 0 {
				f.next[children[at-1]] = children[at]
			} else {
				f.first[i] = children[0]
			}
		}
	}
}

// walk visits nodes in preorder with enter, and those for which that returned true
// once more, after their descendants, with leave; the descendants of others are left
// out. It does not recurse, as the profiled program may have done so without a bound.
func (f *forest) walk(enter func(node int32) bool, leave func(node int32)) {
	for i := range f.parent {
		if f.parent[i] < 0 {
			f.walkFrom(int32(i), enter, leave)
		}
	}
}

func (f *forest) walkFrom(root int32, enter func(node int32) bool, leave func(node int32)) {
	for at := root; ; at = f.next[at] {
		for enter(at) {
			if f.first[at] < 0 {
				leave(at)
				break
			}
			at = f.first[at]
		}
		for at != root && f.next[at] < 0 {
			at = f.parent[at]
			leave(at)
		}
		if at == root {
			return
		}
	}
}

// inclusive adds up amounts by node with those of all descendants.
func (f *forest) inclusive(self []uint64) []uint64 {
	sums := slices.Clone(self)
	for i := len(sums) - 1; i >= 0; i-- {
		if above := f.parent[i]; above >= 0 {
			sums[above] += sums[i]
		}
	}
	return sums
}

// depths counts each node's ancestors.
func (f *forest) depths() []int32 {
	depths := make([]int32, len(f.parent))
	for i, above := range f.parent {
		if above >= 0 {
			depths[i] = depths[above] + 1
		}
	}
	return depths
}
