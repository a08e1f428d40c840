//go:build unix

package natives

import "golang.org/x/sys/unix"

// cpuNanos is the processor time of the program so far: of the whole process,
// since its threads take turns.
func cpuNanos(t *Thread) int64 {
	if t.M.Options.VirtualClock {
		return t.M.Nanos()
	}
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return -1
	}
	return u.Utime.Nano() + u.Stime.Nano()
}

// daemons counts the live daemon threads.
func daemons(t *Thread) (n int) {
	for _, o := range t.M.Threads() {
		if o.Daemon {
			n++
		}
	}
	return n
}

func init() { later(sunManagementVmmanagementimpl) }

func sunManagementVmmanagementimpl() {
	unknown := constant(^uint64(0)) // -1: not measured
	register("sun/management/VMManagementImpl", table{
		"getVersion0()Ljava/lang/String;": func(t *Thread, _ Args) uint64 { return uint64(t.NewString(t.M.Release.ManagementVersion)) },
		// What is not supported stays false, and its methods throw
		// UnsupportedOperationException.
		"initOptionalSupportFields()V": func(t *Thread, _ Args) uint64 {
			c := t.FindBootClass("sun/management/VMManagementImpl")
			for _, name := range []string{"threadContentionMonitoringSupport", "currentThreadCpuTimeSupport", "otherThreadCpuTimeSupport", "threadAllocatedMemorySupport", "objectMonitorUsageSupport", "compTimeMonitoringSupport", "synchronizerUsageSupport"} {
				if f := c.Field(name, "Z"); f != nil {
					t.M.Memory.SetU8(f.Address, 1)
				}
			}
			return 0
		},
		"isThreadContentionMonitoringEnabled()Z": func(t *Thread, _ Args) uint64 { return boolean(hostOf(t).contention) },
		"isThreadCpuTimeEnabled()Z":              constant(1),
		"isThreadAllocatedMemoryEnabled()Z":      constant(1),
		"getTotalClassCount()J":                  func(t *Thread, _ Args) uint64 { return t.M.Registry.Made() },
		"getUnloadedClassCount()J":               func(t *Thread, _ Args) uint64 { return t.M.Registry.UnloadedClasses() },
		"getVerboseClass()Z":                     constant(0),
		"getVerboseGC()Z":                        constant(0),
		"getProcessId()I":                        func(t *Thread, _ Args) uint64 { return uint64(currentPID(t)) },
		"endAOTRecording()Z":                     constant(0), // nothing is recorded
		"getVmArguments0()[Ljava/lang/String;":   func(t *Thread, _ Args) uint64 { return uint64(t.NewRefArray(t.M.Known.String, nil)) },
		"getStartupTime()J":                      func(t *Thread, _ Args) uint64 { return uint64(t.M.Millis() - t.M.Nanos()/1e6) },
		"getUptime0()J":                          func(t *Thread, _ Args) uint64 { return uint64(t.M.Nanos() / 1e6) },
		"getAvailableProcessors()I":              constant(availableProcessors),
		"getTotalCompileTime()J": func(t *Thread, _ Args) uint64 {
			if t.M.Options.VirtualClock {
				return 0 // compiling takes no bytecodes, so no virtual time
			}
			return uint64(t.M.CompileTime().Milliseconds())
		},
		"getTotalThreadCount()J":               func(t *Thread, _ Args) uint64 { return uint64(t.M.StartedThreads()) },
		"getLiveThreadCount()I":                func(t *Thread, _ Args) uint64 { return uint64(t.M.LiveThreads()) },
		"getPeakThreadCount()I":                func(t *Thread, _ Args) uint64 { return uint64(t.M.PeakThreads()) },
		"getDaemonThreadCount()I":              func(t *Thread, _ Args) uint64 { return uint64(daemons(t)) },
		"getSafepointCount()J":                 unknown,
		"getTotalSafepointTime()J":             unknown,
		"getSafepointSyncTime()J":              unknown,
		"getTotalApplicationNonStoppedTime()J": unknown,
		"getLoadedClassSize()J":                unknown,
		"getUnloadedClassSize()J":              constant(0),
		"getClassLoadingTime()J":               unknown,
		"getMethodDataSize()J":                 unknown,
		"getInitializedClassCount()J":          unknown,
		"getClassInitializationTime()J":        unknown,
		"getClassVerificationTime()J":          unknown,
	})
	register("sun/management/ClassLoadingImpl", table{"setVerboseClass(Z)V": nothing})
}

// availableProcessors is what programs size their thread pools by. One thread
// runs at a time, but with a single processor the common pool would do without
// threads, and behave unlike anywhere else.
const availableProcessors = 2
