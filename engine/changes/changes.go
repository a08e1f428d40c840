// Package changes tells of files that have changed, by what the operating system says.
//
// Invariant: folders are watched, not files: most editors write a new file and rename it. A burst of changes is told once.
package changes

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/sourcegraph/conc"
)

const (
	// quiet is for how long nothing has to have changed before what has is told: "save all" and formatters write within less, as does the
	// server's own wait for later saves.
	quiet = 50 * time.Millisecond
	// patience is after how long what has changed is told in any case.
	patience = time.Second
	// maxFolders bounds what is watched: what Linux gave each user before 5.11, and gives at least since (inotify(7), max_user_watches).
	maxFolders = 8192
)

// Watcher tells of changes. Its methods may be called by many goroutines.
type Watcher struct {
	changed func(paths []string)
	system  *fsnotify.Watcher
	loop    conc.WaitGroup

	mutex   sync.Mutex
	files   map[string]bool // followed; a folder whose entries are ends with "/"
	trees   []string
	folders map[string]bool // that the system watches
}

// ErrTooMany is the error of Follow for more folders than are watched.
var ErrTooMany = fmt.Errorf("there are more than %d folders to watch; changes in the others are not noticed", maxFolders)

// Start begins to watch nothing yet. Changed is called by one goroutine with absolute paths, in order, some time after they have changed; Close waits for it.
func Start(changed func(paths []string)) (*Watcher, error) {
	system, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watching files: %w", err)
	}
	w := &Watcher{changed: changed, system: system, folders: map[string]bool{}}
	w.loop.Go(w.run)
	return w, nil
}

// Close ends watching.
func (w *Watcher) Close() error {
	err := w.system.Close()
	w.loop.Wait()
	return err
}

// Follow says what is of interest from now on, by absolute paths: files, whether or not they are there, folders with their entries, which end with "/", and whole trees of folders
// but those whose names begin with a point. What cannot be watched is told by the error; the rest is.
func (w *Watcher) Follow(files, trees []string) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.files, w.trees = map[string]bool{}, slices.Clone(trees)
	wanted := map[string]bool{}
	for _, file := range files {
		w.files[file] = true
		wanted[filepath.Dir(file)] = true // of "folder/" that is the folder
	}
	for _, tree := range trees {
		addTree(wanted, tree)
	}
	for folder := range w.folders {
		if !wanted[folder] {
			delete(w.folders, folder)
			if err := w.system.Remove(folder); err != nil && !errors.Is(err, fsnotify.ErrNonExistentWatch) {
				slog.Debug("watching files", "folder", folder, "error", err)
			}
		}
	}
	var problems []error
	for _, folder := range slices.Sorted(maps.Keys(wanted)) {
		problems = append(problems, w.add(folder))
	}
	return errors.Join(problems...)
}

// add has the system watch a folder. The caller holds the mutex.
func (w *Watcher) add(folder string) error {
	if w.folders[folder] {
		return nil
	}
	if len(w.folders) >= maxFolders {
		return ErrTooMany
	}
	if err := w.system.Add(folder); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return fmt.Errorf("watching %s: %w", folder, err)
	}
	w.folders[folder] = true
	return nil
}

// addTree adds the folders of a tree.
func addTree(to map[string]bool, root string) {
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || !entry.IsDir():
			return nil // what cannot be read is not watched
		case path != root && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case len(to) > maxFolders:
			return fs.SkipAll
		}
		to[path] = true
		return nil
	})
	if err != nil {
		slog.Debug("watching files", "tree", root, "error", err)
	}
}

// run collects what changes, and tells it.
func (w *Watcher) run() {
	pending := map[string]bool{}
	var first time.Time
	var due <-chan time.Time
	for {
		select {
		case event, more := <-w.system.Events:
			if !more {
				return
			}
			if !w.interesting(event, pending) {
				continue
			}
		case err, more := <-w.system.Errors:
			if !more {
				return
			}
			slog.Debug("watching files", "error", err)
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				continue
			}
			w.addAll(pending)
		case <-due:
			paths := slices.Sorted(maps.Keys(pending))
			clear(pending)
			due = nil
			w.changed(paths)
			continue
		}
		if due == nil {
			first = time.Now()
		}
		due = time.After(min(quiet, time.Until(first.Add(patience))))
	}
}

// interesting adds what an event is about, if that is followed, and reports whether it is. A new folder of a tree is followed from then on; what was in it before counts as
// changed.
func (w *Watcher) interesting(event fsnotify.Event, to map[string]bool) bool {
	if event.Op == fsnotify.Chmod {
		return false
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if event.Has(fsnotify.Remove) || event.Has(fsnotify.Rename) {
		delete(w.folders, event.Name) // the system watches it no longer
	}
	if w.files[event.Name] || w.files[filepath.Dir(event.Name)+"/"] {
		to[event.Name] = true
		return true
	}
	for _, tree := range w.trees {
		below, err := filepath.Rel(tree, event.Name)
		if err != nil || !filepath.IsLocal(below) || strings.HasPrefix(below, ".") || strings.Contains(below, "/.") {
			continue
		}
		if event.Has(fsnotify.Create) {
			added := map[string]bool{}
			addTree(added, event.Name)
			for folder := range added {
				if err := w.add(folder); err != nil {
					slog.Debug("watching files", "error", err)
				}
				entries, _ := os.ReadDir(folder) // one that is gone has none
				for _, entry := range entries {
					to[filepath.Join(folder, entry.Name())] = true
				}
			}
		}
		to[event.Name] = true
		return true
	}
	return false
}

// addAll adds all that is followed: the system has lost what has changed.
func (w *Watcher) addAll(to map[string]bool) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	maps.Copy(to, w.files)
	for _, tree := range w.trees {
		to[tree] = true
	}
}
