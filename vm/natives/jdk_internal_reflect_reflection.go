//go:build unix

package natives

import (
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
)

func init() { later(jdkInternalReflectReflection) }

func jdkInternalReflectReflection() {
	register("jdk/internal/reflect/Reflection", table{
		"getCallerClass()Ljava/lang/Class;": func(t *Thread, _ Args) uint64 {
			if c := callerClass(t); c != nil {
				return uint64(c.Mirror)
			}
			return 0
		},
		"getClassAccessFlags(Ljava/lang/Class;)I": notNull(func(t *Thread, a Args) uint64 {
			return uint64(t.M.ClassOfMirror(a.Ref(0)).Flags &^ classfile.AccSuper)
		}, 0),
		"areNestMates(Ljava/lang/Class;Ljava/lang/Class;)Z": notNull(func(t *Thread, a Args) uint64 {
			return boolean(t.NestHost(t.M.ClassOfMirror(a.Ref(0))) == t.NestHost(t.M.ClassOfMirror(a.Ref(1))))
		}, 0, 1),
	})
}

// callerClass is the class that called the caller-sensitive method that asks:
// frame 0 is getCallerClass, frame 1 the method, and frames of reflection and
// hidden ones do not count.
func callerClass(t *Thread) *classes.Class {
	n := 0
	var found *classes.Class
	t.Frames(func(f frame) bool {
		n++
		if n <= 2 {
			return true
		}
		if f.Method.IgnoredBySecurity() {
			return true
		}
		found = f.Method.Class
		return false
	})
	return found
}
