package annotations

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
)

const (
	// hoverTargets and hoverContexts bound the tables of a hover, so that it
	// fits an editor's pop-up without scrolling.
	hoverTargets  = 8
	hoverTypes    = 4
	hoverContexts = 5
	hoverTests    = 5

	// inliningTitle heads the column that says what the inliner decided.
	inliningTitle = "Inlining"
)

// Hover is the text, in markdown, about what stands at Range.
type Hover struct {
	Range    sources.Range
	Markdown string
}

// HoverAt returns the exact numbers of the call site or method whose name is at
// a position, and which tests have executed its line where that is known; nil if there is nothing to say, or it was edited since the run.
func HoverAt(v View, at sources.Position) *Hover {
	h := v.numbersAt(at)
	if !v.Settings.Hovers {
		return h
	}
	line, tests := v.executedBy(at)
	switch {
	case tests == "":
	case h == nil:
		h = &Hover{Range: line, Markdown: "**hotlens** " + tests + "\n"}
	default:
		h.Markdown += "\nthis line: " + tests + "\n"
	}
	return h
}

// numbersAt are those of the call site or method whose name is at a position.
func (v View) numbersAt(at sources.Position) *Hover {
	file := v.file()
	if file == nil || !v.Settings.Hovers {
		return nil
	}
	for _, i := range file.Sites {
		site := &v.Run.Sites[i]
		if name, untouched := v.Anchors.Range(site.Call.NameRange); untouched && contains(name, at) {
			return &Hover{Range: name, Markdown: v.siteMarkdown(site)}
		}
	}
	if h := v.joinedAt(at); h != nil {
		return h
	}
	for _, d := range file.Declarations {
		if name, untouched := v.Anchors.Range(d.Source.NameRange); untouched && v.Run.Ran(d) && contains(name, at) && d.Declares() {
			return &Hover{Range: name, Markdown: v.methodMarkdown(d.Method)}
		}
	}
	if name, method, found := v.referredAt(file, at); found {
		return &Hover{Range: name, Markdown: v.methodMarkdown(method)}
	}
	return v.implicitAt(file, at)
}

// siteMarkdown tells everything about one call site: its costs, its targets
// with the inlining decisions, and the hottest contexts it was reached in.
func (v View) siteMarkdown(site *analysis.Site) string {
	var b strings.Builder
	ofRun := v.Run.OfRun(site.Inclusive)
	fmt.Fprintf(&b, "**hotlens** %s%s · %s\n", v.running(), numbers.Count(site.Calls, "call"), ofRun)
	var figures []string
	for _, metric := range v.Run.Counted(site.Inclusive) {
		if figure := analysis.ExactFigure(site.Inclusive, metric); !strings.HasPrefix(ofRun, figure+", ") { // else it was said
			figures = append(figures, figure)
		}
	}
	if possible := site.PossibleTargets(); possible != "" {
		figures = append(figures, "targets: "+possible)
	}
	if len(figures) > 0 {
		fmt.Fprintf(&b, "\n%s\n", strings.Join(figures, " · "))
	}
	told := site.Targets[:min(len(site.Targets), hoverTargets)]
	rows := [][]string{}
	for _, t := range told {
		row := []string{escape(v.Run.Names[t.Callee]), numbers.Grouped(t.Calls), numbers.Percent(t.Share), ""}
		if t.Decision != nil {
			row[3] = escape(string(t.Decision.Decision))
		}
		rows = append(rows, row)
	}
	header := []string{"Target", "Calls", "Share", inliningTitle}
	if !slices.ContainsFunc(site.Targets, func(t analysis.Target) bool { return t.Decision != nil }) {
		header = header[:3]
	}
	table(&b, header, rows)
	more(&b, len(site.Targets)-hoverTargets, "target")
	v.writeReasons(&b, told)
	if unseen := unseenPhrase(site); unseen != "" {
		fmt.Fprintf(&b, "\n%s\n", escape(unseen))
	}
	for _, h := range site.HotSpot[:min(len(site.HotSpot), hoverTargets)] {
		fmt.Fprintf(&b, "\nHotSpot %s\n", escape(analysis.HotSpotWords(h)))
	}
	v.writeValues(&b, site)
	v.writeTypes(&b, v.Run.OutermostAt(site))
	v.contextTable(&b, v.Run.OutermostAt(site))
	return b.String()
}

// writeReasons says why the inliner has decided as it has, below the table: within it a sentence would make the rows longer than a window, and editors that show
// the table as it is written break them anywhere. Targets of which the same is to be said stand together.
func (v View) writeReasons(b *strings.Builder, targets []analysis.Target) {
	var reasons []string
	names := map[string][]string{}
	for _, t := range targets {
		if t.Decision == nil || t.Decision.Reason == "" {
			continue
		}
		reason := escape(string(t.Decision.Decision) + ": " + t.Decision.Reason)
		if names[reason] == nil {
			reasons = append(reasons, reason)
		}
		names[reason] = append(names[reason], escape(v.Run.Names[t.Callee]))
	}
	for _, reason := range reasons {
		subject := ""
		if len(names[reason]) < len(targets) {
			subject = strings.Join(names[reason], ", ") + " "
		}
		fmt.Fprintf(b, "\n%s%s\n", subject, reason)
	}
}

// unseenPhrase names methods that a site could have called by the class hierarchy, and has not. It is "" where none is known.
func unseenPhrase(site *analysis.Site) string {
	names, more := site.UnseenTargets(hoverTargets)
	if len(names) == 0 {
		return ""
	}
	phrase := "possible, not called: " + strings.Join(names, ", ")
	if more > 0 {
		phrase += " and " + numbers.Grouped(uint64(more)) + " more"
	}
	return phrase
}

// methodMarkdown tells everything about one method.
func (v View) methodMarkdown(method int) string {
	var b strings.Builder
	m := &v.Run.Methods[method]
	fmt.Fprintf(&b, "**hotlens** %s%s: %s · %s\n", v.running(), code(v.Run.Names[method]), numbers.Count(m.Exclusive.Calls, "call"), v.Run.OfRun(m.Inclusive))
	var rows [][]string
	for _, metric := range v.Run.Counted(m.Inclusive) {
		rows = append(rows, []string{analysis.Unit(metric), analysis.Exactly(m.Inclusive, metric), analysis.Exactly(m.Exclusive, metric)})
	}
	table(&b, []string{"", "With callees", "Itself"}, rows)
	if change := v.change(method); change != "" {
		fmt.Fprintf(&b, "\n%s since the %s\n", change, v.PreviousName)
	}
	if sentence := v.growthSentence(method); sentence != "" {
		fmt.Fprintf(&b, "\n%s\n", sentence)
	}
	outermost := v.Run.OutermostOf(method)
	v.writeTests(&b, outermost)
	if joined, size := v.Run.JoinedStrings(method); joined > 0 {
		fmt.Fprintf(&b, "\nmakes %s with `+`, %s\n", numbers.Count(joined, "string"), numbers.Bytes(size))
	}
	v.writeTypes(&b, outermost)
	v.contextTable(&b, outermost)
	return b.String()
}

// writeTests says which tests lead to contexts, the hottest first: "3 tests reach it: WordsTest.longest ≈ 2 ms, WordsTest.counts ≈ 0.1 ms".
func (v View) writeTests(b *strings.Builder, contexts []int32) {
	tests := v.Run.TestsReaching(contexts)
	if len(tests) == 0 {
		return
	}
	var phrases []string
	for _, t := range tests[:min(len(tests), hoverTests)] {
		phrases = append(phrases, escape(t.Name)+" "+v.Run.Figure(t.Amounts))
	}
	verb := "reach"
	if len(tests) == 1 {
		verb = "reaches"
	}
	fmt.Fprintf(b, "\n%s %s it: %s\n", numbers.Count(uint64(len(tests)), "test"), verb, strings.Join(phrases, " · "))
	more(b, len(tests)-hoverTests, "test")
}

// writeTypes says what is allocated in contexts and below them, by class, where that was counted: "allocates
// 412 × StringBuilder, 9.7 MB · ...".
func (v View) writeTypes(b *strings.Builder, contexts []int32) {
	types := v.Run.Types(contexts)
	if len(types) == 0 {
		return
	}
	var phrases []string
	for _, t := range types[:min(len(types), hoverTypes)] {
		phrases = append(phrases, escape(t.String()))
	}
	fmt.Fprintf(b, "\nallocates %s\n", strings.Join(phrases, " · "))
	more(b, len(types)-hoverTypes, "type")
}

// contextTable lists the hottest of these contexts.
func (v View) contextTable(b *strings.Builder, contexts []int32) {
	metric := v.Run.Metric
	if metric == profiles.MetricCalls {
		metric = profiles.MetricBytecodes // the calls have a column anyway
	}
	var rows [][]string
	hottest := v.Run.HottestOf(contexts, hoverContexts)
	names := paths(v.Run, hottest)
	for i, c := range hottest {
		amounts := v.Run.Inclusive(c)
		rows = append(rows, []string{
			escape(names[i]), numbers.Grouped(v.Run.Profile.Contexts[c].Calls), analysis.Exactly(amounts, metric), numbers.Percent(v.Run.Share(amounts)),
		})
	}
	table(b, []string{"Context", "Calls", title(analysis.Unit(metric)), "Share"}, rows)
	more(b, len(contexts)-hoverContexts, "context")
	if len(rows) > 0 && v.Run.MayBeFolded(contexts) {
		fmt.Fprintf(b, "\n%s of recursive calls folded into enclosing ones, with their counts; the setting hotlens.contexts \"all\" keeps every one\n", numbers.Count(v.Run.Profile.Totals.Folded, "context"))
	}
}

// title begins a word with a capital letter.
func title(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// table writes a markdown table; the first column is text, the others numbers,
// but for a column that holds inlining decisions. Without rows it writes nothing.
//
// The cells are padded, as Neovim and others show the table as it is written.
// They hold no code spans, whose marks some editors conceal and some do not.
func table(b *strings.Builder, header []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	widths := make([]int, len(header))
	rules := make([]string, len(header))
	for i, title := range header {
		widths[i] = utf8.RuneCountInString(title)
		for _, row := range rows {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
		if isText(header, i) {
			rules[i] = ":" + strings.Repeat("-", widths[i]-1)
		} else {
			rules[i] = strings.Repeat("-", widths[i]-1) + ":"
		}
	}
	for _, row := range slices.Concat([][]string{header, rules}, rows) {
		b.WriteString("\n|")
		for i, width := range widths {
			padding := strings.Repeat(" ", width-utf8.RuneCountInString(row[i]))
			if isText(header, i) {
				b.WriteString(" " + row[i] + padding + " |")
			} else {
				b.WriteString(" " + padding + row[i] + " |")
			}
		}
	}
	b.WriteString("\n")
}

// isText tells whether a column of a table is aligned at its left.
func isText(header []string, column int) bool { return column == 0 || header[column] == inliningTitle }

func more(b *strings.Builder, n int, unit string) {
	if n > 0 {
		fmt.Fprintf(b, "\nand %s more\n", numbers.Count(uint64(n), unit))
	}
}

// code writes text, which may come from the user's program, as a code span that
// it cannot break out of.
func code(text string) string {
	return "`" + strings.NewReplacer("`", "'", "\n", " ", "\r", " ").Replace(text) + "`"
}

// escape takes the meaning from the characters that markdown reads within a
// table's cell. An underscore inside a word and a "<" in front of a digit have none
// (CommonMark 0.31, sections 6.2, 6.5 and 6.6), and stay as they are for those who see the text itself.
func escape(text string) string {
	var b strings.Builder
	runes := []rune(text)
	for i, r := range runes {
		insideWord := i > 0 && i+1 < len(runes) && isWord(runes[i-1]) && isWord(runes[i+1])
		switch {
		case r == '\n' || r == '\r':
			r = ' '
		case r == '_' && insideWord:
		case r == '<' && i+1 < len(runes) && unicode.IsDigit(runes[i+1]):
		case strings.ContainsRune("\\`*_|<&[~", r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
