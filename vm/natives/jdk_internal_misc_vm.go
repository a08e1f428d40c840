//go:build unix

package natives

import "os"

func init() { later(jdkInternalMiscVm) }

func jdkInternalMiscVm() {
	id := func(get func() int) func(*Thread, Args) uint64 {
		return func(t *Thread, _ Args) uint64 {
			if t.M.Options.VirtualClock {
				return confinedNumber // a run must not depend on who starts it
			}
			return uint64(get())
		}
	}
	register("jdk/internal/misc/VM", table{
		"initialize()V": nothing,
		"getNanoTimeAdjustment(J)J": func(t *Thread, a Args) uint64 {
			return uint64(t.M.WallNanos() - a.Long(0)*1_000_000_000)
		},
		"latestUserDefinedLoader0()Ljava/lang/ClassLoader;": func(t *Thread, _ Args) uint64 {
			var found Ref
			t.Frames(func(f frame) bool {
				if c := f.Method.Class; c.Loader.Mirror != 0 && c.ModuleName == "" && !f.Method.IgnoredBySecurity() {
					found = c.Loader.Mirror
				}
				return found == 0
			})
			return uint64(found)
		},
		"getuid()J":  id(os.Getuid),
		"geteuid()J": id(os.Geteuid),
		"getgid()J":  id(os.Getgid),
		"getegid()J": id(os.Getegid),
		"getRuntimeArguments()[Ljava/lang/String;": func(t *Thread, _ Args) uint64 {
			return uint64(t.NewRefArray(t.M.Known.String, nil))
		},
	})
}
