package annotations

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hotlens/profiles"
	"hotlens/profiles/sources"
)

const (
	// hoverTargets and hoverContexts bound the tables of a hover, so that it
	// fits an editor's pop-up without scrolling.
	hoverTargets  = 8
	hoverContexts = 5

	// pathFrames is how many callers the path of a context names before the
	// outer ones are cut off.
	pathFrames = 5

	// inliningTitle heads the column that says what the inliner decided.
	inliningTitle = "Inlining"
)

// Hover is the text, in markdown, about what stands at Range.
type Hover struct {
	Range    sources.Range
	Markdown string
}

// HoverAt returns the exact numbers of the call site or method whose name is at
// a position, or nil if there is none or it was edited since the run.
func HoverAt(v View, at sources.Position) *Hover {
	file := v.file()
	if file == nil || !v.Settings.Hovers {
		return nil
	}
	for _, site := range file.sites {
		if name, untouched := v.Anchors.Range(site.call.NameRange); untouched && site.calls > 0 && contains(name, at) {
			return &Hover{Range: name, Markdown: v.siteMarkdown(site)}
		}
	}
	for _, m := range file.methods {
		if name, untouched := v.Anchors.Range(m.source.NameRange); untouched && m.cost != nil && contains(name, at) && m.isDeclaration() {
			return &Hover{Range: name, Markdown: v.methodMarkdown(m.cost)}
		}
	}
	return nil
}

// siteMarkdown tells everything about one call site: its costs, its targets
// with the inlining decisions, and the hottest contexts it was reached in.
func (v View) siteMarkdown(site *callSite) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**hotlens** %s · %s of run (%s)\n", quantity(site.calls, "call"),
		percent(v.Run.share(site.inclusive)), quantity(site.inclusive, "bytecode"))

	rows := [][]string{}
	for _, t := range firstN(site.targets, hoverTargets) {
		rows = append(rows, []string{escape(v.Run.signature(t.callee)), grouped(t.calls),
			percent(float64(t.calls) / float64(site.calls)), decision(t.decision)})
	}
	header := []string{"Target", "Calls", "Share", inliningTitle}
	if !slices.ContainsFunc(site.targets, func(t *target) bool { return t.decision != nil }) {
		header = header[:3]
	}
	table(&b, header, rows)
	more(&b, len(site.targets)-hoverTargets, "target")
	v.contextTable(&b, site.outermost)
	return b.String()
}

// methodMarkdown tells everything about one method.
func (v View) methodMarkdown(m *methodCost) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**hotlens** %s: %s · %s of run\n\n", code(v.Run.signature(m)), quantity(m.calls, "call"), percent(v.Run.share(m.inclusive)))
	fmt.Fprintf(&b, "%s with its callees, %s of its own\n", quantity(m.inclusive, "bytecode"), grouped(m.self))
	if change := v.change(m); change != "" {
		fmt.Fprintf(&b, "\n%s since the %s\n", change, v.PreviousName)
	}
	v.contextTable(&b, m.outermost)
	return b.String()
}

// contextTable lists the hottest of the contexts at these positions.
func (v View) contextTable(b *strings.Builder, positions []int) {
	var rows [][]string
	for _, row := range v.Run.hottestContexts(positions, hoverContexts) {
		rows = append(rows, []string{escape(row.Path), grouped(row.Calls), grouped(row.Bytecodes), percent(row.Share)})
	}
	table(b, []string{"Context", "Calls", "Bytecodes", "Share"}, rows)
	more(b, len(positions)-hoverContexts, "context")
}

// decision writes what the inliner decided and why.
func decision(d *profiles.Inlining) string {
	if d == nil {
		return ""
	}
	if d.Reason == "" {
		return escape(string(d.Decision))
	}
	return escape(string(d.Decision) + ": " + d.Reason)
}

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
			rules[i] = strings.Repeat("-", widths[i])
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
		fmt.Fprintf(b, "\nand %s more\n", quantity(uint64(n), unit))
	}
}

// code writes text, which may come from the user's program, as a code span that
// it cannot break out of.
func code(text string) string {
	return "`" + strings.NewReplacer("`", "'", "\n", " ", "\r", " ").Replace(text) + "`"
}

// escape takes the meaning from the characters that markdown reads within a
// table's cell. An underscore inside a word has none (CommonMark 0.31, section
// 6.2), and stays as it is for those who see the text itself.
func escape(text string) string {
	var b strings.Builder
	runes := []rune(text)
	for i, r := range runes {
		insideWord := i > 0 && i+1 < len(runes) && isWord(runes[i-1]) && isWord(runes[i+1])
		switch {
		case r == '\n' || r == '\r':
			r = ' '
		case r == '_' && insideWord:
		case strings.ContainsRune("\\`*_|<&[~", r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func firstN[T any](list []T, n int) []T { return list[:min(n, len(list))] }
