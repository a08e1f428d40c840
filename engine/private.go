package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
)

// privateFolder is a folder of the user's for files of hotlens' own. It is in the user's
// cache folder, or, where there is none to write to, in the system's temporary folder.
func privateFolder(name string) (string, error) {
	if cache, err := os.UserCacheDir(); err == nil {
		base := filepath.Join(cache, "hotlens", name)
		if os.MkdirAll(base, 0o700) == nil && writable(base) {
			return base, nil
		}
	}
	base := filepath.Join(os.TempDir(), fmt.Sprintf("hotlens-%s-%d", name, os.Getuid()))
	if err := os.Mkdir(base, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("there is no folder for private files: %w; set XDG_CACHE_HOME or TMPDIR to a folder that you may write to", err)
	}
	// Somebody else may have made it before us: the system's temporary folder
	// belongs to all users.
	if err := checkPrivate(base); err != nil {
		return "", fmt.Errorf("%w: set XDG_CACHE_HOME or TMPDIR to a folder that you may write to", err)
	}
	return base, nil
}

// checkPrivate wants a folder that is the user's alone.
func checkPrivate(folder string) error {
	private, err := isPrivateFolder(folder)
	if err != nil {
		return fmt.Errorf("the folder for private files: %w", err)
	}
	if !private {
		return fmt.Errorf("%s is not a private folder of yours", folder)
	}
	return nil
}

// HistoryFolder is where the profiles of past runs are kept, "" where the user has no cache folder. Nothing is made by asking.
func HistoryFolder() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		slog.Debug("no profiles of past runs are kept", "error", err)
		return ""
	}
	return filepath.Join(cache, "hotlens", "history")
}
