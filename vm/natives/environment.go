//go:build unix

package natives

import (
	"slices"
	"strings"
)

// This file says what a program in the sandbox learns of the user and of the
// environment in which hotlens was started.

// The user in the sandbox. Profiles do not depend on who makes them, nor on the shell in
// which that happens.
const (
	confinedUser   = "user"
	confinedNumber = 1000 // what most systems give to the first user
	confinedPath   = "/usr/local/bin:/usr/bin:/bin"
	confinedLocale = "C.UTF-8"
)

// Confine hides from the program who the user is, and the environment but for the
// variables that are permitted by name. The user's home is the program's own temporary
// folder, so that what it keeps there goes with it.
func (h *Host) Confine(permitted []string) {
	h.confined = true
	h.User, h.Home = confinedUser, h.TempDirectory
	visible := []string{"HOME=" + h.Home, "USER=" + h.User, "LOGNAME=" + h.User, "PATH=" + confinedPath, "LANG=" + confinedLocale}
	for _, entry := range h.Environment {
		name, _, _ := strings.Cut(entry, "=")
		own := slices.IndexFunc(visible, func(other string) bool { return strings.HasPrefix(other, name+"=") })
		switch {
		case slices.Contains(permitted, name) && own >= 0:
			visible[own] = entry
		case slices.Contains(permitted, name):
			visible = append(visible, entry)
		case own < 0:
			h.hidden = append(h.hidden, name)
		}
	}
	h.Environment = visible
}

// missed tells the user, once, that the program has asked for a variable which there is, but
// not for it. To the program it is like any that there is not: what it does must not
// depend on the user's environment.
func (h *Host) missed(name string) {
	if i := slices.Index(h.hidden, name); i >= 0 && h.Say != nil {
		h.hidden = slices.Delete(h.hidden, i, i+1)
		h.Say("hotlens: the program has asked for the environment variable " + name + ", which it does not see; allow it with --allow-env " + name + ", setting hotlens.policy.environment\n")
	}
}

// variable is the value of an environment variable that the program may read.
func (h *Host) variable(name string) (value string, ok bool) {
	for _, entry := range h.Environment {
		if value, ok = strings.CutPrefix(entry, name+"="); ok {
			return value, true
		}
	}
	return "", false
}
