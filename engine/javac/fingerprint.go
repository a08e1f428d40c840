package javac

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"hotlens/vm/classpath"
)

// fingerprint identifies what javac may keep in mind from one request to the next, beside the JDK: which folders and libraries
// there are. It looks into folders again each time, but neither into jars, nor for what was missing. The fingerprint is empty where
// nothing may be kept: where modules or the user's options may make other things of the JDK itself, or where annotation processors run.
func (r *Request) fingerprint(sourcePath []string) string {
	if r.part != nil && r.part.inModule() || r.Processors || r.Release != "" || len(r.ModulePath) > 0 || len(r.Options) > 0 {
		return ""
	}
	libraries, err := classpath.Resolve(r.ClassPath)
	if err != nil {
		return "" // javac says what it thinks of it
	}
	var text strings.Builder
	for _, path := range slices.Concat(r.ClassPath, libraries.Locations(), sourcePath) {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			fmt.Fprintf(&text, "%q is missing\n", path)
		case info.IsDir():
			fmt.Fprintf(&text, "%q is a folder\n", path)
		default:
			fmt.Fprintf(&text, "%q has %d bytes of %d\n", path, info.Size(), info.ModTime().UnixNano())
		}
	}
	return text.String() + "."
}
