//go:build unix

package natives

import (
	"slices"
	"strings"
)

// This file says what a program in the sandbox learns of the user and of the
// environment in which hotlens was started.

// harmless are the environment variables that every program sees: they say how to
// show text, and hold no secrets.
var harmless = []string{"LANG", "LANGUAGE", "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_MESSAGES", "LC_MONETARY", "LC_NUMERIC", "LC_TIME", "TERM", "TZ"}

// The user in the sandbox. Profiles do not depend on who makes them.
const confinedUser = "user"

// Confine hides from the program who the user is, and the environment but for the
// harmless variables and those that are permitted by name. The user's home is the
// program's own temporary folder, so that what it keeps there goes with it.
func (h *Host) Confine(permitted []string) {
	h.User, h.Home = confinedUser, h.TempDirectory
	visible := []string{"HOME=" + h.Home, "USER=" + h.User, "LOGNAME=" + h.User}
	replaced := []string{"HOME", "USER", "LOGNAME"}
	for _, entry := range h.Environment {
		name, _, _ := strings.Cut(entry, "=")
		switch {
		case slices.Contains(permitted, name):
			visible = slices.DeleteFunc(visible, func(other string) bool { return strings.HasPrefix(other, name+"=") })
			visible = append(visible, entry)
		case slices.Contains(harmless, name):
			visible = append(visible, entry)
		case !slices.Contains(replaced, name):
			h.hidden = append(h.hidden, name)
		}
	}
	h.Environment = visible
}

// environmentDenial is the reason why the program may not read a variable, which
// names the setting that would allow it; "" if it may, or if there is none.
func (h *Host) environmentDenial(name string) string {
	if !slices.Contains(h.hidden, name) {
		return ""
	}
	return "hotlens: reading the environment variable " + name + " is not permitted; allow it with --allow-env " + name + ", setting hotlens.policy.environment"
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
