//go:build !unix

package codecache

import "io/fs"

const openNoLink = 0

// private cannot tell: nothing is kept.
func private(fs.FileInfo) bool { return false }
