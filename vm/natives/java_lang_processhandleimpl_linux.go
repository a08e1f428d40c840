package natives

import (
	"os"
	"os/user"
	"sort"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"

	"hotlens/vm/memory"
)

// virtualPID is the program's process number under the virtual clock: it must
// not make runs differ. Any small number would do.
const virtualPID = 2

// notAChild is what waitForProcessExit0 returns for the processes of others.
const notAChild = -2

// clockTicks is the unit of times in /proc, per second: USER_HZ, which is the
// same on all of Linux's processors that matter here.
const clockTicks = 100

// currentPID is the program's process number.
func currentPID(t *Thread) int64 {
	if t.M.Options.VirtualClock {
		return virtualPID
	}
	return int64(os.Getpid())
}

// hostPID is the system's number of a process that the program may know of: its
// own, those it has started, and with permission to run programs any.
func hostPID(t *Thread, pid int64) (int, bool) {
	h := hostOf(t)
	if pid == currentPID(t) {
		return os.Getpid(), true
	}
	return int(pid), pid > 0 && (h.Exec || h.children[int(pid)])
}

// processStat is what /proc tells about a process. Times are in milliseconds;
// the start is since 1970, the total since then.
type processStat struct {
	parent       int64
	start, total int64
	state        byte
}

func readProcess(pid int) (s processStat, ok bool) {
	data, err := os.ReadFile("/proc/" + itoa(pid) + "/stat")
	if err != nil {
		return s, false
	}
	// The name may hold anything; the fields follow its last parenthesis
	// (proc(5): state is the third, parent the fourth).
	_, rest, ok := cutLast(string(data), ") ")
	f := strings.Fields(rest)
	if !ok || len(f) < 20 {
		return s, false
	}
	number := func(i int) int64 {
		n, err := strconv.ParseInt(f[i-3], 10, 64)
		if err != nil {
			return 0
		}
		return n
	}
	s.state, s.parent = f[0][0], number(4)
	s.total = (number(14) + number(15)) * 1000 / clockTicks
	s.start = bootMillis() + number(22)*1000/clockTicks
	return s, true
}

func cutLast(s, separator string) (before, after string, ok bool) {
	i := strings.LastIndex(s, separator)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(separator):], true
}

// bootMillis is when the machine was started.
func bootMillis() int64 {
	data, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		if text, ok := strings.CutPrefix(line, "btime "); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
			if err != nil {
				return 0
			}
			return n * 1000
		}
	}
	return 0
}

// The part of struct siginfo that tells of a child (sigaction(2)).
const (
	siginfoStatus = 24 // offset of si_status
	childExited   = 1  // si_code of an exit; others are signals
)

// awaitExit waits for a process to end and returns its status as a shell does.
// With reap, the system may then forget the process.
func awaitExit(t *Thread, pid int, reap bool) int32 {
	if fd, err := unix.PidfdOpen(pid, 0); err == nil {
		defer unix.Close(fd)
		for readable(t, fd) == unix.EINTR {
			continue // signals are for channels
		}
	}
	slice := firstSlice
	for {
		var info unix.Siginfo
		err := unix.Waitid(unix.P_PID, pid, &info, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return notAChild
		case info.Signo == 0: // not yet
			pause(t, slice)
			slice = min(2*slice, lastSlice)
			continue
		}
		status := *(*int32)(unsafe.Add(unsafe.Pointer(&info), siginfoStatus))
		if info.Code != childExited {
			status += killedStatus
		}
		if reap {
			_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil)
		}
		return status
	}
}

func init() { later(javaLangProcesshandleimpl) }

func javaLangProcesshandleimpl() {
	register("java/lang/ProcessHandleImpl", table{
		"initNative()V":     nothing,
		"getCurrentPid0()J": func(t *Thread, _ Args) uint64 { return uint64(currentPID(t)) },
		// The start of a living process, -1 for others.
		"isAlive0(J)J": func(t *Thread, a Args) uint64 {
			pid, ok := hostPID(t, a.Long(0))
			if !ok {
				return signed(-1)
			}
			if t.M.Options.VirtualClock && a.Long(0) == virtualPID {
				return 0 // alive since an unknown time
			}
			s, ok := readProcess(pid)
			if !ok || s.state == 'Z' {
				return signed(-1)
			}
			return uint64(s.start)
		},
		"parent0(JJ)J": func(t *Thread, a Args) uint64 {
			pid, ok := hostPID(t, a.Long(0))
			if !ok || !hostOf(t).Exec {
				return signed(-1)
			}
			s, ok := readProcess(pid)
			if !ok || a.Long(2) != 0 && a.Long(2) != s.start {
				return signed(-1)
			}
			return uint64(s.parent)
		},
		"getProcessPids0(J[J[J[J)I": func(t *Thread, a Args) uint64 {
			parent := int64(0)
			if a.Long(0) != 0 {
				pid, ok := hostPID(t, a.Long(0))
				if !ok {
					return 0
				}
				parent = int64(pid)
			}
			if !hostOf(t).Exec {
				return 0
			}
			return signed(listProcesses(t, parent, a.Ref(2), a.Ref(3), a.Ref(4)))
		},
		"destroy0(JJZ)Z": func(t *Thread, a Args) uint64 {
			pid, ok := hostPID(t, a.Long(0))
			if !ok || !hostOf(t).Exec {
				return 0
			}
			s, ok := readProcess(pid)
			if !ok || a.Long(2) != 0 && a.Long(2) != s.start {
				return 0
			}
			var err error
			onChildThread(func() { err = unix.Kill(pid, pick(a.Bool(4), unix.SIGKILL, unix.SIGTERM)) })
			return boolean(err == nil)
		},
		"waitForProcessExit0(JZ)I": func(t *Thread, a Args) uint64 {
			pid, ok := hostPID(t, a.Long(0))
			if !ok {
				return signed(notAChild)
			}
			return signed(awaitExit(t, pid, a.Bool(2)))
		},
	})
	register("java/lang/ProcessHandleImpl$Info", table{
		"initIDs()V": nothing,
		"info0(J)V":  describeProcess,
	})
}

// listProcesses stores the numbers, parents and starts of processes, as far as
// the arrays reach, and returns how many there are. A parent of 0 stands for
// all.
func listProcesses(t *Thread, parent int64, pids, parents, starts Ref) int32 {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0
	}
	var numbers []int
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil {
			numbers = append(numbers, n)
		}
	}
	sort.Ints(numbers)
	count := int32(0)
	for _, pid := range numbers {
		s, ok := readProcess(pid)
		if !ok || parent != 0 && s.parent != parent {
			continue
		}
		for _, column := range []struct {
			array Ref
			value int64
		}{{pids, int64(pid)}, {parents, s.parent}, {starts, s.start}} {
			if column.array != 0 && uint32(count) < t.M.Memory.U32(column.array+memory.ArrayLength) {
				t.M.Memory.SetU64(column.array+memory.ArrayBase+8*uint32(count), uint64(column.value))
			}
		}
		count++
	}
	return count
}

// describeProcess fills a ProcessHandleImpl.Info with what is known.
func describeProcess(t *Thread, a Args) uint64 {
	info := a.Ref(0)
	pid, ok := hostPID(t, a.Long(1))
	if !ok || t.M.Options.VirtualClock && a.Long(1) == virtualPID || !hostOf(t).Exec {
		return 0 // nor does a program in the sandbox learn who runs hotlens, and how
	}
	s, ok := readProcess(pid)
	if !ok {
		return 0
	}
	setField(t, info, "startTime", uint64(s.start))
	const nanosPerMilli = 1_000_000
	setField(t, info, "totalTime", uint64(s.total*nanosPerMilli))
	var st unix.Stat_t
	if unix.Stat("/proc/"+itoa(pid), &st) == nil {
		if u, err := user.LookupId(strconv.Itoa(int(st.Uid))); err == nil {
			setField(t, info, "user", uint64(t.NewString(u.Username)))
		}
	}
	var command string
	var err error
	onChildThread(func() { command, err = os.Readlink("/proc/" + itoa(pid) + "/exe") })
	if err == nil {
		setField(t, info, "command", uint64(t.NewString(command)))
	}
	line, err := os.ReadFile("/proc/" + itoa(pid) + "/cmdline")
	if err != nil || len(line) == 0 || t.Exception != 0 {
		return 0
	}
	words := strings.Split(strings.TrimSuffix(string(line), "\x00"), "\x00")
	if command == "" {
		setField(t, info, "commandLine", uint64(t.NewString(strings.Join(words, " "))))
		return 0
	}
	var arguments []Ref
	for _, w := range words[1:] {
		arguments = append(arguments, t.NewString(w))
	}
	if t.Exception == 0 {
		setField(t, info, "arguments", uint64(t.NewRefArray(t.M.Known.String, arguments)))
	}
	return 0
}
