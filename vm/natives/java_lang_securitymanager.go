//go:build unix

package natives

import "hotlens/vm/classes"

func init() { later(javaLangSecuritymanager) }

func javaLangSecuritymanager() {
	register("java/lang/SecurityManager", table{
		// The classes of the methods on the stack, the newest first.
		"getClassContext()[Ljava/lang/Class;": func(t *Thread, _ Args) uint64 {
			var list []*classes.Class
			t.Frames(func(f frame) bool {
				if !f.Method.IsNative() && !f.Method.IgnoredBySecurity() {
					list = append(list, f.Method.Class)
				}
				return true
			})
			return uint64(classArray(t, list))
		},
	})
}
