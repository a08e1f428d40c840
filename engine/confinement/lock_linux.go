package confinement

import (
	"errors"
	"fmt"
	"runtime"

	seccomp "github.com/elastic/go-seccomp-bpf"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
)

// Versions of the interface of Landlock (landlock(7)), by what they brought.
const (
	landlockFiles  = 1 // Linux 5.13
	landlockMoves  = 2 // Linux 5.19: moving and linking between folders can be permitted
	landlockScopes = 6 // Linux 6.12: the last of what confines a program; TCP came with 4, devices with 5
)

// landlockVersion is the version that the kernel has, 0 for none.
func landlockVersion() int {
	version, err := ll.LandlockGetABIVersion()
	if err != nil {
		return 0
	}
	return version
}

// Support says in one sentence what this system cannot confine; "" for nothing.
func Support() string {
	version := landlockVersion()
	switch {
	case version < landlockFiles:
		return "this kernel has no Landlock (Linux 5.13 or later, with landlock in the list of its security modules): for files only the VM's own checks confine programs"
	case !seccomp.Supported():
		return "this kernel has no filters of system calls (seccomp): only the VM's own checks confine programs"
	case version < landlockScopes:
		return fmt.Sprintf("this kernel's Landlock has version %d: it confines files, but not all of network and signals, which version %d (Linux 6.12) does; there the VM's own checks confine programs", version, landlockScopes)
	}
	return ""
}

// Lock confines this process, all its threads and its future children, for good,
// as far as Support says. After an error the process must end: it may be confined in
// part.
func Lock(rules Rules) error {
	// no_new_privs is set for a thread, and the filter takes it to the others.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := errors.Join(limitResources(rules), confineFiles(rules), dropCapabilities(), filterSystemCalls(rules))
	if err != nil {
		return fmt.Errorf("the kernel does not confine this process: %w; %s=%s does without", err, Variable, Off)
	}
	return nil
}
