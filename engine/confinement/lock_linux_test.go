package confinement

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"github.com/sourcegraph/conc"
	"golang.org/x/sys/unix"
)

// These tests lock a process in that has none of the VM's checks, and have it try
// itself what a program that got past them would.

// TestMain makes this test binary such a process when it is started as one.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "prisoner" {
		os.Exit(imprison(os.Args[2]))
	}
	if len(os.Args) > 2 && os.Args[1] == "touch" {
		os.Exit(touch(os.Args[2]))
	}
	os.Exit(m.Run())
}

// prison is what a prisoner needs to know.
type prison struct {
	Rules   Rules
	Inside  string // a folder that it may write to
	View    string // a folder that it may read
	Secret  string // a file outside
	Missing string // a path beside it that may be written, where there is nothing
	Parent  int    // a process outside
	Port    int    // where somebody outside listens
	Socket  string // an abstract socket outside
}

// imprison locks this process in, tries everything and prints what came of it.
func imprison(text string) int {
	var p prison
	err := json.Unmarshal([]byte(text), &p)
	if err == nil {
		err = Lock(p.Rules)
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	outcomes := map[string]string{}
	for name, attempt := range attempts {
		// On another thread than the one that has locked.
		var elsewhere conc.WaitGroup
		elsewhere.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			outcomes[name] = describe(attempt(p))
		})
		elsewhere.Wait()
	}
	if err := json.NewEncoder(os.Stdout).Encode(outcomes); err != nil {
		return 1
	}
	return 0
}

// describe is an error's number, which is the same whoever reports it.
func describe(err error) string {
	var number syscall.Errno
	switch {
	case err == nil:
		return "done"
	case errors.As(err, &number):
		return unix.ErrnoName(number)
	}
	return err.Error()
}

// raw makes a system call.
func raw(number uintptr, arguments ...uintptr) error {
	var a [6]uintptr
	copy(a[:], arguments)
	if _, _, errno := unix.Syscall6(number, a[0], a[1], a[2], a[3], a[4], a[5]); errno != 0 {
		return errno
	}
	return nil
}

func pointer(text string) uintptr {
	b, err := unix.BytePtrFromString(text)
	if err != nil {
		panic(err)
	}
	return uintptr(unsafe.Pointer(b))
}

func open(path string, flags int) error {
	fd, err := unix.Open(path, flags|unix.O_CLOEXEC, 0o600)
	if err == nil {
		unix.Close(fd)
	}
	return err
}

func socket(family, kind, protocol int) error {
	fd, err := unix.Socket(family, kind, protocol)
	if err == nil {
		unix.Close(fd)
	}
	return err
}

var attempts = map[string]func(p prison) error{
	// files
	"read inside":             func(p prison) error { return open(filepath.Join(p.View, "notes"), unix.O_RDONLY) },
	"list inside":             func(p prison) error { _, err := os.ReadDir(p.View); return err },
	"write what is read-only": func(p prison) error { return open(filepath.Join(p.View, "notes"), unix.O_WRONLY) },
	"make what is read-only":  func(p prison) error { return os.Mkdir(filepath.Join(p.View, "folder"), 0o700) },
	"truncate what is read-only": func(p prison) error {
		return os.Truncate(filepath.Join(p.View, "notes"), 0)
	},
	"write inside": func(p prison) error {
		path := filepath.Join(p.Inside, "file")
		return errors.Join(os.WriteFile(path, nil, 0o600), os.Rename(path, path+"2"), os.Remove(path+"2"))
	},
	"read outside":                func(p prison) error { return open(p.Secret, unix.O_RDONLY) },
	"write outside":               func(p prison) error { return open(p.Secret, unix.O_WRONLY) },
	"list outside":                func(p prison) error { _, err := os.ReadDir(filepath.Dir(p.Secret)); return err },
	"make beside what is missing": func(p prison) error { return os.Mkdir(filepath.Join(filepath.Dir(p.Secret), "folder"), 0o700) },
	"make what is missing":        func(p prison) error { return os.Mkdir(p.Missing, 0o700) },
	"remove outside":              func(p prison) error { return os.Remove(p.Secret) },
	"move in":                     func(p prison) error { return os.Rename(p.Secret, filepath.Join(p.Inside, "stolen")) },
	"link in":                     func(p prison) error { return os.Link(p.Secret, filepath.Join(p.Inside, "linked")) },
	"by a link": func(p prison) error {
		link := filepath.Join(p.Inside, "link")
		if err := os.Symlink(p.Secret, link); err != nil {
			return err
		}
		return open(link, unix.O_RDONLY)
	},
	"by the parent of a descriptor": func(p prison) error {
		fd, err := unix.Open(p.Inside, unix.O_PATH|unix.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		defer unix.Close(fd)
		return open(fmt.Sprintf("/proc/self/fd/%d/../%s/%s", fd, filepath.Base(filepath.Dir(p.Secret)), filepath.Base(p.Secret)), unix.O_RDONLY)
	},
	"by a folder that is gone": func(p prison) error {
		folder := filepath.Join(p.Inside, "gone")
		if err := os.Mkdir(folder, 0o700); err != nil {
			return err
		}
		fd, err := unix.Open(folder, unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		defer unix.Close(fd)
		if err := errors.Join(os.Remove(folder), os.Symlink(filepath.Dir(p.Secret), folder+" (deleted)")); err != nil {
			return err
		}
		return open(filepath.Join(folder+" (deleted)", filepath.Base(p.Secret)), unix.O_RDONLY)
	},
	"the environment of another process": func(p prison) error {
		content, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.Parent))
		if err == nil && len(content) == 0 {
			return unix.EACCES // the kernel lets it be opened, but shows nothing
		}
		return err
	},
	"the disk as a device": func(p prison) error {
		return unix.Mknod(filepath.Join(p.Inside, "disk"), unix.S_IFBLK|0o600, int(unix.Mkdev(254, 0)))
	},
	"a terminal": func(prison) error { return open("/dev/ptmx", unix.O_RDWR) },
	// processes
	"execute": func(prison) error { return exec.Command("/bin/true").Run() },
	"execute in place": func(prison) error {
		return raw(unix.SYS_EXECVE, pointer("/does/not/exist"), 0, 0)
	},
	"fork": func(prison) error {
		pid, _, errno := unix.RawSyscall6(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0)
		if errno != 0 {
			return errno
		}
		if pid == 0 {
			unix.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
		}
		return nil
	},
	"clone3":                     func(prison) error { return raw(unix.SYS_CLONE3, 0, 0) },
	"signal to outside":          func(p prison) error { return unix.Kill(p.Parent, 0) },
	"signal to all":              func(prison) error { return unix.Kill(-1, 0) },
	"signal to itself":           func(prison) error { return unix.Kill(os.Getpid(), 0) },
	"ptrace":                     func(p prison) error { return raw(unix.SYS_PTRACE, unix.PTRACE_SEIZE, uintptr(p.Parent), 0, 0) },
	"process_vm_readv":           func(p prison) error { return raw(unix.SYS_PROCESS_VM_READV, uintptr(p.Parent), 0, 0, 0, 0, 0) },
	"process_vm_writev":          func(p prison) error { return raw(unix.SYS_PROCESS_VM_WRITEV, uintptr(p.Parent), 0, 0, 0, 0, 0) },
	"pidfd_getfd":                func(prison) error { return raw(unix.SYS_PIDFD_GETFD, 0, 0, 0) },
	"limits of others":           func(p prison) error { return unix.Prlimit(p.Parent, unix.RLIMIT_NOFILE, nil, &unix.Rlimit{}) },
	"limits of its own":          func(prison) error { return unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{Cur: 1, Max: 1}) },
	"unshare":                    func(prison) error { return unix.Unshare(unix.CLONE_NEWUSER) },
	"setns":                      func(prison) error { return unix.Setns(0, 0) },
	"control of the own process": func(prison) error { return unix.Prctl(unix.PR_SET_PDEATHSIG, 0, 0, 0, 0) },
	// the kernel
	"mount":             func(p prison) error { return unix.Mount("none", p.Inside, "tmpfs", 0, "") },
	"bpf":               func(prison) error { return raw(unix.SYS_BPF, 0, 0, 0) },
	"io_uring":          func(prison) error { return raw(unix.SYS_IO_URING_SETUP, 1, 0) },
	"keyring":           func(prison) error { _, err := unix.KeyctlGetKeyringID(unix.KEY_SPEC_SESSION_KEYRING, true); return err },
	"userfaultfd":       func(prison) error { return raw(unix.SYS_USERFAULTFD, 0) },
	"perf_event_open":   func(prison) error { return raw(unix.SYS_PERF_EVENT_OPEN, 0, 0, 0, 0, 0) },
	"program in memory": func(prison) error { _, err := unix.MemfdCreate("program", 0); return err },
	"kexec":             func(prison) error { return raw(unix.SYS_KEXEC_LOAD, 0, 0, 0, 0) },
	"module":            func(prison) error { return raw(unix.SYS_FINIT_MODULE, 0, 0, 0) },
	"reboot":            func(prison) error { return raw(unix.SYS_REBOOT, 0, 0, 0) },
	"chroot":            func(p prison) error { return unix.Chroot(p.Inside) },
	"file by handle":    func(prison) error { return raw(unix.SYS_OPEN_BY_HANDLE_AT, 0, 0, 0) },
	"another filter":    func(prison) error { return raw(unix.SYS_SECCOMP, 1, 0, 0) },
	"typing":            func(prison) error { return raw(unix.SYS_IOCTL, 0, unix.TIOCSTI, pointer("x")) },
	"typing, disguised": func(prison) error { return raw(unix.SYS_IOCTL, 0, 1<<32|unix.TIOCSTI, pointer("x")) },
	"more private memory than permitted": func(prison) error {
		_, err := unix.Mmap(-1, 0, 2<<30, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
		return err
	},
	"shared memory": func(prison) error {
		_, err := unix.Mmap(-1, 0, 2<<30, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_ANONYMOUS)
		return err
	},
	"a core file": func(prison) error {
		var limit unix.Rlimit
		if err := unix.Getrlimit(unix.RLIMIT_CORE, &limit); err != nil || limit.Max == 0 {
			return errors.Join(err, unix.EPERM)
		}
		return nil
	},
	// the network
	"connect": func(p prison) error {
		c, err := net.Dial("tcp4", fmt.Sprintf("127.0.0.1:%d", p.Port))
		if err == nil {
			c.Close()
		}
		return err
	},
	"listen": func(prison) error {
		l, err := net.Listen("tcp4", "127.0.0.1:0")
		if err == nil {
			l.Close()
		}
		return err
	},
	"socket of this machine": func(prison) error { return socket(unix.AF_UNIX, unix.SOCK_STREAM, 0) },
	"abstract socket outside": func(p prison) error {
		c, err := net.Dial("unix", p.Socket)
		if err == nil {
			c.Close()
		}
		return err
	},
	"datagrams":                 func(prison) error { return socket(unix.AF_INET, unix.SOCK_DGRAM, 0) },
	"raw socket":                func(prison) error { return socket(unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_ICMP) },
	"packets":                   func(prison) error { return socket(unix.AF_PACKET, unix.SOCK_RAW, 0) },
	"virtual machines' sockets": func(prison) error { return socket(unix.AF_VSOCK, unix.SOCK_STREAM, 0) },
	"ciphers of the kernel":     func(prison) error { return socket(unix.AF_ALG, unix.SOCK_SEQPACKET, 0) },
}

// enter starts a prisoner and returns what came of its attempts.
func enter(t *testing.T, adjust func(*prison)) map[string]string {
	t.Helper()
	if problem := Support(); problem != "" {
		t.Fatal(problem)
	}
	root := t.TempDir()
	p := prison{Inside: filepath.Join(root, "inside"), View: filepath.Join(root, "view"), Secret: filepath.Join(root, "outside", "secret"), Parent: os.Getpid()}
	for _, path := range []string{filepath.Join(p.View, "notes"), filepath.Join(p.Inside, "kept"), p.Secret} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("text"), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	p.Port = listener.Addr().(*net.TCPAddr).Port
	p.Socket = fmt.Sprintf("@hotlens-test-%d", os.Getpid())
	abstract, err := net.Listen("unix", p.Socket)
	if err != nil {
		t.Fatal(err)
	}
	defer abstract.Close()
	p.Missing = filepath.Join(root, "outside", "missing")
	p.Rules = Rules{Read: []string{p.View, filepath.Join(root, "not there")}, Write: []string{p.Inside, p.Missing}, DataBytes: 1 << 30}
	adjust(&p)
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(executable, "prisoner", string(text))
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	outcomes := map[string]string{}
	if err := json.Unmarshal(output, &outcomes); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	if text, err := os.ReadFile(p.Secret); err != nil || string(text) != "text" {
		t.Errorf("the file outside has changed: %q, %v", text, err)
	}
	if _, err := os.Stat(filepath.Join(p.View, "folder")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a folder was made where only reading is permitted")
	}
	return outcomes
}

// denied are the outcomes under rules that permit folders only: what is not listed
// fails with EPERM, by the filter.
func denied() map[string]string {
	outcomes := map[string]string{}
	for name := range attempts {
		outcomes[name] = "EPERM"
	}
	for _, name := range strings.Split("read inside,list inside,write inside,signal to itself,shared memory", ",") {
		outcomes[name] = "done"
	}
	for _, name := range strings.Split("write what is read-only,make what is read-only,truncate what is read-only,read outside,write outside,"+
		"list outside,remove outside,make beside what is missing,make what is missing,by a link,by the parent of a descriptor,by a folder that is gone,the environment of another process,the disk as a device,a terminal", ",") {
		outcomes[name] = "EACCES"
	}
	outcomes["move in"], outcomes["link in"] = "EACCES", "EXDEV"
	outcomes["clone3"] = "ENOSYS"
	outcomes["more private memory than permitted"] = "ENOMEM"
	return outcomes
}

func TestWorkersRules(t *testing.T) {
	if diff := cmp.Diff(denied(), enter(t, func(*prison) {})); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
}

func TestRulesWithTheNetwork(t *testing.T) {
	want := denied()
	for _, name := range []string{"connect", "listen", "socket of this machine", "datagrams"} {
		want[name] = "done"
	}
	got := enter(t, func(p *prison) { p.Rules.Net = true })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
}

func TestRulesWithProcesses(t *testing.T) {
	want := denied()
	// Children may confine themselves further, and programs have names for their threads.
	want["another filter"], want["execute in place"] = "EFAULT", "ENOENT"
	for _, name := range []string{"execute", "fork", "signal to all", "control of the own process"} {
		want[name] = "done"
	}
	got := enter(t, func(p *prison) { p.Rules.Processes = true })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
}
