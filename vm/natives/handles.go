//go:build unix

package natives

import "hotlens/profiles"

// handles gives numbers to what native code keeps behind a Java long: zlib
// streams, open directories. They look like no address, so that a wild one
// finds nothing.
type handles struct {
	last   int64
	values map[int64]kept
}

// kept is what a handle stands for, and what it is charged for.
type kept struct {
	value any
	bytes uint64
}

// handleCost is what a handle costs itself, in bytes.
const handleCost = 128

// firstHandle is above every address of the linear memory.
const firstHandle = int64(1) << 32

// keep charges the program for v, which takes so many bytes, and returns its handle.
func keep(t *Thread, v any, bytes uint64) (handle uint64) {
	bytes += handleCost
	charge(t, bytes)
	h := &hostOf(t).handles
	if h.values == nil {
		h.values, h.last = map[int64]kept{}, firstHandle
	}
	h.last++
	h.values[h.last] = kept{v, bytes}
	return uint64(h.last)
}

// resize charges for what a handle stands for having another size now.
func resize(t *Thread, handle int64, bytes uint64) {
	h := &hostOf(t).handles
	k := h.values[handle]
	bytes += handleCost
	if bytes <= k.bytes {
		return // what has been shrunk may grow again
	}
	charge(t, bytes-k.bytes)
	k.bytes = bytes
	h.values[handle] = k
}

// drop forgets a handle.
func drop(t *Thread, handle int64) {
	h := &hostOf(t).handles
	t.M.Memory.Native.Release(h.values[handle].bytes)
	delete(h.values, handle)
}

// charge takes bytes from the account of what the program keeps beside the heap. If there
// are not so many left, it ends the run: it would otherwise be the machine's memory that is full.
func charge(t *Thread, bytes uint64) {
	if !t.Charge(bytes) {
		t.M.Limit(profiles.LimitMemory, t.M.Memory.Native.Limit()>>20)
	}
}

// handleOf is the value of a handle. For one that is not a T it throws an
// InternalError, as HotSpot would crash.
func handleOf[T any](t *Thread, handle int64) (v T, ok bool) {
	if v, ok = hostOf(t).handles.values[handle].value.(T); !ok {
		t.Throwf("java/lang/InternalError", "no such native resource: 0x%x", uint64(handle))
	}
	return v, ok
}
