package interpreter

import (
	"math"

	"hotlens/vm/classes"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// This file walks stacks for traces: those of exceptions, and those of thread dumps.

// backtraceWalk collects the stack for Throwable.fillInStackTrace.
type backtraceWalk struct {
	m            *Machine
	class        *classes.Class // of the exception
	trace        []uint64       // method id and bytecode index per frame, newest first
	constructing bool           // the frames of the exception's own construction have not ended
	hiddenTop    bool           // a hidden frame was the newest one
}

// add takes a frame and reports whether more are wanted.
func (w *backtraceWalk) add(method *classes.Method, bci int) bool {
	if w.constructing {
		if method.Name == "fillInStackTrace" || method.Name == "<init>" && w.class.IsSubclassOf(method.Class) && method.Class.IsSubclassOf(w.m.Known.Throwable) {
			return true
		}
		w.constructing = false
	}
	if method.HiddenFrame {
		w.hiddenTop = w.hiddenTop || len(w.trace) == 0
	} else {
		w.trace = append(w.trace, uint64(method.ID)<<32|uint64(uint32(int32(bci))))
	}
	return len(w.trace) < maxTraceDepth
}

// backtrace is the stack of t without the frames of the exception's own construction and
// without hidden ones. It is overwritten by the next one.
func (t *Thread) backtrace(thrown memory.Ref) (trace []uint64, hiddenTop bool) {
	m := t.M
	w := backtraceWalk{m: m, class: m.ClassOf(thrown), trace: t.trace[:0], constructing: true}
	more := true
	for fp := t.fp; fp != 0 && more; fp = m.Memory.U32(fp + decoded.FrameCaller) {
		r := m.frameStateAt(fp)
		if r == nil {
			fr := m.frameAt(fp)
			more = w.add(fr.Method, fr.BCI)
			continue
		}
		for i := len(r.Levels) - 1; i >= 0 && more; i-- {
			l := &r.Levels[i]
			more = w.add(l.Method, int(l.Method.Code.BCIs[l.Index]))
		}
	}
	t.trace = w.trace
	return w.trace, w.hiddenTop
}

// A note stands in the trace of an exception for the bytecode index of the newest frame, where HotSpot shows other methods of
// virtual threads than those of a thread that is bound, and the trace alone does not tell.
const (
	JoinedVirtual     = -2 - iota // Object.wait, in which a thread joins a virtual one
	InterruptedBefore             // Thread.sleep, which has not waited
	FailedToStart                 // Thread.start of a virtual thread, or what it calls
)

// NoteIn puts a note into the trace of an exception, of which HotSpot's has so many frames more. The exception is 0 for none.
func (m *Machine) NoteIn(thrown memory.Ref, note int32, more int) {
	if thrown == 0 {
		return
	}
	if trace := m.Backtrace(thrown); len(trace) > 0 {
		trace[0] = trace[0]&^math.MaxUint32 | uint64(uint32(note))
		m.Memory.SetU32(thrown+m.Known.ThrowableDepth, uint32(min(len(trace)+more, maxTraceDepth)))
	}
}

// Joins reports whether t is in an Object.wait by which it joins a virtual thread.
func (t *Thread) Joins() bool {
	t.load()
	defer t.M.remount()
	joins, _ := t.joins()
	return joins
}

// joins is Joins for a thread whose frames are on its stack. It also tells how many frames more HotSpot's trace has of an interrupted wait: there
// Thread.join does not call itself for virtual threads, if there is a deadline.
func (t *Thread) joins() (joins bool, more int) {
	m := t.M
	top := true
	t.Frames(func(fr Frame) bool {
		isJoin := fr.Method.Class == m.Known.Thread && fr.Method.Name == "join"
		switch {
		case top && (fr.Method.Class != m.Known.Object || fr.Method.Name != "wait0" || !m.isVirtual(m.receiver(fr))):
			return false
		case fr.Method.Class == m.Known.Object:
			top = false
			return true
		case joins && isJoin && fr.Method.Desc != "()V":
			more = 0
		case !joins && isJoin:
			joins, more = true, 1
			return true
		}
		return false
	})
	return joins, more
}

// Dump is the stack of t as thread dumps show it: method id and bytecode index per frame,
// newest first, with the frames of hidden classes.
func (t *Thread) Dump() (trace []uint64) {
	t.load()
	defer t.M.remount()
	t.Frames(func(fr Frame) bool {
		if fr.dumped(t.M) {
			trace = append(trace, uint64(fr.Method.ID)<<32|uint64(uint32(int32(t.shownBCI(fr)))))
		}
		return len(trace) < maxTraceDepth
	})
	return trace
}

// Trace is Dump without any hidden frames, as Thread.getStackTrace shows the stack from JDK 21 on.
func (t *Thread) Trace() (trace []uint64) {
	t.load()
	defer t.M.remount()
	t.Frames(func(fr Frame) bool {
		if !fr.Method.HiddenFrame {
			trace = append(trace, uint64(fr.Method.ID)<<32|uint64(uint32(int32(t.shownBCI(fr)))))
		}
		return len(trace) < maxTraceDepth
	})
	return trace
}

// dumped tells whether thread dumps show the frame: that of Thread.runWith, too, which exceptions do not.
func (fr Frame) dumped(m *Machine) bool {
	return !fr.Method.HiddenFrame || fr.Method.Class.Hidden || fr.Method.Class == m.Known.Thread
}

// shownBCI is the bytecode index that thread dumps tell for one of t's frames.
// Like HotSpot's, a frame that waits in a monitorenter tells what follows it.
func (t *Thread) shownBCI(fr Frame) int {
	if t.locks.Entering() && fr.fp == t.fp && fr.BCI >= 0 && fr.Method.Code.Instructions[fr.index].Op == decoded.MonitorEnter {
		return fr.BCI + 1
	}
	return fr.BCI
}

// maxTraceDepth is HotSpot's MaxJavaStackTraceDepth.
const maxTraceDepth = 1024

// Describe is an exception as Throwable.toString would show it, without running
// Java code.
func (m *Machine) Describe(thrown memory.Ref) string {
	if thrown == 0 {
		return "no exception"
	}
	s := m.ClassOf(thrown).ExternalName()
	if text := m.Text(m.Memory.U32(thrown + m.Known.ThrowableMessage)); text != "" {
		s += ": " + text
	}
	trace := m.Backtrace(thrown)
	for _, entry := range trace[:min(12, len(trace))] {
		if method, bci := m.TraceEntry(entry); method != nil {
			s += "\n\tat " + method.String() + ":" + itoa(int32(method.Line(bci)))
		}
	}
	if cause := m.causeOf(thrown); cause != 0 {
		s += "\ncaused by " + m.Describe(cause)
	}
	return s
}
