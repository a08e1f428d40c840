package project

import (
	"path"
	"strings"
)

// MatchPath tells whether a path with slashes matches one of Ant's patterns, which Maven and Gradle have for files: "*" and "?" stand for characters of a name, "**" for any number of
// folders, and a slash at the end for everything below (Ant's manual, "Patterns").
func MatchPath(pattern, name string) bool {
	pattern = strings.ReplaceAll(pattern, `\`, "/")
	if strings.HasSuffix(pattern, "/") {
		pattern += "**"
	}
	return matchParts(strings.Split(pattern, "/"), strings.Split(name, "/"))
}

func matchParts(pattern, name []string) bool {
	for len(pattern) > 0 && pattern[0] != "**" {
		if len(name) == 0 || !matchName(pattern[0], name[0]) {
			return false
		}
		pattern, name = pattern[1:], name[1:]
	}
	if len(pattern) == 0 {
		return len(name) == 0
	}
	for len(pattern) > 1 && pattern[1] == "**" { // as many as one
		pattern = pattern[1:]
	}
	if len(pattern) == 1 {
		return true
	}
	for i := range name {
		if matchParts(pattern[1:], name[i:]) {
			return true
		}
	}
	return false
}

// matchName matches one name. In Ant's patterns brackets and backslashes mean themselves.
func matchName(pattern, name string) bool {
	matched, err := path.Match(strings.NewReplacer(`[`, `\[`, `]`, `\]`).Replace(pattern), name)
	return err == nil && matched
}
