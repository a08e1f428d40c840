package prefault

import "syscall"

// populate is MADV_POPULATE_WRITE of madvise(2), which Linux has from 5.14 on.
const populate = 23

// Pages gives pages to so many bytes from the start of a page on, as far as they are mapped and may be written. That it fails is of no
// account: they then come when they are touched.
func Pages(start, bytes uintptr) {
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, start, bytes, populate)
}
