package javac

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"hotlens/profiles/sources"
)

// This file keeps what is known of compiled sources for the next session, in a file for each way to compile. Only one process has such a file open; others
// begin with nothing. A state is written in one step, so it may be old but agrees with itself, and whether the sources are still those that it speaks of
// is looked at as ever. What goes wrong with the file costs no more than compiling once again.

const (
	storeVersion = "3"
	// maxStoreBytes bounds all files together. Ten thousand sources take some hundred megabytes.
	maxStoreBytes = 1 << 30
	// maxStores bounds their number: programs of one file take 64 KB each.
	maxStores   = 256
	storeSuffix = ".units"
	// storeWait is how long another process may take to let go of a file. One that uses it keeps it for its life.
	storeWait = 10 * time.Millisecond
)

// The buckets of a file.
var (
	bucketUnits   = []byte("units")   // savedUnit by path
	bucketClasses = []byte("classes") // class files by name
	bucketState   = []byte("state")   // savedState, at the key of the same bytes
)

// store is an open file; nil where there is none.
type store struct {
	db   *bbolt.DB
	file *os.File // which db has open
}

type savedUnit struct {
	File         sources.File      `json:"file"`
	Classes      map[string]string `json:"classes"`
	Diagnostics  []savedDiagnostic `json:"diagnostics,omitempty"`
	Unsaid       []string          `json:"unsaid,omitempty"`
	Dependencies dependencies      `json:"dependencies"`
	Names        []int32           `json:"names"`
	Current      bool              `json:"current"`
}

// savedDiagnostic is a Diagnostic with all of it.
type savedDiagnostic struct {
	Diagnostic
	Range sources.Range `json:"range"`
}

type savedState struct {
	Folders map[string]savedListing      `json:"folders"`
	General map[string][]savedDiagnostic `json:"general"`
}

type savedListing struct {
	Sources   []string `json:"sources"`
	Annotated string   `json:"annotated"`
}

// openStore opens the file for a way to compile, nil if that cannot be, or another process has it.
func openStore(folder, key string) *store {
	if folder == "" {
		return nil
	}
	path := filepath.Join(folder, fmt.Sprintf("%x%s", sha256.Sum256([]byte(storeVersion+key)), storeSuffix))
	prune(folder, path)
	s := &store{}
	err := guarded(func() (err error) {
		s.db, err = bbolt.Open(path, 0o600, &bbolt.Options{Timeout: storeWait, OpenFile: func(path string, flags int, mode os.FileMode) (*os.File, error) {
			file, err := os.OpenFile(path, flags, mode)
			s.file = file
			return file, err
		}})
		return err
	})
	switch {
	case errors.Is(err, bbolterrors.ErrTimeout):
		return nil
	case err != nil:
		_ = os.Remove(path) // the next session begins anew
		if s.file != nil {
			_ = s.file.Close() // it may be closed
		}
		return nil
	}
	_ = os.Chtimes(path, time.Time{}, time.Now()) // it is in use: see prune
	return s
}

// prune removes the files that were not used for longest, where there are too many bytes. One that is open lives on without a name.
func prune(folder, but string) {
	paths, _ := filepath.Glob(filepath.Join(folder, "*"+storeSuffix)) // the pattern is a good one
	infos := map[string]os.FileInfo{}
	total := int64(0)
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil {
			infos[path] = info
			total += info.Size()
		}
	}
	paths = slices.DeleteFunc(paths, func(path string) bool { return infos[path] == nil || path == but })
	slices.SortFunc(paths, func(a, b string) int { return infos[a].ModTime().Compare(infos[b].ModTime()) })
	for i, path := range paths {
		if total <= maxStoreBytes && len(paths)-i < maxStores {
			return
		}
		total -= infos[path].Size()
		_ = os.Remove(path)
	}
}

// guarded calls a function that may find a damaged file: bbolt panics over pages that make no sense, and memory that is mapped beyond the end of a file faults.
func guarded(work func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("a file of compiled classes is damaged: %v", cause)
		}
	}()
	return work()
}

// close lets go of the file.
func (s *store) close() {
	if s != nil {
		_ = guarded(s.db.Close)
	}
}

// discard removes a file that is of no use. What bbolt holds of a damaged one is not to be relied upon: only the file is closed, with its lock.
func (s *store) discard() {
	_ = os.Remove(s.file.Name())
	_ = s.file.Close()
}

// load takes over what the file has, and puts the classes into the folder. It is to be called when nothing else is known.
func (in *incremental) load() error {
	if in.store == nil {
		return nil
	}
	err := guarded(func() error { return in.store.db.View(in.read) })
	if err == nil {
		return nil
	}
	in.store.discard()
	in.store = nil
	return in.forget()
}

var errIncomplete = errors.New("a file of compiled classes is not complete")

func (in *incremental) read(tx *bbolt.Tx) error {
	units, classes, state := tx.Bucket(bucketUnits), tx.Bucket(bucketClasses), tx.Bucket(bucketState)
	if units == nil || classes == nil || state == nil {
		return nil // it is new
	}
	var saved savedState
	if err := json.Unmarshal(state.Get(bucketState), &saved); err != nil {
		return err
	}
	for folder, l := range saved.Folders {
		found := listing{sources: set{}, annotated: l.Annotated}
		for _, name := range l.Sources {
			found.sources[name] = true
		}
		in.folders[folder] = found
	}
	for folder, said := range saved.General {
		in.general[folder] = restored(said)
	}
	return units.ForEach(func(path, text []byte) error {
		var saved savedUnit
		if err := json.Unmarshal(text, &saved); err != nil {
			return err
		}
		u := &unit{
			path: string(path), file: saved.File, classes: saved.Classes, diagnostics: restored(saved.Diagnostics), unsaid: saved.Unsaid,
			dependencies: saved.Dependencies, names: saved.Names, current: saved.Current,
		}
		in.add(u)
		if !u.current {
			return nil
		}
		for class, hash := range u.classes {
			content := classes.Get([]byte(class))
			if hashOf(content) != hash || !filepath.IsLocal(filepath.FromSlash(class)) {
				return errIncomplete
			}
			file := in.classFile(class)
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, content, 0o644)); err != nil {
				return err
			}
		}
		return nil
	})
}

// save has what was compiled just now outlast the service. It waits for the disk, so it comes when the result has been given.
func (s *Service) save() {
	for _, in := range s.kept {
		if in.due {
			in.due = false
			in.save()
		}
	}
}

// save writes what has changed since the last time. Where that fails the file is given up.
func (in *incremental) save() {
	if in.store == nil || len(in.unsaved) == 0 {
		return
	}
	if err := guarded(func() error { return in.store.db.Update(in.write) }); err != nil {
		in.store.discard()
		in.store = nil
	}
	in.unsaved, in.dropped = set{}, set{}
}

func (in *incremental) write(tx *bbolt.Tx) error {
	units, err := tx.CreateBucketIfNotExists(bucketUnits)
	if err != nil {
		return err
	}
	classes, err := tx.CreateBucketIfNotExists(bucketClasses)
	if err != nil {
		return err
	}
	state, err := tx.CreateBucketIfNotExists(bucketState)
	if err != nil {
		return err
	}
	for class := range in.dropped { // before others of the same name come
		if err := classes.Delete([]byte(class)); err != nil {
			return err
		}
	}
	for path := range in.unsaved {
		u := in.units[path]
		if u == nil {
			if err := units.Delete([]byte(path)); err != nil {
				return err
			}
			continue
		}
		text, err := json.Marshal(savedUnit{u.file, u.classes, saved(u.diagnostics), u.unsaid, u.dependencies, u.names, u.current})
		if err == nil {
			err = units.Put([]byte(path), text)
		}
		if err != nil {
			return err
		}
		if !u.current {
			continue
		}
		for class := range u.classes {
			content, err := os.ReadFile(in.classFile(class))
			if err == nil {
				err = classes.Put([]byte(class), content)
			}
			if err != nil {
				return err
			}
		}
	}
	all := savedState{Folders: map[string]savedListing{}, General: map[string][]savedDiagnostic{}}
	for folder, said := range in.general {
		all.General[folder] = saved(said)
	}
	for folder, l := range in.folders {
		names := []string{}
		for name := range l.sources {
			names = append(names, name)
		}
		slices.Sort(names)
		all.Folders[folder] = savedListing{names, l.annotated}
	}
	text, err := json.Marshal(all)
	if err == nil {
		err = state.Put(bucketState, text)
	}
	return err
}

func saved(diagnostics []Diagnostic) []savedDiagnostic {
	var all []savedDiagnostic
	for _, d := range diagnostics {
		all = append(all, savedDiagnostic{d, d.Range})
	}
	return all
}

func restored(all []savedDiagnostic) []Diagnostic {
	var diagnostics []Diagnostic
	for _, s := range all {
		s.Diagnostic.Range = s.Range
		diagnostics = append(diagnostics, s.Diagnostic)
	}
	return diagnostics
}

// storeKey identifies a way to compile, with all that the classes depend on beside the sources.
func (s *Service) storeKey(r *Request, libraries string) string {
	program, err := cacheKey(s.jdk)
	if err != nil {
		return ""
	}
	return strings.Join([]string{program, libraries, fmt.Sprintf("%q", []any{r.ClassPath, r.SourcePath, r.Options, r.Release, r.Parts})}, "\n")
}
