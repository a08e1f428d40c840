//go:build !unix

package worker

import (
	"errors"
	"os"
	"syscall"
)

// This file stands for the system where the VM does not run: no worker can be started.

var errNoWorkers = errors.New("hotlens runs Java programs on Linux and macOS only: on Windows, use it inside WSL 2")

var programSignals, endingSignals []os.Signal

func newMemoryFile() (*os.File, error)              { return nil, errNoWorkers }
func forbidShrinking(*os.File) error                { return errNoWorkers }
func reserve(*os.File, int64) error                 { return errNoWorkers }
func mapShared(*os.File, int64) ([]byte, error)     { return nil, errNoWorkers }
func unmapShared([]byte) error                      { return errNoWorkers }
func setFileModeMask()                              {}
func startedByAgent() bool                          { return false }
func attributes(ownGroup bool) *syscall.SysProcAttr { return nil }
func killGroup(process *os.Process)                 { _ = process.Kill() }
