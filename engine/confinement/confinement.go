// Package confinement is the kernel's wall around a process that executes the
// user's code: a worker, or the compiler service. The process locks itself in, and
// nothing that it or its children do afterwards opens the lock.
//
// The wall stands beside the VM's own checks and knows nothing of them. They say
// which setting would allow what they deny, so they come first; the kernel denies,
// without a reason, what gets past them.
//
// A worker calls Lock. The compiler service, which is a JVM, is started by a launcher
// that locks itself in and becomes the JVM (launch_linux.go). Both are started by Start,
// in a control group that bounds their memory where there can be one (group_linux.go).
//
// On Linux (lock_linux.go) it is made of Landlock for files, TCP, signals and
// abstract sockets (files_linux.go), of a filter of the system calls
// (systemcalls_linux.go), of no_new_privs, of resource limits (limits_linux.go), and
// of what is left of the superuser's powers (capabilities_linux.go). Elsewhere there is none (lock_other.go).
//
// Invariant: a process that Lock has returned nil for is confined as far as this
// system can (Support says how far), in all its threads, and so are its children.
package confinement

import "os"

// Rules say what a confined process may do outside of its own memory. The zero
// value permits nothing.
type Rules struct {
	// Read and Write are the files and folders, with all that is below them, that may
	// be read, and read and changed. What does not exist is left out: the kernel knows
	// rights of existing files only.
	Read  []string `json:"read"`
	Write []string `json:"write"`
	// Execute are the files that may be executed, with what executing them takes. A
	// process that may not make others can replace itself by them, but that needs
	// AnySystemCall.
	Execute []string `json:"execute"`
	// Net permits sockets.
	Net bool `json:"net"`
	// Processes permits child processes, which are confined like their parent, and
	// executing the programs of the system and whatever may be read.
	Processes bool `json:"processes"`
	// AnySystemCall permits all system calls but the dangerous ones, in place of only
	// those that a worker needs. Processes implies it.
	AnySystemCall bool `json:"anySystemCall"`
	// DataBytes bounds the private memory that the process maps for writing, machine
	// code and stacks of threads included, memory that it shares with others not
	// (RLIMIT_DATA); 0 for no bound.
	DataBytes uint64 `json:"dataBytes"`
}

// Variable is the environment variable that switches the kernel's wall off with
// the value "off", for tests of the VM's own checks and for kernels that fail in
// it. Hotlens asks its own environment, which no program under it can change.
const Variable = "HOTLENS_KERNEL_SANDBOX"

// IsOff tells whether the wall is switched off.
func IsOff() bool { return os.Getenv(Variable) == Off }

// Off is the value of Variable that switches the wall off.
const Off = "off"
