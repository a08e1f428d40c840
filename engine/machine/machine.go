// Package machine puts the embedded VM into a worker: it is the one place where
// the worker's protocol and package vm meet, so that agents need not know the VM.
package machine

import (
	"context"
	"strings"
	"time"

	"hotlens/engine/worker"
	"hotlens/vm"
	"hotlens/vm/classfile"
	"hotlens/vm/sampling"
)

// Embedded is the embedded VM as a worker's machine. Its zero value is ready.
type Embedded struct {
	vm *vm.VM
}

// MemoryBytes is the size of the shared memory file.
func (*Embedded) MemoryBytes(worker.Config) int64 { return vm.MemoryBytes() }

// Boot boots the VM.
func (e *Embedded) Boot(ctx context.Context, config worker.Config, files worker.Files) (err error) {
	e.vm, err = vm.Boot(ctx, vm.Config{
		JDKHome:        config.JDKHome,
		ClassPath:      config.ClassPath,
		ModulePath:     config.ModulePath,
		UpgradePath:    config.UpgradePath,
		MainModule:     config.MainModule,
		AddModules:     config.AddModules,
		LimitModules:   config.LimitModules,
		AddOpens:       config.AddOpens,
		AddExports:     config.AddExports,
		AddReads:       config.AddReads,
		Properties:     config.Properties,
		Assertions:     config.Assertions,
		HeapBytes:      config.HeapBytes,
		StackBytes:     config.StackBytes,
		MaxThreads:     config.MaxThreads,
		MaxBytecodes:   config.MaxBytecodes,
		MaxOutputBytes: config.MaxOutputBytes,
		MaxContexts:    config.MaxContexts,
		VirtualClock:   config.VirtualClock,
		Tier:           config.Tier,
		Inline:         config.Inline,
		Profile:        config.Profile,
		EdgesOnly:      config.EdgesOnly,
		Sampling:       samplingOptions(config.Sampling),
		Policy:         vm.Policy(config.Policy),
		Memory:         files.Memory,
		Stdin:          files.Stdin,
		Stdout:         files.Stdout,
		Stderr:         files.Stderr,
		Directory:      config.Directory,
		Environment:    config.Environment,
		TempDirectory:  config.TempDirectory,
		CodeCache:      config.CodeCache,
		VerboseGC:      config.VerboseGC,
		VerboseJIT:     config.VerboseJIT,
		Signals:        config.Signals,
	})
	return err
}

func samplingOptions(s *worker.Sampling) *sampling.Options {
	if s == nil {
		return nil
	}
	return &sampling.Options{Stride: s.Stride, Samples: s.Samples, Tick: time.Duration(s.TickNanos)}
}

// Run runs the program.
func (e *Embedded) Run(ctx context.Context, program worker.Program) worker.Result {
	if e.vm == nil {
		return worker.Result{Failure: "the VM was not booted"}
	}
	ended := e.vm.Run(ctx, vm.Program{MainClass: program.MainClass, Arguments: program.Arguments})
	result := worker.Result{ExitStatus: ended.ExitStatus, Limit: ended.Limit}
	if ended.Err != nil {
		result.Report = ended.Err.Error()
		cause, _, _ := strings.Cut(result.Report, "\n")
		result.Failure = "the VM failed: " + cause
	}
	return result
}

// Signal delivers a signal to the program.
func (e *Embedded) Signal(number int) {
	if e.vm != nil {
		e.vm.Signal(number)
	}
}

// ClassFileVersions are the oldest and the newest major version of class files
// that the VM runs (JVMS 4.1, table 4.1-A).
func ClassFileVersions() (oldest, newest int) { return classfile.MinMajor, classfile.MaxMajor }
