//go:build !linux

package worker

import "errors"

// privateMemory is not told by systems other than Linux: there Go's collector keeps
// the bound as far as it can.
func privateMemory(int) (uint64, error) { return 0, errors.ErrUnsupported }
