//go:build unix

package vm

import (
	"embed"
	"fmt"
	"strconv"
	"strings"

	"hotlens/vm/linking"
	"hotlens/vm/release"
)

// This file knows which classes the library of each JDK needs to start, up to the main method, and which of their methods it calls. Others are loaded
// and called all the same, and what is listed in vain only costs the time of reading it: so the lists need not be exact.

//go:embed bootclasses
var bootClassLists embed.FS

// bootClasses are those classes, in the order in which they are loaded. A list has a line for each, with the places of its methods in the class file.
func bootClasses(from release.Release) (wanted []linking.Wanted) {
	list, err := bootClassLists.ReadFile(fmt.Sprintf("bootclasses/%d.txt", from.Feature))
	if err != nil {
		return nil // everything is read when it is needed
	}
	for line := range strings.Lines(string(list)) {
		words := strings.Fields(line)
		w := linking.Wanted{Class: words[0]}
		for _, word := range words[1:] {
			at, err := strconv.Atoi(word)
			if err != nil {
				return nil
			}
			w.Methods = append(w.Methods, at)
		}
		wanted = append(wanted, w)
	}
	return wanted
}
