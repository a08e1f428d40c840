// Package javatext reads Java texts as an editor holds them, complete or not: it splits
// them into tokens and member declarations, and finds the declarations of one version of
// a text in another.
//
// Invariant: any text is read, Java or not, without an error.
package javatext

import (
	"sort"
	"strings"
	"unicode/utf8"

	"hotlens/profiles/sources"
)

// Text is a text with its line starts. It converts between byte offsets and
// editor positions (LSP 3.17, "Position": lines end with \n, \r\n or \r; columns
// count UTF-16 code units).
type Text struct {
	content string
	starts  []int // byte offset of the first character of each line
}

// NewText finds the lines of a text.
func NewText(content string) Text {
	starts := make([]int, 1, 1+strings.Count(content, "\n")) // as most texts end their lines
	if strings.IndexByte(content, '\r') < 0 {                // and do so at each key
		for i := 0; ; {
			length := strings.IndexByte(content[i:], '\n')
			if length < 0 {
				return Text{content: content, starts: starts}
			}
			i += length + 1
			starts = append(starts, i)
		}
	}
	for i := 0; i < len(content); i++ {
		switch content[i] {
		case '\r':
			if i+1 < len(content) && content[i+1] == '\n' {
				i++
			}
			starts = append(starts, i+1)
		case '\n':
			starts = append(starts, i+1)
		}
	}
	return Text{content: content, starts: starts}
}

// Is tells whether two texts are the same but for the ends of their lines.
func (t Text) Is(other Text) bool {
	if t.content == other.content {
		return true
	}
	if strings.IndexByte(t.content, '\r') < 0 && strings.IndexByte(other.content, '\r') < 0 || len(t.starts) != len(other.starts) {
		return false
	}
	for i := range t.starts {
		if t.line(i) != other.line(i) {
			return false
		}
	}
	return true
}

// line returns a line without its end.
func (t Text) line(i int) string {
	end := len(t.content)
	if i+1 < len(t.starts) {
		end = t.starts[i+1]
	}
	line := t.content[t.starts[i]:end]
	return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
}

// String returns the text itself.
func (t Text) String() string { return t.content }

// Position converts a byte offset, which is moved into the text if it lies
// outside.
func (t Text) Position(offset int) sources.Position {
	offset = max(0, min(offset, len(t.content)))
	line := sort.SearchInts(t.starts, offset+1) - 1
	return sources.Position{Line: line, Character: utf16Length(t.content[t.starts[line]:offset])}
}

// utf16Length is how many UTF-16 units a text has.
func utf16Length(text string) int {
	for i := range len(text) {
		if text[i] < utf8.RuneSelf { // as nearly all are
			continue
		}
		units := i
		for _, r := range text[i:] {
			units += utf16Units(r)
		}
		return units
	}
	return len(text)
}

// Offset converts a position. As LSP demands, a column behind the end of its
// line means the end of the line; a line behind the last means the end.
func (t Text) Offset(p sources.Position) int {
	if p.Line < 0 {
		return 0
	}
	if p.Line >= len(t.starts) {
		return len(t.content)
	}
	offset, units := t.starts[p.Line], 0
	for units < p.Character && offset < len(t.content) {
		r, size := utf8.DecodeRuneInString(t.content[offset:])
		if r == '\n' || r == '\r' {
			break
		}
		units += utf16Units(r)
		if units > p.Character { // inside a surrogate pair
			break
		}
		offset += size
	}
	return offset
}

// Replace returns the text with the range r replaced.
func (t Text) Replace(r sources.Range, replacement string) Text {
	start, end := t.Offset(r.Start), t.Offset(r.End)
	if end < start {
		start, end = end, start
	}
	var b strings.Builder
	b.Grow(len(t.content) - (end - start) + len(replacement))
	b.WriteString(t.content[:start])
	b.WriteString(replacement)
	b.WriteString(t.content[end:])
	return NewText(b.String())
}

// Span converts a stretch of bytes.
func (t Text) Span(start, end int) sources.Range {
	return sources.Range{Start: t.Position(start), End: t.Position(end)}
}

func utf16Units(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}
