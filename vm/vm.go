//go:build unix

package vm

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/conc"

	"hotlens/profiles"
	"hotlens/profiles/prefault"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/configuration"
	"hotlens/vm/filesystem"
	"hotlens/vm/interpreter"
	"hotlens/vm/jimage"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
	"hotlens/vm/modulepatches"
	"hotlens/vm/natives"
	"hotlens/vm/release"
)

// SystemFiles are the files and folders that the machine itself reads besides the
// class library and what the program's policy permits.
func SystemFiles() []string { return natives.SystemFiles() }

// VM is a booted machine.
type VM struct {
	config  configuration.Run
	files   Files
	host    *natives.Host
	machine *interpreter.Machine
	memory  *memory.Memory
	image   *jimage.Image
	patches *modulepatches.Patches // of the image's modules
	thread  *interpreter.Thread
	work    chan func()
	ahead   conc.WaitGroup // what is done before it is needed
	ending  atomic.Bool    // nothing is needed any more
	booted  point          // when it had
	refused bool           // the module system did not start, and has said why
	JDK     string         // version of the class library
}

// Boot boots a machine to just before main. Modules that cannot be resolved are the
// program's failure, not the machine's: like java, the machine prints why, and Run
// ends with status 1. What a run is likely to need it has ready, beside the boot and the run: nothing but the time of a run depends on it.
func Boot(ctx context.Context, config configuration.Run, needs Needs, files Files) (vm *VM, err error) {
	if config.Release.Feature == 0 {
		return nil, fmt.Errorf("the configuration does not say of which release the JDK at %s is", config.JDK)
	}
	image, err := jimage.Open(filepath.Join(config.JDK, "lib", "modules"))
	if err != nil {
		return nil, fmt.Errorf("the JDK at %s: %w", config.JDK, err)
	}
	mem, err := memory.Map(files.Memory, config.Limits.HeapBytes)
	if err != nil {
		return nil, err
	}
	const page = 4096
	config.Limits.StackBytes = (config.Limits.StackBytes + page - 1) &^ (page - 1)
	vm = &VM{config: config, files: files, memory: mem, image: image, work: make(chan func()), host: natives.DefaultHost()}
	vm.ahead.Go(natives.Prepare)
	patches := slices.DeleteFunc(slices.Clone(config.Modules.Patches), func(patch configuration.Patch) bool { return !image.HasModule(patch.Module) })
	if vm.patches, err = modulepatches.Open(patches); err != nil {
		return nil, err
	}
	prefault.Now()
	machine, err := interpreter.New(mem, image, interpreter.Options{
		Run: config, CompilerLog: vm.compilerLog(), CompilerFailed: vm.say, HandlerFailed: vm.say,
		MachineCode: files.MachineCode, Snapshot: files.Snapshot, Natives: vm.host,
		Linking: func(m *interpreter.Machine) {
			vm.ahead.Go(m.ReadAhead(slices.Concat(bootClasses(config.Release), needs.Classes), vm.ending.Load))
		},
	})
	if err != nil {
		return nil, err
	}
	if len(patches) > 0 {
		machine.Patches, machine.Upgraded = vm.patches, true
	}
	// The profile region is laid out: readers may look.
	mem.SetU32(sharedmemory.ControlMagic, sharedmemory.Magic)
	if most := config.Limits.MaxContexts; most > 0 {
		machine.Tree.MaxContexts = most
	}
	if most := config.Testing.ContextBytes; most > 0 {
		machine.Tree.MaxBytes = most
	}
	if most := config.Testing.MaxCounters; most > 0 {
		machine.Tree.MaxCounters = most
	}
	vm.machine = machine
	if err := vm.completeHost(); err != nil {
		return nil, err
	}
	if config.VerboseGC {
		machine.Collections.OnEnd = logCollections(files.Stderr)
	}
	booted := make(chan error, 1)
	// The main Java thread is one goroutine from boot to end.
	machine.Scheduler.Begin(func() { vm.mainThread(booted) })
	select {
	case err = <-booted:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	vm.booted = vm.now()
	if needs.MethodOrder {
		read := slices.Clone(machine.ClassFiles) // while no Java code runs
		vm.ahead.Go(func() { vm.host.OrderMethods(read) })
	}
	atomic.StoreUint32((*uint32)(mem.At(sharedmemory.State)), sharedmemory.StateReady)
	return vm, nil
}

// say tells the user what is no part of the program's own output.
func (vm *VM) say(message string) {
	if vm.files.Stderr != nil {
		fmt.Fprint(vm.files.Stderr, message)
	}
}

// compilerLog is where the compiler tells what it does, nil for nowhere.
func (vm *VM) compilerLog() func(string, ...any) {
	if !vm.config.VerboseJIT || vm.files.Stderr == nil {
		return nil
	}
	return func(format string, arguments ...any) {
		fmt.Fprintf(vm.files.Stderr, "[jit] "+format+"\n", arguments...)
	}
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

// wanted is what has been loaded and called of the JDK's own classes since a point in time.
func (vm *VM) wanted(since point) (wanted []linking.Wanted) {
	at := map[*classes.Class]int{}
	add := func(c *classes.Class) int {
		i, found := at[c]
		if !found {
			i = len(wanted)
			at[c] = i
			wanted = append(wanted, linking.Wanted{Class: strings.Clone(c.Name)}) // the image will be unmapped
		}
		return i
	}
	called := vm.machine.Called[since.methods:]
	loaders := []*classes.Loader{vm.machine.Registry.Boot()}
	for _, m := range called {
		if !slices.Contains(loaders, m.Class.Loader) {
			loaders = append(loaders, m.Class.Loader)
		}
	}
	for _, file := range vm.machine.ClassFiles {
		if file.Number <= since.files {
			continue
		}
		for _, loader := range loaders {
			if c := loader.Classes[file.Name]; c != nil && c.OfImage && c.File == file.Class {
				add(c)
			}
		}
	}
	for _, m := range called {
		i := add(m.Class)
		wanted[i].Methods = append(wanted[i].Methods, m.Slot)
	}
	return wanted
}

// point is one in time: how many class files had been read by then, and methods of the JDK's own classes called.
type point struct {
	files   uint64
	methods int
}

func (vm *VM) now() point {
	m := vm.machine
	return point{m.ClassFiles[len(m.ClassFiles)-1].Number, len(m.Called)}
}

// Run runs a program to the end of its last thread that is not a daemon, or to
// System.exit. A VM runs one program.
func (vm *VM) Run(ctx context.Context, program Program) Result {
	atomic.StoreUint32((*uint32)(vm.memory.At(sharedmemory.State)), sharedmemory.StateRunning)
	if vm.config.Directory != "" {
		vm.host.Files.View.NoteReads(vm.config.Directory)
	}
	if vm.files.Compile != nil && len(program.Sources) > 0 {
		vm.host.Files.View.CompileOnDemand(program.Sources, vm.files.Compile)
	}
	if program.Allowance != nil {
		vm.machine.Options.Limits.Allowance = *program.Allowance
	}
	vm.work <- func() { vm.main(vm.thread, program) }
	outcome := vm.machine.Wait()
	if vm.config.VerboseGC {
		logCollectionTotals(vm.files.Stderr, vm.machine)
	}
	atomic.StoreUint32((*uint32)(vm.memory.At(sharedmemory.State)), sharedmemory.StateEnded)
	reads, more := vm.host.Files.View.Reads()
	needs := Needs{Classes: vm.wanted(vm.booted), MethodOrder: vm.host.OrdersMethods()}
	vm.close()
	return Result{
		ExitStatus: outcome.Status, Limit: outcome.Limit, Uncaught: vm.machine.Uncaught(), Waiting: outcome.Waiting, Stopped: outcome.Stopped, Reads: reads, MoreReads: more, NoInput: vm.host.Files.Input == natives.NoInput, Needs: needs, Err: outcome.Err,
	}
}

// Stop asks for the end of the run, which then comes soon, whatever the program does. It may
// be called at any time.
func (vm *VM) Stop() { vm.machine.Stop() }

// Time has the call subgraphs timed that options name, from now on, in place of those that have been; nil ends
// that. It returns when that has happened, as soon as a thread of the program runs, or when the context ends. It
// may be called at any time while the program runs.
func (vm *VM) Time(ctx context.Context, options *configuration.Timing) error {
	return vm.machine.Time(ctx, options)
}

// Count has the calling context tree kept from now on, or no longer; where the run keeps it anyway, nothing changes. In either
// case Files.Snapshot is called when that happens. It returns then, soon, or when the context ends. If the tree has
// no room left it ends by itself. It may be called at any time while the program runs.
func (vm *VM) Count(ctx context.Context, on bool) error { return vm.machine.Count(ctx, on) }

// Terminate has the program end as it does on SIGTERM, with its shutdown hooks, if the configuration has an Until. The limit is then the outcome. It may be called at any time.
func (vm *VM) Terminate(why *profiles.Limit) { vm.machine.Terminate(why) }

// Signal delivers a signal of the operating system to the program, which handles
// it as it would under java, if the machine was booted with Run.Signals of its configuration. It
// may be called at any time.
func (vm *VM) Signal(number int) { vm.machine.PostSignal(number) }

// completeHost says what the configuration is to the natives.
func (vm *VM) completeHost() (err error) {
	c, h := vm.config, vm.host
	h.JDKHome, h.Release, h.MaxOutputBytes, h.Say = c.JDK, c.Release, c.Limits.MaxOutputBytes, vm.say
	h.Environment = c.Variables.Over(c.Environment)
	h.Assertions = c.Assertions
	directory := cmp.Or(c.WorkingFolder, c.Directory)
	if directory == "" {
		directory, _ = os.Getwd()
	}
	h.Directory = c.Names.ToProgram(directory)
	if c.TempDirectory != "" {
		h.TempDirectory = c.Names.ToProgram(c.TempDirectory)
	}
	var date time.Time
	if c.VirtualClock {
		if date, err = c.Date.Start(time.Now()); err != nil {
			return err
		}
	}
	if h.Files.View, err = filesystem.New(filesystem.Policy{
		Unrestricted: c.Policy.Unrestricted,
		Read:         absolute(c.Policy.Read, []string{c.JDK}, c.ClassPath, c.Modules.Files()),
		Write:        absolute(c.Policy.Write),
		Never:        absolute([]string{c.CodeCache}),
		Temporary:    c.TempDirectory,
		Overlays:     absolute(c.Policy.Overlays),
		Built:        c.Policy.Built,
		Date:         date,
		Names:        c.Names,
	}); err != nil {
		return err
	}
	h.MaxTempBytes = c.Limits.MaxTempBytes
	h.Files.SetQuota(h.MaxTempBytes)
	h.Net, h.Exec, h.UntilPort = c.Policy.AllowsNet(), c.Policy.AllowsExec(), c.Until.Port
	h.OwnNetwork = c.Policy.OwnNetwork && !h.Net
	if !c.Policy.Unrestricted {
		h.Confine(slices.Concat(c.Policy.Environment, c.Variables.Names()))
	}
	for i, f := range []*os.File{vm.files.Stdin, vm.files.Stdout, vm.files.Stderr} {
		h.Files.Standard[i] = -1
		if f != nil {
			h.Files.Standard[i] = int(f.Fd())
		}
	}
	h.Properties = vm.properties(h)
	return nil
}

// absolute makes paths absolute, and leaves empty ones out.
func absolute(lists ...[]string) []string {
	var all []string
	for _, path := range slices.Concat(lists...) {
		if a, err := filepath.Abs(path); err == nil && path != "" {
			all = append(all, a)
		}
	}
	return all
}

// properties are the VM properties, as HotSpot sets them.
func (vm *VM) properties(h *natives.Host) [][2]string {
	c := vm.config
	home := c.Names.ToProgram(c.JDK)
	list := func(paths []string) string { return strings.Join(c.Names.AllToProgram(paths), ":") }
	said, err := release.File(c.JDK)
	if err != nil {
		slog.Debug("what the JDK says of itself", "error", err)
	}
	vm.JDK = said[release.VersionKey]
	p := [][2]string{
		{"java.home", home},
		{"java.vm.specification.name", "Java Virtual Machine Specification"},
		{"java.vm.specification.vendor", "Oracle Corporation"},
		{"java.vm.specification.version", strconv.Itoa(c.Release.Feature)},
		{"java.vm.name", "hotlens"},
		{"java.vm.vendor", "hotlens"},
		{"java.vm.version", vm.JDK},
		{"java.vm.info", "mixed mode"},
		{"sun.management.compiler", "hotlens"}, // with either tier, as a profile is the same in both
		{"java.class.path", list(c.ClassPath)},
		{"java.library.path", libraryPath(said["IMPLEMENTOR"], h.Environment)},
		{"sun.boot.library.path", filepath.Join(home, "lib")},
		{"jdk.boot.class.path.append", ""},
		{"jdk.debug", "release"},
		{"sun.nio.MaxDirectMemorySize", "-1"},
		{"sun.nio.PageAlignDirectMemory", "false"},
	}
	if c.Profiled() {
		// Reflection stays with the native accessors: generated ones would come
		// in the middle of the program's own counts.
		p = append(p, [2]string{"sun.reflect.inflationThreshold", "2147483647"}, [2]string{"jdk.reflect.useNativeAccessorOnly", "true"})
	}
	add := func(key string, list []string) {
		for i, v := range list {
			p = append(p, [2]string{fmt.Sprintf("%s.%d", key, i), v})
		}
	}
	add("jdk.module.addopens", c.Modules.Opens)
	add("jdk.module.addexports", c.Modules.Exports)
	add("jdk.module.addreads", c.Modules.Reads)
	add("jdk.module.addmods", c.Modules.Add)
	var patches []string
	for _, patch := range c.Modules.Patches {
		patches = append(patches, patch.Module+"="+list(patch.Path))
	}
	add("jdk.module.patch", patches)
	add("jdk.module.enable.native.access", c.Modules.Native)
	for _, single := range [][2]string{
		{"jdk.module.path", list(c.Modules.Path)},
		{"jdk.module.upgrade.path", list(c.Modules.Upgrade)},
		{"jdk.module.limitmods", strings.Join(c.Modules.Limit, ",")},
		{"jdk.module.main", c.Modules.Main},
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

func (vm *VM) close() {
	vm.ending.Store(true)
	vm.ahead.Wait()
	vm.image.Close()
	if err := vm.patches.Close(); err != nil {
		slog.Debug("closing the jars of patches", "error", err)
	}
	vm.host.Files.View.Close()
	vm.memory.Close()
	if vm.files.MachineCode != nil {
		if err := vm.files.MachineCode.Close(); err != nil {
			slog.Debug("closing the store of compiled code", "error", err)
		}
	}
}
