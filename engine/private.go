package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"hotlens/engine/history"
	"hotlens/profiles/numbers"
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

const (
	// HistoryVariable is the environment variable that says where the profiles of past runs are kept.
	HistoryVariable = "HOTLENS_HISTORY"
	// HistoryOff says that they are not kept, in place of a folder.
	HistoryOff = "off"
)

// HistoryFolder is where the profiles of past runs are kept, "" for nowhere: that of HistoryVariable, else one in the user's cache folder. Nothing
// is made by asking.
func HistoryFolder() string {
	named := os.Getenv(HistoryVariable)
	if named == HistoryOff {
		return ""
	}
	var err error
	if named != "" {
		named, err = filepath.Abs(named)
	} else if named, err = os.UserCacheDir(); err == nil {
		named = filepath.Join(named, "hotlens", "history")
	}
	if err != nil {
		slog.Debug("no profiles of past runs are kept", "error", err)
		return ""
	}
	return named
}

// diagnoseHistory says where the profiles of past runs are kept, how many there are, and whether they can be read.
func diagnoseHistory() Finding {
	f := Finding{Subject: "past runs", Verdict: Fine, Text: "are not kept"}
	folder := HistoryFolder()
	if folder == "" {
		return f
	}
	past := history.In(folder)
	list, err := past.List("")
	if err != nil {
		f.Verdict, f.Text, f.Advice = Warning, err.Error(), "see that you may read and write "+folder+", or name another folder with "+HistoryVariable
		return f
	}
	f.Text = fmt.Sprintf("%s of at most %d in %s; hotlens history --clear removes those of a workspace", numbers.Count(uint64(len(list)), "run"), history.MaxRuns, past.Path())
	return f
}
