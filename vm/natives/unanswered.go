//go:build unix

package natives

import (
	"slices"
	"strings"

	"hotlens/vm/filesystem"
)

// This file tells the user what the library keeps to itself: java.io.File, and some methods of java.nio.file.Files, answer false, 0 or null where
// the policy denies an access, as if nothing were there.

// maxUnanswered bounds how many folders the user is told of: a program may look for thousands.
const maxUnanswered = 10

// silent are the methods of java.nio.file.Files that tell of no exception.
var silent = []string{"exists", "notExists", "isAccessible", "isDirectory", "isExecutable", "isReadable", "isRegularFile", "isSymbolicLink", "isWritable"}

// unanswered tells the user, once for each folder to permit, that the policy has denied the program an access, and that the program is not told so. What the library
// looks for on its own account does not count: it does without.
func unanswered(t *Thread, path string, purpose filesystem.Purpose, err error) {
	h, reason := hostOf(t), filesystem.Reason(err)
	if reason == "" || h.Say == nil || len(h.unanswered) == maxUnanswered || slices.Contains(h.unanswered, reason) || !asksSilently(t) {
		return
	}
	h.unanswered = append(h.unanswered, reason)
	what := "looked for " + path
	if purpose >= filesystem.ToWrite {
		what = "wanted to change " + path
	}
	h.Say("hotlens: the program has " + what + " in vain: " + strings.TrimPrefix(reason, "hotlens: ") + "\n")
}

// asksSilently tells whether it is the program that has called what asks for a file, and by a method that does not tell why it gets nothing.
func asksSilently(t *Thread) bool {
	byProgram, silently := false, false
	t.Frames(func(f frame) bool {
		class := f.Method.Class
		switch class.Package {
		case "java/io", "java/nio/file", "sun/nio/fs":
			silently = silently || class.Name == "java/io/File" || class.Name == "java/nio/file/Files" && slices.Contains(silent, f.Method.Name)
			return true
		}
		byProgram = !class.OfImage
		return false
	})
	return byProgram && silently
}
