package project

import (
	"maps"
	"path/filepath"
	"slices"
)

// This file makes a model of what the files of a build say themselves of its modules, for where the build tool cannot be asked: which modules there are, which of the others each needs, and
// what it needs besides. Folders are taken to be laid out as usual, but for those of sources that a POM names, and jars to lie where people put them without a build tool.

// declaration is what the files of a build say of one of its modules.
type declaration struct {
	name, folder string
	needs        []need    // of the build's other modules
	libraries    []string  // what it needs besides, as the build tool names them
	sources      [2]string // the folders of the program's sources and of the tests' that the files name; "" for the usual ones
	testing      []Testing
}

// need is a source set of another module that a module needs.
type need struct {
	Entry
	onlyTests bool // the program itself does not need it
}

// declarations are the modules of a build, of which there may be a thousand.
type declarations struct {
	root    string
	modules []declaration
	named   map[string]*declaration

	standard map[string]bool    // the folders of those that have sources where they usually are, or where the build says
	jars     map[string][]Entry // by the folder that they are a module's of
}

// declarationsOf are the modules that a build in a folder declares.
func declarationsOf(root string, modules []declaration) *declarations {
	d := &declarations{root: root, modules: modules, named: map[string]*declaration{}, standard: map[string]bool{}, jars: map[string][]Entry{root: libraries(root)}}
	for i := range modules {
		module := &modules[i]
		d.named[module.name], d.standard[module.folder], d.jars[module.folder] = module, isStandard(module.folder) || slices.ContainsFunc(module.sources[:], isFolder), libraries(module.folder)
	}
	return d
}

// foundAs tells whether the folders of the same modules held the same.
func (d *declarations) foundAs(other *declarations) bool {
	return maps.Equal(d.standard, other.standard) && maps.EqualFunc(d.jars, other.jars, slices.Equal[[]Entry])
}

// model is the model of those modules that have sources where they usually are, or where the build says.
func (d *declarations) model() *Model {
	model := &Model{Folder: d.root, Origin: Layout}
	for i := range d.modules {
		declared := &d.modules[i]
		if !d.standard[declared.folder] {
			continue
		}
		module := standardModule(declared.name, declared.folder)
		for j := range module.Sets {
			set := &module.Sets[j]
			if folder := declared.sources[j]; folder != "" {
				set.Sources = []string{folder}
			}
			set.Compile = d.path(Entry{Module: declared.name, Set: set.Name})
			set.Run = set.Compile
		}
		module.Missing, module.Testing = stillMissing(declared.libraries, module.Set(TestSet).Run), declared.testing
		model.Modules = append(model.Modules, module)
	}
	return model
}

// keptDeclarations keeps what the files of a build say, and the model which that makes: each save asks for it, and with hundreds of modules both take long.
type keptDeclarations struct {
	looked  string // how the files looked before they were read; "" if they were not
	modules []declaration
	found   *declarations
	made    *Model // nil: it has not been made
}

// model is the caller's own, but for its modules. Looks is how the files look now.
func (k *keptDeclarations) model(r reader, root, looks string) *Model {
	if k.looked == "" || k.looked != looks {
		*k = keptDeclarations{looked: looks, modules: r.declared(root)}
	}
	if found := declarationsOf(root, k.modules); k.made == nil || !k.found.foundAs(found) {
		k.found, k.made = found, found.model()
	}
	model := *k.made
	return &model
}

// testingOf is how the tests of a folder run by some declarations: those of the innermost module that has it.
func testingOf(folder string, declared []declaration) (testing []Testing) {
	longest := -1
	for i := range declared {
		if d := &declared[i]; Within(d.folder, folder) && len(d.folder) > longest {
			testing, longest = d.testing, len(d.folder)
		}
	}
	return testing
}

// path is what stands on the class path of a source set: the others that it needs, with what these need in turn, and then the jars of all their modules and of the build's folder.
func (d *declarations) path(set Entry) []Entry {
	sets, jars := []Entry{set}, []Entry(nil)
	seen := map[Entry]bool{set: true}
	add := func(to *[]Entry, all []Entry) {
		for _, entry := range all {
			if !seen[entry] {
				seen[entry] = true
				*to = append(*to, entry)
			}
		}
	}
	for i := 0; i < len(sets); i++ { // it gets longer
		if module := d.named[sets[i].Module]; module != nil { // else the build knows better what is meant
			add(&sets, module.neededBy(sets[i].Set))
			add(&jars, d.jars[module.folder])
		}
	}
	add(&jars, d.jars[d.root])
	return append(sets[1:], jars...)
}

// neededBy are the source sets that one of the module needs.
func (d *declaration) neededBy(set string) (sets []Entry) {
	if set == TestSet {
		sets = append(sets, Entry{Module: d.name, Set: MainSet})
	}
	for _, needed := range d.needs {
		if set == TestSet || !needed.onlyTests {
			sets = append(sets, needed.Entry)
		}
	}
	return sets
}

// covers tells whether the model has a file, or sources in a folder.
func (m *Model) covers(path string) bool {
	if _, _, located := m.Locate(path); located {
		return true
	}
	return isFolder(path) && slices.ContainsFunc(m.Roots(), func(root string) bool { return Within(path, root) && isFolder(root) })
}

// isStandard tells whether a folder has sources where Maven's layout, which Gradle shares, has them.
func isStandard(home string) bool {
	return isFolder(filepath.Join(home, standardMain)) || isFolder(filepath.Join(home, standardTest))
}
