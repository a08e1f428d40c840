package generator

import (
	"cmp"
	"slices"
)

// windowEdits is how many edits are considered at a time, groupCounts into how many
// groups they are divided to be tried together. Few windows and large groups remove
// what is easily removed in few rounds, each of which starts a compiler and two VMs.
const windowEdits = 64

var groupCounts = []int{1, 2, 4, 8}

// reductionText bounds the text of the candidates that are tried at the same time,
// in bytes: as much as javac compiles in about a second.
const reductionText = 1 << 19

// edit replaces a part of a tree.
type edit struct {
	path        []int // the children to walk from the root to the node that changes
	replacement *node
	gain        int  // how much shorter the program becomes
	safe        bool // the program surely compiles afterwards: nothing is gone that others use
}

// Reduce makes a failing program smaller as long as it fails. It calls fails with
// several candidates at a time, which need not compile, and which it should judge by
// running them. It returns p itself if no smaller program fails.
//
// It removes and simplifies from large parts to small ones, in sweeps, until a whole
// sweep finds nothing. The first sweep leaves all declarations: a program without
// what others use does not compile, which takes as long to see as that it does not fail.
func Reduce(p Program, fails func([]Program) []bool) Program {
	tried := map[string]bool{}
	for declarations := false; ; declarations = true {
		before := p.Size()
		for limit := before; limit > 0; {
			window := p.window(limit, declarations, tried)
			if len(window) == 0 {
				break
			}
			limit = window[len(window)-1].gain
			p = p.improve(window, fails)
		}
		if declarations && p.Size() >= before {
			return p
		}
	}
}

// window chooses the untried edits of the largest gains up to a limit; those that
// remove declarations only if it may.
func (p Program) window(limit int, declarations bool, tried map[string]bool) []edit {
	edits := slices.DeleteFunc(p.root.edits(nil), func(e edit) bool {
		return e.gain <= 0 || e.gain > limit || !e.safe && !declarations
	})
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(b.gain, a.gain) })
	var chosen []edit
	for _, e := range edits {
		if len(chosen) == windowEdits {
			break
		}
		if source := p.apply(e).Source(""); !tried[source] {
			tried[source] = true
			chosen = append(chosen, e)
		}
	}
	return chosen
}

// improve applies edits with which the program still fails: first whole groups of
// them; if no group goes, single ones.
func (p Program) improve(edits []edit, fails func([]Program) []bool) Program {
	var disjoint []edit
	for _, e := range edits {
		if !slices.ContainsFunc(disjoint, func(d edit) bool { return overlap(d.path, e.path) }) {
			disjoint = append(disjoint, e)
		}
	}
	var groups [][]edit
	for _, count := range groupCounts {
		if count < len(disjoint) {
			groups = slices.AppendSeq(groups, slices.Chunk(disjoint, (len(disjoint)+count-1)/count))
		}
	}
	if better, improved := p.combine(groups, fails); improved {
		return better
	}
	var singles [][]edit
	for _, e := range edits {
		singles = append(singles, []edit{e})
	}
	better, _ := p.combine(singles, fails)
	return better
}

// combine applies the groups of edits with which the program still fails: all of
// them if they go together, else the first one.
func (p Program) combine(groups [][]edit, fails func([]Program) []bool) (better Program, improved bool) {
	var good [][]edit
	atOnce := max(1, reductionText/max(1, p.Size()))
	for some := range slices.Chunk(groups, atOnce) {
		var candidates []Program
		for _, group := range some {
			candidates = append(candidates, p.applyAll(group))
		}
		for i, failed := range fails(candidates) {
			if failed {
				good = append(good, some[i])
			}
		}
	}
	if len(good) == 0 {
		return p, false
	}
	var together []edit
	for _, e := range slices.Concat(good...) {
		if !slices.ContainsFunc(together, func(d edit) bool { return overlap(d.path, e.path) }) {
			together = append(together, e)
		}
	}
	if len(good) > 1 {
		if all := p.applyAll(together); fails([]Program{all})[0] {
			return all, true
		}
	}
	return p.applyAll(good[0]), true
}

// applyAll makes the program that several edits of different parts lead to.
func (p Program) applyAll(edits []edit) Program {
	for _, e := range edits {
		p = p.apply(e)
	}
	return p
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
		// Whoever sees the variables of a list of statements goes with it.
		safe := n.kind != list || len(replacement.children) == 0 && n.children[0].kind == statement
		all = append(all, edit{slices.Clone(path), replacement, n.size() - replacement.size(), safe})
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
