//go:build !linux

package confinement

import "runtime"

// Lock does nothing: there is no wall of the kernel's here.
func Lock(Rules) error { return nil }

// Support says in one sentence what this system cannot confine; "" for nothing.
func Support() string {
	return "on " + runtime.GOOS + " the kernel does not confine programs: only the VM's own checks do"
}
