package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/engine/javac"
	"hotlens/engine/jdk"
	"hotlens/engine/target"
	"hotlens/engine/worker"
	"hotlens/profiles"
	"hotlens/profiles/sources"
	"hotlens/vm/classpath"
	"hotlens/vm/jimage"
)

// Target is what the command line says to run: one of Name, Jar and Module.
type Target struct {
	Name      string // File.java, or a class name
	Jar       string // path of a jar
	Module    string // MODULE or MODULE/CLASS
	Arguments []string
}

// Plan is a program that is ready to run: compiled if need be, with everything
// found. It is good for one run. Close it.
type Plan struct {
	// Index is the source index of what was compiled; nil where nothing was.
	Index *sources.Index

	jdk      *jdk.JDK
	settings Settings
	config   worker.Config
	program  worker.Program
	module   string   // of the main class; "" where it is on the class path
	classes  *scratch // of the compiled classes; nil where nothing was compiled
}

// Prepare finds the JDK and the program, and compiles it if it is a source file.
// A *target.LaunchError says what the java launcher would; other errors are one
// line for the user.
func Prepare(ctx context.Context, program Target, settings Settings) (*Plan, error) {
	j, err := jdk.Find(settings.JDK)
	if err != nil {
		return nil, err
	}
	directory, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("the current folder: %w", err)
	}
	p := &Plan{jdk: j, settings: settings}
	p.settings.Policy.Read = concat(absolute(settings.Policy.Read, directory), []string{directory})
	p.settings.Policy.Write = absolute(settings.Policy.Write, directory)
	p.program = worker.Program{Arguments: program.Arguments, Timeout: settings.Timeout, Raise: "--timeout"}
	if err := p.resolve(ctx, program); err != nil {
		p.Close()
		return nil, err
	}
	p.config = p.settings.config(j.Home, p.settings.ClassPath, directory, os.Environ())
	p.config.MainModule = p.module
	p.config.Properties = concat([][2]string{
		{"sun.java.launcher", "SUN_STANDARD"},
		{"sun.java.command", commandText(program, p.program)},
	}, p.config.Properties)
	return p, nil
}

// commandText is what java's launcher tells programs about their start: the
// target as it was given, but a source file's main class, and the arguments.
func commandText(given Target, program worker.Program) string {
	return strings.Join(concat([]string{cmp.Or(given.Jar, given.Module, program.MainClass)}, program.Arguments), " ")
}

// resolve finds the main class and completes the class path.
func (p *Plan) resolve(ctx context.Context, program Target) error {
	spec := target.Spec{Name: program.Name, ClassPath: p.settings.ClassPath, ModulePath: p.settings.ModulePath}
	if program.Jar != "" {
		spec.Name, spec.Jar = program.Jar, true
	}
	if program.Module != "" {
		spec.Name, spec.Module = program.Module, true
	}
	if isSource(program.Name) {
		var err error
		if p.classes, err = claimScratch(); err != nil {
			return fmt.Errorf("the folder for the compiled classes: %w", err)
		}
		spec.OutputDir = p.classes.folder
	}
	found, err := target.Resolve(spec)
	var refused *target.LaunchError
	if errors.As(err, &refused) && refused.Reason == target.ClassNotFound && program.Jar == "" && p.inLibrary(program.Name) {
		found, err = &target.Target{MainClass: program.Name, ClassPath: p.settings.ClassPath}, nil
	}
	if err != nil {
		return err
	}
	if found.Compile != nil {
		if err := p.compile(ctx, found); err != nil {
			return err
		}
	}
	p.program.MainClass, p.module, p.settings.ClassPath = found.MainClass, found.Module, found.ClassPath
	// The sandbox lets the program read its class path: also the jars that the
	// manifests of others name.
	path, err := classpath.Open(found.ClassPath)
	if err != nil {
		return err
	}
	p.settings.Policy.Read = concat(p.settings.Policy.Read, path.Locations())
	return path.Close()
}

// inLibrary tells whether the JDK itself has a class. Java runs those, too, such
// as com.sun.tools.javac.Main.
func (p *Plan) inLibrary(class string) bool {
	image, err := jimage.Open(p.jdk.Modules)
	if err != nil {
		return false // the VM will say so
	}
	defer image.Close()
	_, _, found, err := image.FindClass(strings.ReplaceAll(class, ".", "/"))
	return err == nil && found
}

// isSource tells whether a target's name is that of a file to compile.
func isSource(name string) bool { return strings.HasSuffix(name, ".java") }

// compile compiles a source file, which completes the target.
func (p *Plan) compile(ctx context.Context, found *target.Target) error {
	service, err := javac.Start(ctx, p.jdk.Home)
	if err != nil {
		return err
	}
	result, err := service.Compile(ctx, *found.Compile)
	if err := errors.Join(err, service.Close()); err != nil {
		return fmt.Errorf("compiling %s: %w", found.Compile.Files[0], err)
	}
	p.Index = result.Index
	return found.Compiled(result)
}

// Close removes what was compiled.
func (p *Plan) Close() { p.classes.release() }

// Run runs the program. The error is ctx's, or that it could not be started.
func (p *Plan) Run(ctx context.Context, streams Streams) (worker.Outcome, error) {
	process, err := startProcess(ctx, p.config, streams)
	if err != nil {
		return worker.Outcome{}, err
	}
	defer process.close()
	program := p.program
	program.Signals = streams.Signals
	return process.Run(ctx, program)
}

// Profile runs the program under the profilers. A program that a limit has
// stopped has a profile, too; one whose VM has failed may have none.
func (p *Plan) Profile(ctx context.Context, streams Streams) (*profiles.Profile, worker.Outcome, error) {
	config := p.settings.profiled(p.config)
	process, err := startProcess(ctx, config, streams)
	if err != nil {
		return nil, worker.Outcome{}, err
	}
	defer process.close()
	outcome, err := process.Run(ctx, p.program)
	if err != nil {
		return nil, outcome, err
	}
	profile, err := process.snapshot()
	if err != nil && outcome.Failure == "" {
		return nil, outcome, err
	}
	if profile != nil {
		complete(profile, &p.settings, config, p.program, p.jdk.Version, outcome)
	}
	return profile, outcome, nil
}

// complete fills in what a worker's memory does not say.
func complete(profile *profiles.Profile, settings *Settings, config worker.Config, program worker.Program, version string, outcome worker.Outcome) {
	main := program.MainClass
	if main == "" {
		main = config.MainModule
	}
	profile.Target = profiles.Target{
		Main: main, Arguments: concat(program.Arguments), JDK: version, ClassPath: concat(config.ClassPath),
	}
	profile.Clock = clockName(config.VirtualClock)
	profile.Tier = config.Tier
	profile.Profilers = settings.Profilers
	if config.Sampling != nil {
		profile.Accuracy = profiles.MeasureAccuracy(profile, config.Sampling.Stride, config.Sampling.Samples)
	}
	profile.Complete = outcome.Limit == nil && outcome.Failure == ""
	if outcome.Limit != nil {
		profile.Limits = []profiles.Limit{*outcome.Limit}
	}
	if !config.VirtualClock { // it would differ from run to run
		nanos := uint64(outcome.Wall.Nanoseconds())
		profile.Totals.WallNanos = &nanos
	}
}

// absolute makes paths absolute, from a directory.
func absolute(paths []string, directory string) []string {
	all := slices.Clone(paths)
	for i, path := range all {
		if !filepath.IsAbs(path) {
			all[i] = filepath.Join(directory, path)
		}
	}
	return all
}
