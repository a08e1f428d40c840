//go:build unix

package vm

import (
	"embed"
	"fmt"
	"strings"

	"hotlens/vm/release"
)

// This file knows which classes the library of each JDK needs to start, up to the main method. Others are loaded
// all the same, and what is listed in vain only costs the time of reading it: so the lists need not be exact.

//go:embed bootclasses
var bootClassLists embed.FS

// bootClasses are those classes, in the order in which they are loaded.
func bootClasses(from release.Release) []string {
	list, err := bootClassLists.ReadFile(fmt.Sprintf("bootclasses/%d.txt", from.Feature))
	if err != nil {
		return nil // everything is read when it is needed
	}
	return strings.Fields(string(list))
}
