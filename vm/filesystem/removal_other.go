//go:build !unix

package filesystem

import "os"

// RemoveAll removes a file, or a folder with everything below it.
func RemoveAll(path string) error { return os.RemoveAll(path) }
