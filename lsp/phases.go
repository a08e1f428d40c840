package lsp

import (
	"time"

	"hotlens/engine"
)

// phases are how long the parts of a run took, in microseconds, one after the other from the save or the command on; 0 for those
// that it did not get to. What is left of the way to what the user sees is the editor's, which asks for lenses and hints.
type phases struct {
	Wait    int64 `json:"wait"` // for later saves, and for the run before to end
	Compile int64 `json:"compile"`
	Start   int64 `json:"start"` // of a worker, where none was booted
	Run     int64 `json:"run"`
	Read    int64 `json:"read"`    // the profile, from the worker's memory
	Analyse int64 `json:"analyse"` // it, and find the texts that it is about
}

// phasesOf are those of a run that began after a time, and whose result took a time to be taken over.
func phasesOf(wait time.Duration, result *engine.Result, analyse time.Duration) *phases {
	p := &phases{Wait: wait.Microseconds(), Analyse: analyse.Microseconds()}
	if result != nil {
		took := &result.Phases
		p.Wait += took.Settle.Microseconds()
		p.Compile, p.Start, p.Run, p.Read = took.Compile.Microseconds(), took.Start.Microseconds(), took.Run.Microseconds(), took.Read.Microseconds()
	}
	return p
}
