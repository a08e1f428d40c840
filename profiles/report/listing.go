package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/decisions"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
	"hotlens/profiles/tree"
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
	index   *sources.File // nil where there is none for this text

	headers  map[int][]remark    // written above a line
	calls    []uint64            // by line: calls made there
	work     []tree.Cost         // by line: of these calls with all they call
	called   []bool              // by line: holds calls
	decided  []decisions.Summary // by line: what the inliner decided about these calls
	shown    []bool              // by line
	uncalled []bool              // by line: inside a method that was never called
}

// remark is a line of the report between two lines of source text.
type remark struct {
	style style
	text  string
}

// writeListings writes the source files of the methods that ran, the hottest
// file first, and how many it leaves out.
func (r *report) writeListings() {
	if r.options.Sources == nil {
		return
	}
	listings, byMethod := r.collectListings()
	r.countLines(listings, byMethod)
	slices.SortStableFunc(listings, func(a, b *listing) int { return cmp.Compare(b.self, a.self) })
	shown := len(listings)
	if limit := cmp.Or(r.options.MaxFiles, DefaultMaxFiles); limit >= 0 {
		shown = min(shown, limit)
	}
	for _, l := range listings[:shown] {
		r.addHeaders(l)
		l.chooseLines()
		r.writeListing(l)
	}
	r.writeLeftOut(listings[shown:])
}

// writeLeftOut says how many files are not shown, and what they would add.
func (r *report) writeLeftOut(listings []*listing) {
	if len(listings) == 0 {
		return
	}
	var left tree.Cost
	for _, l := range listings {
		left.Bytecodes += l.self
	}
	r.line()
	r.line(r.paint(dim, fitEnd(fmt.Sprintf("%s not shown, with %s of all bytecodes.",
		plural(uint64(len(listings)), "more file"), numbers.Percent(r.tree.Share(left))), r.width)))
}

// collectListings finds the files, and for every method of the profile its file
// or nil.
func (r *report) collectListings() ([]*listing, []*listing) {
	var listings []*listing
	byPath := map[string]*listing{}
	byMethod := make([]*listing, len(r.profile.Methods))
	for m := range r.profile.Methods {
		method := &r.profile.Methods[m]
		if r.tree.Methods[m].Contexts == 0 || !r.isApp(m) && !r.options.LibrarySources {
			continue
		}
		file, text, ok := r.options.Sources(method.Class, method.File)
		if !ok {
			continue
		}
		l := byPath[file]
		if l == nil {
			title := path.Join(path.Dir(method.Class), cmp.Or(method.File, path.Base(file)))
			l = newListing(title, file, text, r.options.Index)
			byPath[file] = l
			listings = append(listings, l)
		}
		l.methods = append(l.methods, m)
		l.self += r.tree.Methods[m].Exclusive.Bytecodes
		byMethod[m] = l
	}
	return listings, byMethod
}

func newListing(title, file, text string, index *sources.Index) *listing {
	l := &listing{title: title, path: file, headers: map[int][]remark{}}
	l.index = fileOf(index, file, text)
	text = strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for line := range strings.SplitSeq(text, "\n") {
		l.lines = append(l.lines, clean(expandTabs(line)))
	}
	l.calls = make([]uint64, len(l.lines))
	l.work = make([]tree.Cost, len(l.lines))
	l.called = make([]bool, len(l.lines))
	l.decided = make([]decisions.Summary, len(l.lines))
	l.shown = make([]bool, len(l.lines))
	l.uncalled = make([]bool, len(l.lines))
	return l
}

// fileOf finds a file in the index, if the index was made of this very text.
func fileOf(index *sources.Index, file, text string) *sources.File {
	if index == nil {
		return nil
	}
	for i := range index.Files {
		if f := &index.Files[i]; f.Path == file {
			hash := sha256.Sum256([]byte(text))
			if f.Hash == hex.EncodeToString(hash[:]) {
				return f
			}
		}
	}
	return nil
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
		if c.Parent < 0 {
			continue
		}
		l := byMethod[r.profile.Contexts[c.Parent].Method]
		if l == nil || c.Line < 1 || c.Line > len(l.lines) {
			continue
		}
		group[i] = int32(first[l] + c.Line - 1)
		l.calls[c.Line-1] += c.Calls
		l.called[c.Line-1] = true
	}
	work := r.tree.InclusiveBy(group, groups)
	for _, l := range listings {
		copy(l.work, work[first[l]:])
	}
	r.countDecisions(byMethod)
}

// countDecisions gives every line what the inliner decided about its calls.
func (r *report) countDecisions(byMethod []*listing) {
	for i := range r.tree.Sites {
		site := &r.tree.Sites[i]
		l := byMethod[site.Method]
		if l == nil || site.Line < 1 || site.Line > len(l.lines) {
			continue
		}
		for j := range site.Targets {
			// A class initializer runs in front of a call, not in its place.
			if target := &site.Targets[j]; target.Kind != profiles.EdgeInitializer {
				l.decided[site.Line-1].Add(r.decision(site, target))
			}
		}
	}
}

// addHeaders writes what is known of each method above its declaration.
func (r *report) addHeaders(l *listing) {
	placed := map[int]bool{} // methods of the profile that the index placed
	if l.index != nil {
		ran := map[[3]string]int{}
		for _, m := range l.methods {
			method := &r.profile.Methods[m]
			ran[[3]string{method.Class, method.Name, method.Descriptor}] = m
		}
		for i := range l.index.Methods {
			declared := &l.index.Methods[i]
			m, ok := ran[[3]string{declared.Class, declared.Name, declared.Descriptor}]
			if ok {
				placed[m] = true
				l.addRan(r, m, declared)
			} else {
				l.addUncalled(declared)
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

// addRan places a method that ran by its declaration. A lambda says that it is
// one, since others may stand on its line.
func (l *listing) addRan(r *report, m int, declared *sources.Method) {
	line, text := declared.Range.Start.Line, r.methodFigures(m)
	if declared.Lambda {
		line, text = declared.NameRange.Start.Line, "λ "+text
	}
	if line >= len(l.lines) {
		return
	}
	l.headers[line] = append(l.headers[line], remark{header, "▸ " + text})
	for i := line; i <= declared.Range.End.Line && i < len(l.lines); i++ {
		l.shown[i] = true
	}
}

// addUncalled marks a method that never ran: not an abstract one, which has no
// body, and not a lambda in a method that is marked itself.
func (l *listing) addUncalled(declared *sources.Method) {
	line := declared.Range.Start.Line
	if declared.Lambda {
		line = declared.NameRange.Start.Line
	}
	if declared.Name == "" || declared.Body == (sources.Range{}) || line >= len(l.lines) || l.uncalled[line] {
		return
	}
	text := "▹ never called"
	if declared.Lambda {
		text = "▹ λ never called"
	} else {
		for i := line; i <= declared.Range.End.Line && i < len(l.lines); i++ {
			l.uncalled[i] = true
		}
		l.shown[line] = true
		if line = declared.NameRange.Start.Line; line < len(l.lines) {
			l.shown[line] = true
		}
		line = declared.Range.Start.Line
	}
	l.headers[line] = append(l.headers[line], remark{dim, text})
}

// methodFigures is what a header says: "1,204 calls · 37% of the run, 12% itself ·
// 16 kB allocated".
func (r *report) methodFigures(m int) string {
	cost := &r.tree.Methods[m]
	inclusive, exclusive := r.tree.Share(cost.Inclusive), r.tree.Share(cost.Exclusive)
	text := plural(cost.Exclusive.Calls, "call") + " · " + numbers.Percent(inclusive) + " of the run"
	if cost.Inclusive.Bytecodes != cost.Exclusive.Bytecodes {
		text += ", " + numbers.Percent(exclusive) + " itself"
	}
	if cost.Exclusive.AllocatedBytes > 0 {
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
	for i := 0; i < len(chosen); {
		gap := i
		for gap < len(chosen) && !chosen[gap] {
			gap++
		}
		if gap-i <= maxShownGap {
			for j := i; j < gap; j++ {
				chosen[j] = true
			}
		}
		i = gap + 1
	}
	l.shown = chosen
}

func (r *report) writeListing(l *listing) {
	callCells := len("calls")
	for _, calls := range l.calls {
		callCells = max(callCells, len(numbers.Grouped(calls)))
	}
	numberCells := max(len(fmt.Sprint(len(l.lines))), 3)
	gutter := callCells + 2 + percentCells + cells(r.lineBar(0)) + 1
	if len(r.inlining) > 0 {
		gutter += 2 // for a sign, and the blank before it
	}
	textCells := r.width - gutter - 2 - numberCells - 2
	r.heading(clean(l.title), "calls made on a line, and their share of all bytecodes")
	r.line(r.paint(dim, padLeft("calls", callCells+2)+padLeft("work", percentCells)))
	for i := 0; i < len(l.lines); i++ {
		if !l.shown[i] {
			hidden := i
			for i+1 < len(l.lines) && !l.shown[i+1] {
				i++
			}
			r.line(padRight("", gutter), r.paint(dim, "┊ "+padLeft("⋮", numberCells)+"  "+plural(uint64(i-hidden+1), "line")))
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
			share := r.tree.Share(l.work[i])
			figures = padLeft(numbers.Grouped(l.calls[i]), callCells+2) + r.percent(share) + r.lineBar(share) + " "
			if len(r.inlining) > 0 {
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
