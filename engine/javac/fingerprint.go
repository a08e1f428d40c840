package javac

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"hotlens/vm/classpath"
)

// fingerprint identifies what javac may keep in mind from one request to the next, beside the JDK: which folders and libraries
// there are. It looks into folders again each time, but neither into jars, nor for what was missing. The fingerprint is empty where
// nothing may be kept: where modules or the user's options may make other things of the JDK itself, or where annotation processors run.
func (r *Request) fingerprint(sourcePath []string) string {
	if r.part != nil && r.part.inModule() || r.Processors || r.Release != "" || len(r.ModulePath) > 0 || !harmless(r.Options) {
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

// withoutOwnRelease is the request without a release that is the JDK's own: javac then compiles as it does by default, but opens what it has of that release
// for each compilation anew, so that nothing could be kept. With options that --release forbids javac has to see it.
func (r Request) withoutOwnRelease(feature int) Request {
	if r.Release == strconv.Itoa(feature) && harmless(r.Options) && !slices.ContainsFunc(r.Options, func(o string) bool { return slices.Contains(besideRelease, o) }) {
		r.Release = ""
	}
	return r
}

// besideRelease are the harmless options that javac refuses together with --release.
var besideRelease = []string{"-source", "--source", "-target", "--target"}

// Options that make nothing else of the JDK than others do, and write no other files: what builds set most. With others javac keeps nothing.
var (
	harmlessOptions = []string{"-parameters", "-nowarn", "-Werror", "-deprecation", "-Xlint"}
	// harmlessPairs have a value, which is the next word.
	harmlessPairs = slices.Concat(besideRelease, []string{"-encoding", "-Xmaxerrs", "-Xmaxwarns"})
	// harmlessPrefix begins the one that has its value in the same word.
	harmlessPrefix = "-Xlint:"
)

// harmless tells whether all options are.
func harmless(options []string) bool {
	for i := 0; i < len(options); i++ {
		switch option := options[i]; {
		case slices.Contains(harmlessOptions, option), strings.HasPrefix(option, harmlessPrefix):
		case slices.Contains(harmlessPairs, option):
			i++
		default:
			return false
		}
	}
	return true
}
