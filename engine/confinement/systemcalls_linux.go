package confinement

import (
	"fmt"
	"math"
	"os"
	"slices"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/sys/unix"
)

// needed are the system calls that Go's runtime, wazero, the C library below a
// binary that was built with it, and the VM's natives make, but for those below
// whose arguments matter. Names that a processor does not have are left out.
var needed = []string{
	// memory
	"brk", "mmap", "munmap", "mremap", "mprotect", "madvise", "mincore", "msync", "membarrier",
	// threads, time and signals
	"exit", "exit_group", "futex", "set_robust_list", "get_robust_list", "set_tid_address", "rseq", "arch_prctl", "gettid", "getpid", "getppid",
	"sched_yield", "sched_getaffinity", "getcpu", "restart_syscall",
	"nanosleep", "clock_nanosleep", "clock_gettime", "clock_getres", "gettimeofday", "time", "times",
	"setitimer", "getitimer", "timer_create", "timer_settime", "timer_gettime", "timer_delete",
	"rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigtimedwait", "rt_sigsuspend", "sigaltstack",
	// what the process may know of itself and of the machine
	"getuid", "geteuid", "getgid", "getegid", "getgroups", "getpgid", "getpgrp", "getsid", "getpriority",
	"getrlimit", "getrusage", "sysinfo", "uname", "getrandom", "capget",
	// open files
	"read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "preadv2", "pwritev2", "lseek", "close", "close_range",
	"dup", "dup2", "dup3", "fcntl", "fstat", "fstatfs", "fsync", "fdatasync", "sync_file_range", "ftruncate", "fallocate", "flock", "fadvise64",
	"fchmod", "fchown", "fchdir", "fgetxattr", "flistxattr", "fsetxattr", "fremovexattr", "getdents64", "sendfile", "copy_file_range", "splice",
	"pipe", "pipe2", "eventfd2", "poll", "ppoll", "select", "pselect6",
	"epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "epoll_pwait2", "inotify_init1", "inotify_add_watch", "inotify_rm_watch",
	"timerfd_create", "timerfd_settime", "timerfd_gettime",
	// paths
	"open", "openat", "openat2", "creat", "stat", "lstat", "newfstatat", "statx", "statfs", "access", "faccessat", "faccessat2", "readlink", "readlinkat", "getcwd",
	"mkdir", "mkdirat", "mknod", "mknodat", "rmdir", "unlink", "unlinkat", "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat",
	"chmod", "fchmodat", "chown", "lchown", "fchownat", "utimensat", "utimes", "utime", "futimesat", "truncate", "umask",
	"getxattr", "lgetxattr", "listxattr", "llistxattr", "setxattr", "lsetxattr", "removexattr", "lremovexattr",
	// pairs of connected sockets, which stand for pipes, and their ends
	"socketpair", "shutdown", "getsockopt",
}

// ofSockets are needed where the network is permitted.
var ofSockets = []string{
	"bind", "connect", "listen", "accept", "accept4", "getsockname", "getpeername", "setsockopt",
	"sendto", "recvfrom", "sendmsg", "recvmsg", "sendmmsg", "recvmmsg",
}

// forbidden are the system calls that nothing below hotlens has a use for, and that
// reach other processes, other users, the kernel, or get round a filter. Calls that
// make processes and sockets are dealt with below.
var forbidden = []string{
	// other processes
	"ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease", "pidfd_getfd", "kcmp",
	"migrate_pages", "move_pages",
	// file systems and namespaces
	"mount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree", "open_tree_attr", "fsopen", "fsconfig", "fsmount", "fspick",
	"mount_setattr", "statmount", "listmount", "swapon", "swapoff", "unshare", "setns", "quotactl", "quotactl_fd", "acct",
	"name_to_handle_at", "open_by_handle_at", "fanotify_init", "fanotify_mark",
	// programs in memory, which no rule for files covers
	"memfd_create", "memfd_secret", "uselib",
	// ways round the filter, and large parts of the kernel
	"io_uring_setup", "io_uring_enter", "io_uring_register", "bpf", "userfaultfd", "perf_event_open", "add_key", "request_key", "keyctl",
	"modify_ldt", "vmsplice", "remap_file_pages", "lookup_dcookie", "nfsservctl",
	// the machine
	"init_module", "finit_module", "delete_module", "create_module", "kexec_load", "kexec_file_load", "reboot", "syslog",
	"iopl", "ioperm", "sethostname", "setdomainname", "settimeofday", "stime", "clock_settime", "clock_adjtime", "adjtimex", "vhangup",
	"sysfs", "_sysctl",
}

// newNamespaces are the flags of clone(2) that make namespaces.
const newNamespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET

// notThere is the answer for calls that have an older form, to which C libraries
// and Go return.
const notThere = seccomp.ActionErrno | seccomp.Action(unix.ENOSYS)

// filterSystemCalls leaves the process the system calls that the rules permit; all
// others fail with EPERM. Those of the processor's other instruction sets, such as of
// 32 bits, are among the others.
func filterSystemCalls(rules Rules) error {
	if !seccomp.Supported() {
		return nil
	}
	info, err := arch.GetInfo("")
	if err != nil {
		return err
	}
	policy := seccomp.Policy{
		DefaultAction: seccomp.ActionErrno,
		Syscalls: []seccomp.SyscallGroup{
			{Action: notThere, Names: known(info, []string{"clone3"})},
			{Action: seccomp.ActionAllow, Names: plain(info, rules), NamesWithCondtions: conditional(info, rules)},
		},
	}
	err = seccomp.LoadFilter(seccomp.Filter{NoNewPrivs: true, Flag: seccomp.FilterFlagTSync, Policy: policy})
	if err != nil {
		return fmt.Errorf("system calls: %w", err)
	}
	return nil
}

// all tells whether the rules permit all calls but the dangerous ones.
func (r *Rules) all() bool { return r.AnySystemCall || r.Processes }

// plain are the calls that are permitted with all arguments.
func plain(info *arch.Info, rules Rules) []string {
	if !rules.all() {
		names := slices.Clone(needed)
		if rules.Net {
			names = append(names, ofSockets...)
		}
		return known(info, names)
	}
	excluded := slices.Concat(forbidden, []string{"clone", "clone3", "socket", "ioctl", "prlimit64"})
	if !rules.Processes {
		excluded = append(excluded, "fork", "vfork", "kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal")
	}
	var names []string
	for _, name := range info.SyscallNumbers {
		if !slices.Contains(excluded, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names) // the map's order is any
	return names
}

// known are the names that the processor's table has.
func known(info *arch.Info, names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		_, found := info.SyscallNames[name]
		return !found
	})
}

// A condition of arguments, and the call that it is for.
type condition = seccomp.NameWithConditions

func when(name string, conditions ...seccomp.Condition) condition {
	return condition{Name: name, Conditions: conditions}
}

func equal(argument uint32, value uint64) seccomp.Condition {
	return seccomp.Condition{Argument: argument, Operation: seccomp.Equal, Value: value}
}

// conditional are the calls that are permitted with some arguments.
func conditional(info *arch.Info, rules Rules) []condition {
	self := uint64(os.Getpid())
	inNoNamespace := seccomp.Condition{Argument: 0, Operation: seccomp.BitsNotSet, Value: newNamespaces}
	var calls []condition
	if rules.Processes {
		calls = append(calls, when("clone", inNoNamespace))
	} else {
		thread := seccomp.Condition{Argument: 0, Operation: seccomp.BitsSet, Value: unix.CLONE_THREAD}
		calls = append(calls, when("clone", thread, inNoNamespace),
			when("kill", equal(0, self)), when("tgkill", equal(0, self)))
	}
	if rules.all() {
		calls = append(calls, when("prlimit64", equal(0, 0))) // of this process
		calls = append(calls, controls()...)
	} else {
		calls = append(calls, when("prlimit64", equal(0, 0), equal(2, 0))) // which only reads
		for _, option := range []uint64{unix.PR_SET_NAME, unix.PR_GET_NAME, unix.PR_SET_VMA, unix.PR_GET_NO_NEW_PRIVS} {
			calls = append(calls, when("prctl", equal(0, option)))
		}
		for _, request := range []uint64{unix.TCGETS, unix.TCSETS, unix.TIOCGWINSZ, unix.TIOCINQ} {
			calls = append(calls, when("ioctl", equal(1, request)))
		}
	}
	if rules.Net {
		calls = append(calls, sockets()...)
	}
	return calls
}

// controls are all requests of ioctl(2) but those that put characters into the
// terminal's input, as if the user had typed them. The kernel looks at the lower 32
// bits only, and some C libraries extend their sign into the upper ones; others in
// there would hide a request from this filter.
func controls() []condition {
	typed := func(operation seccomp.Operation, value uint64) seccomp.Condition {
		return seccomp.Condition{Argument: 1, Operation: operation, Value: value}
	}
	return []condition{
		when("ioctl", typed(seccomp.LessOrEqual, math.MaxUint32), typed(seccomp.NotEqual, unix.TIOCSTI), typed(seccomp.NotEqual, unix.TIOCLINUX)),
		when("ioctl", typed(seccomp.GreaterOrEqual, math.MaxUint64-math.MaxInt32)),
	}
}

// sockets are the kinds of sockets that programs use; raw ones, and those of other
// families, reach parts of the kernel that no program needs.
func sockets() []condition {
	// Go asks the kernel by netlink what network interfaces there are.
	calls := []condition{when("socket", equal(0, unix.AF_NETLINK), equal(1, unix.SOCK_RAW|unix.SOCK_CLOEXEC), equal(2, unix.NETLINK_ROUTE))}
	for _, family := range []uint64{unix.AF_INET, unix.AF_INET6, unix.AF_UNIX} {
		for _, kind := range []uint64{unix.SOCK_STREAM, unix.SOCK_DGRAM} {
			for _, flags := range []uint64{0, unix.SOCK_CLOEXEC, unix.SOCK_NONBLOCK, unix.SOCK_CLOEXEC | unix.SOCK_NONBLOCK} {
				calls = append(calls, when("socket", equal(0, family), equal(1, kind|flags)))
			}
		}
	}
	return calls
}
