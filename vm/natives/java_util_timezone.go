//go:build unix

package natives

import (
	"os"
	"path/filepath"
	"strings"
)

func init() { later(javaUtilTimezone) }

func javaUtilTimezone() {
	register("java/util/TimeZone", table{
		"getSystemTimeZoneID(Ljava/lang/String;)Ljava/lang/String;": func(t *Thread, _ Args) uint64 {
			h := hostOf(t)
			switch zone, set := zoneOf(h.Environment); {
			case t.M.Options.VirtualClock && !h.confined, h.confined && !set:
				// A run must not depend on where it happens.
				return uint64(t.NewString("UTC"))
			case set:
				return uint64(t.NewString(zone))
			}
			return uint64(t.NewString(systemTimeZone()))
		},
		"getSystemGMTOffsetID()Ljava/lang/String;": func(t *Thread, _ Args) uint64 { return uint64(t.NewString("GMT")) },
	})
}

// zones ends the names of the folders with the rules of time zones.
const zones = "/zoneinfo/"

// zoneOf is the identifier of the time zone that the variable TZ names, if it names one.
func zoneOf(environment []string) (zone string, set bool) {
	for _, v := range environment {
		zone, ok := strings.CutPrefix(v, "TZ=")
		if zone = strings.TrimPrefix(zone, ":"); !ok || zone == "" || zone == "localtime" {
			continue
		}
		if _, name, ok := strings.Cut(zone, zones); ok {
			zone = name
		}
		return strings.TrimPrefix(zone, "posix/"), true
	}
	return "", false
}

// systemTimeZone is the identifier of the system's time zone, found as the JDK
// finds it on Linux, where no variable says it: by Debian's /etc/timezone, and the file
// that /etc/localtime links to.
func systemTimeZone() string {
	if data, err := os.ReadFile("/etc/timezone"); err == nil {
		if name, _, _ := strings.Cut(string(data), "\n"); strings.TrimSpace(name) != "" {
			return strings.TrimSpace(name)
		}
	}
	if target, err := filepath.EvalSymlinks("/etc/localtime"); err == nil {
		if _, name, ok := strings.Cut(target, zones); ok {
			return strings.TrimPrefix(name, "posix/")
		}
	}
	return "UTC"
}
