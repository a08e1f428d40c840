package confinement

import (
	"fmt"
	"slices"

	"kernel.org/pub/linux/libs/security/libcap/cap"
)

// keptCapabilities are those of capabilities(7) that the superuser's programs keep:
// they let it do with files, which Landlock confines, and with ports what it is used
// to. The others reach other processes, lift resource limits, or are for the system.
var keptCapabilities = []cap.Value{cap.CHOWN, cap.DAC_OVERRIDE, cap.DAC_READ_SEARCH, cap.FOWNER, cap.FSETID, cap.NET_BIND_SERVICE}

// dropCapabilities takes the superuser's other powers from all threads. For other
// users there is nothing to take. It comes before the filter of system calls.
func dropCapabilities() error {
	held := cap.GetProc()
	kept := cap.NewSet()
	var dropped bool
	for value := range cap.MaxBits() {
		has, err := held.GetFlag(cap.Permitted, value)
		if err != nil {
			return fmt.Errorf("capabilities: %w", err)
		}
		switch {
		case !has:
		case slices.Contains(keptCapabilities, value):
			if err := kept.SetFlag(cap.Permitted, true, value); err != nil {
				return fmt.Errorf("capabilities: %w", err)
			}
			if err := kept.SetFlag(cap.Effective, true, value); err != nil {
				return fmt.Errorf("capabilities: %w", err)
			}
		default:
			dropped = true
		}
	}
	if !dropped {
		return nil
	}
	if err := kept.SetProc(); err != nil {
		return fmt.Errorf("capabilities: %w", err)
	}
	return nil
}
