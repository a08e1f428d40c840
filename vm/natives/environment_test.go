//go:build unix

package natives

import (
	"slices"
	"strings"
	"testing"
)

func TestConfine(t *testing.T) {
	h := &Host{User: "alice", Home: "/home/alice", TempDirectory: "/tmp/x", Environment: []string{"HOME=/home/alice", "SECRET=1", "TZ=UTC", "WANTED=a=b", "USER=alice"}}
	h.Confine([]string{"WANTED", "USER"})
	if h.User != "user" || h.Home != "/tmp/x" {
		t.Errorf("user %q with home %q", h.User, h.Home)
	}
	slices.Sort(h.Environment)
	if want := []string{"HOME=/tmp/x", "LOGNAME=user", "TZ=UTC", "USER=alice", "WANTED=a=b"}; !slices.Equal(h.Environment, want) {
		t.Errorf("environment %q, want %q", h.Environment, want)
	}
	if reason := h.environmentDenial("SECRET"); !strings.Contains(reason, "--allow-env SECRET, setting hotlens.policy.environment") {
		t.Errorf("the reason is %q", reason)
	}
	for _, name := range []string{"WANTED", "HOME", "NOWHERE"} {
		if reason := h.environmentDenial(name); reason != "" {
			t.Errorf("%s is denied: %s", name, reason)
		}
	}
	if value, ok := h.variable("WANTED"); !ok || value != "a=b" {
		t.Errorf("WANTED is %q, %v", value, ok)
	}
	if _, ok := h.variable("SECRET"); ok {
		t.Error("SECRET can be read")
	}
}
