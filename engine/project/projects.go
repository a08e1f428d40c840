package project

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"hotlens/engine/atomicfile"
	"hotlens/engine/jdk"
	"hotlens/engine/turn"
	"hotlens/profiles/lazyregexp"
)

// reader reads the projects of one build tool, or of one kind of files.
type reader interface {
	origin() Origin
	// find returns the folder of the project that a folder belongs to, and that of the file which led to it, which is the same or below. It looks at no file
	// that permitted says no to.
	find(folder string, permitted func(path string) bool) (root, at string, ok bool)
	// inputs are the files that the model depends on, whether they are there or not.
	inputs(root string) []string
	// variables are the environment variables that it depends on.
	variables() []string
	// declared are the modules as the project's own files say, without asking anybody; none where those say nothing.
	declared(root string) []declaration
	// read reads the model. What the build tool complains about is a *toolError.
	read(ctx context.Context, root string, place places) (*Model, error)
}

// places is what readers need besides the project.
type places struct {
	jdk   *jdk.JDK
	cache string // a folder of the user's alone
}

// readers are all of them, in the order in which they are asked.
var readers = []reader{eclipseReader{}, mavenReader{}, gradleReader{}}

// Projects reads models, and keeps them. Its methods may be called by many goroutines.
type Projects struct {
	cache   string
	readers []reader

	mutex  sync.Mutex
	known  map[string]*known // by origin and folder
	editor *editor           // nil: it has said nothing
}

// New returns projects whose models are kept in a folder, which must be the user's alone: what is in it is believed. "" keeps nothing on disk.
func New(cache string) *Projects {
	return &Projects{cache: cache, readers: readers, known: map[string]*known{}}
}

// known is what is known of a project.
type known struct {
	turn turn.Turn // whoever has it may use the fields below

	key  string // of the inputs that were read last, also if that failed
	seen string // how they looked when the key was made of them
	answer

	declarations keptDeclarations
}

// answer is what a reader has found.
type answer struct {
	model  *Model   // the last good one; nil: there has not been one
	inputs []string // the files that were read last
	// problem is why there is no model for these; "" if there is one.
	problem string
	at      Place // of the problem
}

// buildFiles are those of the inputs that are the project's own.
func (a *answer) buildFiles(root string) []string {
	return slices.DeleteFunc(slices.Clone(a.inputs), func(path string) bool { return !Within(root, path) })
}

// Request says which project's model is wanted.
type Request struct {
	Path string // a source file, or a folder; absolute and clean
	// Trusted says that the user trusts the project. Else no build tool is called, as its files may make it execute anything.
	Trusted bool
	// Within is the folder that the user has named or opened. Files above it are read only if they are the user's own: anybody may put a pom.xml into /tmp.
	Within string
	JDK    *jdk.JDK
	// Progress is told what is being done, if that takes its time; nil: nobody is.
	Progress func(phase string)
}

// Model returns the model of the project that a path belongs to. There is always one: where the build tool cannot be asked or does not know the path, it is the last
// good one, or that of what the build's files say and the folders' layout, with the problem. The error is ctx's.
func (p *Projects) Model(ctx context.Context, request Request) (*Model, error) {
	folder := request.Path
	if !isFolder(folder) {
		folder = filepath.Dir(folder)
	}
	editor := p.fromEditor(request)
	var unread answer // of the first build tool that has no model
	var unreadIn candidate
	var advice string
	for _, c := range p.candidates(folder, request.permits) {
		r, root := c.reader, c.root
		found, err := p.ask(ctx, r, root, request)
		if err != nil {
			return nil, err
		}
		if found.model == nil {
			if unread.problem == "" {
				unread, unreadIn, advice = found, c, adviceFor(r.origin())
				unread.inputs = found.buildFiles(root)
			}
			continue
		}
		model := found.model.withGenerated()
		if found.problem != "" {
			model = model.clone()
			model.Problem, model.ProblemAt, model.Stale, model.Advice = found.problem, found.at, true, "hotlens goes on with what it knew of the project before; repair that, and save again"
		}
		if _, _, located := model.Locate(request.Path); located || isFolder(request.Path) {
			return editor.complete(model), nil
		}
		if unread.problem == "" {
			advice = fmt.Sprintf("%s is in no source folder of the project that %s has in %s", request.Path, r.origin(), root)
		}
	}
	if model, ok := editor.within(request.Path); ok {
		if unread.problem != "" {
			model.tell(unread, fmt.Sprintf("hotlens goes by what %s knows of the project", editor.name))
		}
		return model, nil
	}
	model := layoutOf(request.Path)
	if unreadIn.reader != nil {
		declared, modules, err := p.declared(ctx, unreadIn.reader, unreadIn.root)
		if err != nil {
			return nil, err
		}
		if declared.covers(request.Path) {
			model = declared
		} else {
			for i := range model.Modules {
				model.Modules[i].Testing = testingOf(model.Modules[i].Folder, modules)
			}
		}
	}
	if unread.problem == "" {
		unread.problem, advice = editor.explain()
	}
	model.tell(unread, advice)
	return model, nil
}

// tell says of a model what keeps another one from being read, and what to do about it.
func (m *Model) tell(unread answer, advice string) {
	m.Problem, m.ProblemAt, m.BuildFiles, m.Advice = unread.problem, unread.at, unread.inputs, advice
}

// candidate is a reader with the project that it would read.
type candidate struct {
	reader   reader
	root, at string
}

// candidates are those for a folder: what lies nearest comes first, and of what lies in the same folder what comes first in readers.
func (p *Projects) candidates(folder string, permitted func(string) bool) []candidate {
	var all []candidate
	for _, r := range p.readers {
		if root, at, ok := r.find(folder, permitted); ok {
			all = append(all, candidate{r, root, at})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		if a.at != b.at {
			return len(b.at) - len(a.at)
		}
		return cmp.Compare(a.rank(), b.rank())
	})
	return all
}

// rank is what decides between files of one folder: a POM that only describes the project comes last.
func (c candidate) rank() int {
	if _, maven := c.reader.(mavenReader); maven {
		if p := readPom(filepath.Join(c.at, pomFile)); p.onlyDescribes() {
			return 1
		}
	}
	return 0
}

// adviceFor says what to do where a project cannot be read.
func adviceFor(origin Origin) string {
	return fmt.Sprintf("until %s can be asked, hotlens goes by the layout of the folders, and by what the build says in plain words of its modules; put jars into a folder lib, or name them with -cp (setting hotlens.classPath)", origin)
}

// permits tells whether a file may say how the project is built.
func (r *Request) permits(path string) bool {
	if r.Within != "" && Within(r.Within, path) {
		return true
	}
	info, err := os.Lstat(path)
	return err == nil && owned(info)
}

// ask returns what a reader finds of a project. The problem says why the model is not the newest, or that there is none. The error is ctx's.
func (p *Projects) ask(ctx context.Context, r reader, root string, request Request) (answer, error) {
	k := p.of(r, root)
	if err := k.turn.Take(ctx); err != nil {
		return answer{}, err
	}
	defer k.turn.Give()
	if k.key != "" && k.seen == k.look() && k.complete() {
		return k.answer, nil
	}
	k.inputs = r.inputs(root)
	seen := k.look() // before the files are read: what changes meanwhile is read again
	key := keyOf(r, k.inputs)
	if k.key != key || k.model == nil {
		if kept, keptKey := p.load(r, root); kept != nil && (k.model == nil || keptKey == key) {
			k.model, k.key, k.problem, k.at = kept, keptKey, "", Place{}
			kept.BuildFiles = k.buildFiles(root)
		}
	}
	if k.key == key && k.complete() {
		k.seen = seen
		return k.answer, nil
	}
	k.seen = "" // what is known is of other files
	if !request.Trusted && r.origin() != Eclipse {
		return answer{problem: fmt.Sprintf("the project in %s is not trusted, so %s is not asked about it", root, r.origin())}, nil
	}
	if request.Progress != nil {
		request.Progress(fmt.Sprintf("reading the project %s (%s)", filepath.Base(root), r.origin()))
	}
	read, err := r.read(ctx, root, places{jdk: request.JDK, cache: p.cache})
	if ctx.Err() != nil {
		return answer{}, ctx.Err()
	}
	k.seen = seen
	changed := keyOf(r, r.inputs(root)) != key // as another branch was checked out: nobody knows which of its files were read before that
	var failed *toolError
	switch {
	case errors.As(err, &failed):
		slog.Debug("a build tool failed", "error", failed, "output", failed.output)
		k.problem, k.key, k.at = failed.problem, key, placeOf(failed.output, root, k.inputs)
		if failed.transient || changed {
			k.key = "" // the next one asks again
		}
	case err != nil:
		slog.Debug("reading a project failed", "error", err)
		k.problem, k.key, k.at = err.Error(), "", placeOf("", root, k.inputs)
	default:
		read.dropAbsent()
		read.BuildFiles = k.buildFiles(root)
		k.model, k.problem, k.at, k.key = read, "", Place{}, key
		if changed {
			k.key = ""
		} else {
			p.keep(r, root, key, read)
		}
	}
	return k.answer, nil
}

// declared is the model that what a project's files say themselves makes, and what that is. The error is ctx's.
func (p *Projects) declared(ctx context.Context, r reader, root string) (*Model, []declaration, error) {
	k := p.of(r, root)
	if err := k.turn.Take(ctx); err != nil {
		return nil, nil, err
	}
	defer k.turn.Give()
	model := k.declarations.model(r, root, k.look())
	return model, k.declarations.modules, nil
}

// lineNamed is how build tools name a line: "@ line 12, column 5" (Maven), "build.gradle' line: 12" (Gradle).
var lineNamed = lazyregexp.New(`\bline:? (\d+)`)

// placeOf is where a build tool complains in what it has printed: the first of the files that it reads which is named there, and the first line. If none is named it is
// the file that the build begins with, as a whole.
func placeOf(output, root string, inputs []string) (at Place) {
	first := len(output)
	for _, path := range inputs {
		if !Within(root, path) || !isFile(path) {
			continue
		}
		if at.File == "" {
			at.File = path
		}
		if i := strings.Index(output, path); i >= 0 && i < first {
			at.File, first = path, i
		}
	}
	if line := lineNamed().FindStringSubmatch(output); line != nil && first < len(output) {
		at.Line, _ = strconv.Atoi(line[1])
	}
	return at
}

// of is what is known of a project.
func (p *Projects) of(r reader, root string) *known {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	name := string(r.origin()) + "\n" + root
	if p.known[name] == nil {
		p.known[name] = &known{turn: turn.New()}
	}
	return p.known[name]
}

// Forget makes Model read all projects again, whatever their files say.
func (p *Projects) Forget() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	clear(p.known)
	entries, _ := os.ReadDir(p.cache)
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), keptSuffix) {
			_ = os.Remove(filepath.Join(p.cache, entry.Name())) // it would be read again
		}
	}
}

// look says how the files look that the model depends on, without reading them.
func (k *known) look() string {
	var text strings.Builder
	for _, path := range k.inputs {
		if info, err := os.Stat(path); err == nil {
			fmt.Fprintf(&text, "%s %d %d\n", path, info.Size(), info.ModTime().UnixNano())
		} else {
			fmt.Fprintf(&text, "%s -\n", path)
		}
	}
	return text.String()
}

// complete tells whether the files that the model names are as they were: those on its class paths are there, and what was missing still is.
func (k *known) complete() bool {
	if k.model == nil {
		return k.problem != "" // it was the same before
	}
	for _, path := range k.model.Awaited {
		if isFile(path) {
			return false
		}
	}
	seen := map[string]bool{}
	for i := range k.model.Modules {
		for j := range k.model.Modules[i].Sets {
			set := &k.model.Modules[i].Sets[j]
			for _, entry := range slices.Concat(set.Compile, set.Run) {
				if entry.Path == "" || seen[entry.Path] || filepath.Ext(entry.Path) == "" {
					continue // folders come and go with builds
				}
				seen[entry.Path] = true
				if _, err := os.Stat(entry.Path); err != nil {
					return false
				}
			}
		}
	}
	return true
}

// dropAbsent moves the files that are not there from the class paths to what is missing.
func (m *Model) dropAbsent() {
	for i := range m.Modules {
		module := &m.Modules[i]
		for j := range module.Sets {
			for _, path := range []*[]Entry{&module.Sets[j].Compile, &module.Sets[j].Run} {
				*path = slices.DeleteFunc(slices.Clone(*path), func(e Entry) bool {
					if e.Path == "" || filepath.Ext(e.Path) == "" || isFile(e.Path) || isFolder(e.Path) {
						return false
					}
					if !slices.Contains(module.Missing, e.Path) {
						module.Missing = append(slices.Clip(module.Missing), e.Path)
						m.Awaited = append(slices.Clip(m.Awaited), e.Path)
					}
					return true
				})
			}
		}
	}
}

// keyOf identifies the contents of what a model depends on.
func keyOf(r reader, inputs []string) string {
	hash := sha256.New()
	fmt.Fprintf(hash, "%d %s\n", keptVersion, r.origin())
	for _, name := range append(r.variables(), "JAVA_HOME", "PATH") {
		fmt.Fprintf(hash, "%s=%s\n", name, os.Getenv(name))
	}
	for _, path := range inputs {
		text, err := os.ReadFile(path)
		if err != nil {
			fmt.Fprintf(hash, "%s -\n", path)
			continue
		}
		fmt.Fprintf(hash, "%s %d\n", path, len(text))
		hash.Write(text)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// Models on disk.

// keptVersion is the version of the files that models are kept in, and of what the readers put into them.
const keptVersion = 15

const keptSuffix = ".model"

// kept is the content of such a file.
type kept struct {
	Version int    `json:"version"`
	Key     string `json:"key"`
	Model   *Model `json:"model"`
}

func (p *Projects) file(r reader, root string) string {
	sum := sha256.Sum256([]byte(string(r.origin()) + "\n" + root))
	return filepath.Join(p.cache, hex.EncodeToString(sum[:16])+keptSuffix)
}

// load reads what was kept of a project; nil if nothing was.
func (p *Projects) load(r reader, root string) (model *Model, key string) {
	if p.cache == "" {
		return nil, ""
	}
	text, err := os.ReadFile(p.file(r, root))
	if err != nil {
		return nil, ""
	}
	var k kept
	decoder := json.NewDecoder(bytes.NewReader(text))
	if err := decoder.Decode(&k); err != nil || k.Model == nil || k.Version != keptVersion { // what an older version has read may lack what this one needs
		return nil, ""
	}
	return k.Model, k.Key
}

// keep writes a model to the disk. Without it the project is read again by the next process.
func (p *Projects) keep(r reader, root, key string, model *Model) {
	if p.cache == "" {
		return
	}
	text, err := json.Marshal(kept{keptVersion, key, model})
	if err == nil {
		err = atomicfile.Write(p.file(r, root), text, 0o600) // several processes may read it
	}
	if err != nil {
		slog.Debug("a project's model is not kept", "error", err)
	}
}
