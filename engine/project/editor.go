package project

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// This file takes over what the editor's Java support knows, which is Eclipse's language server (jdtls) in all editors: it tells the class paths and the entries of its projects' build paths.

// The states that the Java support can be in.
const (
	EditorImporting = "importing" // it still reads the projects
	EditorReady     = "ready"
	EditorFailed    = "failed"
)

// EditorKnowledge is what the editor's Java support has said.
type EditorKnowledge struct {
	Name     string // of the Java support, as its users know it
	State    string // one of those above
	Message  string // of a state that is not ready: one sentence for people
	Projects []EditorProject
}

// EditorProject is one of its projects. Paths are absolute and clean.
type EditorProject struct {
	Folder string
	// Runtime and Test are what stands on class path and module path, by scope; the project's own output folders are part of it.
	Runtime, Test []string
	Entries       []EditorEntry
	Output        string            // the folder of classes of those sources whose entries name none
	Options       map[string]string // of the compiler, by Eclipse's keys
}

// EditorEntry is an entry of a project's build path, with the containers resolved to what they hold (jdtls, ProjectClasspathEntry).
type EditorEntry struct {
	Kind       int               `json:"kind"`
	Path       string            `json:"path"`
	Output     string            `json:"output"`
	Attributes map[string]string `json:"attributes"`
}

// The kinds of entries (Eclipse, IClasspathEntry).
const (
	libraryEntry = 1
	sourceEntry  = 3
)

func (e *EditorEntry) test() bool { return e.Attributes["test"] == "true" }

// defaultProject is the name of the project in which jdtls keeps files that belong to none.
const defaultProject = "jdt.ls-java-project"

// editor is what is known from the editor, with the model made of it.
type editor struct {
	name, state, message string
	model                *Model // nil: it knows of no project
}

// SetEditor takes over what the editor's Java support says, in place of what it said before; while it only says that it reads the projects (again), what it knew before stays. The next Model goes by it, for requests that are
// trusted.
func (p *Projects) SetEditor(said EditorKnowledge) {
	next := &editor{name: said.Name, state: said.State, message: said.Message, model: editorModel(said.Projects)}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if before := p.editor; said.State == EditorImporting && next.model == nil && before != nil && before.name == next.name {
		next.model = before.model
	}
	p.editor = next
}

// fromEditor is what the editor has said, for a request; nil if it has said nothing.
func (p *Projects) fromEditor(request Request) *editor {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if !request.Trusted {
		return nil
	}
	return p.editor
}

// editorModel is the model of all projects that have sources; nil if none has.
func editorModel(projects []EditorProject) *Model {
	made := map[string]Entry{} // the source sets whose classes the editor writes to a folder
	for i := range projects {
		project := &projects[i]
		for _, set := range []bool{false, true} { // what has the same output is run with what is tested
			for _, e := range project.Entries {
				if e.Kind != sourceEntry || e.test() != set {
					continue
				}
				output := e.Output
				if output == "" {
					output = project.Output
				}
				if _, taken := made[output]; !taken && output != "" {
					made[output] = Entry{Module: project.Folder, Set: setName(set)}
				}
			}
		}
	}
	model := &Model{Origin: Editor}
	for i := range projects {
		if module := editorModule(&projects[i], made); len(module.Sets) > 0 && filepath.Base(module.Folder) != defaultProject {
			model.Modules = append(model.Modules, module)
		}
	}
	if len(model.Modules) == 0 {
		return nil
	}
	model.Folder = model.Modules[0].Folder
	return model
}

func setName(test bool) string {
	if test {
		return TestSet
	}
	return MainSet
}

func editorModule(project *EditorProject, made map[string]Entry) Module {
	module := Module{Name: project.Folder, Folder: project.Folder}
	compiler := eclipseCompiler(project.Folder, project.Options)
	main, test := SourceSet{Name: MainSet, Compiler: compiler}, SourceSet{Name: TestSet, Test: true, Compiler: compiler}
	for _, e := range project.Entries {
		if e.Kind != sourceEntry {
			continue
		}
		set := &main
		if e.test() {
			set = &test
		}
		set.Sources = append(set.Sources, e.Path)
		set.Resources = append(set.Resources, Resources{Folder: e.Path})
	}
	path := func(set string, files []string) []Entry {
		var all []Entry
		for _, file := range files {
			entry, ok := made[file]
			if !ok {
				entry = Entry{Path: file}
			}
			if entry != (Entry{Module: project.Folder, Set: set}) && !slices.Contains(all, entry) {
				all = append(all, entry)
			}
		}
		return all
	}
	runtime := project.Runtime
	if len(test.Sources) == 0 { // tests lie among the rest
		runtime = project.Test
	}
	compile := slices.Clone(runtime)
	for _, e := range project.Entries { // what is there to compile with only is no part of what is there to run with
		if e.Kind == libraryEntry && !e.test() {
			compile = append(compile, e.Path)
		}
	}
	main.Compile, main.Run = path(MainSet, compile), path(MainSet, runtime)
	test.Run = path(TestSet, project.Test)
	if own := (Entry{Module: project.Folder, Set: MainSet}); len(main.Sources) > 0 && !slices.Contains(test.Run, own) {
		test.Run = append([]Entry{own}, test.Run...) // the two share a folder
	}
	test.Compile = test.Run
	for _, set := range []SourceSet{main, test} {
		if len(set.Sources) > 0 {
			module.Sets = append(module.Sets, set)
		}
	}
	return module
}

// within is the editor's model, if it has the path, or with a folder a project there.
func (e *editor) within(path string) (*Model, bool) {
	if e == nil || e.model == nil {
		return nil, false
	}
	_, _, ok := e.model.Locate(path)
	if !ok && isFolder(path) {
		ok = slices.ContainsFunc(e.model.Modules, func(m Module) bool { return Within(path, m.Folder) || Within(m.Folder, path) })
	}
	if !ok {
		return nil, false
	}
	model := e.model.clone()
	model.dropAbsent() // the files that are not there now
	return model, true
}

// explain says why the editor's word is not there to go by; "" where nobody waits for it.
func (e *editor) explain() (problem, advice string) {
	if e == nil || e.state == EditorReady {
		return "", ""
	}
	problem = fmt.Sprintf("%s does not tell the class path: %s", e.name, e.message)
	if e.state == EditorImporting {
		return problem, "hotlens goes by the layout of the folders until it does; save again then"
	}
	return problem, "hotlens goes by the layout of the folders; name jars in the setting hotlens.classPath"
}

// complete returns a build tool's model with the class paths that the editor has of its modules. All else is as the tool says, which knows more of it: of the compiler's options and of how tests are run.
func (e *editor) complete(model *Model) *Model {
	if e == nil || e.model == nil {
		return model
	}
	var next *Model
	for i := range model.Modules {
		theirs := e.model.at(model.Modules[i].Folder)
		if theirs == nil {
			continue
		}
		for j := range model.Modules[i].Sets {
			set := theirs.Set(model.Modules[i].Sets[j].Name)
			if set == nil || !hasFiles(set.Compile) && hasFiles(model.Modules[i].Sets[j].Compile) { // the editor has not been able to read it
				continue
			}
			if next == nil {
				next = model.clone()
			}
			ours := &next.Modules[i].Sets[j]
			ours.Compile, ours.Run = next.adopt(e.model, set.Compile), next.adopt(e.model, set.Run)
			next.Modules[i].Missing = stillMissing(model.Modules[i].Missing, ours.Compile)
		}
	}
	if next == nil {
		return model
	}
	next.dropAbsent()
	return next
}

// at is the module in a folder; nil if none is.
func (m *Model) at(folder string) *Module {
	i := slices.IndexFunc(m.Modules, func(module Module) bool { return module.Folder == folder })
	if i < 0 {
		return nil
	}
	return &m.Modules[i]
}

// adopt makes the entries of another model's path entries of this one: source sets are those of the modules in the same folders, and modules that this model does not have are added.
func (m *Model) adopt(other *Model, path []Entry) []Entry {
	var all []Entry
	for _, entry := range path {
		if module, set, ok := other.Lookup(entry); ok {
			ours := m.at(module.Folder)
			if ours == nil {
				added := *module
				added.Sets = slices.Clone(module.Sets)
				m.Modules = append(m.Modules, added)
				ours = &added
			}
			entry = Entry{Module: ours.Name, Set: set.Name}
		}
		all = append(all, entry)
	}
	return all
}

func hasFiles(path []Entry) bool {
	return slices.ContainsFunc(path, func(e Entry) bool { return e.Path != "" })
}

// stillMissing are those of the missing dependencies, written group:artifact or group:artifact:..., that no file of a path is named after.
func stillMissing(missing []string, path []Entry) []string {
	return slices.DeleteFunc(slices.Clone(missing), func(name string) bool {
		parts := strings.Split(name, ":")
		return len(parts) > 1 && slices.ContainsFunc(path, func(e Entry) bool { return strings.HasPrefix(filepath.Base(e.Path), parts[1]+"-") })
	})
}
