package generator

import (
	"cmp"
	"slices"
)

// reductionText bounds the text of the candidates that are tried at the same time,
// in bytes: as much as javac compiles in about a second.
const reductionText = 1 << 19

// edit replaces a part of a tree.
type edit struct {
	path        []int // the children to walk from the root to the node that changes
	replacement *node
	gain        int // how much shorter the program becomes
}

// Reduce makes a failing program smaller as long as it fails. It calls fails with
// several candidates at a time, which need not compile, and which it should judge by
// running them. It returns p itself if no smaller program fails.
//
// It removes and simplifies from large parts to small ones, in sweeps, until a whole
// sweep finds nothing.
func Reduce(p Program, fails func([]Program) []bool) Program {
	tried := map[string]bool{}
	for {
		before := p.Size()
		for limit := before; limit > 0; {
			window := p.window(limit, tried)
			if len(window) == 0 {
				break
			}
			limit = window[len(window)-1].gain
			p = p.improve(window, fails)
		}
		if p.Size() >= before {
			return p
		}
	}
}

// window chooses the untried edits of the largest gains up to a limit.
func (p Program) window(limit int, tried map[string]bool) []edit {
	edits := slices.DeleteFunc(p.root.edits(nil), func(e edit) bool { return e.gain <= 0 || e.gain > limit })
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(b.gain, a.gain) })
	var chosen []edit
	room := reductionText
	for _, e := range edits {
		source := p.apply(e).Source("")
		if tried[source] {
			continue
		}
		tried[source] = true
		chosen = append(chosen, e)
		if room -= len(source); room <= 0 {
			break
		}
	}
	return chosen
}

// improve applies the edits with which the program still fails: all of them if they
// go together, else the one with the largest gain.
func (p Program) improve(edits []edit, fails func([]Program) []bool) Program {
	var candidates []Program
	for _, e := range edits {
		candidates = append(candidates, p.apply(e))
	}
	var good []edit
	for i, failed := range fails(candidates) {
		if failed {
			good = append(good, edits[i])
		}
	}
	if len(good) == 0 {
		return p
	}
	best := p.apply(good[0])
	together := p
	var applied [][]int
	for _, e := range good {
		if !slices.ContainsFunc(applied, func(path []int) bool { return overlap(path, e.path) }) {
			together, applied = together.apply(e), append(applied, e.path)
		}
	}
	if len(applied) > 1 && fails([]Program{together})[0] {
		return together
	}
	return best
}

// overlap says whether one of two paths leads through the end of the other.
func overlap(a, b []int) bool {
	n := min(len(a), len(b))
	return slices.Equal(a[:n], b[:n])
}

// apply makes the program that an edit leads to.
func (p Program) apply(e edit) Program {
	return Program{p.Seed, p.root.replaced(e.path, e.replacement)}
}

// replaced is the tree with another node at the end of a path.
func (n *node) replaced(path []int, replacement *node) *node {
	if len(path) == 0 {
		return replacement
	}
	changed := *n
	changed.children = slices.Clone(n.children)
	changed.children[path[0]] = n.children[path[0]].replaced(path[1:], replacement)
	return &changed
}

// edits lists what can be simplified in the tree n, to which the path leads.
func (n *node) edits(path []int) []edit {
	var all []edit
	try := func(replacement *node) {
		all = append(all, edit{slices.Clone(path), replacement, n.size() - replacement.size()})
	}
	switch n.kind {
	case list:
		for length := len(n.children); length > 0; length /= 2 {
			for from := 0; from < len(n.children); from += length {
				try(lines(slices.Delete(slices.Clone(n.children), from, min(from+length, len(n.children)))...))
			}
		}
	case statement:
		for _, child := range n.children {
			if child.kind == list {
				try(block(child))
			}
		}
	case expression:
		try(expr(n.javaType, simplest(n.javaType)))
		for _, inner := range n.ofType(n.javaType) {
			try(inner)
		}
	}
	for i, child := range n.children {
		all = append(all, child.edits(append(path, i))...)
	}
	return all
}

// ofType lists the expressions of a type that are nearest below n.
func (n *node) ofType(javaType string) []*node {
	var all []*node
	for _, child := range n.children {
		if child.kind == expression && child.javaType == javaType {
			all = append(all, child)
		} else {
			all = append(all, child.ofType(javaType)...)
		}
	}
	return all
}
