package main

import (
	"fmt"
	"strings"
	"testing"
)

func TestConvert(t *testing.T) {
	span := func(css, text string) string {
		return fmt.Sprintf(`<span style="%s">%s</span>`, css, text)
	}
	for _, test := range []struct{ name, terminal, want string }{
		{"plain text is escaped", "a < b", span("", "a &lt; b")},
		{"direct colour", "\x1b[38;2;224;226;234mx", span("color:#e0e2ea", "x")},
		{"palette: basic, cube and grey", "\x1b[31mr\x1b[38;5;208mo\x1b[38;5;235mg",
			span("color:#cd0000", "r") + span("color:#ff8700", "o") + span("color:#262626", "g")},
		{"attributes add up until reset", "\x1b[1m\x1b[3;48;5;21mx\x1b[0my",
			span("background:#0000ff;font-weight:bold;font-style:italic", "x") + span("", "y")},
		{"reverse swaps the page's colours", "\x1b[7mx", span("color:#14161b;background:#e0e2ea", "x")},
		{"default colours come back", "\x1b[32;41mx\x1b[39;49my",
			span("color:#00cd00;background:#cd0000", "x") + span("", "y")},
		{"a style lasts over the end of a line", "\x1b[1mx\ny", span("font-weight:bold", "x") + "\n" + span("font-weight:bold", "y")},
		{"hyperlinks and character sets leave no trace", "\x1b]8;;https://example.org\x1b\\a\x1b(Bb\x0e", span("", "a") + span("", "b")},
		{"a sequence that is cut off", "x\x1b[38;5", span("", "x")},
		{"parameters that are missing", "\x1b[38;2;1mx\x1b[38my\x1b[mz",
			span("color:#010000", "x") + span("", "y") + span("", "z")},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			if err := convert(&out, strings.NewReader(test.terminal)); err != nil {
				t.Fatal(err)
			}
			_, body, _ := strings.Cut(out.String(), "monospace\">\n")
			body = strings.TrimSuffix(body, "\n</pre>\n")
			if body != test.want {
				t.Errorf("got  %s\nwant %s", body, test.want)
			}
		})
	}
}
