package project

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"hotlens/profiles/lazyregexp"
)

// This file is about modules of the Java platform.

// ModuleFile is the description of a module.
const ModuleFile = "module-info.java"

// packageFile is the description of a package.
const packageFile = "package-info.java"

var (
	moduleDeclaration = lazyregexp.New(`(?:^|[\s;)])module\s+([\w.]+)\s*\{`)
	provides          = lazyregexp.New(`\bprovides\s+([\w.]+)\s+with\s+([\w.,\s]+);`)
	imports           = lazyregexp.New(`\bimport\s+([\w.]+\.(\w+))\s*;`)
	usesService       = lazyregexp.New(`\buses\s+([\w.]+)\s*;`)
	requires          = lazyregexp.New(`\brequires\s+(?:(?:static|transitive)\s+)*([\w.]+)\s*;`)
)

// Modules are a build as modules of the Java platform: its source sets with descriptions, each compiled by itself against those that it needs, the libraries that the graph of modules
// needs, and on the class path all others, as Maven divides them.
type Modules struct {
	Name string // of the module that the program is in, or that its tests are patched into
	// Units are what is compiled by itself, in an order in which none needs a later one.
	Units []Unit
	// ModulePath and ClassPath are the libraries of the run.
	ModulePath, ClassPath []string
	// AllOnPath says that all modules on the module path take part in the run, not only those that are required then.
	AllOnPath bool
}

// Unit is a source set that is compiled by itself.
type Unit struct {
	Part
	Folder      string // its name among the units: that of the module, or one that is no module's
	Name        string // the module that it is, or that it becomes part of; "" on the class path
	Description string // the path of the module's module-info.java; "" where it is no module of its own
	Files       []string
	// OnModulePath and OnClassPath are the Folders of the units that it is compiled against, ModulePath and ClassPath the libraries.
	OnModulePath, OnClassPath []string
	ModulePath, ClassPath     []string
}

// IsModule tells whether the unit is a module by itself.
func (u *Unit) IsModule() bool { return u.Description != "" }

// Patches tells whether the unit becomes part of a module that it is not: tests do.
func (u *Unit) Patches() bool { return u.Name != "" && u.Description == "" }

// description is what a module says of itself.
type description struct {
	name           string
	path           string // of the file, or of the library that has it
	requires       []string
	uses, provides []string // services, with dots
}

// firstWithModules is the language level that modules came with. Builds for an older one have another compilation for the description.
const firstWithModules = 9

// Modules are the build as modules; nil where it is on the class path: where nothing describes it, and where it is for a Java without modules. Where it is described and yet on the class
// path, the text says why.
func (b *Build) Modules() (*Modules, string) { return b.modules() }

func (b *Build) findModules() (*Modules, string) {
	root := Part{b.Module, b.Set}
	testing := func(is func(Testing) bool) bool {
		return b.Set.Test && slices.ContainsFunc(b.Module.Testing, func(t Testing) bool { return t.Set == b.Set.Name && is(t) })
	}
	if b.Set.Test && (b.described() == nil || testing(func(t Testing) bool { return t.OnlyPatches })) {
		i := slices.IndexFunc(b.Sets, func(p Part) bool { return p.Module == b.Module && !p.Set.Test })
		if i < 0 {
			return nil, ""
		}
		root = b.Sets[i]
	}
	own := root.described()
	switch {
	case own == nil:
		return nil, ""
	case b.Set.Test && b.Model.Origin == Gradle || testing(func(t Testing) bool { return t.OnClassPath }):
		return nil, "" // as the build has them: Gradle always (its manual, "Testing Java Modules")
	case root.Set != b.Set && b.described() != nil:
		return nil, fmt.Sprintf("the tests of the module %s run on the class path, as they have a %s of their own", own.name, ModuleFile)
	}
	g := moduleGraph{build: b, sources: map[string]Part{}, known: map[string]*description{own.name: own}, libraries: map[string]*description{}}
	if reason := g.find(root); reason != "" {
		return nil, fmt.Sprintf("the module %s is compiled and run on the class path: %s", own.name, reason)
	}
	g.choose(own.name)
	g.visit(Part{b.Module, b.Set})
	for _, part := range b.Sets {
		g.visit(part)
	}
	if reason := g.problem(); reason != "" {
		return nil, fmt.Sprintf("the module %s is compiled and run on the class path: %s", own.name, reason)
	}
	m := &Modules{Name: own.name, Units: g.units}
	m.ModulePath, m.ClassPath = g.divide(b.RunPath)
	m.AllOnPath = b.Set.Test && !testing(func(t Testing) bool { return t.OnlyRequired })
	return m, ""
}

// described is the description that the source set has of itself, nil where it is no module.
func (p Part) described() *description {
	if level := p.Set.Compiler.level(); level > 0 && level < firstWithModules {
		return nil
	}
	for _, root := range p.Set.Sources {
		path := filepath.Join(root, ModuleFile)
		if p.Set.Omits(path) {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		return parseDescription(path, codeOf(p.Set.Compiler.decode(text)))
	}
	return nil
}

// described is Part.described of the build's own source set.
func (b *Build) described() *description { return Part{b.Module, b.Set}.described() }

// parseDescription reads what a description says, without comments; nil if it is none: then the compiler says what is wrong with it.
func parseDescription(path, code string) *description {
	declared := moduleDeclaration().FindStringSubmatch(code)
	if declared == nil {
		return nil
	}
	d := &description{name: declared[1], path: path}
	imported := importsOf(code)
	for _, found := range requires().FindAllStringSubmatch(code, -1) {
		d.requires = append(d.requires, found[1])
	}
	for _, found := range usesService().FindAllStringSubmatch(code, -1) {
		d.uses = append(d.uses, whole(found[1], imported))
	}
	for _, found := range provides().FindAllStringSubmatch(code, -1) {
		d.provides = append(d.provides, whole(found[1], imported))
	}
	return d
}

// importsOf are the names that a file imports, by their last parts.
func importsOf(code string) map[string]string {
	imported := map[string]string{}
	for _, found := range imports().FindAllStringSubmatch(code, -1) {
		imported[found[2]] = found[1]
	}
	return imported
}

// whole is the whole name of a type, by what the file imports.
func whole(name string, imported map[string]string) string {
	first, rest, nested := strings.Cut(name, ".")
	full, ok := imported[first]
	switch {
	case !ok:
		return name
	case nested:
		return full + "." + rest
	}
	return full
}

// moduleGraph finds out what of a build is a module.
type moduleGraph struct {
	build   *Build
	sources map[string]Part         // the modules that are compiled from source, by name
	known   map[string]*description // all modules that there are, but those of the JDK
	chosen  map[string]bool         // those that are needed
	units   []Unit
	visited map[*SourceSet]bool

	libraries map[string]*description // by path; nil for what is no module. Each is a jar to open
}

// find finds the modules that there are. It returns why they cannot be told apart, else "".
func (g *moduleGraph) find(root Part) string {
	g.visited = map[*SourceSet]bool{}
	for _, part := range g.build.Sets {
		if part.Set.Test && part.Set != root.Set {
			continue
		}
		d := part.described()
		if d == nil {
			continue
		}
		if other, twice := g.sources[d.name]; twice {
			return fmt.Sprintf("two source sets are called so, in %s and %s", other.Module.Folder, part.Module.Folder)
		}
		g.sources[d.name], g.known[d.name] = part, d
	}
	for _, path := range slices.Concat(g.build.CompilePath, g.build.RunPath) {
		if d := g.library(path); d != nil && g.known[d.name] == nil {
			g.known[d.name] = d
		}
	}
	return ""
}

// choose chooses a module and all that it needs: what is required, and what provides a service that one of these uses.
func (g *moduleGraph) choose(name string) {
	g.chosen = map[string]bool{}
	used := map[string]bool{}
	for todo := []string{name}; len(todo) > 0; {
		next := g.known[todo[0]]
		todo = todo[1:]
		if next != nil && !g.chosen[next.name] {
			g.chosen[next.name] = true
			todo = append(todo, next.requires...)
			for _, service := range next.uses {
				used[service] = true
			}
		}
		if len(todo) > 0 {
			continue
		}
		for _, d := range g.known {
			if !g.chosen[d.name] && slices.ContainsFunc(d.provides, func(service string) bool { return used[service] }) {
				todo = append(todo, d.name)
			}
		}
	}
}

// library is what a library says of the module that it is, nil if it is none.
func (g *moduleGraph) library(path string) *description {
	d, known := g.libraries[path]
	if !known {
		d = describeLibrary(path)
		g.libraries[path] = d
	}
	return d
}

// divide divides libraries into those for the module path and those for the class path.
func (g *moduleGraph) divide(paths []string) (modulePath, classPath []string) {
	for _, path := range paths {
		if d := g.library(path); d != nil && g.chosen[d.name] && g.known[d.name].path == path {
			modulePath = append(modulePath, path)
		} else {
			classPath = append(classPath, path)
		}
	}
	return modulePath, classPath
}

// visit makes units of a source set and, before, of those that it needs.
func (g *moduleGraph) visit(part Part) *Unit {
	if g.visited[part.Set] {
		return g.unit(part.Set)
	}
	g.visited[part.Set] = true
	build := g.build.Model.Build(part.Module, part.Set)
	u := Unit{Part: part, Files: part.Set.Compiled(Sources(part.Set.Roots(), nil))}
	for name, source := range g.sources {
		if source.Set == part.Set && g.chosen[name] {
			u.Folder, u.Name, u.Description = name, name, g.known[name].path
		}
	}
	for _, needed := range build.Sets[1:] {
		switch other := g.visit(needed); {
		case other == nil: // it needs this one: the compiler says that there is a cycle
		case other.IsModule() && (u.IsModule() || part.Set == g.build.Set):
			u.OnModulePath = append(u.OnModulePath, other.Folder)
		default:
			u.OnClassPath = append(u.OnClassPath, other.Folder)
		}
	}
	u.ClassPath = ahead(g.build.given, build.CompilePath)
	switch {
	case u.IsModule():
		u.ModulePath, u.ClassPath = g.divide(u.ClassPath)
	case part.Set == g.build.Set: // the tests of the module
		u.Folder = "tests-" + strconv.Itoa(len(g.units))
		for name, source := range g.sources {
			if source.Module == part.Module && g.chosen[name] {
				u.Name = name
			}
		}
		u.ModulePath, u.ClassPath = g.divide(u.ClassPath)
	default:
		u.Folder = "classes-" + strconv.Itoa(len(g.units))
	}
	g.units = append(g.units, u)
	return &g.units[len(g.units)-1]
}

// unit is that of a source set, nil where there is none yet.
func (g *moduleGraph) unit(set *SourceSet) *Unit {
	for i := range g.units {
		if g.units[i].Set == set {
			return &g.units[i]
		}
	}
	return nil
}

// problem says why the modules cannot run, where the class path can have what they have; "" if they can.
func (g *moduleGraph) problem() string {
	in := map[string]string{} // the modules that packages are in
	for i := range g.units {
		u := &g.units[i]
		if u.Name == "" {
			continue
		}
		for _, file := range u.Files {
			name := PackageBelow(u.Set.Roots(), file)
			if other, ok := in[name]; ok && other != u.Name {
				return fmt.Sprintf("the package %s is in the modules %s and %s, and no two modules of a program can have the same", name, other, u.Name)
			}
			in[name] = u.Name
		}
	}
	for i := range g.units {
		u := &g.units[i]
		if !u.IsModule() {
			continue
		}
		for _, name := range g.known[u.Name].requires {
			if g.known[name] != nil || strings.HasPrefix(name, "java.") || strings.HasPrefix(name, "jdk.") {
				continue
			}
			for j := range g.units {
				if other := &g.units[j]; other.Name == "" && !other.Set.Test {
					return fmt.Sprintf("%s requires %s, which nothing describes; perhaps that is %s, which has no %s and is not a jar yet", u.Name, name, other.Module.Folder, ModuleFile)
				}
			}
		}
	}
	return ""
}

// PackageBelow is the package of a source file below one of the roots by its folder, with dots; "" for the one without a name.
func PackageBelow(roots []string, file string) string {
	for _, root := range roots {
		if Within(root, file) {
			if relative, err := filepath.Rel(root, filepath.Dir(file)); err == nil && relative != "." {
				return strings.ReplaceAll(filepath.ToSlash(relative), "/", ".")
			}
		}
	}
	return ""
}

// Services are the providers of services that descriptions of modules name, by service, where the build is not run as a module: on the class path the library looks for them in
// files that these sources need not have. The build tools run tests as part of the module. Files are the sources of the providers, which nothing else need name.
func (b *Build) Services() (services map[string][]string, files []string) {
	if modules, _ := b.Modules(); modules != nil {
		return nil, nil
	}
	for _, part := range b.Sets {
		for _, root := range part.Set.Sources {
			description := filepath.Join(root, ModuleFile)
			text, err := os.ReadFile(description)
			if err != nil || part.Set.Omits(description) {
				continue
			}
			code := codeOf(part.Set.Compiler.decode(text))
			imported := importsOf(code)
			class := func(name string) (binary, file string) {
				return binaryName(part.Set.Roots(), whole(strings.TrimSpace(name), imported))
			}
			for _, found := range provides().FindAllStringSubmatch(code, -1) {
				service, _ := class(found[1])
				for provider := range strings.SplitSeq(found[2], ",") {
					name, file := class(provider)
					if file == "" || slices.Contains(services[service], name) {
						continue // the compiler says what is wrong with the description
					}
					if services == nil {
						services = map[string][]string{}
					}
					services[service] = append(services[service], name)
					if !slices.Contains(files, file) {
						files = append(files, file)
					}
				}
			}
		}
	}
	return services, files
}

// binaryName is the name that the VM has for a class (JLS 13.1), and its source file, which is below one of some folders; without that it is the name as it is.
func binaryName(roots []string, name string) (binary, file string) {
	parts := strings.Split(name, ".")
	for i := range parts {
		for _, root := range roots {
			if file := filepath.Join(root, filepath.Join(parts[:i+1]...)) + ".java"; isFile(file) {
				return strings.Join(parts[:i+1], ".") + strings.Join(append([]string{""}, parts[i+1:]...), "$"), file
			}
		}
	}
	return name, ""
}
