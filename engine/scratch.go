package engine

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"

	"hotlens/vm/filesystem"
)

// maxScratches bounds the search for a free folder: more programs at the same
// time than any machine takes.
const maxScratches = 1000

// scratch is a private folder for compiled classes or a program's temporary
// files. Its path is part of what a program can see, and so of the input that
// makes a profile repeatable: therefore the folders are numbered, and the first
// that no living process holds is taken, emptied, and used again. A folder that
// a killed process has left is cleared by the next one that takes it; one that cannot
// be cleared is left alone, so that no program stops those that come after it.
type scratch struct {
	folder string
	lock   *os.File // flock(2) is held as long as it is open
}

// claimScratch takes the first free folder. Release it.
func claimScratch() (*scratch, error) {
	base, err := scratchBase()
	if err != nil {
		return nil, err
	}
	return claimScratchIn(base, emptyFolder)
}

// claimScratchIn takes the first free folder below base that can be cleared.
func claimScratchIn(base string, clearFolder func(string) error) (*scratch, error) {
	var spoilt error
	for number := range maxScratches {
		folder := filepath.Join(base, strconv.Itoa(number))
		lock, err := os.OpenFile(folder+".lock", os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return nil, fmt.Errorf("locking a private folder: %w", err)
		}
		free, err := tryLock(lock)
		if err == nil && !free {
			lock.Close()
			continue
		}
		if err != nil {
			lock.Close()
			return nil, fmt.Errorf("locking a private folder: %w", err)
		}
		if err := clearFolder(folder); err != nil {
			slog.Warn("a private folder cannot be used", "error", err)
			lock.Close()
			spoilt = err
			continue
		}
		return &scratch{folder, lock}, nil
	}
	if spoilt != nil {
		return nil, fmt.Errorf("none of the private folders in %s can be used: remove them (%w)", base, spoilt)
	}
	return nil, fmt.Errorf("all %d private folders in %s are in use: end some programs", maxScratches, base)
}

// emptyFolder makes a folder that is empty and nobody else's.
func emptyFolder(folder string) error {
	if err := filesystem.RemoveAll(folder); err != nil {
		return err
	}
	return os.Mkdir(folder, 0o700)
}

// scratchBase is the folder that holds the numbered ones.
func scratchBase() (string, error) { return privateFolder("scratch") }

// release removes the folder. The lock file stays: removing it while another
// process opens it would let two processes hold the same number.
func (s *scratch) release() {
	if s == nil {
		return
	}
	if err := filesystem.RemoveAll(s.folder); err != nil {
		slog.Warn("removing a private folder", "error", err)
	}
	s.lock.Close()
}
