package history

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"hotlens/profiles"
	"hotlens/profiles/sources"
)

// Store is the history in a file. Its methods may be called by many goroutines. They touch the file only when they are called.
type Store struct {
	path     string
	bounds   bounds
	lockWait time.Duration
	openFile func(name string, flags int, mode os.FileMode) (*os.File, error)

	mutex sync.Mutex // one operation at a time: bbolt's lock would have two of ours wait for each other
}

// bounds are MaxRuns, MaxBytes and maxFileBytes, but in tests.
type bounds struct{ runs, bytes, fileBytes int }

// In is the history in a folder, which is made when the first run is kept.
func In(folder string) *Store {
	return &Store{
		path: filepath.Join(folder, "runs.db"), bounds: bounds{MaxRuns, MaxBytes, maxFileBytes}, lockWait: lockWait, openFile: os.OpenFile,
	}
}

// Path is that of the file.
func (s *Store) Path() string { return s.path }

// Keep adds a run as the newest, and gives it a number. An equal run of the same program just before it is replaced; the oldest runs go
// where the bounds demand it.
func (s *Store) Keep(r *Run) error {
	if len(r.Profile.Contexts) > MaxContexts {
		return ErrTooLarge
	}
	r.Workspace = canonical(r.Workspace)
	r.fill()
	packed, err := encode(r)
	if err != nil {
		return err
	}
	if len(packed) > s.bounds.bytes {
		return ErrTooLarge
	}
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return fmt.Errorf("the folder of the history of runs: %w", err)
	}
	return s.do(writing, func(db *bbolt.DB) error {
		err := db.Update(func(tx *bbolt.Tx) error {
			entries, runs, err := buckets(tx)
			if err != nil {
				return err
			}
			if err := replaceEqual(entries, runs, &r.Entry); err != nil {
				return err
			}
			if r.ID, err = entries.NextSequence(); err != nil {
				return err
			}
			entry, err := json.Marshal(&r.Entry)
			if err != nil {
				return err
			}
			if err := entries.Put(keyOf(r.ID), entry); err != nil {
				return err
			}
			if err := runs.Put(keyOf(r.ID), packed); err != nil {
				return err
			}
			return s.bounds.keep(entries, runs)
		})
		if err != nil {
			return err
		}
		return s.shrink(db, int64(s.bounds.fileBytes))
	})
}

// List returns the runs of a workspace, of all workspaces for "", the newest first.
func (s *Store) List(workspace string) (list []Entry, err error) {
	if workspace != "" {
		workspace = canonical(workspace)
	}
	err = s.view(func(tx *bbolt.Tx) error {
		entries := tx.Bucket(bucketEntries)
		if entries == nil {
			return nil
		}
		return entries.ForEach(func(key, value []byte) error {
			entry, err := readEntry(key, value)
			if err == nil && (workspace == "" || entry.Workspace == workspace) {
				list = append(list, entry)
			}
			return err
		})
	})
	slices.Reverse(list)
	return list, err
}

// Load reads a run.
func (s *Store) Load(id uint64) (*Run, error) { return s.LoadIf(id, nil) }

// LoadIf reads a run if its index is wanted; else it returns nil.
func (s *Store) LoadIf(id uint64, wanted func(*sources.Index) bool) (*Run, error) {
	var run *Run
	var packed []byte
	err := s.view(func(tx *bbolt.Tx) error {
		entries, runs := tx.Bucket(bucketEntries), tx.Bucket(bucketRuns)
		if entries == nil || runs == nil {
			return ErrNotThere
		}
		value := entries.Get(keyOf(id))
		if value == nil {
			return ErrNotThere
		}
		entry, err := readEntry(keyOf(id), value)
		if err != nil {
			return err
		}
		run = &Run{Entry: entry}
		value = runs.Get(keyOf(id))
		if len(value) > MaxBytes {
			return damage{fmt.Errorf("run %d has %d bytes", id, len(value))}
		}
		packed = bytes.Clone(value)
		return nil
	})
	if run == nil && err == nil {
		err = ErrNotThere
	}
	if err != nil {
		return nil, err
	}
	if err := decode(packed, run, wanted); err != nil {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		return nil, s.setAside(fmt.Errorf("run %d: %w", id, err))
	}
	if run.Profile == nil {
		return nil, nil
	}
	return run, nil
}

// Clear removes the runs of a workspace, of all workspaces for "", also from the disk.
func (s *Store) Clear(workspace string) error {
	if workspace != "" {
		workspace = canonical(workspace)
	}
	if _, err := os.Stat(s.path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return s.do(writing, func(db *bbolt.DB) error {
		err := db.Update(func(tx *bbolt.Tx) error {
			entries, runs, err := buckets(tx)
			if err != nil {
				return err
			}
			cursor := entries.Cursor()
			var gone [][]byte
			for key, value := cursor.First(); key != nil; key, value = cursor.Next() {
				entry, err := readEntry(key, value)
				if err != nil {
					return err
				}
				if workspace == "" || entry.Workspace == workspace {
					gone = append(gone, bytes.Clone(key))
				}
			}
			return errors.Join(remove(entries, runs, gone), clearTargets(tx, workspace))
		})
		if err != nil {
			return err
		}
		return s.shrink(db, 0)
	})
}

// canonical is the path by which a workspace is known.
func canonical(folder string) string {
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		return real
	}
	return filepath.Clean(folder)
}

// damage is an error of reading that only a damaged file explains.
type damage struct{ error }

// maxEntryBytes bounds what is read as an entry: some hundred times what one usually takes.
const maxEntryBytes = 1 << 20

func readEntry(key, value []byte) (entry Entry, err error) {
	id, err := idOf(key)
	if err == nil && len(value) > maxEntryBytes {
		err = fmt.Errorf("it has %d bytes", len(value))
	}
	if err == nil {
		err = json.Unmarshal(value, &entry)
	}
	if err != nil {
		return entry, damage{fmt.Errorf("an entry: %w", err)}
	}
	entry.ID = id
	return entry, nil
}

// buckets makes what is not there yet.
func buckets(tx *bbolt.Tx) (entries, runs *bbolt.Bucket, err error) {
	version, err := tx.CreateBucketIfNotExists(bucketFormat)
	if err != nil {
		return nil, nil, err
	}
	if err := version.Put(keyFormat, strconv.AppendUint(nil, format, 10)); err != nil {
		return nil, nil, err
	}
	if entries, err = tx.CreateBucketIfNotExists(bucketEntries); err != nil {
		return nil, nil, err
	}
	runs, err = tx.CreateBucketIfNotExists(bucketRuns)
	return entries, runs, err
}

// replaceEqual removes the newest run of the same program if it was the same: saving a program again and again is not to push out everything
// else.
func replaceEqual(entries, runs *bbolt.Bucket, r *Entry) error {
	cursor := entries.Cursor()
	for key, value := cursor.Last(); key != nil; key, value = cursor.Prev() {
		old, err := readEntry(key, value)
		if err != nil {
			return err
		}
		if old.Workspace != r.Workspace || old.Main != r.Main || !slices.Equal(old.Arguments, r.Arguments) || old.Built != r.Built {
			continue
		}
		if old.Classes == r.Classes && old.Commit == r.Commit && old.Request == r.Request && sameTotals(old.Totals, r.Totals) {
			return remove(entries, runs, [][]byte{bytes.Clone(key)})
		}
		return nil
	}
	return nil
}

func sameTotals(a, b profiles.Totals) bool {
	return a.Calls == b.Calls && a.Bytecodes == b.Bytecodes && a.Allocations == b.Allocations && a.AllocatedBytes == b.AllocatedBytes && a.Contexts == b.Contexts
}

// keep removes the oldest runs until all bounds are kept.
func (b bounds) keep(entries, runs *bbolt.Bucket) error {
	count, size := 0, 0
	var gone [][]byte
	cursor := runs.Cursor()
	for key, value := cursor.Last(); key != nil; key, value = cursor.Prev() {
		count++
		size += len(value)
		if count > b.runs || size > b.bytes {
			gone = append(gone, bytes.Clone(key))
		}
	}
	return remove(entries, runs, gone)
}

func remove(entries, runs *bbolt.Bucket, keys [][]byte) error {
	for _, key := range keys {
		if err := errors.Join(entries.Delete(key), runs.Delete(key)); err != nil {
			return err
		}
	}
	return nil
}

// shrink writes the file anew, without its gaps, if it is larger than that.
func (s *Store) shrink(db *bbolt.DB, larger int64) error {
	info, err := os.Stat(s.path)
	if err != nil || info.Size() <= larger {
		return err
	}
	compact := s.path + ".compact" // of a process that was killed, perhaps: whoever writes there holds the lock of the file
	if err := os.Remove(compact); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	to, err := bbolt.Open(compact, 0o600, &bbolt.Options{Timeout: s.lockWait, NoSync: true})
	if err != nil {
		return err
	}
	err = bbolt.Compact(to, db, MaxBytes)
	if err == nil {
		err = to.Sync()
	}
	if err = errors.Join(err, to.Close()); err == nil {
		err = os.Rename(compact, s.path)
	}
	if err != nil {
		os.Remove(compact)
		return fmt.Errorf("writing the history of runs anew: %w", err)
	}
	return nil
}

// access says what an operation does with the file.
type access bool

const (
	reading access = false
	writing access = true
)

func (s *Store) view(of func(*bbolt.Tx) error) error {
	if info, err := os.Stat(s.path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 { // yet to be filled, perhaps
		return nil
	}
	return s.do(reading, func(db *bbolt.DB) error { return db.View(of) })
}

// do opens the file, checks its version, carries out an operation and closes the file. Where that finds the file damaged it is set aside.
func (s *Store) do(how access, operation func(*bbolt.DB) error) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	err := s.guarded(how, operation)
	var newer *NewerError
	var broken damage
	switch {
	case err == nil, errors.Is(err, ErrNotThere), errors.As(err, &newer):
		return err
	case errors.Is(err, bbolterrors.ErrTimeout):
		return ErrBusy
	case errors.As(err, &broken), errors.Is(err, bbolterrors.ErrIncompatibleValue): // what should be a bucket is none
		return s.setAside(err)
	case how == writing:
		return fmt.Errorf("the history of runs cannot be written: %w", err)
	}
	return fmt.Errorf("the history of runs cannot be read: %w", err)
}

// guarded carries out an operation on the open file. bbolt panics where it meets pages that make no sense, and memory that is mapped from
// a file which is too short faults; both become errors. What bbolt holds then is not to be relied upon: only the file is closed, with its lock.
func (s *Store) guarded(how access, operation func(*bbolt.DB) error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	var file *os.File
	panicked := true
	defer func() {
		if !panicked {
			return
		}
		cause := recover()
		if file != nil {
			file.Close()
		}
		slog.Debug("the history of runs", "panic", cause)
		err = damage{fmt.Errorf("%v", cause)}
	}()
	db, err := s.open(how, &file)
	if err == nil {
		if err = checkFormat(db, s.path); err == nil {
			err = operation(db)
		}
		err = errors.Join(err, db.Close())
	}
	panicked = false
	return err
}

// open opens the file that has the path when its lock is held: another process may have set it aside or written it anew meanwhile.
func (s *Store) open(how access, file **os.File) (*bbolt.DB, error) {
	options := &bbolt.Options{Timeout: s.lockWait, ReadOnly: how == reading, FreelistType: bbolt.FreelistMapType}
	options.OpenFile = func(name string, flags int, mode os.FileMode) (opened *os.File, err error) {
		opened, err = s.openFile(name, flags, mode)
		*file = opened
		return opened, err
	}
	const attempts = 3
	for range attempts {
		db, err := bbolt.Open(s.path, 0o600, options)
		if err != nil {
			return nil, openingError(err)
		}
		opened, err := (*file).Stat()
		if err == nil {
			var current os.FileInfo
			if current, err = os.Stat(s.path); err == nil && os.SameFile(opened, current) {
				return db, nil
			}
		}
		if closing := db.Close(); closing != nil {
			return nil, closing
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return nil, bbolterrors.ErrTimeout
}

// openingError tells what the system says from what is wrong with the file itself.
func openingError(err error) error {
	var number syscall.Errno
	var path *fs.PathError
	if errors.Is(err, bbolterrors.ErrTimeout) || errors.As(err, &number) || errors.As(err, &path) {
		return err
	}
	return damage{err}
}

// checkFormat refuses files of newer versions. A file without a version is a new one.
func checkFormat(db *bbolt.DB, path string) error {
	return db.View(func(tx *bbolt.Tx) error {
		bucket := tx.Bucket(bucketFormat)
		if bucket == nil {
			return nil
		}
		version := string(bucket.Get(keyFormat))
		number, err := strconv.ParseUint(version, 10, 31)
		switch {
		case err != nil:
			return damage{fmt.Errorf("its format is %.20q", version)}
		case number > format:
			return &NewerError{path, version}
		}
		return nil
	})
}

// setAside renames a damaged file, over the one before. The caller holds the mutex.
func (s *Store) setAside(cause error) error {
	aside := s.path + ".damaged"
	if err := os.Rename(s.path, aside); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the history of runs is damaged (%w) and cannot be set aside: %w; remove %s", cause, err, s.path)
	}
	return &DamagedError{aside, cause}
}
