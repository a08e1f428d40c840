package javac

import (
	"io"
	"os"
	"path/filepath"

	"hotlens/profiles/lazyregexp"
)

// This file finds what an annotation processor reads above the folders that it may read. Lombok goes by the files lombok.config in all folders above a source, up to the root of the disk or
// to one that says to stop there (its documentation, "Configuration system"), and without them would make other code than the build does. Others do not look there.

const bubblingName = "lombok.config"

// maxBubblingBytes is more than any such file has.
const maxBubblingBytes = 1 << 20

// stopBubbling is a line that says to look no further, or that takes this back. The last one counts.
var stopBubbling = lazyregexp.New(`(?m)^[ \t]*(?:clear[ \t]+config\.stopBubbling|config\.stopBubbling[ \t]*=[ \t]*(\w+))[ \t]*(?:#.*)?\r?$`)

// bubbling are the files lombok.config in and above some folders. The files that they import are not among them: they could name any file, and whoever may write one would choose what processors read. Nor are links.
func bubbling(folders []string) (files []string) {
	looked := set{}
	for _, folder := range folders {
		for folder = resolved(folder); !looked[folder]; folder = filepath.Dir(folder) {
			looked[folder] = true
			path := filepath.Join(folder, bubblingName)
			info, err := os.Lstat(path)
			if err != nil || !info.Mode().IsRegular() {
				continue
			}
			files = append(files, path)
			if stopsBubbling(path) {
				break
			}
		}
	}
	return files
}

// stopsBubbling tells whether such a file says to look no further.
func stopsBubbling(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxBubblingBytes))
	lines := stopBubbling().FindAllSubmatch(text, -1)
	return err == nil && len(lines) > 0 && string(lines[len(lines)-1][1]) == "true"
}
