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
	eachNamed(roots, func(path, name, class string) {
		if slices.ContainsFunc(patterns, func(p Pattern) bool { return p.wantsFile(name, class, choice) }) {
			files = append(files, path)
		}
	})
	slices.Sort(files)
	return slices.Compact(files)
}

// WithFiles are those of some patterns that have such files, of those that are permitted.
func WithFiles(roots []string, patterns []Pattern, choice *Choice, permitted func(path string) bool) (with []Pattern) {
	rest := slices.Clone(patterns)
	eachNamed(roots, func(path, name, class string) {
		var asked, permits bool
		rest = slices.DeleteFunc(rest, func(p Pattern) bool {
			if !p.wantsFile(name, class, choice) {
				return false
			}
			if !asked {
				asked, permits = true, permitted(path)
			}
			return permits
		})
	})
	return slices.DeleteFunc(slices.Clone(patterns), func(p Pattern) bool {
		return slices.ContainsFunc(rest, func(other Pattern) bool { return other.Text == p.Text })
	})
}

// eachNamed calls visit with the path of each source file below some roots that is called after a class, and with the name of that, with slashes and with dots.
func eachNamed(roots []string, visit func(path, name, class string)) {
	for _, root := range roots {
		walk(root, func(path, relative string) {
			name := strings.TrimSuffix(relative, ".java")
			if simple := name[strings.LastIndexByte(name, '/')+1:]; simple != "package-info" && simple != "module-info" {
				visit(path, name, strings.ReplaceAll(name, "/", "."))
			}
		})
	}
}

// wantsFile tells whether the source file of a top-level class, by its name with slashes and with dots, may have what is wanted of those that a choice has or takes.
func (p *Pattern) wantsFile(name, class string, choice *Choice) bool {
	return p.MatchesFile(class) && (p.All && choice.Has(name) || !p.All && choice.Takes(name))
}

// PackagesOf are the packages of the sources below some roots, sorted, with slashes and one behind; "" is the one without a name.
func PackagesOf(roots []string) []string {
	found := map[string]bool{}
	for _, root := range roots {
		walk(root, func(_, relative string) { found[relative[:strings.LastIndexByte(relative, '/')+1]] = true })
	}
	return slices.Sorted(maps.Keys(found))
}
