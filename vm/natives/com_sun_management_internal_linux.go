package natives

import (
	"math"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// systemMemory makes a native that returns a figure of the machine's memory.
// Under the virtual clock the Java heap is the machine.
func systemMemory(figure func(*unix.Sysinfo_t) uint64, virtual func(t *Thread) uint64) func(*Thread, Args) uint64 {
	return func(t *Thread, _ Args) uint64 {
		var s unix.Sysinfo_t
		if t.M.Options.VirtualClock || unix.Sysinfo(&s) != nil {
			return virtual(t)
		}
		return figure(&s) * uint64(s.Unit)
	}
}

// addressSpace is the size of the process's address space in bytes, the first
// figure of its statm, in pages.
func addressSpace() uint64 {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return ^uint64(0)
	}
	text, _, _ := strings.Cut(string(data), " ")
	pages, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return ^uint64(0)
	}
	return pages * pageBytes
}

// virtualDescriptors is how many files may be open under the virtual clock: the limit that most
// Linux distributions set.
const virtualDescriptors = 1 << 20

func init() { later(comSunManagementInternal) }

func comSunManagementInternal() {
	noSwap := func(*Thread) uint64 { return 0 }
	// Negative: not available.
	noLoad := constant(math.Float64bits(-1))
	register("com/sun/management/internal/OperatingSystemImpl", table{
		"initialize0()V":            nothing,
		"getTotalMemorySize0()J":    systemMemory(func(s *unix.Sysinfo_t) uint64 { return uint64(s.Totalram) }, func(t *Thread) uint64 { return t.M.Heap.Limit() }),
		"getFreeMemorySize0()J":     systemMemory(func(s *unix.Sysinfo_t) uint64 { return uint64(s.Freeram) }, func(t *Thread) uint64 { return t.M.Heap.Limit() - t.M.Heap.Used() }),
		"getTotalSwapSpaceSize0()J": systemMemory(func(s *unix.Sysinfo_t) uint64 { return uint64(s.Totalswap) }, noSwap),
		"getFreeSwapSpaceSize0()J":  systemMemory(func(s *unix.Sysinfo_t) uint64 { return uint64(s.Freeswap) }, noSwap),
		"getCommittedVirtualMemorySize0()J": func(t *Thread, _ Args) uint64 {
			if t.M.Options.VirtualClock {
				return t.M.Heap.Committed()
			}
			return addressSpace()
		},
		"getMaxFileDescriptorCount0()J": func(t *Thread, _ Args) uint64 {
			var limit unix.Rlimit
			if t.M.Options.VirtualClock {
				return virtualDescriptors
			}
			if unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) != nil {
				return ^uint64(0)
			}
			return limit.Cur
		},
		"getOpenFileDescriptorCount0()J": func(t *Thread, _ Args) uint64 {
			f := &hostOf(t).Files
			return uint64(len(f.Standard) + len(f.open))
		},
		"getProcessCpuTime0()J":         func(t *Thread, _ Args) uint64 { return uint64(cpuNanos(t)) },
		"getProcessCpuLoad0()D":         noLoad,
		"getCpuLoad0()D":                noLoad,
		"getSingleCpuLoad0(I)D":         noLoad,
		"getHostConfiguredCpuCount0()I": constant(availableProcessors),
		"getHostOnlineCpuCount0()I":     constant(availableProcessors),
		"getHostTotalCpuTicks0()J":      constant(^uint64(0)),
	})
	// The VM has none of HotSpot's diagnostic commands.
	register("com/sun/management/internal/DiagnosticCommandImpl", table{
		"setNotificationEnabled(Z)V": nothing,
		"executeDiagnosticCommand(Ljava/lang/String;)Ljava/lang/String;": func(t *Thread, _ Args) uint64 {
			t.Throw("java/lang/IllegalArgumentException", "Unknown diagnostic command")
			return 0
		},
		"getDiagnosticCommands()[Ljava/lang/String;": func(t *Thread, _ Args) uint64 { return uint64(t.NewRefArray(t.M.Known.String, nil)) },
		"getDiagnosticCommandInfo([Ljava/lang/String;)[Lcom/sun/management/internal/DiagnosticCommandInfo;": func(t *Thread, _ Args) uint64 {
			c := t.FindBootClass("com/sun/management/internal/DiagnosticCommandInfo")
			if c == nil {
				return 0
			}
			return uint64(t.NewRefArray(c, nil))
		},
	})
	register("com/sun/management/internal/HotSpotDiagnostic", table{
		"dumpHeap0(Ljava/lang/String;Z)V": func(t *Thread, _ Args) uint64 {
			t.Throw("java/io/IOException", "hotlens does not dump heaps")
			return 0
		},
	})
}
