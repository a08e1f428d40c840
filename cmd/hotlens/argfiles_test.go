package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplitArguments(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{" -cp\ta:b\r\n\fMain  x\n", []string{"-cp", "a:b", "Main", "x"}},
		{"a# comment 'x'\n#b\nc", []string{"a", "c"}},
		{`"a b" 'c "d' e"f g"h "" '#'`, []string{"a b", `c "d`, "ef gh", "", "#"}},
		{`"a\tb\n\\\"\'\q" c:\d`, []string{"a\tb\n\\\"'q", `c:\d`}},
		{"\"a:\\\n   b\" c", []string{"a:b", "c"}},
		{"'open\nnext", []string{"open", "next"}},
		{`"end\`, []string{`end\`}},
	} {
		if diff := cmp.Diff(test.want, splitArguments(test.text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.text, diff)
		}
	}
}
