//go:build unix

package natives

import (
	"slices"
	"testing"
)

func TestConfine(t *testing.T) {
	h := &Host{User: "alice", Home: "/home/alice", TempDirectory: "/tmp/x", Environment: []string{"HOME=/home/alice", "SECRET=1", "TZ=UTC", "LANG=de_DE", "WANTED=a=b", "USER=alice"}}
	told := ""
	h.Say = func(text string) { told += text }
	h.Confine([]string{"WANTED", "USER"})
	if h.User != "user" || h.Home != "/tmp/x" {
		t.Errorf("user %q with home %q", h.User, h.Home)
	}
	slices.Sort(h.Environment)
	if want := []string{"HOME=/tmp/x", "LANG=C.UTF-8", "LOGNAME=user", "PATH=/usr/local/bin:/usr/bin:/bin", "USER=alice", "WANTED=a=b"}; !slices.Equal(h.Environment, want) {
		t.Errorf("environment %q, want %q", h.Environment, want)
	}
	for _, name := range []string{"WANTED", "HOME", "NOWHERE", "SECRET", "SECRET"} {
		h.missed(name)
	}
	if want := "hotlens: the program has asked for the environment variable SECRET, which it does not see; allow it with --allow-env SECRET, setting hotlens.policy.environment\n"; told != want {
		t.Errorf("told is %q, want %q", told, want)
	}
	if value, ok := h.variable("WANTED"); !ok || value != "a=b" {
		t.Errorf("WANTED is %q, %v", value, ok)
	}
	if _, ok := h.variable("SECRET"); ok {
		t.Error("SECRET can be read")
	}
}
