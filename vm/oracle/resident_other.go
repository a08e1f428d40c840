//go:build !linux

package oracle

import "os"

// resident is not known.
func resident(*os.ProcessState) int64 { return 0 }
