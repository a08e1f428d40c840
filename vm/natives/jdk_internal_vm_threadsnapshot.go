//go:build unix

package natives

import "hotlens/vm/interpreter"

// The classes of what the library is told of a thread for dumps.
const (
	threadSnapshot = "jdk/internal/vm/ThreadSnapshot"
	ownedLock      = threadSnapshot + "$ThreadLock"
)

// Ordinals of ThreadSnapshot.BlockerLockType.
const (
	parksFor uint64 = iota
	waitsToLock
	waitsOn
)

func init() { later(jdkInternalVmThreadsnapshot) }

func jdkInternalVmThreadsnapshot() {
	register(threadSnapshot, table{
		"create(Ljava/lang/Thread;)Ljdk/internal/vm/ThreadSnapshot;": notNull(func(t *Thread, a Args) uint64 {
			o := threadOf(t, a.Ref(0))
			if o == nil {
				return 0
			}
			return uint64(snapshot(t, o))
		}, 0),
	})
}

// snapshot makes a ThreadSnapshot of a live thread.
func snapshot(t, o *Thread) Ref {
	m := t.M
	object := t.NewObject(t.FindBootClass(threadSnapshot))
	if t.Exception != 0 {
		return 0
	}
	object = t.Root(object)
	set := func(field string, value uint64) { setField(t, object, field, value) }
	set("name", uint64(m.Memory.U32(o.Object+m.Known.Thread.Field("name", "Ljava/lang/String;").Offset)))
	set("threadStatus", signed(int32(o.Status())))
	raw := o.Trace()
	shown := asCarried(t, o, raw)
	trace := t.Root(elementsOf(t, shown))
	if t.Exception != 0 {
		return 0
	}
	// The library leaves loaders and versions out of the elements' texts.
	if finish := t.FindBootClass("java/lang/StackTraceElement").Method("of", "([Ljava/lang/StackTraceElement;)[Ljava/lang/StackTraceElement;"); finish != nil {
		t.Call(interpreter.Callback, finish, uint64(trace))
	}
	set("stackTrace", uint64(trace))
	set("locks", uint64(enteredLocks(t, o, len(shown)-len(raw))))
	if lock, owner := o.Awaited(); lock != 0 {
		set("blockerObject", uint64(lock))
		switch {
		case o.Parked():
			set("blockerTypeOrdinal", parksFor)
			if owner != nil {
				set("parkBlockerOwner", uint64(owner.Object))
			}
		case o.Entering():
			set("blockerTypeOrdinal", waitsToLock)
		default:
			set("blockerTypeOrdinal", waitsOn)
		}
	}
	return object
}

// enteredLocks is the array of the monitors that a thread has entered, by the frames that did so, of whose trace more frames are shown than there are; null
// if there are none.
func enteredLocks(t, o *Thread, more int) Ref {
	class := t.FindBootClass(ownedLock)
	var locks []Ref
	for _, owned := range o.EnteredMonitors() {
		lock := t.NewObject(class)
		if t.Exception != 0 {
			return 0
		}
		lock = t.Root(lock)
		setField(t, lock, "depth", uint64(owned.Depth+more))
		setField(t, lock, "obj", uint64(owned.Object))
		locks = append(locks, lock)
	}
	if len(locks) == 0 {
		return 0
	}
	return t.NewRefArray(class, locks)
}
