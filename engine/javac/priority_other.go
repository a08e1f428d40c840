//go:build !unix

package javac

import (
	"os"
	"syscall"
)

func ownGroup() *syscall.SysProcAttr { return nil }
func lowerPriority(*os.Process)      {}
