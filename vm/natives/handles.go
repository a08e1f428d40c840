//go:build unix

package natives

// handles gives numbers to what native code keeps behind a Java long: zlib
// streams, open directories. They look like no address, so that a wild one
// finds nothing.
type handles struct {
	last   int64
	values map[int64]any
}

// firstHandle is above every address of the linear memory.
const firstHandle = int64(1) << 32

// add keeps v and returns its handle.
func (h *handles) add(v any) uint64 {
	if h.values == nil {
		h.values, h.last = map[int64]any{}, firstHandle
	}
	h.last++
	h.values[h.last] = v
	return uint64(h.last)
}

// remove forgets a handle.
func (h *handles) remove(handle int64) { delete(h.values, handle) }

// handleOf is the value of a handle. For one that is not a T it throws an
// InternalError, as HotSpot would crash.
func handleOf[T any](t *Thread, handle int64) (v T, ok bool) {
	if v, ok = hostOf(t).handles.values[handle].(T); !ok {
		t.Throwf("java/lang/InternalError", "no such native resource: 0x%x", uint64(handle))
	}
	return v, ok
}
