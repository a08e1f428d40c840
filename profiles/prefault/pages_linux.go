package prefault

import "syscall"

// populate is MADV_POPULATE_WRITE of madvise(2), which Linux has from 5.14 on.
const populate = 23

// Pages gives pages to so many bytes from the start of a page on, as far as they are mapped and may be written. That it fails is of no
// account: they then come when they are touched.
func Pages(start, bytes uintptr) {
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, start, bytes, populate)
}

// Large asks for large pages wherever the kernel has some, which it does for those who ask (transparent_hugepage/enabled is
// "madvise" or "always" in distributions): fewer faults, and fewer misses of the translation of addresses, which take long in a
// virtual machine. That it fails is of no account.
func Large(start, bytes uintptr) {
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, start, bytes, syscall.MADV_HUGEPAGE)
}
