package memory

// This file is the account of what the machine keeps for a program beside the linear
// memory.

// Native is the account of the bytes on Go's heap that a program makes live: classes,
// deflaters, stacks, tables. A program that does not fill its Java heap cannot fill the
// machine's memory either. What it charges are estimates from above; what is small
// against the object of the Java heap that keeps it is not charged.
//
// Invariant: one thread runs at a time, so nothing is locked.
type Native struct {
	used, limit uint64
}

// privateBytes is the private memory of the process with the smallest of heaps. The largest
// programs of the tests take a third of it.
const privateBytes = 512 << 20

// PrivateBytes is how much memory the process may take beside the linear memory: a program with a larger heap also has more classes and buffers. What looks at
// the process from outside ends it there.
func PrivateBytes(heapBytes uint64) uint64 { return privateBytes + heapBytes }

// PrivatePages is how many bytes of the linear memory at most are pages of the process alone, which the system counts with those that it takes
// beside it: see Map.
func PrivatePages(heapBytes uint64) uint64 {
	limit := min(heapBytes, MaxHeapBytes)
	return uint64(MetadataBytes) + limit + limit>>slackShift + emergencyBytes + reserveBytes
}

// init opens the account of three quarters of the private memory, which are the classes
// of a large application (ninety thousand with the default heap). The rest is for the
// library's classes, for
// code, and for what Go's collector is late with.
func (n *Native) init(heapBytes uint64) { n.limit = PrivateBytes(heapBytes) / 4 * 3 }

// Limit is the bytes that can be charged in all.
func (n *Native) Limit() uint64 { return n.limit }

// Used is the bytes that are charged.
func (n *Native) Used() uint64 { return n.used }

// Charge takes bytes from the account. It reports false, and takes nothing, if there
// are not so many left.
func (n *Native) Charge(bytes uint64) bool {
	if bytes > n.limit-n.used {
		return false
	}
	n.used += bytes
	return true
}

// Release gives back what has been charged.
func (n *Native) Release(bytes uint64) { n.used -= bytes }
