package worker

import (
	"errors"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"hotlens/profiles"
)

// Methods of the protocol between agent and worker: JSON-RPC 2.0 with
// Content-Length headers over a pair of pipes. The agent asks and the worker
// answers; the one notification needs no answer. Closing the pipes ends the worker.
const (
	methodBoot   = "boot"   // Config -> null, when the VM stands just before main
	methodRun    = "run"    // Program -> Result, when the program has ended
	methodSignal = "signal" // the number of a signal for the program
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
	fdEnd
)

// Config is everything that has to be known to boot a VM. It is complete
// before the program is: a worker is booted ahead of time, for whatever program
// with the same class path and limits comes next. The fields are those of
// vm.Config.
type Config struct {
	JDKHome        string      `json:"jdkHome"`
	ClassPath      []string    `json:"classPath"`
	ModulePath     []string    `json:"modulePath"`
	UpgradePath    []string    `json:"upgradePath"`
	MainModule     string      `json:"mainModule"` // "" for a main class on the class path
	AddModules     []string    `json:"addModules"`
	LimitModules   []string    `json:"limitModules"`
	AddOpens       []string    `json:"addOpens"`
	AddExports     []string    `json:"addExports"`
	AddReads       []string    `json:"addReads"`
	Properties     [][2]string `json:"properties"`     // system properties, in order
	Assertions     []string    `json:"assertions"`     // java's -ea and so on, without the dash, in order
	HeapBytes      uint64      `json:"heapBytes"`      // of Java objects
	StackBytes     uint32      `json:"stackBytes"`     // of one thread's shadow stack
	MaxThreads     int         `json:"maxThreads"`     // Java threads alive at the same time
	MaxBytecodes   uint64      `json:"maxBytecodes"`   // executed since main started; 0 for no limit
	MaxOutputBytes uint64      `json:"maxOutputBytes"` // written to stdout and stderr; 0 for no limit
	MaxContexts    int         `json:"maxContexts"`    // calling contexts before folding; 0 for the VM's own limit
	VirtualClock   bool        `json:"virtualClock"`   // time is a function of the bytecodes executed
	Tier           string      `json:"tier"`           // "auto", "interp" or "jit"
	Inline         string      `json:"inline"`         // what the inliner's decisions are taken on; "" for the best there is
	Profile        bool        `json:"profile"`        // announce call edges, and count calls and bytecodes per context
	EdgesOnly      bool        `json:"edgesOnly"`      // with Profile: only announce call edges
	Sampling       *Sampling   `json:"sampling"`       // with Profile: sample the calls; nil: do not
	Policy         Policy      `json:"policy"`
	Directory      string      `json:"directory"`     // the program's current directory
	Environment    []string    `json:"environment"`   // KEY=VALUE, as os.Environ
	TempDirectory  string      `json:"tempDirectory"` // java.io.tmpdir, readable and writable; "" for the system's
	CodeCache      string      `json:"codeCache"`     // the folder that keeps machine code; "" for none
	VerboseGC      bool        `json:"verboseGC"`
	VerboseJIT     bool        `json:"verboseJIT"`
	Signals        bool        `json:"signals"` // the program handles those of Program.Signals
}

// Sampling says which calls are sampled: those of sampling.Options.
type Sampling struct {
	Stride    int   `json:"stride"`
	Samples   int   `json:"samples"` // at each tick
	TickNanos int64 `json:"tickNanos"`
}

// Policy is what the program may do outside its own memory. Read and Write list
// directories and files, with everything below them.
type Policy struct {
	Unrestricted bool     `json:"unrestricted"`
	Read         []string `json:"read"`
	Write        []string `json:"write"`
	Net          bool     `json:"net"`
	Exec         bool     `json:"exec"`
	Environment  []string `json:"environment"` // names of variables
}

// Program is what to run on a booted VM.
type Program struct {
	MainClass string        `json:"mainClass"` // binary name with dots; "" for the one that the main module names
	Arguments []string      `json:"arguments"`
	Timeout   time.Duration `json:"-"` // wall time, kept by the agent; 0 for no limit
	// Raise is what the user raises Timeout with, such as "--timeout"; the limit's
	// message names it.
	Raise string `json:"-"`
	// Signals are passed on to the program while it runs; nil for none. The
	// configuration must allow for them.
	Signals <-chan os.Signal `json:"-"`
}

// Forwarded are the signals that a program can handle under java, and that mean
// the program when its launcher gets them. Those that whoever started this
// process wants ignored, as nohup does, are not among them; it is asked before
// anything catches signals.
func Forwarded() []os.Signal {
	all := []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGALRM, syscall.SIGWINCH}
	return slices.DeleteFunc(all, signal.Ignored)
}

// Result is the worker's answer to a run. Failure is a failure of the VM, not of
// the program: one line; Report is what a developer of hotlens wants to see.
type Result struct {
	ExitStatus int             `json:"exitStatus"`
	Limit      *profiles.Limit `json:"limit,omitempty"`
	Failure    string          `json:"failure,omitempty"`
	Report     string          `json:"report,omitempty"`
}

// pipes is the pair of pipe ends that one side of the protocol holds.
type pipes struct {
	in, out *os.File
}

func (p pipes) Read(b []byte) (int, error)  { return p.in.Read(b) }
func (p pipes) Write(b []byte) (int, error) { return p.out.Write(b) }
func (p pipes) Close() error                { return errors.Join(p.in.Close(), p.out.Close()) }
