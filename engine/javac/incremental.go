package javac

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sourcegraph/conc/iter"

	"hotlens/profiles/sources"
)

// This file compiles what has changed, and what that makes a difference to. The classes of everything else lie in a folder, which is in front of
// the class path; javac sees sources only of what is not there. So whatever it may reach is either as new as the text or is compiled.

const (
	// largePart of the units that a program consists of are compiled together with all others, when the first round has not been enough: each
	// round reads what it needs of the others anew.
	largePart = 0.3
	// maxRounds is after how many rounds everything is compiled at once. Constants that are made of one another, a class each, take a round each.
	maxRounds = 3
	// maxUnits is how many units are kept, for all ways to compile together, if they are not all of one way; the way that was not used for longest is
	// forgotten. A unit of forty lines takes 20 KB.
	maxUnits = 8000
	// maxMessages of a kind are told, as javac does (-Xmaxerrs, -Xmaxwarns).
	maxMessages = 100
)

// incremental is what is known of the sources that are compiled in one way: with the same libraries and options.
type incremental struct {
	key       string
	folder    string // of the classes of all units that are current, and of nothing else
	roots     []string
	libraries string // identifies the content of the class path
	units     map[string]*unit
	owners    map[string]string            // who declares a class: its name with slashes, and the path of the unit
	folders   map[string]listing           // of the packages that names may be looked for in
	general   map[string][]Diagnostic      // what javac has said of no file, by the folders of parts
	delivered map[string]map[string]string // Service.delivered
	last      *delivery                    // what was delivered last; nil once that would not be delivered again

	store   *store // nil: the next session begins anew
	due     bool   // the store is to be written
	unsaved set    // paths of the units that the store does not have as they are
	dropped set    // classes that it has and should not
}

// delivery is what a request was answered with, and the classes that it was given: names with slashes, and hashes of the class files.
type delivery struct {
	files   []string // that were asked for
	folder  string   // into which
	result  Result
	classes map[string]string
}

// errAmbiguous says that the files cannot be told apart well enough to leave some out, as when one has two paths.
var errAmbiguous = errors.New("a file that was to be compiled was not")

// meddlers are the beginnings of options with which a class may depend on what is not looked at here.
var meddlers = []string{"--module", "--patch-module", "--upgrade", "--system", "--processor", "-processor", "-proc:", "-Xplugin", "-implicit", "-sourcepath", "--source-path", "-cp", "-classpath", "--class-path", "@"}

// writers are options with which javac writes other files.
var writers = []string{"-d", "-s", "-h"}

// separable tells whether sources may be compiled each by itself.
func (r *Request) separable() bool {
	if r.Keep == "" || r.Processors || len(r.ModulePath) > 0 {
		return false
	}
	for _, part := range r.parts() {
		for _, option := range part.Options {
			if slices.Contains(writers, option) || slices.ContainsFunc(meddlers, func(m string) bool { return strings.HasPrefix(option, m) }) {
				return false
			}
		}
	}
	// A module's description is compiled with all of its part.
	return !slices.ContainsFunc(r.Files, func(file string) bool {
		return filepath.Base(file) == moduleInfo && r.partOf(file).Description != file
	})
}

// incremental finds what is known of the way in which a request compiles.
func (s *Service) incremental(r *Request) (*incremental, error) {
	key := fmt.Sprintf("%q", []any{r.Keep, r.ClassPath, r.SourcePath, r.Options, r.Release, r.Parts})
	at := slices.IndexFunc(s.kept, func(in *incremental) bool { return in.key == key })
	if at >= 0 {
		in := s.kept[at]
		s.kept = append(slices.Delete(s.kept, at, at+1), in)
		return in, nil
	}
	sum := sha256.Sum256([]byte(key))
	in := &incremental{key: key, folder: filepath.Join(r.Keep, hex.EncodeToString(sum[:8])), roots: r.SourcePath, delivered: s.delivered}
	if err := in.forget(); err != nil {
		return nil, err
	}
	s.kept = append(s.kept, in)
	return in, nil
}

// trim forgets what was not used for longest, beyond what is kept.
func (s *Service) trim() {
	total := 0
	for i, in := range slices.Backward(s.kept) {
		total += len(in.units)
		if total > maxUnits && i < len(s.kept)-1 {
			for _, old := range s.kept[:i+1] {
				old.store.close()
				_ = os.RemoveAll(old.folder) // it is emptied before it is used again
			}
			s.kept = slices.Delete(s.kept, 0, i+1)
			return
		}
	}
}

// forgetAll lets go of all that is kept in memory. The folders below Request.Keep are the caller's.
func (s *Service) forgetAll() {
	for _, in := range s.kept {
		in.store.close()
	}
	s.kept = nil
}

// compileChanged compiles what a request needs and is not current.
func (s *Service) compileChanged(ctx context.Context, request Request) (*Result, error) {
	in, err := s.look(&request)
	if err != nil {
		return nil, err
	}
	before := s.lastID
	// javac finds what was compiled before of a module where it writes to, and of others on the class path.
	result, err := in.compile(request, func(part *Part, files []string) (*response, error) {
		one := request.of(part, in.folder, files)
		one.compiled = one.OutputDir
		if !part.inModule() {
			one.ClassPath = append([]string{one.OutputDir}, one.ClassPath...)
		}
		return s.exchange(ctx, one)
	})
	if err != nil {
		s.drop(in)
		return nil, err
	}
	s.trim()
	if request.again && result.OK && s.lastID == before {
		part := request.partOf(request.Files[0])
		again := request.of(part, in.folder, request.filesOf(part, request.Files))
		if !part.inModule() {
			again.compiled, again.ClassPath = again.OutputDir, append([]string{again.OutputDir}, again.ClassPath...)
		}
		again.OutputDir, again.written = filepath.Join(request.Keep, "again"), "" // the classes that are kept stay as they are
		_, err = s.exchange(ctx, again)
	}
	return result, err
}

// look finds out what of the way in which a request compiles is no longer current.
func (s *Service) look(request *Request) (*incremental, error) {
	in, err := s.incremental(request)
	if err != nil {
		return nil, err
	}
	open := func(libraries string) *store { return openStore(request.Store, s.storeKey(request, libraries)) }
	if err := in.look(*request, open); err != nil {
		s.drop(in)
		return nil, err
	}
	return in, nil
}

// drop has the next request begin with what the store has.
func (s *Service) drop(in *incremental) {
	in.store.close() // it has what was known before
	s.kept = slices.DeleteFunc(s.kept, func(other *incremental) bool { return other == in })
}

// forget forgets everything.
func (in *incremental) forget() error {
	if err := errors.Join(os.RemoveAll(in.folder), os.MkdirAll(in.folder, 0o700)); err != nil {
		return fmt.Errorf("the folder for compiled classes: %w", err)
	}
	in.units, in.owners, in.folders, in.general = map[string]*unit{}, map[string]string{}, map[string]listing{}, map[string][]Diagnostic{}
	in.unsaved, in.dropped = set{}, set{}
	in.last = nil
	return nil
}

// compile brings all that the request's files reach up to date, and delivers it. The function has javac compile files.
func (in *incremental) compile(request Request, javac func(part *Part, files []string) (*response, error)) (*Result, error) {
	if in.last != nil && slices.Equal(in.last.files, request.Files) {
		return in.deliverAgain(request.OutputDir)
	}
	parts := request.parts()
	for i := range parts { // no change makes a difference to a part before
		part := &parts[i]
		failed, err := in.compilePart(request, part, func(files []string) (*response, error) { return javac(part, files) })
		if failed != nil || err != nil {
			return failed, err
		}
	}
	reached, stale := in.reach(request.Files)
	if len(stale) > 0 {
		return nil, errAmbiguous
	}
	in.due = true
	return in.deliver(request, reached)
}

// compilePart brings what of a part the request's files reach up to date. There is a result where it does not compile.
func (in *incremental) compilePart(request Request, part *Part, javac func(files []string) (*response, error)) (failed *Result, err error) {
	within := func(paths set) set {
		maps.DeleteFunc(paths, func(path string, _ bool) bool { return !request.isOf(part, path) })
		return paths
	}
	for round := 1; ; round++ {
		reached, stale := in.reach(request.Files)
		if reached, stale = within(reached), within(stale); len(stale) == 0 {
			return nil, nil
		}
		if round > maxRounds+1 {
			return nil, errAmbiguous
		}
		switch {
		case round > maxRounds:
			if err := in.outdateWho(func(u *unit) bool { return len(within(set{u.path: true})) > 0 }); err != nil {
				return nil, err
			}
			stale = set{}
			for _, path := range request.Files {
				stale[filepath.Clean(path)] = true
			}
			stale = within(stale)
		case round > 1 && float64(len(stale)) > largePart*float64(len(reached)):
			stale = reached
		}
		answer, err := javac(slices.Sorted(maps.Keys(stale)))
		if err != nil {
			return nil, err
		}
		if !answer.OK {
			// Who uses what does not compile may not compile either, and it is only the class of before that hides it. Or the other way round.
			for path := range in.graph().suspects(stale) {
				if reached[path] {
					stale[path] = true
				}
			}
			if answer, err = javac(slices.Sorted(maps.Keys(stale))); err != nil {
				return nil, err
			}
		}
		if !answer.OK {
			return in.failure(reached, stale, answer), nil
		}
		if err := in.absorb(answer, part); err != nil {
			return nil, err
		}
		for path := range stale {
			if u := in.units[path]; u == nil || !u.current {
				return nil, errAmbiguous
			}
		}
		if err := in.watch(); err != nil {
			return nil, err
		}
	}
}

// look finds out what is no longer current. The function opens what was kept of the session before.
func (in *incremental) look(request Request, open func(libraries string) *store) error {
	var path []string
	for _, part := range request.parts() {
		path = slices.Concat(path, part.ClassPath, part.ModulePath)
	}
	libraries, err := librariesOf(path, in.roots)
	if err != nil {
		return err
	}
	if libraries != in.libraries {
		if err := in.forget(); err != nil {
			return err
		}
		in.store.close()
		in.libraries, in.store = libraries, open(libraries)
		if err := in.load(); err != nil {
			return err
		}
	}
	gone := set{}
	var names []string // of classes that have come or gone
	units := slices.Collect(maps.Values(in.units))
	verdicts := iter.Map(units, func(u **unit) verdict { return (*u).verify(request.Overlays) }) // thousands of files take tens of milliseconds
	for i, u := range units {
		switch path := u.path; verdicts[i] {
		case textMissing:
			gone[path] = true
			for _, class := range u.outermost() {
				names = append(names, class[strings.LastIndexByte(class, '/')+1:])
			}
		case textEdited:
			u.edited = true
			if filepath.Base(path) == moduleInfo { // what it says is true of all that is in the module, and of those that require it
				if err := in.outdateWho(func(*unit) bool { return true }); err != nil {
					return err
				}
			}
			if err := in.outdate(u); err != nil {
				return err
			}
		}
	}
	if len(gone) > 0 {
		for path := range in.graph().affected(gone, gone) {
			if err := in.outdate(in.units[path]); err != nil {
				return err
			}
		}
		for path := range gone {
			if err := in.remove(in.units[path]); err != nil {
				return err
			}
		}
	}
	for folder, before := range in.folders {
		after, err := list(folder, before)
		if err != nil {
			return err
		}
		in.folders[folder] = after
		if after.annotated != before.annotated {
			return in.outdateWho(func(*unit) bool { return true }) // the annotations of a package hold for all in it
		}
		for name := range after.sources {
			if !before.sources[name] {
				names = append(names, simpleName(name))
			}
		}
		if (len(after.sources) == 0) != (len(before.sources) == 0) {
			names = append(names, filepath.Base(folder)) // a package has come or gone
		}
	}
	return in.outdateWho(func(u *unit) bool { return u.says(names) })
}

// verdict is what has become of the file of a unit.
type verdict int

const (
	textSame    verdict = iota // it has the text that was compiled
	textEdited                 // another one
	textMissing                // it cannot be read
)

// verify looks at the unit's file.
func (u *unit) verify(overlays map[string]string) verdict {
	if text, ok := overlays[u.path]; ok {
		u.stamp = stamp{}
		return u.compare([]byte(text))
	}
	now, err := stampOf(u.path)
	if err != nil || !now.info.Mode().IsRegular() {
		return textMissing
	}
	if u.stamp.holds(now) {
		return textSame
	}
	text, err := os.ReadFile(u.path)
	if err != nil {
		return textMissing
	}
	found := u.compare(text)
	if found == textSame {
		u.stamp = now
	}
	return found
}

func (u *unit) compare(text []byte) verdict {
	if hashOf(text) != u.file.Hash {
		return textEdited
	}
	return textSame
}

// outdate has a unit compiled when it is needed the next time. Its classes are removed at once, so that nobody finds them.
func (in *incremental) outdate(u *unit) error {
	if !u.current {
		return nil
	}
	u.current = false
	in.last = nil
	in.unsaved[u.path] = true
	for class := range u.classes {
		in.dropped[class] = true
		if err := os.Remove(in.classFile(class)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("removing a class that is out of date: %w", err)
		}
	}
	return nil
}

func (in *incremental) outdateWho(is func(*unit) bool) error {
	for _, u := range in.units {
		if u.current && is(u) {
			if err := in.outdate(u); err != nil {
				return err
			}
		}
	}
	return nil
}

// remove forgets a unit.
func (in *incremental) remove(u *unit) error {
	in.last = nil
	delete(in.units, u.path)
	in.unsaved[u.path] = true
	for _, class := range u.file.Types {
		if in.owners[class] == u.path {
			delete(in.owners, class)
		}
	}
	return in.outdate(u)
}

// add takes a unit up.
func (in *incremental) add(u *unit) {
	in.last = nil
	in.units[u.path] = u
	for _, class := range u.file.Types {
		in.owners[class] = u.path
	}
}

func (in *incremental) classFile(class string) string {
	return filepath.Join(in.folder, filepath.FromSlash(class)+".class")
}

// reach follows from some files what they use, and tells what of that is not current. What an edited file uses is not known.
func (in *incremental) reach(files []string) (reached, stale set) {
	reached, stale = set{}, set{}
	var todo []string
	add := func(path string) {
		if !reached[path] {
			reached[path] = true
			todo = append(todo, path)
		}
	}
	for _, path := range files {
		add(filepath.Clean(path))
	}
	for len(todo) > 0 {
		path := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		u := in.units[path]
		if u == nil || !u.current {
			stale[path] = true
		}
		if u == nil || u.edited {
			continue
		}
		for _, name := range u.Uses {
			if owner, ok := in.owners[name]; ok {
				add(owner)
			}
		}
	}
	return reached, stale
}

// absorb takes over what javac has compiled, and finds out for whom it makes a difference.
func (in *incremental) absorb(answer *response, part *Part) error {
	messages := map[string][]Diagnostic{}
	for _, d := range answer.diagnostics() {
		messages[d.File] = append(messages[d.File], d)
	}
	changed, reshaped := set{}, set{}
	var compiled []*unit
	var names []string
	for _, f := range answer.Files {
		u, err := in.newUnit(f, part)
		if err != nil {
			return err
		}
		u.diagnostics = messages[u.path]
		delete(messages, u.path)
		compiled = append(compiled, u)
		var before []string
		if old := in.units[u.path]; old != nil {
			if old.Interface != u.Interface {
				changed[u.path] = true
			}
			if old.Shape != u.Shape {
				reshaped[u.path] = true
			}
			before = old.auxiliary()
		}
		// A class that is in a file of another name is found by those only that are compiled when it is known.
		for _, name := range u.auxiliary() {
			if !slices.Contains(before, name) {
				names = append(names, name)
			}
		}
	}
	delete(in.general, part.Folder)
	for _, path := range slices.Sorted(maps.Keys(messages)) {
		in.general[part.Folder] = append(in.general[part.Folder], messages[path]...)
	}
	affected := set{}
	if len(changed) > 0 {
		affected = in.graph().affected(changed, reshaped)
	}
	fresh := set{}
	for _, u := range compiled {
		fresh[u.path] = true
		if old := in.units[u.path]; old != nil {
			for class := range u.classes {
				delete(old.classes, class) // it has been written anew
			}
			if err := in.remove(old); err != nil {
				return err
			}
		}
	}
	for _, u := range compiled {
		in.add(u)
		in.unsaved[u.path] = true
	}
	return in.outdateWho(func(u *unit) bool { return !fresh[u.path] && (affected[u.path] || u.says(names)) })
}

// newUnit is the unit that javac has compiled.
func (in *incremental) newUnit(f wireFile, part *Part) (*unit, error) {
	u := &unit{path: f.Path, classes: map[string]string{}, unsaid: f.Unsaid, names: f.Names, current: true}
	if f.Dependencies != nil {
		u.dependencies = *f.Dependencies
	}
	invokes := make(invokeTable)
	for _, name := range f.Classes {
		class := path.Join(part.Folder, name)
		if !filepath.IsLocal(filepath.FromSlash(class)) {
			return nil, fmt.Errorf("the Java compiler says that it has written the class %q, outside of its folder", class)
		}
		content, err := os.ReadFile(in.classFile(class))
		if err != nil {
			return nil, fmt.Errorf("reading a compiled class: %w", err)
		}
		u.classes[class] = hashOf(content)
		if err := invokes.add(content); err != nil {
			return nil, fmt.Errorf("reading the compiled class %s: %w", class, err)
		}
	}
	var err error
	u.file, err = f.decode(invokes)
	return u, err
}

// watch looks at the files and folders that have not been looked at yet, so that changes show.
func (in *incremental) watch() error {
	for _, u := range in.units {
		if u.current && u.stamp.info == nil {
			_ = u.verify(nil) // what has changed in the meantime shows the next time
		}
		for _, name := range u.Packages {
			for _, root := range in.roots {
				folder := filepath.Join(root, filepath.FromSlash(strings.ReplaceAll(name, ".", "/")))
				if _, known := in.folders[folder]; known {
					continue
				}
				found, err := list(folder, listing{})
				if err != nil {
					return err
				}
				in.folders[folder] = found
			}
		}
	}
	return nil
}

// failure is the result where something does not compile: what javac has said, and what there was to say about the rest.
func (in *incremental) failure(reached, compiled set, answer *response) *Result {
	diagnostics := answer.diagnostics()
	said := set{}
	for path := range compiled {
		said[path] = true
	}
	for _, d := range diagnostics {
		said[d.File] = true
	}
	for _, path := range slices.Sorted(maps.Keys(reached)) {
		if u := in.units[path]; u != nil && u.current && !said[path] {
			diagnostics = append(diagnostics, u.diagnostics...)
		}
	}
	return &Result{Diagnostics: limited(diagnostics)}
}

// deliver puts the classes of the units into the request's folder, and describes them.
func (in *incremental) deliver(request Request, reached set) (*Result, error) {
	result := &Result{OK: true, Index: &sources.Index{Files: []sources.File{}}, Uses: map[string][]string{}}
	classes := map[string]string{}
	var diagnostics []Diagnostic
	files := in.inOrder(request.Files, reached)
	for _, path := range files {
		u := in.units[path]
		maps.Copy(classes, u.classes)
		diagnostics = append(diagnostics, u.diagnostics...)
		result.Index.Files = append(result.Index.Files, u.file)
		for _, name := range u.Uses {
			// Who is in a module does not use what provides a service to others.
			if owner, known := in.owners[name]; known && owner != path && filepath.Base(path) != moduleInfo {
				result.Uses[path] = append(result.Uses[path], owner)
			}
		}
		if descriptions := request.descriptions(path); len(descriptions) > 0 {
			result.Uses[path] = append(result.Uses[path], descriptions...)
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(in.general)) {
		diagnostics = append(diagnostics, in.general[folder]...)
	}
	result.Diagnostics = limited(slices.Concat(diagnostics, in.notes(files)))
	hash := sha256.New()
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		fmt.Fprintf(hash, "%s %s\n", class, classes[class])
	}
	result.ClassesHash = hex.EncodeToString(hash.Sum(nil))
	in.last = &delivery{files: slices.Clone(request.Files), result: *result, classes: classes}
	return in.deliverAgain(request.OutputDir)
}

// deliverAgain puts the classes that were delivered last into a folder, which may have them, and describes them.
func (in *incremental) deliverAgain(folder string) (*Result, error) {
	if err := in.copyTo(folder, in.last.classes); err != nil {
		return nil, err
	}
	if in.last.folder != folder {
		in.last.folder, in.last.result.Classes = folder, make([]string, 0, len(in.last.classes))
		for class := range in.last.classes {
			in.last.result.Classes = append(in.last.result.Classes, filepath.Join(folder, filepath.FromSlash(class)+".class"))
		}
		slices.Sort(in.last.result.Classes)
	}
	result := in.last.result
	return &result, nil
}

// inOrder are the units: those that were asked for, and the others by their paths.
func (in *incremental) inOrder(first []string, reached set) []string {
	var files []string
	seen := set{}
	for _, path := range slices.Concat(first, slices.Sorted(maps.Keys(reached))) {
		if path = filepath.Clean(path); !seen[path] {
			seen[path] = true
			files = append(files, path)
		}
	}
	return files
}

// copyTo makes the classes of a folder these, by what was delivered there before.
func (in *incremental) copyTo(folder string, classes map[string]string) error {
	before := in.delivered[folder]
	if _, err := os.Stat(filepath.Join(folder, Manifest)); err != nil {
		before = nil
	}
	delete(in.delivered, folder) // until all is well
	for class, hash := range classes {
		if before[class] == hash {
			continue
		}
		if err := replace(filepath.Join(folder, filepath.FromSlash(class)+".class"), in.classFile(class)); err != nil {
			return fmt.Errorf("delivering a compiled class: %w", err)
		}
	}
	if maps.Equal(before, classes) {
		in.delivered[folder] = before
		return nil
	}
	var names []string
	for class := range classes {
		names = append(names, class+".class")
	}
	slices.Sort(names)
	if err := removeStale(folder, names); err != nil {
		return err
	}
	in.delivered[folder] = classes
	return nil
}

// replace makes a file another name of a second one, or a copy where that cannot be, in one step.
func replace(path, original string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	temporary := path + ".new"
	_ = os.Remove(temporary) // of a process that was killed
	if err := os.Link(original, temporary); err != nil {
		content, err := os.ReadFile(original)
		if err != nil {
			return err
		}
		if err := os.WriteFile(temporary, content, 0o644); err != nil {
			return err
		}
	}
	return os.Rename(temporary, path)
}

// notes are what javac says at its end of the files that have something which it does not say.
func (in *incremental) notes(files []string) []Diagnostic {
	var notes []Diagnostic
	for _, category := range []struct{ lint, key, one, several string }{
		{"deprecation", "deprecated", "uses or overrides a deprecated API.", "Some input files use or override a deprecated API."},
		{"unchecked", "unchecked", "uses unchecked or unsafe operations.", "Some input files use unchecked or unsafe operations."},
	} {
		var having []string
		for _, path := range files {
			if slices.Contains(in.units[path].unsaid, category.lint) {
				having = append(having, path)
			}
		}
		code := "compiler.note." + category.key
		note := Diagnostic{Kind: Note, Code: code + ".plural", Message: category.several}
		switch len(having) {
		case 0:
			continue
		case 1:
			note.File, note.Code, note.Message = having[0], code+".filename", filepath.Base(having[0])+" "+category.one
		}
		notes = append(notes, note, Diagnostic{Kind: Note, File: note.File, Code: code + ".recompile", Message: "Recompile with -Xlint:" + category.lint + " for details."})
	}
	return notes
}

// limited are the messages that are told: so many of each kind.
func limited(all []Diagnostic) []Diagnostic {
	count := map[Kind]int{}
	return slices.DeleteFunc(all, func(d Diagnostic) bool {
		count[d.Kind]++
		return count[d.Kind] > maxMessages
	})
}
