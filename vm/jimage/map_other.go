//go:build !unix

package jimage

import "os"

// mapFile reads a whole file, where files cannot be mapped.
func mapFile(path string) ([]byte, error) { return os.ReadFile(path) }

func unmap([]byte) error { return nil }
