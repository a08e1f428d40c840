//go:build unix

package vm

import (
	"runtime"
	"strings"
)

// packagesDirectory is where all of HotSpot's builds for Linux look first.
const packagesDirectory = "/usr/java/packages/lib"

// debianTriplets are the names of Debian's directories for an architecture
// (https://wiki.debian.org/Multiarch/Tuples), by Go's name for it.
var debianTriplets = map[string]string{
	"386":     "i386-linux-gnu",
	"amd64":   "x86_64-linux-gnu",
	"arm64":   "aarch64-linux-gnu",
	"ppc64le": "powerpc64le-linux-gnu",
	"riscv64": "riscv64-linux-gnu",
	"s390x":   "s390x-linux-gnu",
}

// libraryPath is the java.library.path of java on Linux, which the message of a
// library that is not found shows: the user's LD_LIBRARY_PATH, and directories
// that whoever built the JDK has chosen. The JDK's release file says who that
// was (IMPLEMENTOR); Debian and Ubuntu have their own, all others the OpenJDK's.
func libraryPath(implementor string, environment []string) string {
	path := []string{packagesDirectory, "/usr/lib64", "/lib64", "/lib", "/usr/lib"}
	triplet := debianTriplets[runtime.GOARCH]
	if (implementor == "Debian" || implementor == "Ubuntu") && triplet != "" {
		path = []string{packagesDirectory, "/usr/lib/" + triplet + "/jni", "/lib/" + triplet, "/usr/lib/" + triplet, "/usr/lib/jni", "/lib", "/usr/lib"}
	}
	for _, entry := range environment {
		if value, found := strings.CutPrefix(entry, "LD_LIBRARY_PATH="); found && value != "" {
			path = append([]string{value}, path...)
		}
	}
	return strings.Join(path, ":")
}
