// Package vm is the embedded Java virtual machine: it boots the user's own JDK
// class library and runs a program on it, in a worker process, within budgets
// and a sandbox.
//
// Invariant: no panic and no Go error of the machine crosses this package's
// border other than as Result.Err.
package vm

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/sourcegraph/conc"

	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/codecache"
	"hotlens/vm/interpreter"
	"hotlens/vm/jimage"
	"hotlens/vm/memory"
	"hotlens/vm/natives"
	"hotlens/vm/sampling"
)

// Config says what machine to boot.
type Config struct {
	JDKHome        string
	ClassPath      []string
	ModulePath     []string
	UpgradePath    []string // of modules that replace the library's
	MainModule     string   // the module of the main class; "" where it is on the class path
	AddModules     []string
	LimitModules   []string
	AddOpens       []string // module/package=target
	AddExports     []string
	AddReads       []string // module=target
	Properties     [][2]string
	Assertions     []string // java's -ea and so on, without the dash, in order
	HeapBytes      uint64
	StackBytes     uint32 // of each thread
	MaxThreads     int
	MaxBytecodes   uint64 // 0: no limit
	MaxOutputBytes uint64 // 0: no limit
	MaxContexts    int    // 0: the default
	VirtualClock   bool
	Tier           string
	Inline         string            // what the inliner's decisions are taken on; "" for the best there is
	Profile        bool              // announce the call edges, and keep the calling context tree
	EdgesOnly      bool              // with Profile: do not keep the tree
	Sampling       *sampling.Options // with Profile: sample the calls; nil: do not
	Policy         Policy
	Memory         *os.File // the shared file, at least MemoryBytes long
	Stdin          *os.File // nil: empty
	Stdout, Stderr *os.File // nil: discarded
	Directory      string
	Environment    []string
	TempDirectory  string
	CodeCache      string // the folder that keeps machine code from run to run; "": none does
	VerboseGC      bool   // log collections on Stderr
	VerboseJIT     bool   // log what is compiled, and why not, on Stderr
	Signals        bool   // the program gets those that Signal delivers

	// LinkByLibrary links every invokedynamic site through the library's own
	// bootstrap methods; tests compare that with the VM's direct linking.
	LinkByLibrary bool

	// StressGC is for tests: the collector also runs at every StressGC-th
	// allocation, so that an object that no root holds shows up. 0: never.
	StressGC int
	// MaxCounters is for tests: a bound for the counters of compiled code; 0 for the default.
	MaxCounters int
}

// Policy is what the program may touch (DESIGN section 7).
type Policy struct {
	Unrestricted bool // files as the user may
	Read, Write  []string
	Net, Exec    bool
	Environment  []string // names of the variables that it sees
}

// Program is what to run on a booted machine.
type Program struct {
	// MainClass is a name with dots or slashes. "" is the main class that the main
	// module names itself.
	MainClass string
	Arguments []string
}

// Result is how the program ended. Err is a failure of the machine itself.
type Result struct {
	ExitStatus int
	Limit      *profiles.Limit
	Err        error
}

// MemoryBytes is the size of the shared file, which stays sparse.
func MemoryBytes() int64 { return memory.Size }

// VM is a booted machine.
type VM struct {
	config  Config
	machine *interpreter.Machine
	memory  *memory.Memory
	image   *jimage.Image
	cache   *codecache.Cache // nil: there is none
	thread  *interpreter.Thread
	work    chan func()
	group   conc.WaitGroup
	refused bool   // the module system did not start, and has said why
	JDK     string // version of the class library
}

// Boot boots a machine to just before main. Modules that cannot be resolved are the
// program's failure, not the machine's: like java, the machine prints why, and Run
// ends with status 1.
func Boot(ctx context.Context, config Config) (vm *VM, err error) {
	image, err := jimage.Open(filepath.Join(config.JDKHome, "lib", "modules"))
	if err != nil {
		return nil, fmt.Errorf("the JDK at %s: %w", config.JDKHome, err)
	}
	mem, err := memory.Map(config.Memory, config.HeapBytes)
	if err != nil {
		return nil, err
	}
	const page = 4096
	config.StackBytes = (config.StackBytes + page - 1) &^ (page - 1)
	cache := config.openCodeCache()
	machine, err := interpreter.New(mem, image, interpreter.Options{
		StackBytes: config.StackBytes, MaxThreads: config.MaxThreads, MaxBytecodes: config.MaxBytecodes,
		VirtualClock: config.VirtualClock, Profile: config.Profile, Contexts: !config.EdgesOnly, Sampling: config.Sampling,
		LinkByLibrary: config.LinkByLibrary, StressGC: config.StressGC,
		Tier: tiers[config.Tier], Inlining: inlining[config.Inline], CompilerLog: config.compilerLog(), CodeCache: cache,
	})
	if err != nil {
		return nil, err
	}
	// The profile region is laid out: readers may look.
	mem.SetU32(sharedmemory.ControlMagic, sharedmemory.Magic)
	if config.MaxContexts > 0 {
		machine.Tree.MaxContexts = uint32(config.MaxContexts)
	}
	if config.MaxCounters > 0 {
		machine.Tree.MaxCounters = config.MaxCounters
	}
	vm = &VM{config: config, machine: machine, memory: mem, image: image, cache: cache, work: make(chan func())}
	machine.Host = vm.host()
	machine.FindNative = natives.Find
	if config.VerboseGC {
		machine.OnCollection = logCollections(config.Stderr)
	}
	if config.Stderr != nil {
		say := func(message string) { fmt.Fprint(config.Stderr, message) }
		machine.HandlerFailed, machine.CompilerFailed = say, say
	}
	booted := make(chan error, 1)
	// The main Java thread is one goroutine from boot to end.
	vm.group.Go(func() { vm.mainThread(booted) })
	select {
	case err = <-booted:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	atomic.StoreUint32((*uint32)(mem.At(sharedmemory.State)), sharedmemory.StateReady)
	return vm, nil
}

// tiers are the values of Config.Tier.
var tiers = map[string]interpreter.Tier{"": interpreter.TierAuto, "auto": interpreter.TierAuto, "interp": interpreter.TierInterpreter, "jit": interpreter.TierCompiler}

// inlining are the values of Config.Inline.
var inlining = map[string]interpreter.Inlining{
	"": interpreter.InlineDefault, "off": interpreter.InlineNothing, "static": interpreter.InlineBySize,
	"heat": interpreter.InlineByHeat, "timer": interpreter.InlineByTimer, "cbs": interpreter.InlineByCounting, "exact": interpreter.InlineExactly,
}

// compilerLog is where the compiler tells what it does, nil for nowhere.
func (c *Config) compilerLog() func(string, ...any) {
	if !c.VerboseJIT || c.Stderr == nil {
		return nil
	}
	return func(format string, arguments ...any) { fmt.Fprintf(c.Stderr, "[jit] "+format+"\n", arguments...) }
}

// openCodeCache opens the folder with machine code. Without one everything is
// compiled.
func (c *Config) openCodeCache() *codecache.Cache {
	if c.CodeCache == "" || tiers[c.Tier] == interpreter.TierInterpreter {
		return nil
	}
	cache, err := codecache.Open(c.CodeCache)
	if err != nil {
		slog.Debug("compiled code is not kept", "error", err)
		return nil
	}
	return cache
}

// mainThread boots, then runs the program it is given.
func (vm *VM) mainThread(booted chan<- error) {
	done := false
	vm.machine.Guard(func() {
		thread, err := vm.machine.Attach()
		if err == nil {
			vm.thread = thread
			err = vm.boot(thread)
		}
		done = true
		booted <- err
		if err == nil {
			if f, more := <-vm.work; more {
				f()
			}
		}
	})
	if !done {
		booted <- vm.machine.Failure()
	}
}

// Run runs a program to the end of its last thread that is not a daemon, or to
// System.exit. A VM runs one program.
func (vm *VM) Run(ctx context.Context, program Program) Result {
	atomic.StoreUint32((*uint32)(vm.memory.At(sharedmemory.State)), sharedmemory.StateRunning)
	vm.work <- func() { vm.main(vm.thread, program) }
	outcome := vm.machine.Wait()
	if vm.config.VerboseGC {
		logCollectionTotals(vm.config.Stderr, vm.machine)
	}
	atomic.StoreUint32((*uint32)(vm.memory.At(sharedmemory.State)), sharedmemory.StateEnded)
	vm.close()
	return Result{ExitStatus: outcome.Status, Limit: outcome.Limit, Err: outcome.Err}
}

// Signal delivers a signal of the operating system to the program, which handles
// it as it would under java, if the machine was booted with Config.Signals. It
// may be called at any time.
func (vm *VM) Signal(number int) { vm.machine.PostSignal(number) }

func (vm *VM) host() *natives.Host {
	c := vm.config
	h := natives.DefaultHost()
	h.JDKHome, h.Environment, h.MaxOutputBytes = c.JDKHome, c.Environment, c.MaxOutputBytes
	h.Assertions = c.Assertions
	h.Directory = c.Directory
	if h.Directory == "" {
		h.Directory, _ = os.Getwd()
	}
	if c.TempDirectory != "" {
		h.TempDirectory = c.TempDirectory
	}
	h.Files.Unrestricted, h.Files.Read, h.Files.Write = c.Policy.Unrestricted, resolved(c.Policy.Read), resolved(c.Policy.Write)
	h.Files.Read = append(h.Files.Read, resolved([]string{c.JDKHome, "/etc/java-17-openjdk"})...)
	h.Files.Read = append(h.Files.Read, resolved(c.ClassPath)...)
	h.Files.Read = append(h.Files.Read, resolved(c.ModulePath)...)
	h.Files.Read = append(h.Files.Read, resolved(c.UpgradePath)...)
	h.Files.Write = append(h.Files.Write, resolved([]string{c.TempDirectory})...)
	h.Files.Never = resolved([]string{c.CodeCache})
	h.Net, h.Exec = c.Policy.Net, c.Policy.Exec
	if !c.Policy.Unrestricted {
		h.Confine(c.Policy.Environment)
	}
	for i, f := range []*os.File{c.Stdin, c.Stdout, c.Stderr} {
		h.Files.Standard[i] = -1
		if f != nil {
			h.Files.Standard[i] = int(f.Fd())
		}
	}
	h.Properties = vm.properties(h)
	return h
}

func resolved(paths []string) []string {
	var out []string
	for _, p := range paths {
		if p == "" {
			continue
		}
		if a, err := filepath.Abs(p); err == nil {
			p = a
		}
		if r, err := filepath.EvalSymlinks(p); err == nil {
			p = r
		}
		out = append(out, p)
	}
	return out
}

// properties are the VM properties, as HotSpot sets them.
func (vm *VM) properties(h *natives.Host) [][2]string {
	c := vm.config
	release := readRelease(c.JDKHome)
	vm.JDK = release["JAVA_VERSION"]
	p := [][2]string{
		{"java.home", c.JDKHome},
		{"java.vm.specification.name", "Java Virtual Machine Specification"},
		{"java.vm.specification.vendor", "Oracle Corporation"},
		{"java.vm.specification.version", "17"},
		{"java.vm.name", "hotlens"},
		{"java.vm.vendor", "hotlens"},
		{"java.vm.version", vm.JDK},
		{"java.vm.info", "interpreted mode"},
		{"java.class.path", strings.Join(c.ClassPath, ":")},
		{"java.library.path", libraryPath(release["IMPLEMENTOR"], h.Environment)},
		{"sun.boot.library.path", filepath.Join(c.JDKHome, "lib")},
		{"jdk.boot.class.path.append", ""},
		{"jdk.debug", "release"},
		{"sun.nio.MaxDirectMemorySize", "-1"},
		{"sun.nio.PageAlignDirectMemory", "false"},
	}
	if c.Profile {
		// Reflection stays with the native accessors: generated ones would come
		// in the middle of the program's own counts.
		p = append(p, [2]string{"sun.reflect.inflationThreshold", "2147483647"})
	}
	add := func(key string, list []string) {
		for i, v := range list {
			p = append(p, [2]string{fmt.Sprintf("%s.%d", key, i), v})
		}
	}
	add("jdk.module.addopens", c.AddOpens)
	add("jdk.module.addexports", c.AddExports)
	add("jdk.module.addreads", c.AddReads)
	add("jdk.module.addmods", c.AddModules)
	for _, single := range [][2]string{
		{"jdk.module.path", strings.Join(c.ModulePath, ":")},
		{"jdk.module.upgrade.path", strings.Join(c.UpgradePath, ":")},
		{"jdk.module.limitmods", strings.Join(c.LimitModules, ",")},
		{"jdk.module.main", c.MainModule},
	} {
		if single[1] != "" {
			p = append(p, single)
		}
	}
	if !c.Policy.Unrestricted {
		// A sandboxed program's preferences end with it.
		p = append(p, [2]string{"java.util.prefs.userRoot", filepath.Join(h.TempDirectory, "preferences")},
			[2]string{"java.util.prefs.systemRoot", filepath.Join(h.TempDirectory, "preferences", "system")})
	}
	return append(p, c.Properties...)
}

// readRelease reads the JDK's release file: KEY="value" lines.
func readRelease(home string) map[string]string {
	values := map[string]string{}
	data, err := os.ReadFile(filepath.Join(home, "release"))
	if err != nil {
		return values
	}
	for line := range strings.Lines(string(data)) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			values[key] = strings.Trim(value, `"`)
		}
	}
	return values
}

func (vm *VM) close() {
	vm.group.Wait()
	vm.image.Close()
	vm.memory.Close()
	if vm.cache != nil {
		if err := vm.cache.Close(); err != nil {
			slog.Debug("closing the folder for compiled code", "error", err)
		}
	}
}
