package javac

import (
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"

	"hotlens/engine/uses"
	"hotlens/profiles/sources"
)

// unit is a compilation unit (JLS 7.3), which is a source file, as the last compilation that it went into has seen it.
type unit struct {
	path        string
	file        sources.File      // its part of the index; the hash is that of the text
	classes     map[string]string // what it was compiled to: names with slashes, and hashes of the class files
	diagnostics []Diagnostic
	unsaid      []string // the lint categories of which there is something that javac does not say, but that there is
	dependencies
	names []int32 // the hash codes of its identifiers, in ascending order

	stamp stamp // of the file with that text
	// current tells whether its classes are those that a compilation of everything would make: then they are in the folder, else
	// there are none of it.
	current bool
	edited  bool // the text is another one by now
}

// dependencies are what a unit's classes depend on, and what others depend on in them: see Dependencies.java.
type dependencies struct {
	Uses      []string `json:"uses"`      // outermost classes, with slashes
	Constants []string `json:"constants"` // those of them whose constants are used
	Supers    []string `json:"supers"`    // those that its classes extend and implement
	Mentions  []string `json:"mentions"`  // those that others see through its declarations
	Packages  []string `json:"packages"`  // with dots: where its names may be looked for
	Interface string   `json:"interface"` // differs when something changes that users may notice
	Shape     string   `json:"shape"`     // differs when something changes that users of users may notice
}

// outermost are the unit's classes that are in no other class.
func (u *unit) outermost() []string {
	return slices.DeleteFunc(slices.Clone(u.file.Types), func(name string) bool { return !topLevel(name, u.file.Types) })
}

// topLevel tells whether a class is in no other one of its file. Binary names of nested types start with the outer one's and a dollar (JLS 13.1).
func topLevel(name string, types []string) bool {
	return !slices.ContainsFunc(types, func(outer string) bool { return strings.HasPrefix(name, outer+"$") })
}

// auxiliary are the simple names of those outermost classes that are not called as the file is.
func (u *unit) auxiliary() []string {
	own := simpleName(u.path)
	var names []string
	for _, class := range u.outermost() {
		if name := class[strings.LastIndexByte(class, '/')+1:]; name != own {
			names = append(names, name)
		}
	}
	return names
}

// simpleName is the class that a source file is called after.
func simpleName(path string) string { return strings.TrimSuffix(filepath.Base(path), sourceSuffix) }

// says tells whether one of the names may be among the unit's identifiers.
func (u *unit) says(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		_, found := slices.BinarySearch(u.names, hashCode(name))
		return found
	})
}

// hashCode is String.hashCode (Java SE API).
func hashCode(name string) int32 {
	code := int32(0)
	for _, c := range utf16.Encode([]rune(name)) {
		code = 31*code + int32(c)
	}
	return code
}

// graph tells who depends on whom, by path.
type graph struct {
	users, heirs, mentioners, constantUsers map[string][]string
}

// graph is that of the units as they are.
func (in *incremental) graph() *graph {
	g := &graph{map[string][]string{}, map[string][]string{}, map[string][]string{}, map[string][]string{}}
	for path, u := range in.units {
		add := func(to map[string][]string, names []string) {
			for _, name := range names {
				if owner, ok := in.owners[name]; ok && owner != path {
					to[owner] = append(to[owner], path)
				}
			}
		}
		add(g.users, u.Uses)
		add(g.heirs, u.Supers)
		add(g.mentioners, u.Mentions)
		add(g.constantUsers, u.Constants)
	}
	return g
}

// set is a set of paths, or of names.
type set map[string]bool

// close adds what relations lead to from the members.
func (s set) close(relations ...map[string][]string) set {
	maps.Copy(s, uses.Closure(slices.Collect(maps.Keys(s)), math.MaxInt, relations...))
	return s
}

// affected are the units that may compile to something else, or not at all, when the declarations of some have changed.
//
// Who uses a class looks for members in its superclasses, too. Whether a conversion or an overloaded method is possible also depends on types that the user
// does not name: on their shape, where a declaration that is used mentions them.
func (g *graph) affected(changed, reshaped set) set {
	all := set{}
	for path := range changed {
		all[path] = true
	}
	all.close(g.heirs)
	seen := set{}
	for path := range reshaped {
		seen[path] = true
	}
	for path := range seen.close(g.heirs, g.mentioners) {
		all[path] = true
	}
	affected := set{}
	for path := range all {
		for _, user := range g.users[path] {
			affected[user] = true
		}
		for _, heir := range g.heirs[path] {
			affected[heir] = true
		}
	}
	return affected
}

// suspects are the units that a change of others which do not compile may keep from compiling, or whose classes may be what keeps them.
func (g *graph) suspects(changed set) set {
	affected := g.affected(changed, nil)
	constants := set{}
	for path := range changed {
		constants[path] = true
	}
	for path := range constants.close(g.constantUsers) {
		affected[path] = true
	}
	return affected
}
