package interpreter

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sourcegraph/conc/panics"

	"hotlens/profiles"
	"hotlens/profiles/names"
	"hotlens/vm/classes"
	"hotlens/vm/memory"
)

// This file finds out what the threads of a program wait for that hangs, for who shows it beside the code. That runs no code of the program.

// hang is the limit, of a kind, of a program in which every thread waits for ever, and the threads that do.
func (m *Machine) hang(kind profiles.LimitKind) (*profiles.Limit, []profiles.Waiting) {
	var waiting []profiles.Waiting
	var more int
	if failed := panics.Try(func() { waiting, more = m.hanging() }); failed != nil {
		waiting = nil // the program may have written into its threads with Unsafe
	}
	return kind.Hang(waiting, more), waiting
}

// hanging are the threads that wait for ever, those of a deadlock first and those that are idle last, and how many there are past profiles.MaxWaiting.
// Daemons count where they are in the program's own code, as the others do not keep it from ending. One that waits for all others to end does not count.
func (m *Machine) hanging() (waiting []profiles.Waiting, more int) {
	for _, t := range m.threads.list {
		if t.ended || t.Object == 0 || slices.Contains(m.threads.exitWaiters, t) {
			continue
		}
		if w, own := t.waitsForEver(); own || !t.Daemon && t.vmWork == 0 {
			waiting = append(waiting, w)
		}
	}
	slices.SortStableFunc(waiting, func(a, b profiles.Waiting) int { return urgency(&a) - urgency(&b) })
	most := min(len(waiting), profiles.MaxWaiting)
	return waiting[:most], len(waiting) - most
}

// urgency orders threads by how much their waiting explains.
func urgency(w *profiles.Waiting) int {
	switch {
	case w.Deadlocked:
		return 0
	case w.Idle == "":
		return 1
	}
	return 2
}

// waitsForEver describes what the thread waits for, and tells whether it is in the program's own code.
func (t *Thread) waitsForEver() (w profiles.Waiting, own bool) {
	m := t.M
	w = profiles.Waiting{Thread: m.threadName(t.Object), Deadlocked: t.Deadlocked(true)}
	lock, owner := t.Awaited()
	if owner != nil && (t.Entering() || t.Parked()) {
		w.Owner = m.threadName(owner.Object)
	}
	t.load()
	defer m.remount()
	var called *classes.Method // of the frames so far, the oldest one
	t.Frames(func(fr Frame) bool {
		c := fr.Method.Class
		if !own && m.originBits(c) == 0 {
			at := fr.described()
			if own, w.At = true, &at; called != nil {
				w.In = strings.Clone(names.SimpleClass(called.Class.Name) + "." + called.Name)
			}
		}
		called = fr.Method
		if c.Loader.Mirror == 0 {
			switch {
			case c.Name == "java/util/concurrent/ThreadPoolExecutor" && fr.Method.Name == "getTask":
				w.Idle = profiles.IdleExecutor
			case c.Name == "java/util/TimerThread" && fr.Method.Name == "mainLoop":
				w.Idle = profiles.IdleTimer
			case c == m.Known.Thread && fr.Method.Name == "join":
				w.Joins = m.threadName(lock)
			}
		}
		if !fr.Method.HiddenFrame && len(w.Frames) < profiles.MaxExceptionFrames {
			w.Frames = append(w.Frames, fr.described())
		}
		return true
	})
	if w.Idle != "" {
		w.Frames = nil // the library's own, the same in each
	}
	return w, own
}

// stack is where the thread is, as traces show it, innermost first, but no more than profiles.MaxExceptionFrames.
func (t *Thread) stack() (frames []profiles.Frame) {
	t.Frames(func(fr Frame) bool {
		if !fr.Method.HiddenFrame {
			frames = append(frames, fr.described())
		}
		return len(frames) < profiles.MaxExceptionFrames
	})
	return frames
}

// described is the activation for those who read it when the class's file, which its words lie in, may not be mapped any more.
func (fr Frame) described() profiles.Frame {
	c := fr.Method.Class
	return profiles.Frame{Class: strings.Clone(c.Name), Method: strings.Clone(fr.Method.Name), File: strings.Clone(c.SourceFile), Line: fr.Method.Line(fr.BCI)}
}

// threadName is the name of a java.lang.Thread as people read it, on one line; "" for another object, and for what a program has put into the thread with Unsafe.
func (m *Machine) threadName(object memory.Ref) string {
	if object == 0 || !m.ClassOf(object).IsSubclassOf(m.Known.Thread) {
		return ""
	}
	return strings.Join(strings.FieldsFunc(m.excerpt(m.Memory.U32(object+m.Known.ThreadName)), func(r rune) bool { return !unicode.IsPrint(r) }), " ")
}
