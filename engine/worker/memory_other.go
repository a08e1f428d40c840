//go:build unix && !linux

package worker

import (
	"fmt"
	"os"
)

// newMemoryFile makes an unlinked temporary file. It vanishes with the last
// process that holds it.
func newMemoryFile() (*os.File, error) {
	file, err := os.CreateTemp("", "hotlens-memory-*")
	if err != nil {
		return nil, fmt.Errorf("shared memory: %w", err)
	}
	if err := os.Remove(file.Name()); err != nil {
		file.Close()
		return nil, fmt.Errorf("shared memory: %w", err)
	}
	return file, nil
}

// forbidShrinking does nothing where files cannot be sealed: a worker never
// shrinks its memory.
func forbidShrinking(*os.File) error { return nil }
