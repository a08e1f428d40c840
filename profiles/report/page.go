package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"hotlens/profiles/numbers"
)

// page is the sheet that a report is written on. Its writer keeps the first
// error for the final Flush, as bufio.Writer documents.
type page struct {
	out   *bufio.Writer
	color bool
	width int
}

func newPage(w io.Writer, options *Options) page {
	return page{out: bufio.NewWriter(w), color: options.Color, width: max(cmp.Or(options.Width, DefaultWidth), MinWidth)}
}

// finish writes what is left, and returns the first error that there was.
func (p *page) finish() error {
	if err := p.out.Flush(); err != nil {
		return fmt.Errorf("writing a report: %w", err)
	}
	return nil
}

// style is an SGR parameter (ECMA-48, 8.3.117).
type style string

const (
	plain  style = ""
	bold   style = "1"
	dim    style = "2"
	warm   style = "33"
	hot    style = "1;31"
	alert  style = "1;33"
	good   style = "32"
	header style = "36"
)

// The shares from which on a number is painted warm and hot: a twentieth of the
// run is worth a look, a fifth is where to start.
const (
	warmShare = 0.05
	hotShare  = 0.2
)

func heat(share float64) style {
	switch {
	case share >= hotShare:
		return hot
	case share >= warmShare:
		return warm
	}
	return plain
}

func (p *page) paint(s style, text string) string {
	if !p.color || s == plain || strings.TrimSpace(text) == "" {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

// line writes the joined parts without the blanks at their end.
func (p *page) line(parts ...string) {
	p.out.WriteString(strings.TrimRight(strings.Join(parts, ""), " "))
	p.out.WriteByte('\n')
}

// heading starts a section, with a remark at the right where there is room.
func (p *page) heading(title, remark string) {
	const before, after = "── ", " ──"
	title = fitEnd(title, p.width-cells(before)-cells(after))
	rule := p.width - cells(before) - cells(title) - 1
	if room := rule - cells(remark) - 1 - cells(after); remark != "" && room >= 3 {
		remark, rule = " "+remark+after, room
	} else {
		remark = ""
	}
	p.line()
	p.line(p.paint(dim, before), p.paint(bold, title), p.paint(dim, " "+strings.Repeat("─", rule)+remark))
}

// warn writes a sentence that must not be overlooked.
func (p *page) warn(sentence string) {
	first := true
	for _, text := range wrap(clean(sentence), p.width-2) {
		sign := "  "
		if first {
			sign, first = "▲ ", false
		}
		p.line(p.paint(alert, sign+text))
	}
}

// wrapped writes items with a separator between them, on as many lines as they
// need.
func (p *page) wrapped(indent, separator string, items []string) {
	line := indent
	for i, item := range items {
		switch {
		case i == 0:
			line += item
		case cells(line)+cells(separator)+cells(item) > p.width:
			p.line(line)
			line = indent + item
		default:
			line += separator + item
		}
	}
	p.line(line)
}

// The widths of the bars in tables and beside source lines, and the page width
// from which on there is room for them.
const (
	tableBarCells = 8
	lineBarCells  = 4
	barPageWidth  = 90
)

// tableBar draws the bar of a table's row with the blanks before it. Narrow
// pages have none.
func (p *page) tableBar(share float64) string {
	if p.width < barPageWidth {
		return ""
	}
	return p.paint(heat(share), "  "+bar(share, tableBarCells))
}

// lineBar draws the bar beside a source line with the blank before it. Narrow
// pages have none.
func (p *page) lineBar(share float64) string {
	if p.width < barPageWidth {
		return ""
	}
	return p.paint(heat(share), " "+bar(share, lineBarCells))
}

// percent writes a share right-aligned in a column of percentCells.
func (p *page) percent(share float64) string {
	return p.paint(heat(share), padLeft(numbers.Percent(share), percentCells))
}

// percentCells holds two blanks and the longest form of numbers.Percent.
const percentCells = 7

// leastBarShare is the share from which on a bar is drawn at least an eighth of
// a cell long: the one from which on numbers.Percent writes a number.
const leastBarShare = 0.001

// bar draws a share from 0 to 1 in eighths of cells (U+2588 to U+258F).
func bar(share float64, width int) string {
	const full = 8
	eighths := int(share*float64(width*full) + 0.5)
	if eighths == 0 && share >= leastBarShare {
		eighths = 1
	}
	eighths = min(max(eighths, 0), width*full)
	out := strings.Repeat("█", eighths/full)
	if rest := eighths % full; rest > 0 {
		out += string(rune('█' + full - rest))
	}
	return padRight(out, width)
}
