package report

import (
	"cmp"
	"slices"

	"hotlens/profiles/analysis"
	"hotlens/profiles/sources"
)

// How much source a report shows that is to be read at once: two or three screens. Of a
// method that is longer than a screen, only the lines that are worth a number are shown.
const (
	maxSourceLines = 120
	maxMethodLines = 40
)

// leastLineShare is the share of the run from which on a line of a long method is shown:
// that from which on the editor gives a hint.
const leastLineShare = 0.01

// excerpt is a method in the listing of its file.
type excerpt struct {
	listing *listing
	method  int
	lines   sources.Range
	heat    uint64 // of the method with the library below it
}

// chooseMethods leaves of what is shown the methods that the run spent most on, as many as
// one can read.
func (r *report) chooseMethods(listings []*listing) {
	heat := r.methodHeat()
	var excerpts []excerpt
	for _, l := range listings {
		ranges := l.methodRanges(r)
		for _, m := range l.methods {
			if lines, placed := ranges[m]; placed && heat[m] > 0 {
				excerpts = append(excerpts, excerpt{l, m, lines, heat[m]})
			}
		}
	}
	slices.SortStableFunc(excerpts, func(a, b excerpt) int { return cmp.Compare(b.heat, a.heat) })
	kept := map[*listing][]bool{}
	for _, l := range listings {
		kept[l] = make([]bool, len(l.lines))
	}
	for room, i := maxSourceLines, 0; i < len(excerpts) && room > 0; i++ {
		room -= r.keep(&excerpts[i], kept[excerpts[i].listing])
	}
	for _, l := range listings {
		fillGaps(kept[l], maxShownGap)
		for i := range l.shown {
			l.shown[i] = l.shown[i] && kept[l][i]
		}
	}
}

// methodHeat is what each method has for itself and of the library below it.
func (r *report) methodHeat() []uint64 {
	heat := make([]uint64, len(r.profile.Methods))
	tree := r.condensed()
	for i := range tree.Nodes {
		node := &tree.Nodes[i]
		method := node.Method
		if !r.isOwn(int(method)) && node.Parent >= 0 {
			method = tree.Nodes[node.Parent].Method
		}
		heat[method] += node.Self
	}
	return heat
}

// keep marks the lines of a method, and returns how many it has added.
func (r *report) keep(e *excerpt, kept []bool) (added int) {
	mark := func(i int) {
		if i >= 0 && i < len(kept) && e.listing.shown[i] && !kept[i] {
			kept[i] = true
			added++
		}
	}
	first, last := e.lines.Start.Line, e.lines.End.Line
	long := last-first >= maxMethodLines
	mark(first)
	for i := first; i <= last && i < len(kept); i++ {
		switch {
		case !long:
			mark(i)
		case r.analysis.Share(e.listing.work[i]) >= leastLineShare:
			for near := max(i-nearLines, first); near <= min(i+nearLines, last); near++ {
				mark(near)
			}
		}
	}
	return added
}

// methodRanges are the lines of the methods: as the index has them, else from a method's
// first line to the next one's.
func (l *listing) methodRanges(r *report) map[int]sources.Range {
	ranges := map[int]sources.Range{}
	if l.index != nil {
		for _, d := range l.index.Declarations {
			if r.analysis.Ran(d) && d.Declares() {
				ranges[d.Method] = fromHeader(d)
			}
		}
		return ranges
	}
	starts := slices.DeleteFunc(slices.Clone(l.methods), func(m int) bool { return r.profile.Methods[m].Line < 1 })
	slices.SortStableFunc(starts, func(a, b int) int { return cmp.Compare(r.profile.Methods[a].Line, r.profile.Methods[b].Line) })
	for i, m := range starts {
		// The first line of code is below the declaration, mostly by one.
		first, end := r.profile.Methods[m].Line-1, len(l.lines)
		if i+1 < len(starts) {
			end = r.profile.Methods[starts[i+1]].Line - 2
		}
		ranges[m] = sources.Range{
			Start: sources.Position{Line: max(first-1, 0)}, End: sources.Position{Line: max(min(end-1, first+maxMethodLines), first)},
		}
	}
	return ranges
}

// fromHeader is the range of a declaration, from the line that its header stands above.
func fromHeader(d *analysis.Declaration) sources.Range {
	lines := d.Source.Range
	lines.Start.Line = headerLine(d)
	return lines
}

// fillGaps marks what lies between marks that stand as close as that.
func fillGaps(marked []bool, most int) {
	for i := 0; i < len(marked); {
		gap := i
		for gap < len(marked) && !marked[gap] {
			gap++
		}
		if gap-i <= most && i > 0 && gap < len(marked) {
			for j := i; j < gap; j++ {
				marked[j] = true
			}
		}
		i = gap + 1
	}
}
