// Command terminalhtml draws the contents of a terminal as an HTML page: it
// reads what "tmux capture-pane -e" writes, text with the escape sequences for
// colours and attributes (ECMA-48 section 8.3.117, SGR), and writes the page.
package main

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"os"
	"strconv"
	"strings"
)

func main() {
	if err := convert(os.Stdout, os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "terminalhtml:", err)
		os.Exit(1)
	}
}

// The page's own colours, where the terminal's text has none: those of Neovim's
// default dark colour scheme.
const (
	defaultForeground = "#e0e2ea"
	defaultBackground = "#14161b"
)

const pageStart = `<!doctype html>
<meta charset="utf-8">
<body style="margin:0;background:%[1]s">
<pre style="margin:12px;color:%[2]s;font:15px/1.3 'DejaVu Sans Mono',monospace">
`

// convert writes the page for a terminal's text.
func convert(w io.Writer, r io.Reader) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, pageStart, defaultBackground, defaultForeground)
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	var s style
	for in.Scan() {
		s = writeLine(out, in.Text(), s)
	}
	if err := in.Err(); err != nil {
		return err
	}
	fmt.Fprintln(out, "</pre>")
	return out.Flush()
}

// writeLine writes one line that starts in the given style, and returns the
// style in which it ends.
func writeLine(out *bufio.Writer, line string, s style) style {
	for line != "" {
		text, rest, found := strings.Cut(line, "\x1b")
		// tmux shifts to line-drawing characters and back; the text itself is UTF-8.
		text = strings.NewReplacer("\x0e", "", "\x0f", "").Replace(text)
		if text != "" {
			fmt.Fprintf(out, `<span style="%s">%s</span>`, s.css(), html.EscapeString(text))
		}
		if !found {
			break
		}
		var sequence string
		sequence, line = cutSequence(rest)
		if parameters, ok := strings.CutPrefix(sequence, "["); ok && strings.HasSuffix(sequence, "m") {
			s = s.apply(strings.TrimSuffix(parameters, "m"))
		}
	}
	out.WriteByte('\n')
	return s
}

// cutSequence splits what follows an escape character into the rest of the
// escape sequence and the text behind it.
func cutSequence(s string) (sequence, rest string) {
	switch {
	case strings.HasPrefix(s, "["): // control sequence: up to its final byte
		for i := 1; i < len(s); i++ {
			if s[i] >= 0x40 && s[i] <= 0x7e {
				return s[:i+1], s[i+1:]
			}
		}
		return s, ""
	case strings.HasPrefix(s, "]"): // operating system command, such as a hyperlink: up to ESC \
		sequence, rest, _ = strings.Cut(s, "\x1b\\")
		return sequence, rest
	case strings.HasPrefix(s, "(") && len(s) > 1: // character set
		return s[:2], s[2:]
	case s == "":
		return "", ""
	}
	return s[:1], s[1:]
}

// style is how a piece of text looks. A colour is "" for the page's own.
type style struct {
	foreground, background string
	bold, dim, italic      bool
	underline, reverse     bool
}

func (s style) css() string {
	foreground, background := s.foreground, s.background
	if s.reverse {
		if foreground == "" {
			foreground = defaultForeground
		}
		if background == "" {
			background = defaultBackground
		}
		foreground, background = background, foreground
	}
	var css []string
	add := func(wanted bool, declaration string) {
		if wanted {
			css = append(css, declaration)
		}
	}
	add(foreground != "", "color:"+foreground)
	add(background != "", "background:"+background)
	add(s.bold, "font-weight:bold")
	add(s.dim, "opacity:.6")
	add(s.italic, "font-style:italic")
	add(s.underline, "text-decoration:underline")
	return strings.Join(css, ";")
}

// apply returns the style after an SGR sequence with the given parameters.
// Parameters it does not know change nothing.
func (s style) apply(parameters string) style {
	numbers := strings.FieldsFunc(parameters, func(r rune) bool { return r == ';' })
	if len(numbers) == 0 {
		return style{}
	}
	for i := 0; i < len(numbers); i++ {
		// Sub-parameters, as in 4:3 for a curly underline, are details.
		n, err := strconv.Atoi(strings.SplitN(numbers[i], ":", 2)[0])
		if err != nil {
			continue
		}
		switch {
		case n == 0:
			s = style{}
		case n == 1:
			s.bold = true
		case n == 2:
			s.dim = true
		case n == 3:
			s.italic = true
		case n == 4:
			s.underline = true
		case n == 7:
			s.reverse = true
		case n == 22:
			s.bold, s.dim = false, false
		case n == 23:
			s.italic = false
		case n == 24:
			s.underline = false
		case n == 27:
			s.reverse = false
		case n >= 30 && n <= 37:
			s.foreground = indexed(n - 30)
		case n >= 90 && n <= 97:
			s.foreground = indexed(n - 90 + 8)
		case n == 39:
			s.foreground = ""
		case n >= 40 && n <= 47:
			s.background = indexed(n - 40)
		case n >= 100 && n <= 107:
			s.background = indexed(n - 100 + 8)
		case n == 49:
			s.background = ""
		case n == 38 || n == 48:
			colour, used := extended(numbers[i+1:])
			i += used
			if n == 38 {
				s.foreground = colour
			} else {
				s.background = colour
			}
		}
	}
	return s
}

// extended reads the parameters behind 38 or 48: "5;n" for a colour of the
// palette, "2;r;g;b" for any colour. It returns how many it has used.
func extended(numbers []string) (colour string, used int) {
	at := func(i int) int {
		if i >= len(numbers) {
			return 0
		}
		n, err := strconv.Atoi(numbers[i])
		if err != nil || n < 0 || n > 255 {
			return 0
		}
		return n
	}
	switch at(0) {
	case 5:
		return indexed(at(1)), min(2, len(numbers))
	case 2:
		return fmt.Sprintf("#%02x%02x%02x", at(1), at(2), at(3)), min(4, len(numbers))
	}
	return "", len(numbers)
}

// basic are the 16 first colours of the palette, as xterm has them.
var basic = [16]string{
	"#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
	"#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
}

// indexed returns a colour of the 256-colour palette: 16 basic colours, a cube
// of 6*6*6, and 24 greys, as xterm has them.
func indexed(n int) string {
	switch {
	case n < len(basic):
		return basic[n]
	case n < 232:
		level := func(v int) int {
			if v == 0 {
				return 0
			}
			return 55 + 40*v
		}
		n -= 16
		return fmt.Sprintf("#%02x%02x%02x", level(n/36), level(n/6%6), level(n%6))
	}
	grey := 8 + 10*(n-232)
	return fmt.Sprintf("#%02x%02x%02x", grey, grey, grey)
}
