package worker

import (
	"errors"
	"os"
	"os/signal"
	"slices"

	"hotlens/profiles"
	"hotlens/vm"
	"hotlens/vm/configuration"
)

// Methods of the protocol between agent and worker: JSON-RPC 2.0 with
// Content-Length headers over a pair of pipes. The agent asks and the worker
// answers; the notifications need no answer. Closing the pipes ends the worker.
const (
	methodBoot   = "boot"   // bootRequest -> null, when the VM stands just before main
	methodRun    = "run"    // vm.Program -> Result, when the program has ended
	methodStop   = "stop"   // end the run: its answer comes soon
	methodEnd    = "end"    // why, a profiles.Limit: the program is to end by itself, with its shutdown hooks
	methodSignal = "signal" // the number of a signal for the program
	methodTime   = "time"   // timed -> null, when these call subgraphs are timed
	methodCount  = "count"  // whether contexts are to be kept -> null, when they are or are not

	// The other way round.
	methodSnapshot = "snapshot" // whether it is due to methodCount -> null, when the agent has read the profile
	methodCompile  = "compile"  // what the program looks for, as filesystem.View.CompileOnDemand names it -> null, when its sources have been compiled if they can be
)

// File descriptors that a worker inherits, besides its own 0 to 2. The Java
// program's standard streams are not the worker's: the worker's own stderr
// carries the report of a crash to the agent.
const (
	fdCommands = 3 + iota // requests of the agent, a pipe
	fdReplies             // answers of the worker, a pipe
	fdMemory              // the shared linear memory
	fdStdin
	fdStdout
	fdStderr
	fdCodeQuestions // about compiled code (codecache.Remote), a pipe
	fdCodeAnswers   // a pipe
	fdEnd
)

// Forwarded are the signals that a program can handle under java, and that mean
// the program when its launcher gets them. Those that whoever started this
// process wants ignored, as nohup does, are not among them; it is asked before
// anything catches signals.
func Forwarded() []os.Signal {
	all := slices.Clone(programSignals)
	return slices.DeleteFunc(all, signal.Ignored)
}

// bootRequest is what a VM is booted for: Needs is what a run is likely to need that may come.
type bootRequest struct {
	Config configuration.Run `json:"config"`
	Needs  vm.Needs          `json:"needs"`
}

// timed says what is to be timed from now on; nil: nothing any more.
type timed struct {
	Options *configuration.Timing `json:"options"`
}

// Result is the worker's answer to a run. Failure is a failure of the VM, not of
// the program: one line; Report is what a developer of hotlens wants to see.
type Result struct {
	ExitStatus int                  `json:"exitStatus"`
	Limit      *profiles.Limit      `json:"limit,omitempty"`
	Uncaught   []profiles.Exception `json:"uncaught,omitempty"`  // that have ended threads, the first few
	Waiting    []profiles.Waiting   `json:"waiting,omitempty"`   // the threads of a program that hangs
	Stopped    []profiles.Frame     `json:"stopped,omitempty"`   // where it was when a limit stopped it: see profiles.Outcome
	Reads      []string             `json:"reads,omitempty"`     // files that it has looked for: see vm.Result
	MoreReads  bool                 `json:"moreReads,omitempty"` // and there were more
	NoInput    bool                 `json:"noInput,omitempty"`   // it has read its standard input, in which there was nothing
	Needs      vm.Needs             `json:"needs"`
	Failure    string               `json:"failure,omitempty"`
	NoClass    bool                 `json:"noClass,omitempty"` // it failed as there is no main class of that name
	Report     string               `json:"report,omitempty"`
}

// pipes is the pair of pipe ends that one side of the protocol holds.
type pipes struct {
	in, out *os.File
}

func (p pipes) Read(b []byte) (int, error)  { return p.in.Read(b) }
func (p pipes) Write(b []byte) (int, error) { return p.out.Write(b) }
func (p pipes) Close() error                { return errors.Join(p.in.Close(), p.out.Close()) }
