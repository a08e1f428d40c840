package scanconversion

import "unsafe"

// Bytes is what the shape takes in memory, while it grows: then its edges are there twice,
// and once more as what the collector has not taken yet.
func (s *Shape) Bytes() uint64 {
	return 3 * (uint64(cap(s.edges))*uint64(unsafe.Sizeof(edge{})) + uint64(cap(s.active))*uint64(unsafe.Sizeof(&edge{})))
}
