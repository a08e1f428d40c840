package engine

import (
	"errors"
	"fmt"
	"io/fs"
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

// scratchBase is the folder that holds the numbered ones. It is in the user's
// cache folder, or, where there is none to write to, in the system's temporary
// folder.
func scratchBase() (string, error) {
	if cache, err := os.UserCacheDir(); err == nil {
		base := filepath.Join(cache, "hotlens", "scratch")
		if os.MkdirAll(base, 0o700) == nil && writable(base) {
			return base, nil
		}
	}
	base := filepath.Join(os.TempDir(), fmt.Sprintf("hotlens-%d", os.Getuid()))
	if err := os.Mkdir(base, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("there is no folder for private files: %w; set XDG_CACHE_HOME or TMPDIR to a folder that you may write to", err)
	}
	// Somebody else may have made it before us: the system's temporary folder
	// belongs to all users.
	private, err := isPrivateFolder(base)
	if err != nil {
		return "", fmt.Errorf("the folder for private files: %w", err)
	}
	if !private {
		return "", fmt.Errorf("%s is not a private folder of yours: set XDG_CACHE_HOME or TMPDIR to a folder that you may write to", base)
	}
	return base, nil
}

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
