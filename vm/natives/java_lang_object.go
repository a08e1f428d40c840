//go:build unix

package natives

import (
	"math"

	"hotlens/vm/classes"
	"hotlens/vm/memory"
)

func init() { later(javaLangObject) }

func javaLangObject() {
	register("java/lang/Object", table{
		"getClass()Ljava/lang/Class;": func(t *Thread, a Args) uint64 {
			return uint64(t.M.ShownMirror(a.Ref(0)))
		},
		"hashCode()I": func(t *Thread, a Args) uint64 { return uint64(t.M.IdentityHash(a.Ref(0))) },
		"clone()Ljava/lang/Object;": func(t *Thread, a Args) uint64 {
			c := t.M.ClassOf(a.Ref(0))
			if !c.IsArray() && !c.IsSubclassOf(t.M.Known.Cloneable) {
				t.Throw("java/lang/CloneNotSupportedException", c.ExternalName())
				return 0
			}
			copied := t.Clone(a.Ref(0))
			if copied != 0 {
				t.Work(contentBytes(t, c, copied))
			}
			return uint64(copied)
		},
		"notify()V":    func(t *Thread, a Args) uint64 { t.Notify(a.Ref(0), false); return 0 },
		"notifyAll()V": func(t *Thread, a Args) uint64 { t.Notify(a.Ref(0), true); return 0 },
		"wait(J)V": func(t *Thread, a Args) uint64 {
			millis := a.Long(1)
			if millis < 0 {
				t.Throw("java/lang/IllegalArgumentException", "timeout value is negative")
				return 0
			}
			t.Wait(a.Ref(0), saturatingNanos(millis))
			return 0
		},
	}.known([2]string{"wait(J)V", "wait0(J)V"}))
}

// contentBytes is the size of an object without its header, which is rounded if it is no array, as compiled code has it.
func contentBytes(t *Thread, c *classes.Class, object Ref) int {
	if c.IsArray() {
		return lengthOf(t, object) << c.ElemShift
	}
	return int(memory.RoundSize(uint64(c.InstanceSize))) - memory.ObjectFields
}

// saturatingNanos turns milliseconds, which are not negative, into nanoseconds: as
// many as can be counted, which no clock reaches (Machine.After), if they are more.
func saturatingNanos(millis int64) int64 {
	if millis > math.MaxInt64/1_000_000 {
		return math.MaxInt64
	}
	return millis * 1_000_000
}
