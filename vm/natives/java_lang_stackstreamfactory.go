//go:build unix

package natives

import (
	"hotlens/vm/classfile"

	"hotlens/vm/interpreter"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
)

// Modes of a stack walk (java.lang.StackStreamFactory).
const (
	walkClassesOnly = 0x2
	walkCallerClass = 0x4
	walkShowHidden  = 0x20
)

// stackWalk is a StackWalker's walk in progress: the frames that were on the
// stack when it began, newest first, and how many have been looked at. They stay
// as they are until callStackWalk returns, because they wait for it.
type stackWalk struct {
	thread *Thread
	frames []frame
	next   int
}

func init() { later(javaLangStackstreamfactory) }

func javaLangStackstreamfactory() {
	register("java/lang/StackStreamFactory", table{"checkStackWalkModes()Z": constant(1)})
	register("java/lang/StackStreamFactory$AbstractStackWalker", table{
		"callStackWalk(JIII[Ljava/lang/Object;)Ljava/lang/Object;": func(t *Thread, a Args) uint64 {
			return callStackWalk(t, a.Ref(0), a.Long(1), a.Int(3), a.Int(4), a.Int(5), a.Ref(6), false)
		},
		"fetchStackFrames(JJII[Ljava/lang/Object;)I": func(t *Thread, a Args) uint64 {
			return signed(fetchStackFrames(t, a.Long(1), a.Long(3), a.Int(5), a.Int(6), a.Ref(7)))
		},
		// From JDK 21 on a walk may be of a continuation, of which there are none.
		"callStackWalk(JILjdk/internal/vm/ContinuationScope;Ljdk/internal/vm/Continuation;II[Ljava/lang/Object;)Ljava/lang/Object;": func(t *Thread, a Args) uint64 {
			return callStackWalk(t, a.Ref(0), a.Long(1), a.Int(3), a.Int(6), a.Int(7), a.Ref(8), false)
		},
		"setContinuation(J[Ljava/lang/Object;Ljdk/internal/vm/Continuation;)V": nothing,
		// In JDK 25 the results are numbers of frames, and no longer where the last one ends.
		"callStackWalk(IILjdk/internal/vm/ContinuationScope;Ljdk/internal/vm/Continuation;II[Ljava/lang/Object;)Ljava/lang/Object;": func(t *Thread, a Args) uint64 {
			return callStackWalk(t, a.Ref(0), int64(a.Int(1)), a.Int(2), a.Int(5), a.Int(6), a.Ref(7), true)
		},
		"fetchStackFrames(IJIII[Ljava/lang/Object;)I": func(t *Thread, a Args) uint64 {
			return signed(fetchStackFrames(t, int64(a.Int(1)), a.Long(2), a.Int(5), a.Int(6), a.Ref(7)) - a.Int(6))
		},
	})
	register("java/lang/StackFrameInfo", table{"expandStackFrameInfo()V": expandFrameInfo})
}

// callStackWalk fills the first batch of frames, then calls the library's
// doStackWalk, which asks for more under the anchor that it is given. With counts
// it is told how many frames there are, else how many there may be.
func callStackWalk(t *Thread, self Ref, mode int64, skip, batch, start int32, buffer Ref, counts bool) uint64 {
	base := t.FindBootClass("java/lang/StackStreamFactory$AbstractStackWalker")
	if base == nil {
		return 0
	}
	if buffer == 0 {
		t.ThrowNull()
		return 0
	}
	walk := &stackWalk{thread: t}
	walking := true
	t.Frames(func(f frame) bool {
		// The walker's own frames are on top.
		c := f.Method.Class
		walking = walking && (c == base || c.Super == base || c.Name == "java/lang/StackWalker")
		if !walking {
			bound := f.Method
			f.Method, f.BCI = carriedFrame(t, f.Method, f.BCI)
			walk.frames = append(walk.frames, f)
			if f.Method != bound && mode&walkShowHidden != 0 {
				walk.frames = append(walk.frames, continuationFrames(t)...)
			}
		}
		return true
	})
	walk.next = min(int(max(skip, 0)), len(walk.frames))
	end := start
	if batch > 0 {
		if end = walk.fill(t, mode, batch, start, buffer); t.Exception != 0 {
			return 0
		}
		if end == start {
			t.Throw("java/lang/InternalError", "stack walk: decode failed")
			return 0
		}
	}
	walks := &hostOf(t).walks
	anchor := walks.add(walk)
	defer delete(walks.open, anchor)
	if counts {
		batch = end - start
	}
	consume := base.Method("doStackWalk", "(JIIII)Ljava/lang/Object;")
	return t.Call(interpreter.Callback, consume, uint64(self), uint64(anchor), signed(skip), signed(batch), signed(start), signed(end))
}

// fetchStackFrames fills the next batch and returns the end of what was filled.
func fetchStackFrames(t *Thread, mode, anchor int64, batch, start int32, buffer Ref) int32 {
	walk := hostOf(t).walks.open[anchor]
	if walk == nil || walk.thread != t || buffer == 0 {
		t.Throw("java/lang/InternalError", "doStackWalk: corrupted buffers")
		return start
	}
	return walk.fill(t, mode, batch, start, buffer)
}

// fill writes up to batch frames into the buffer, from index start, and returns
// the index behind the last one.
func (w *stackWalk) fill(t *Thread, mode int64, batch, start int32, buffer Ref) int32 {
	end, limit := start, min(start+batch, t.M.Memory.I32(buffer+memory.ArrayLength))
	for ; w.next < len(w.frames) && end < limit; w.next++ {
		f := w.frames[w.next]
		if f.Method.HiddenFrame && (mode&walkShowHidden == 0 || mode&walkCallerClass != 0) {
			continue
		}
		slot := buffer + memory.ArrayBase + 4*uint32(end)
		if info := t.M.Memory.U32(slot); info != 0 && t.M.ClassOf(info).LookupField("classOrMemberName", "") != nil {
			describeFrame(t, info, f, mode&walkClassesOnly != 0)
			if t.Exception != 0 {
				return end
			}
		} else if mode&walkClassesOnly != 0 {
			if mode&walkCallerClass != 0 && end == start && f.Method.CallerSens {
				m := f.Method
				t.Throw("java/lang/UnsupportedOperationException", "StackWalker::getCallerClass called from @CallerSensitive '"+
					linking.ExternalSignature(m.Desc, m.Class.ExternalName(), m.Name)+"' method")
				return end
			}
			t.M.Memory.SetU32(slot, f.Method.Class.Mirror)
		} else if fillFrameInfo(t, t.M.Memory.U32(slot), f); t.Exception != 0 {
			return end
		}
		end++
	}
	return end
}

// fillFrameInfo makes a StackFrameInfo describe a frame.
func fillFrameInfo(t *Thread, info Ref, f frame) {
	if info == 0 {
		t.ThrowNull()
		return
	}
	m, c := t.M, t.M.ClassOf(info)
	kind := uint32(classfile.RefInvokeVirtual)
	switch {
	case f.Method.Static():
		kind = classfile.RefInvokeStatic
	case f.Method.Class.IsInterface():
		kind = classfile.RefInvokeInterface
	}
	member := m.Memory.U32(info + c.LookupField("memberName", "").Offset)
	if member == 0 {
		t.ThrowNull()
		return
	}
	setMemberMethod(t, member, f.Method, f.Method.Class, kind)
	m.Memory.SetU32(info+c.LookupField("bci", "").Offset, uint32(max(f.BCI, 0)))
}

// describeFrame is fillFrameInfo for JDK 25, whose ClassFrameInfo has the class of the frame's method or
// the method itself.
func describeFrame(t *Thread, info Ref, f frame, classOnly bool) {
	m, c := t.M, t.M.ClassOf(info)
	what := f.Method.Class.Mirror
	if !classOnly {
		if what = resolvedName(t, f.Method); what == 0 {
			return
		}
		setField(t, info, "bci", uint64(max(f.BCI, 0)))
	}
	flags := uint32(f.Method.Flags)
	if f.Method.CallerSens {
		flags |= memberCallerSensitive
	}
	if f.Method.HiddenFrame {
		flags |= memberHidden
	}
	setField(t, info, "classOrMemberName", uint64(what))
	setField(t, info, "flags", uint64(m.Memory.U32(info+c.LookupField("flags", "I").Offset)|flags))
}

// expandFrameInfo is StackFrameInfo.expandStackFrameInfo of JDK 25: name and descriptor of its method.
func expandFrameInfo(t *Thread, a Args) uint64 {
	method, _ := t.M.TraceEntry(frameOfInfo(t, a.Ref(0)))
	if method == nil {
		t.Throw("java/lang/InternalError", "the frame has no method")
	}
	if t.Exception != 0 {
		return 0
	}
	setField(t, a.Ref(0), "name", uint64(t.InternText(method.Name)))
	setField(t, a.Ref(0), "type", uint64(t.InternText(method.Desc)))
	return 0
}

// frameOfInfo is the backtrace entry of a StackFrameInfo.
func frameOfInfo(t *Thread, info Ref) uint64 {
	m := t.M
	c := m.ClassOf(info)
	if f := c.LookupField("classOrMemberName", ""); f != nil {
		name := m.Memory.U32(info + f.Offset)
		if name == 0 || m.ClassOf(name).Name != "java/lang/invoke/ResolvedMethodName" {
			t.Throw("java/lang/InternalError", "the frame has no method")
			return 0
		}
		method := m.Memory.U32(name + m.ClassOf(name).Field("vmTarget", "").Offset)
		return uint64(method)<<32 | uint64(m.Memory.U32(info+c.LookupField("bci", "").Offset))
	}
	member := m.Memory.U32(info + c.LookupField("memberName", "").Offset)
	switch {
	case member == 0:
		t.ThrowNull()
		return 0
	case m.ClassOf(member).Name != "java/lang/invoke/MemberName": // the field is of class Object
		t.Throw("java/lang/InternalError", "the frame has no method")
		return 0
	}
	method := t.MethodOfMember(member)
	if method == nil {
		return 0
	}
	return uint64(method.ID)<<32 | uint64(m.Memory.U32(info+c.LookupField("bci", "").Offset))
}

// stackWalks are the walks in progress, by anchor.
type stackWalks struct {
	open map[int64]*stackWalk
	last int64 // anchor that was given out last
}

func (s *stackWalks) add(w *stackWalk) int64 {
	if s.open == nil {
		s.open = map[int64]*stackWalk{}
	}
	s.last++
	s.open[s.last] = w
	return s.last
}
