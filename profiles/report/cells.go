package report

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ellipsis stands for what was left out of a text.
const ellipsis = "…"

// wide lists the characters that take two cells: those of East Asian width W and
// F (Unicode Standard Annex #11), merged to ranges that hold them.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115f, Stride: 1}, {Lo: 0x231a, Hi: 0x231b, Stride: 1}, {Lo: 0x2329, Hi: 0x232a, Stride: 1},
		{Lo: 0x23e9, Hi: 0x23ec, Stride: 1}, {Lo: 0x23f0, Hi: 0x23f0, Stride: 1}, {Lo: 0x23f3, Hi: 0x23f3, Stride: 1},
		{Lo: 0x25fd, Hi: 0x25fe, Stride: 1}, {Lo: 0x2614, Hi: 0x2615, Stride: 1}, {Lo: 0x2648, Hi: 0x2653, Stride: 1},
		{Lo: 0x267f, Hi: 0x267f, Stride: 1}, {Lo: 0x2693, Hi: 0x2693, Stride: 1}, {Lo: 0x26a1, Hi: 0x26a1, Stride: 1},
		{Lo: 0x26aa, Hi: 0x26ab, Stride: 1}, {Lo: 0x26bd, Hi: 0x26be, Stride: 1}, {Lo: 0x26c4, Hi: 0x26c5, Stride: 1},
		{Lo: 0x26ce, Hi: 0x26ce, Stride: 1}, {Lo: 0x26d4, Hi: 0x26d4, Stride: 1}, {Lo: 0x26ea, Hi: 0x26ea, Stride: 1},
		{Lo: 0x26f2, Hi: 0x26f3, Stride: 1}, {Lo: 0x26f5, Hi: 0x26f5, Stride: 1}, {Lo: 0x26fa, Hi: 0x26fa, Stride: 1},
		{Lo: 0x26fd, Hi: 0x26fd, Stride: 1}, {Lo: 0x2705, Hi: 0x2705, Stride: 1}, {Lo: 0x270a, Hi: 0x270b, Stride: 1},
		{Lo: 0x2728, Hi: 0x2728, Stride: 1}, {Lo: 0x274c, Hi: 0x274c, Stride: 1}, {Lo: 0x274e, Hi: 0x274e, Stride: 1},
		{Lo: 0x2753, Hi: 0x2755, Stride: 1}, {Lo: 0x2757, Hi: 0x2757, Stride: 1}, {Lo: 0x2795, Hi: 0x2797, Stride: 1},
		{Lo: 0x27b0, Hi: 0x27b0, Stride: 1}, {Lo: 0x27bf, Hi: 0x27bf, Stride: 1}, {Lo: 0x2b1b, Hi: 0x2b1c, Stride: 1},
		{Lo: 0x2b50, Hi: 0x2b50, Stride: 1}, {Lo: 0x2b55, Hi: 0x2b55, Stride: 1}, {Lo: 0x2e80, Hi: 0x303e, Stride: 1},
		{Lo: 0x3041, Hi: 0x4dbf, Stride: 1}, {Lo: 0x4e00, Hi: 0xa4cf, Stride: 1}, {Lo: 0xa960, Hi: 0xa97f, Stride: 1},
		{Lo: 0xac00, Hi: 0xd7a3, Stride: 1}, {Lo: 0xf900, Hi: 0xfaff, Stride: 1}, {Lo: 0xfe10, Hi: 0xfe19, Stride: 1},
		{Lo: 0xfe30, Hi: 0xfe6f, Stride: 1}, {Lo: 0xff00, Hi: 0xff60, Stride: 1}, {Lo: 0xffe0, Hi: 0xffe6, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x16fe0, Hi: 0x18dff, Stride: 1}, {Lo: 0x1aff0, Hi: 0x1b2ff, Stride: 1}, {Lo: 0x1f004, Hi: 0x1f004, Stride: 1},
		{Lo: 0x1f0cf, Hi: 0x1f0cf, Stride: 1}, {Lo: 0x1f18e, Hi: 0x1f18e, Stride: 1}, {Lo: 0x1f191, Hi: 0x1f19a, Stride: 1},
		{Lo: 0x1f200, Hi: 0x1f320, Stride: 1}, {Lo: 0x1f32d, Hi: 0x1f335, Stride: 1}, {Lo: 0x1f337, Hi: 0x1f64f, Stride: 1},
		{Lo: 0x1f680, Hi: 0x1f6ff, Stride: 1}, {Lo: 0x1f7e0, Hi: 0x1f7eb, Stride: 1}, {Lo: 0x1f90c, Hi: 0x1f9ff, Stride: 1},
		{Lo: 0x1fa70, Hi: 0x1faff, Stride: 1}, {Lo: 0x20000, Hi: 0x3fffd, Stride: 1},
	},
}

// runeCells is the number of cells that a terminal gives a character: 0 for
// marks that combine with the one before, 2 for wide ones.
func runeCells(c rune) int {
	switch {
	case c < 0x300: // nothing below combines or is wide
		return 1
	case unicode.In(c, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.Is(wide, c):
		return 2
	}
	return 1
}

// cells is the width of a text without control characters.
func cells(text string) int {
	width := 0
	for _, c := range text {
		width += runeCells(c)
	}
	return width
}

func padRight(text string, width int) string {
	return text + strings.Repeat(" ", max(width-cells(text), 0))
}

func padLeft(text string, width int) string {
	return strings.Repeat(" ", max(width-cells(text), 0)) + text
}

// fitMiddle shortens a text to at most width cells by leaving out its middle: a
// name's start and end tell most about it.
func fitMiddle(text string, width int) string {
	if cells(text) <= width {
		return text
	}
	if width < 1 {
		return ""
	}
	room := width - 1 // for the ellipsis
	return prefix(text, room-room/2) + ellipsis + suffix(text, room/2)
}

// fitEnd shortens a text to at most width cells by leaving out its end.
func fitEnd(text string, width int) string {
	if cells(text) <= width {
		return text
	}
	if width < 1 {
		return ""
	}
	return prefix(text, width-1) + ellipsis
}

// prefix is the longest start of text of at most width cells.
func prefix(text string, width int) string {
	for i, c := range text {
		if width -= runeCells(c); width < 0 {
			return text[:i]
		}
	}
	return text
}

// suffix is the longest end of text of at most width cells.
func suffix(text string, width int) string {
	for i := len(text); i > 0; {
		c, size := utf8.DecodeLastRuneInString(text[:i])
		if width -= runeCells(c); width < 0 {
			return text[i:]
		}
		i -= size
	}
	return text
}

// wrap breaks a text between words into lines of at most width cells.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		word = fitEnd(word, width)
		switch {
		case line == "":
			line = word
		case cells(line)+1+cells(word) > width:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

// tabCells is the distance of tab stops in source text: the indentation of most
// Java code that uses tabs.
const tabCells = 4

// expandTabs replaces tabs by blanks up to the next tab stop.
func expandTabs(text string) string {
	if !strings.ContainsRune(text, '\t') {
		return text
	}
	var out strings.Builder
	column := 0
	for _, c := range text {
		if c == '\t' {
			blanks := tabCells - column%tabCells
			out.WriteString(strings.Repeat(" ", blanks))
			column += blanks
			continue
		}
		out.WriteRune(c)
		column += runeCells(c)
	}
	return out.String()
}

// clean makes a foreign text safe for a terminal: control characters, which
// could start an escape sequence, and characters that change the writing
// direction show as U+FFFD.
func clean(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) || c == '\u2028' || c == '\u2029' {
			return utf8.RuneError
		}
		return c
	}, text)
}
