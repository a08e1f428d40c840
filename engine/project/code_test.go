package project

import (
	"regexp"
	"testing"
)

// notCodePattern says what is no code as a regular expression.
var notCodePattern = regexp.MustCompile(`(?s)//[^\n\r]*|/\*.*?\*/|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'`)

func FuzzCodeOf(f *testing.F) {
	for _, text := range []string{
		"", "a / b /* c */ d // e\nf // g", "/*/ a */ b /* c", "/**/a//", `String s = "a\"b" + 'c' + '\'' + "" + '' + "d`,
		"var t = \"\"\"\n  a \"b\" \\\"\"\" // c\n\"\"\" + d; \"\"\" e", "\"a\nb\" c 'd\n'", `"\`, `'\`, `"""\`,
		"\"//\" /*\"*/ '\"' //'\r\"x\"", "// \xff\n\"\xff\\\xff\"", `"a" /`, `/`, `'`, `"""""" + """"""`, "'''", "\"\\\nb\"",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := codeOf(text), notCodePattern.ReplaceAllString(text, " "); got != want {
			t.Errorf("of %q is code %q, want %q", text, got, want)
		}
	})
}
