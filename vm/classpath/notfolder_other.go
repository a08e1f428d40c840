//go:build !unix

package classpath

import "io/fs"

// errNotFolder is the error for a path that leads through a regular file.
var errNotFolder = fs.ErrNotExist
