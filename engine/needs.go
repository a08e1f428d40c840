package engine

import (
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"hotlens/engine/atomicfile"
	"hotlens/vm"
)

// This file keeps what the last run has needed of the library, so that the first run of the next session has that ready as the later ones do. Whatever goes
// wrong with it costs that run some hundredths of a second, and nothing else.

// needsFile is where it is kept.
func needsFile() (string, error) {
	folder, err := privateFolder("needs")
	if err != nil {
		return "", err
	}
	return filepath.Join(folder, "last.json"), nil
}

// keptNeeds are those of the last run of any session; none if there has been none.
func keptNeeds() vm.Needs {
	path, err := needsFile()
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
func keepNeeds(needs vm.Needs) {
	path, err := needsFile()
	var text []byte
	if err == nil {
		text, err = json.Marshal(needs)
	}
	if err == nil {
		err = atomicfile.Write(path, text, 0o600)
	}
	if err != nil {
		slog.Debug("what a run has needed is not kept", "error", err)
	}
}

// bounded are the first of some needs, as many as a waiting worker has ready.
func bounded(needs vm.Needs) vm.Needs {
	needs.Classes = needs.Classes[:min(len(needs.Classes), preparedClasses)]
	return needs
}
