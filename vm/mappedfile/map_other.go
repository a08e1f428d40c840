//go:build !unix

package mappedfile

import "os"

// Map reads a whole file, where files cannot be mapped.
func Map(path string) ([]byte, error) { return os.ReadFile(path) }

// Unmap does nothing here.
func Unmap([]byte) error { return nil }
