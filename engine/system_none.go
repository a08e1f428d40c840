//go:build !unix

package engine

import (
	"math"
	"os"
	"syscall"
)

// This file stands for the system where no program is run: see worker/system_none.go.

func addressLimit() (uint64, error)             { return math.MaxUint64, nil }
func signalName(signal syscall.Signal) string   { return signal.String() }
func tryLock(*os.File) (free bool, err error)   { return true, nil }
func writable(string) bool                      { return true }
func isPrivateFolder(path string) (bool, error) { return true, nil }
