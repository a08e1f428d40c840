package profiles

import (
	"slices"
	"strings"
	"time"
)

// Outcome is how the program of a run ended, and what it said.
type Outcome struct {
	Main        string // its main class, with dots
	ExitStatus  int
	Limit       *Limit        // what stopped it; nil: it ended by itself
	Tests       []Test        // what became of its tests, if it ran tests
	Planned     []TestID      `json:",omitempty"` // the test methods that were to run, where a limit has ended it
	Uncaught    []Exception   // that have ended its threads, in their order; the first MaxExceptions
	Waiting     []Waiting     `json:",omitempty"` // the threads of a program that hangs, those that it says most of first; MaxWaiting of them at most
	Stopped     []Frame       `json:",omitempty"` // where the thread was that executed when a limit stopped the program, innermost first; nil: all threads waited, or nobody knows
	Wall        time.Duration // from its start to its end
	Running     bool          // it has not ended: Wall is how long it has run, and Output what there is so far
	Output      string        // the end of what it printed, standard output and errors in their order
	OutputLines uint64        // lines of all that it printed
	Reads       []string      `json:",omitempty"` // the files of the working folder that it has looked for, relative, in order; a folder that was listed ends with "/"
	MoreReads   bool          `json:",omitempty"` // there were more of them, or nobody knows which
	NoInput     bool          `json:",omitempty"` // it has read its standard input, in which there was nothing
}

// Exception is an exception that nothing in its thread has caught.
type Exception struct {
	Thread  string     `json:"thread,omitempty"`  // name of the thread that it has ended; "" for a cause
	Class   string     `json:"class"`             // binary name, with dots
	Message string     `json:"message,omitempty"` // what it was constructed with, or the VM says
	Frames  []Frame    `json:"frames"`            // where it was constructed, innermost first
	Cause   *Exception `json:"cause,omitempty"`
	// Explanation says why it came to that, where it or its cause does not tell: of a class that was not found that it was not compiled, and the error. "" for a cause.
	Explanation string `json:"explanation,omitempty"`
}

// Frame is an activation in a stack trace.
type Frame struct {
	Class  string `json:"class"` // binary name, with slashes
	Method string `json:"method"`
	File   string `json:"file,omitempty"` // simple name, "" if the class file does not tell
	Line   int    `json:"line"`           // from 1; -1 when unknown
}

// The bounds of an Exception: what a person would read of it.
const (
	MaxExceptions       = 8
	MaxExceptionCauses  = 8
	MaxExceptionFrames  = 100
	MaxExceptionMessage = 1000 // UTF-16 code units
)

// String is what Throwable.toString says: "java.lang.IllegalStateException: no stock".
func (e *Exception) String() string {
	if e.Message == "" {
		return e.Class
	}
	return e.Class + ": " + e.Message
}

// SimpleName is the class's name without its package.
func (e *Exception) SimpleName() string {
	return e.Class[strings.LastIndexByte(e.Class, '.')+1:]
}

// Explanations are those of some exceptions, each once.
func Explanations(thrown []Exception) (all []string) {
	for i := range thrown {
		if text := thrown[i].Explanation; text != "" && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// Succeeded tells whether the program ended by itself, with exit status 0 and no uncaught
// exception in any thread.
func (o *Outcome) Succeeded() bool {
	return o.ExitStatus == 0 && o.Limit == nil && len(o.Uncaught) == 0
}
