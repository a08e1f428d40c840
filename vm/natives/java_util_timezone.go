//go:build unix

package natives

import (
	"os"
	"path/filepath"
	"strings"
)

func init() {
	register("java/util/TimeZone", table{
		"getSystemTimeZoneID(Ljava/lang/String;)Ljava/lang/String;": func(t *Thread, _ Args) uint64 {
			if t.M.Options.VirtualClock {
				// A run must not depend on where it happens.
				return uint64(t.NewString("UTC"))
			}
			return uint64(t.NewString(systemTimeZone(hostOf(t).Environment)))
		},
		"getSystemGMTOffsetID()Ljava/lang/String;": func(t *Thread, _ Args) uint64 { return uint64(t.NewString("GMT")) },
	})
}

// systemTimeZone is the identifier of the system's time zone, found as the JDK
// finds it on Linux: the TZ variable, Debian's /etc/timezone, and the file that
// /etc/localtime links to.
func systemTimeZone(environment []string) string {
	const zones = "/zoneinfo/"
	for _, v := range environment {
		zone, ok := strings.CutPrefix(v, "TZ=")
		if zone = strings.TrimPrefix(zone, ":"); !ok || zone == "" || zone == "localtime" {
			continue
		}
		if _, name, ok := strings.Cut(zone, zones); ok {
			zone = name
		}
		return strings.TrimPrefix(zone, "posix/")
	}
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
