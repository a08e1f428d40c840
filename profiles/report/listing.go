package report

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"hotlens/profiles/analysis"
	"hotlens/profiles/decisions"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
)

// SourceFunc finds the source file of a class (binary name with slashes) whose
// class file names the given source file, such as "Demo.java". path is the one
// that the source index has for it; ok is false where there is none.
type SourceFunc func(class, file string) (path, text string, ok bool)

// Which lines are shown: those with numbers and the methods that ran, with some
// lines around them. Without an index it is not known where a method ends, and
// more lines around have to make up for it. Gaps that are hardly longer than
// the mark that replaces them stay.
const (
	nearLines             = 2
	nearLinesWithoutIndex = 6
	maxShownGap           = 3
)

// listing is one source file with its numbers. Lines count from 0 here.
type listing struct {
	title   string
	path    string
	lines   []string
	methods []int // of the profile, that ran and stand in this file
	self    uint64
	index   *analysis.File // nil where there is none for this text

	headers  map[int][]remark    // written above a line
	calls    []uint64            // by line: calls made there
	work     []analysis.Amounts  // by line: of these calls with all they call
	called   []bool              // by line: holds calls
	decided  []decisions.Summary // by line: what the inliner decided about these calls
	shown    []bool              // by line
	uncalled []bool              // by line: inside a method that was never called
	joins    bool                // the calls of a line include strings that it has joined
}

// remark is a line of the report between two lines of source text.
type remark struct {
	style style
	text  string
}

// writeListings writes the source of the methods that ran, the hottest file first, and how
// much it leaves out.
func (r *report) writeListings() {
	listings := r.listings()
	for _, l := range listings {
		r.addHeaders(l)
		l.chooseLines()
	}
	if !r.options.All {
		r.chooseMethods(listings)
	}
	left := 0
	for _, l := range listings {
		if slices.Contains(l.shown, true) {
			r.writeListing(l)
		} else {
			left++
		}
	}
	if left > 0 {
		r.line()
		r.line(r.paint(dim, fitEnd(numbers.Count(uint64(left), "more file")+" not shown: --all shows every line that ran", r.width)))
	}
}

func (r *report) makeListings() []*listing {
	if r.options.Sources == nil {
		return nil
	}
	listings, byMethod := r.collectListings()
	if len(listings) > 0 {
		r.countLines(listings, byMethod)
	}
	slices.SortStableFunc(listings, func(a, b *listing) int { return cmp.Compare(b.self, a.self) })
	return listings
}

// collectListings finds the files, and for every method of the profile its file
// or nil.
func (r *report) collectListings() ([]*listing, []*listing) {
	var listings []*listing
	byPath := map[string]*listing{}
	byMethod := make([]*listing, len(r.profile.Methods))
	for m := range r.profile.Methods {
		method := &r.profile.Methods[m]
		if r.analysis.Methods[m].Contexts == 0 || !r.isOwn(m) {
			continue
		}
		file, text, ok := r.options.Sources(method.Class, method.File)
		if !ok {
			continue
		}
		l := byPath[file]
		if l == nil {
			title := path.Join(path.Dir(method.Class), cmp.Or(method.File, path.Base(file)))
			l = newListing(title, file, text, r.analysis.File(file))
			byPath[file] = l
			listings = append(listings, l)
		}
		l.methods = append(l.methods, m)
		l.self += r.analysis.Methods[m].Exclusive.By(r.analysis.Metric)
		byMethod[m] = l
	}
	return listings, byMethod
}

func newListing(title, file, text string, index *analysis.File) *listing {
	l := &listing{title: title, path: file, headers: map[int][]remark{}}
	if index != nil && index.Source.IsText(text) {
		l.index = index
	}
	text = strings.TrimRight(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
	for line := range strings.SplitSeq(text, "\n") {
		l.lines = append(l.lines, clean(expandTabs(line)))
	}
	l.calls = make([]uint64, len(l.lines))
	l.work = make([]analysis.Amounts, len(l.lines))
	l.called = make([]bool, len(l.lines))
	l.decided = make([]decisions.Summary, len(l.lines))
	l.shown = make([]bool, len(l.lines))
	l.uncalled = make([]bool, len(l.lines))
	return l
}

// countLines gives every line the calls that were made on it. Two sites of one
// line that recur within each other count their work once, as a single site
// does.
func (r *report) countLines(listings []*listing, byMethod []*listing) {
	first := map[*listing]int{} // the group of a file's first line
	groups := 0
	for _, l := range listings {
		first[l] = groups
		groups += len(l.lines)
	}
	group := make([]int32, len(r.profile.Contexts))
	for i := range r.profile.Contexts {
		c := &r.profile.Contexts[i]
		group[i] = -1
		if site := r.analysis.SiteOf(i); c.Parent < 0 || site == nil || site.Implicit {
			continue
		}
		l := byMethod[r.analysis.MethodOf(int(c.Parent))]
		line := int(c.Line) - 1
		if l == nil || line < 0 || line >= len(l.lines) {
			continue
		}
		group[i] = int32(first[l] + line)
		l.calls[line] += c.Calls
		l.called[line] = true
	}
	work := r.analysis.InclusiveBy(group, groups)
	for _, l := range listings {
		copy(l.work, work[first[l]:])
	}
	r.countConcatenations(byMethod)
	r.countDecisions(byMethod)
}

// countConcatenations adds the strings that a line has joined to its calls, if they have a share of the run: a line of "text += more" makes none.
func (r *report) countConcatenations(byMethod []*listing) {
	for i := range r.analysis.Concatenations {
		c := &r.analysis.Concatenations[i]
		l := byMethod[c.Method]
		if l == nil || c.Line < 1 || c.Line > len(l.lines) || r.analysis.Share(c.Self) < r.options.MinShare {
			continue
		}
		l.calls[c.Line-1] += c.Strings
		l.work[c.Line-1].Add(c.Self)
		l.called[c.Line-1], l.joins = true, true
	}
}

// countDecisions gives every line what the inliner decided about its calls.
func (r *report) countDecisions(byMethod []*listing) {
	for i := range r.analysis.Sites {
		site := &r.analysis.Sites[i]
		l := byMethod[site.Method]
		if l != nil && !site.Implicit && site.Line >= 1 && site.Line <= len(l.lines) {
			site.AddDecisions(&l.decided[site.Line-1])
		}
	}
}

// addHeaders writes what is known of each method above its declaration.
func (r *report) addHeaders(l *listing) {
	placed := map[int]bool{} // methods of the profile that the index placed
	if l.index != nil {
		for _, d := range l.index.Declarations {
			switch {
			case !r.analysis.Ran(d):
				if !r.profile.Timed() && !r.profile.Sampled() { // it may have been called, but not below a root, or not been seen
					l.addUncalled(d)
				}
			case d.Declares():
				placed[d.Method] = true
				l.addRan(r, d)
			default:
				l.show(d.Source.Range)
			}
		}
	}
	for _, m := range l.methods {
		if line := r.profile.Methods[m].Line; !placed[m] && line >= 1 && line <= len(l.lines) {
			text := "▸ " + r.names[m] + ": " + r.methodFigures(m)
			l.headers[line-1] = append(l.headers[line-1], remark{header, text})
		}
	}
}

// headerLine is the line that a method's header stands above: of a lambda, which may
// begin in the middle of a statement, that of its arrow.
func headerLine(d *analysis.Declaration) int {
	if d.Source.Lambda {
		return d.Source.NameRange.Start.Line
	}
	return d.Source.Range.Start.Line
}

// addRan places a method that ran by its declaration.
func (l *listing) addRan(r *report, d *analysis.Declaration) {
	line := headerLine(d)
	if line >= len(l.lines) {
		return
	}
	l.headers[line] = append(l.headers[line], remark{header, "▸ " + d.Prefix() + r.methodFigures(d.Method)})
	l.show(d.Source.Range)
}

// show shows the lines of a range.
func (l *listing) show(lines sources.Range) {
	for i := lines.Start.Line; i <= lines.End.Line && i < len(l.lines); i++ {
		l.shown[i] = true
	}
}

// addUncalled marks a method that never ran: not an abstract one, which has no
// body, and not a lambda in a method that is marked itself.
func (l *listing) addUncalled(d *analysis.Declaration) {
	line := headerLine(d)
	if d.Source.Name == "" || d.Source.Body == (sources.Range{}) || line >= len(l.lines) || l.uncalled[line] {
		return
	}
	if !d.Source.Lambda {
		for i := line; i <= d.Source.Range.End.Line && i < len(l.lines); i++ {
			l.uncalled[i] = true
		}
		l.shown[line] = true
		if line := d.Source.NameRange.Start.Line; line < len(l.lines) {
			l.shown[line] = true
		}
	}
	l.headers[line] = append(l.headers[line], remark{dim, "▹ " + d.Prefix() + analysis.NeverCalled})
}

// methodFigures is what a header says: "1,204 calls · 37% of run · 12% itself · 16 kB
// allocated".
func (r *report) methodFigures(m int) string {
	cost := &r.analysis.Methods[m]
	text := r.analysis.Phrase(m)
	if metric := r.analysis.Metric; cost.Inclusive.By(metric) != cost.Exclusive.By(metric) {
		text += " · " + numbers.Percent(r.analysis.Share(cost.Exclusive)) + " itself"
	}
	if cost.Exclusive.AllocatedBytes > 0 && !r.analysis.Allocates(cost.Inclusive) {
		text += " · " + numbers.Bytes(cost.Exclusive.AllocatedBytes) + " allocated"
	}
	return text
}

// chooseLines adds to the lines of the methods that ran those around them, and
// fills small gaps.
func (l *listing) chooseLines() {
	near := nearLines
	if l.index == nil {
		near = nearLinesWithoutIndex
	}
	chosen := slices.Clone(l.shown)
	for i := range l.lines {
		if !l.shown[i] && !l.called[i] && len(l.headers[i]) == 0 {
			continue
		}
		for j := max(i-near, 0); j <= min(i+near, len(l.lines)-1); j++ {
			// The body of a method that never ran is not worth lines.
			if j <= i || !l.uncalled[j] {
				chosen[j] = true
			}
		}
	}
	fillGaps(chosen, maxShownGap)
	l.shown = chosen
}

// lineFigures says what stands beside the lines, up to what the shares are of.
func (r *report) lineFigures(l *listing) string {
	switch {
	case r.profile.Sampled():
		return "what is called on a line, as a share of "
	case l.joins:
		return "calls and + on a line, and their share of "
	}
	return "calls made on a line, and their share of "
}

func (r *report) writeListing(l *listing) {
	title := r.callsTitle()
	callCells := len(title)
	for _, calls := range l.calls {
		callCells = max(callCells, len(r.calls(calls)))
	}
	numberCells := max(len(fmt.Sprint(len(l.lines))), 3)
	gutter := callCells + 2 + percentCells + cells(r.lineBar(0)) + 1
	if len(r.profile.Inlining) > 0 {
		gutter += 2 // for a sign, and the blank before it
	}
	textCells := r.width - gutter - 2 - numberCells - 2
	r.heading(clean(l.title), r.lineFigures(l)+r.analysis.Whole())
	r.line(r.paint(dim, padLeft(title, callCells+2)+padLeft("work", percentCells)))
	for i := 0; i < len(l.lines); i++ {
		if !l.shown[i] {
			hidden := i
			for i+1 < len(l.lines) && !l.shown[i+1] {
				i++
			}
			r.line(padRight("", gutter), r.paint(dim, "┊ "+padLeft("⋮", numberCells)+"  "+numbers.Count(uint64(i-hidden+1), "line")))
			continue
		}
		indent := len(l.lines[i]) - len(strings.TrimLeft(l.lines[i], " "))
		indent = min(indent, textCells/2)
		for _, remark := range l.headers[i] {
			r.line(padRight("", gutter), r.paint(dim, "│ "+padRight("", numberCells)), padRight("", 2+indent),
				r.paint(remark.style, fitEnd(remark.text, textCells-indent)))
		}
		figures := padRight("", gutter)
		if l.called[i] {
			share := r.analysis.Share(l.work[i])
			figures = padLeft(r.calls(l.calls[i]), callCells+2) + r.percent(share) + r.lineBar(share) + " "
			if len(r.profile.Inlining) > 0 {
				figures += padRight(l.decided[i].Sign(), 2)
			}
		}
		textStyle := plain
		if l.uncalled[i] {
			textStyle = dim
		}
		r.line(figures, r.paint(dim, "│ "+padLeft(fmt.Sprint(i+1), numberCells)), "  ", r.paint(textStyle, fitEnd(l.lines[i], textCells)))
	}
}
