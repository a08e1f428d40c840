// Package physicalmemory finds out how much memory a process may count on: that of the machine, or of the control group (container) that it is in. A JVM that nobody tells
// the size of its heap takes a part of that.
//
// Invariant: the package only reads what the system says of itself.
package physicalmemory

// hotspotShare is the part of the memory that HotSpot takes for the heap where nobody says how large it is (-XX:MaxRAMPercentage=25).
const hotspotShare = 4

// DefaultHeap is the size in bytes of the heap that HotSpot takes where nobody says how large it is; 0 where the system does not say how much memory there is.
func DefaultHeap() uint64 { return bytes() / hotspotShare }
