package engine

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/engine/atomicfile"
	"hotlens/vm"
	"hotlens/vm/linking"
)

// This file keeps what runs have needed of the library, so that the next one of the same program has that ready while it begins: the last run of the editor's
// sessions, and the last one of each program from the command line. Whatever goes wrong with it costs a run some hundredths of a second, and nothing else.

const (
	// preparedClasses bounds the classes that a worker has ready, and so the memory of one that waits: programs that use several of the library's
	// larger parts need about so many.
	preparedClasses = 2000
	// keptPrograms bounds the programs of which it is kept, with some hundred kilobytes at most each: those that somebody runs in some days.
	keptPrograms = 64
	// lastNeeds is the name that the editor's last run has in place of a program.
	lastNeeds = "last"
)

// needsName is the name under which it is kept what a program needs in a folder, by the name that the user gives to it.
func needsName(jdk, folder, program string) string {
	hash := sha256.Sum256([]byte(strings.Join([]string{jdk, folder, program}, "\x00")))
	return hex.EncodeToString(hash[:16])
}

// needsFile is where it is kept under a name.
func needsFile(name string) (string, error) {
	folder, err := privateFolder("needs")
	if err != nil {
		return "", err
	}
	return filepath.Join(folder, name+".json"), nil
}

// keptNeeds are those that are kept under a name; none if there are none.
func keptNeeds(name string) vm.Needs {
	path, err := needsFile(name)
	var text []byte
	if err == nil {
		text, err = os.ReadFile(path)
	}
	var needs vm.Needs
	if err == nil {
		err = json.Unmarshal(text, &needs)
	}
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			slog.Debug("what the last run has needed is not known", "error", err)
		}
		return vm.Needs{}
	}
	return bounded(needs)
}

// keepNeeds keeps those of a run.
func keepNeeds(name string, needs vm.Needs) {
	path, err := needsFile(name)
	var text []byte
	if err == nil {
		text, err = json.Marshal(needs)
	}
	if err == nil {
		err = atomicfile.Write(path, text, 0o600)
	}
	if err == nil {
		err = dropOldest(filepath.Dir(path), keptPrograms)
	}
	if err != nil {
		slog.Debug("what a run has needed is not kept", "error", err)
	}
}

// dropOldest removes the files of a folder that were written first, but for so many.
func dropOldest(folder string, most int) error {
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) <= most {
		return err
	}
	var files []fs.FileInfo
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && strings.HasSuffix(info.Name(), ".json") {
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int {
		return cmp.Or(b.ModTime().Compare(a.ModTime()), strings.Compare(a.Name(), b.Name()))
	})
	for _, file := range files[min(len(files), most):] {
		if err := os.Remove(filepath.Join(folder, file.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// bounded are the first of some needs, as many as a worker has ready.
func bounded(needs vm.Needs) vm.Needs {
	needs.Classes = needs.Classes[:min(len(needs.Classes), preparedClasses)]
	return needs
}

func sameNeeds(a, b vm.Needs) bool {
	return a.MethodOrder == b.MethodOrder && slices.EqualFunc(a.Classes, b.Classes, linking.Wanted.Equal)
}
