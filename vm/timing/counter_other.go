//go:build !amd64 && !arm64

package timing

// Elsewhere the operating system's clock does.
func counter() uint64     { return 0 }
func steadyCounter() bool { return false }
