//go:build !linux

package prefault

// Pages does nothing here.
func Pages(uintptr, uintptr) {}

// Large does nothing here.
func Large(uintptr, uintptr) {}
