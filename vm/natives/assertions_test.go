//go:build unix

package natives

import (
	"strings"
	"testing"
)

func TestAsserts(t *testing.T) {
	for _, test := range []struct {
		directives, class string
		system, want      bool
	}{
		{"", "p.C", false, false},
		{"ea", "p.C", false, true},
		{"ea", "java.lang.String", true, false},
		{"esa", "java.lang.String", true, true},
		{"esa", "p.C", false, false},
		{"ea da:p.C", "p.C", false, false},
		{"da:p.C ea", "p.C", false, false},
		{"ea:p...", "p.q.C", false, true},
		{"ea:p...", "pq.C", false, false},
		{"ea:p... da:p.q...", "p.q.C", false, false},
		{"da:p.q... ea:p...", "p.q.C", false, false},
		{"ea:...", "C", false, true},
		{"ea:...", "p.C", false, false},
		{"ea:p.C da:p.C", "p.C", false, false},
	} {
		if got := asserts(strings.Fields(test.directives), test.class, test.system); got != test.want {
			t.Errorf("%q: %s asserts: %v, want %v", test.directives, test.class, got, test.want)
		}
	}
}
