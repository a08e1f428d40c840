package interpreter

import (
	"fmt"
	"strconv"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// This file makes exceptions and finds their handlers.

// pendingKind is an exception that the loop has detected but not yet made.
type pendingKind uint8

const (
	pendingNull pendingKind = iota
	pendingZero
	pendingIndex
	pendingOverflow
)

func itoa(v int32) string { return strconv.Itoa(int(v)) }

// throwPending makes the exception that the loop has detected.
func (m *Machine) throwPending(t *Thread) {
	switch t.pending {
	case pendingNull:
		t.Throw("java/lang/NullPointerException", "")
	case pendingZero:
		t.Throw("java/lang/ArithmeticException", "/ by zero")
	case pendingIndex:
		t.Throw("java/lang/ArrayIndexOutOfBoundsException", "Index "+itoa(t.index)+" out of bounds for length "+itoa(t.length))
	case pendingOverflow:
		t.throwStackOverflow()
	}
}

// Throw makes an exception of a boot class, by its binary name with slashes, and
// sets it pending. An empty message means none. A pending exception stays.
func (t *Thread) Throw(class, message string) {
	if t.Exception != 0 {
		return
	}
	if t.makeThrown(class, message); t.Exception != 0 && !t.compiled.asking {
		frames := uint64(t.M.Memory.U32(t.Exception + t.M.Known.ThrowableDepth))
		t.addExtra(sharedmemory.ExtrasThrown, 1)
		t.addExtra(sharedmemory.ExtrasFrames, frames)
		*t.M.clock.passed += t.M.clock.pace.Exception.Base + frames*t.M.clock.pace.Exception.Unit
	}
}

// makeThrown is Throw without counting.
func (t *Thread) makeThrown(class, message string) {
	m := t.M
	key := implicitKey{class, message != ""}
	if form := m.exceptions.forms[key]; form != nil {
		t.throwForm(form, message)
		return
	}
	mark := t.RootMark()
	defer t.Release(mark)
	t.VMWork(func() {
		c := t.FindBootClass(class)
		if c == nil || !t.Initialize(c) {
			return
		}
		r := t.NewObject(c)
		if t.Exception != 0 {
			return
		}
		if init := c.Method("<init>", "(Ljava/lang/String;)V"); message != "" && init != nil {
			s := t.NewString(message)
			if t.Exception == 0 {
				t.Call(Callback, init, Value(r), Value(s))
			}
			if t.Exception == 0 {
				m.learnForm(key, r, init)
			}
		} else if init := c.Method("<init>", "()V"); init != nil {
			t.Call(Callback, init, Value(r))
			if message == "" && t.Exception == 0 {
				m.learnForm(key, r, init)
			}
			if message != "" && t.Exception == 0 {
				m.Memory.SetU32(r+m.Known.ThrowableMessage, t.NewString(message))
			}
		} else if init := c.Method("<init>", "(Ljava/lang/Object;)V"); init != nil {
			t.Call(Callback, init, Value(r), Value(t.NewString(message)))
		}
		if t.Exception == 0 {
			t.Exception = r
		}
	})
}

// Throwf is Throw with a formatted message.
func (t *Thread) Throwf(class, format string, arguments ...any) {
	t.Throw(class, fmt.Sprintf(format, arguments...))
}

// ThrowNull throws a NullPointerException without a message.
func (t *Thread) ThrowNull() { t.Throw("java/lang/NullPointerException", "") }

// throwStackOverflow makes a StackOverflowError in the reserve of the stack.
func (t *Thread) throwStackOverflow() {
	if t.stackLimit > t.stackEnd-stackReserve {
		// Overflow while an overflow is being reported: there is no more room.
		t.Exception = t.M.exceptions.stackOverflow
		return
	}
	t.chargeStack()
	t.stackLimit = t.stackEnd - 4096
	nesting := t.depth
	t.depth = min(t.depth, maxNesting-50)
	t.Throw("java/lang/StackOverflowError", "")
	t.depth = nesting
	t.stackLimit = t.stackEnd - stackReserve
}

// ThrowOutOfMemory makes an OutOfMemoryError in the reserve of the heap.
func (t *Thread) ThrowOutOfMemory(message string) {
	m := t.M
	if t.Exception != 0 {
		return
	}
	if m.exceptions.reportingMemory {
		t.Exception = m.exceptions.noMemory
		return
	}
	m.exceptions.reportingMemory = true
	open := m.Heap.Emergency(true)
	t.Throw("java/lang/OutOfMemoryError", message)
	m.Heap.Emergency(open)
	m.exceptions.reportingMemory = false
}

// findHandler looks for the exception handler of the instruction at index that
// catches t.Exception, nil for none (JVMS 2.10).
func (m *Machine) findHandler(t *Thread, method *classes.Method, index int32) *decoded.Handler {
	code := method.Code
	if len(code.Handlers) == 0 {
		return nil
	}
	bci := code.BCIs[index]
	for i := range code.Handlers {
		h := &code.Handlers[i]
		if bci < h.Start || bci >= h.End {
			continue
		}
		if h.Type == 0 {
			return h
		}
		thrown := t.Exception
		t.Root(thrown)
		t.Exception = 0
		c := t.ResolveClass(method.Class, int(h.Type))
		t.Release(t.RootMark() - 1)
		if c == nil {
			// The catch type cannot be loaded: that error replaces the thrown one.
			return m.findHandlerOfAny(method, bci, i+1)
		}
		t.Exception = thrown
		if m.ClassOf(thrown).IsSubclassOf(c) {
			return h
		}
	}
	return nil
}

func (m *Machine) findHandlerOfAny(method *classes.Method, bci uint16, from int) *decoded.Handler {
	for i := from; i < len(method.Code.Handlers); i++ {
		if h := &method.Code.Handlers[i]; h.Type == 0 && bci >= h.Start && bci < h.End {
			return h
		}
	}
	return nil
}

// unlockFrame releases the lock of a synchronized method that ends by an
// exception.
func (m *Machine) unlockFrame(t *Thread) {
	lock := m.Memory.U32(t.fp + decoded.FrameLock)
	m.Memory.SetU32(t.fp+decoded.FrameLock, 0)
	thrown := t.Exception
	t.Exception = 0
	t.UnlockObject(lock)
	if t.Exception == 0 {
		t.Exception = thrown
	}
}

// LoadLibrary loads the classes that the VM touches itself, and makes the errors for when
// there is no room to make one.
func (t *Thread) LoadLibrary() error {
	m := t.M
	if err := t.LoadKnown(); err != nil {
		return err
	}
	m.booleanArrayTIB = m.Known.BooleanArray.TIB
	for _, p := range []struct {
		to   *memory.Ref
		name string
	}{{&m.exceptions.noMemory, "java/lang/OutOfMemoryError"}, {&m.exceptions.stackOverflow, "java/lang/StackOverflowError"}} {
		c := t.FindBootClass(p.name)
		if c == nil {
			return fmt.Errorf("this JDK has no class %s", p.name)
		}
		*p.to = m.Pin(t.NewObject(c))
	}
	return nil
}
