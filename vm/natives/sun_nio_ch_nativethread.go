//go:build unix

package natives

func init() { later(sunNioChNativethread) }

func sunNioChNativethread() {
	// A native thread's number is the VM's: see poll for what a signal does.
	register("sun/nio/ch/NativeThread", table{
		"init()V":    nothing,
		"current()J": func(t *Thread, _ Args) uint64 { return uint64(t.ID) },
		"signal(J)V": func(t *Thread, a Args) uint64 {
			h := hostOf(t)
			if h.signals == nil {
				h.signals = map[int]bool{}
			}
			h.signals[int(a.Long(0))] = true
			return 0
		},
		"supportPendingSignals0()Z": constant(0),
	}.known([2]string{"current()J", "current0()J"}, [2]string{"signal(J)V", "signal0(J)V"}))
}
