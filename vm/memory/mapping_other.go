//go:build !unix

package memory

import (
	"errors"
	"os"
	"unsafe"

	"hotlens/profiles/sharedmemory"
)

// errNoMapping says that nobody has written reserve for this system yet.
var errNoMapping = errors.New("hotlens runs Java programs on Linux and macOS only; on Windows, use it inside WSL 2")

func reserve(*os.File) (unsafe.Pointer, error) { return nil, errNoMapping }

func makePrivate(*os.File, unsafe.Pointer, sharedmemory.Span) error { return errNoMapping }

func release(unsafe.Pointer) error { return errNoMapping }
