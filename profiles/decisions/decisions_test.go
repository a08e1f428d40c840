package decisions_test

import (
	"strings"
	"testing"

	"hotlens/profiles"
	"hotlens/profiles/decisions"
)

func TestSummary(t *testing.T) {
	const inlined, guarded, rejected, none = profiles.DecisionInlined, profiles.DecisionGuarded, profiles.DecisionRejected, profiles.Decision("")
	for _, test := range []struct {
		targets []profiles.Decision
		want    string
	}{
		{nil, ""},
		{[]profiles.Decision{none, none}, ""},
		{[]profiles.Decision{inlined}, "●"},
		{[]profiles.Decision{inlined, inlined}, "●"},
		{[]profiles.Decision{inlined, none}, "◐"},
		{[]profiles.Decision{inlined, rejected}, "◐"},
		{[]profiles.Decision{guarded}, "◐"},
		{[]profiles.Decision{guarded, rejected, none}, "◐"},
		{[]profiles.Decision{rejected, none}, "○"},
	} {
		var summary decisions.Summary
		for _, decision := range test.targets {
			summary.Add(decision)
		}
		if got := summary.Sign(); got != test.want {
			t.Errorf("the sign of %q is %q, want %q", test.targets, got, test.want)
		}
	}
}

func TestLegendHasEverySign(t *testing.T) {
	for _, decision := range []profiles.Decision{profiles.DecisionInlined, profiles.DecisionGuarded, profiles.DecisionRejected} {
		if sign := decisions.Sign(decision); sign == "" || strings.Count(decisions.Legend, sign) != 1 {
			t.Errorf("the legend %q does not explain %q", decisions.Legend, sign)
		}
	}
}
