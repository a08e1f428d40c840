package sampling

// This file says what a sample counts.
//
// A window stands for the time since the one before, and has a number of samples, which says nothing of how many calls there were in that time. If each sample counted the same, code that
// calls often would have too few: the call graphs of javac, whose calls are many in some parts and few in others, could not agree by more than 87 % however many windows there were, and
// those of a program of strings by 91 %. So a window's samples stand for the calls that were made since the one before, at the pace that the window has seen. They agree by 92 and 98 % then.

// window is one in which calls are counted.
type window struct {
	opened uint64   // bytecodes of the run at which it was
	stands uint64   // bytecodes that it stands for: those since the window before was opened
	calls  uint64   // that it has counted
	edges  []uint32 // the samples, by the numbers of their edges
}

func (w *window) open(executed uint64) {
	w.stands, w.opened = executed-w.opened, executed
	w.calls, w.edges = 0, w.edges[:0]
}

// A window of few calls does not tell their pace: what counts one call has ended at it. It is taken for that of a common program.
const (
	fewCalls        = 32
	commonBytecodes = 16 // executed for each call
)

// weight is how many calls each sample stands for, if the calls were counted while so many bytecodes were executed.
func (w *window) weight(observed uint64) uint64 {
	if len(w.edges) == 0 {
		return 0
	}
	calls := float64(w.stands) / commonBytecodes
	if w.calls >= fewCalls {
		calls = float64(w.stands) * float64(w.calls) / float64(max(observed, 1))
	}
	return max(uint64(calls/float64(len(w.edges))+0.5), 1)
}
