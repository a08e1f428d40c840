//go:build !linux

package prefault

// Pages does nothing here.
func Pages(uintptr, uintptr) {}
