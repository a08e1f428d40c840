package tests

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/engine/project"
)

// maxFiles bounds the source files that are looked at by their names: more than any source set has.
const maxFiles = 100_000

// walk calls visit with the path of each source file below a root, and with its path relative to that, with slashes.
func walk(root string, visit func(path, relative string)) {
	seen := 0
	project.EachSource(root, func(path string) bool {
		if seen++; seen > maxFiles {
			return false
		}
		if relative, err := filepath.Rel(root, path); err == nil {
			visit(path, filepath.ToSlash(relative))
		}
		return true
	})
}

// Files are the source files below some roots which may have what the patterns want, sorted. Where a pattern names no class, the choice says which are meant; where it does, which it takes.
func Files(roots []string, patterns []Pattern, choice *Choice) []string {
	var files []string
	for _, root := range roots {
		walk(root, func(path, relative string) {
			name := strings.TrimSuffix(relative, ".java")
			class := strings.ReplaceAll(name, "/", ".")
			simple := class[strings.LastIndexByte(class, '.')+1:]
			wanted := slices.ContainsFunc(patterns, func(p Pattern) bool {
				return p.MatchesFile(class) && (p.All && choice.Has(name) || !p.All && choice.Takes(name))
			})
			if wanted && simple != "package-info" && simple != "module-info" {
				files = append(files, path)
			}
		})
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// PackagesOf are the packages of the sources below some roots, sorted, with slashes and one behind; "" is the one without a name.
func PackagesOf(roots []string) []string {
	found := map[string]bool{}
	for _, root := range roots {
		walk(root, func(_, relative string) { found[relative[:strings.LastIndexByte(relative, '/')+1]] = true })
	}
	return slices.Sorted(maps.Keys(found))
}
