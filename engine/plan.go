package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/engine/compiler"
	"hotlens/engine/jdk"
	"hotlens/engine/worker"
	"hotlens/profiles"
	"hotlens/profiles/sources"
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
	target   Target
	config   worker.Config
	program  worker.Program
	classes  *scratch // of the compiled classes; nil where nothing was compiled
}

// Prepare finds the JDK and the program, and compiles it if it is a source file.
// Errors are one line for the user.
func Prepare(ctx context.Context, target Target, settings Settings) (*Plan, error) {
	j, err := jdk.Find(settings.JDK)
	if err != nil {
		return nil, err
	}
	directory, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("the current folder: %w", err)
	}
	p := &Plan{jdk: j, settings: settings, target: target}
	p.settings.ClassPath = expandClassPath(settings.ClassPath, directory)
	p.settings.ModulePath = absolute(settings.ModulePath, directory)
	p.settings.Policy.Read = concat(absolute(settings.Policy.Read, directory), []string{directory})
	p.settings.Policy.Write = absolute(settings.Policy.Write, directory)
	p.program = worker.Program{Arguments: target.Arguments, Timeout: settings.Timeout, Raise: "--timeout"}
	if err := p.resolve(ctx, directory); err != nil {
		p.Close()
		return nil, err
	}
	p.config = p.settings.config(j.Home, p.settings.ClassPath, directory, os.Environ())
	return p, nil
}

// resolve finds the main class and completes the class path.
func (p *Plan) resolve(ctx context.Context, directory string) error {
	switch {
	case p.target.Jar != "":
		return p.resolveJar(directory)
	case p.target.Module != "":
		// The VM finds the main class of a module in its descriptor, as java does.
		module, _, _ := strings.Cut(p.target.Module, "/")
		p.settings.AddModules = concat(p.settings.AddModules, []string{module})
		p.program.MainClass = p.target.Module
		return nil
	case strings.HasSuffix(p.target.Name, ".java"):
		return p.compile(ctx, absolute([]string{p.target.Name}, directory)[0])
	}
	p.program.MainClass = strings.ReplaceAll(p.target.Name, "/", ".") // java accepts both
	if len(p.settings.ClassPath) == 0 {
		p.settings.ClassPath = expandClassPath(filepath.SplitList(os.Getenv("CLASSPATH")), directory)
	}
	if len(p.settings.ClassPath) == 0 {
		p.settings.ClassPath = []string{directory}
	}
	return nil
}

// resolveJar makes the jar the class path, as java -jar does.
func (p *Plan) resolveJar(directory string) error {
	path := absolute([]string{p.target.Jar}, directory)[0]
	j, err := readJar(path)
	if err != nil {
		return err
	}
	p.program.MainClass = j.mainClass
	p.settings.ClassPath = []string{path}
	// The class loader follows the manifest's Class-Path by itself.
	p.settings.Policy.Read = concat(p.settings.Policy.Read, j.classPath)
	toAll := func(packages []string) []string {
		exports := []string{}
		for _, name := range packages {
			exports = append(exports, name+"=ALL-UNNAMED")
		}
		return exports
	}
	p.settings.AddExports = concat(p.settings.AddExports, toAll(j.addExports))
	p.settings.AddOpens = concat(p.settings.AddOpens, toAll(j.addOpens))
	return nil
}

// compile compiles a source file and takes its main class.
func (p *Plan) compile(ctx context.Context, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("there is no source file to run: %w", err)
	}
	if p.classes, err = claimScratch(); err != nil {
		return fmt.Errorf("the folder for the compiled classes: %w", err)
	}
	service, err := compiler.Start(ctx, p.jdk.Home)
	if err != nil {
		return err
	}
	result, err := service.Compile(ctx, compiler.Request{
		Files: []string{file}, ClassPath: p.settings.ClassPath, ModulePath: p.settings.ModulePath,
		OutputDir: p.classes.folder,
	})
	if err := errors.Join(err, service.Close()); err != nil {
		return fmt.Errorf("compiling %s: %w", p.target.Name, err)
	}
	if !result.OK {
		return errors.New(compileMessage(result.Diagnostics))
	}
	p.Index = result.Index
	if p.program.MainClass = mainClassOf(result.Index, file); p.program.MainClass == "" {
		return fmt.Errorf("%s has no main method: add public static void main(String[] args), or run another file", p.target.Name)
	}
	p.settings.ClassPath = concat([]string{p.classes.folder, compiler.SourceRoot(file, string(text))}, p.settings.ClassPath)
	return nil
}

// mainClassOf is the binary name, with dots, of the class to run in a file: of
// those with a main method the one called like the file, else the first; "" if
// there is none.
func mainClassOf(index *sources.Index, file string) string {
	called := strings.TrimSuffix(filepath.Base(file), ".java")
	for _, f := range index.Files {
		if f.Path != file || len(f.Mains) == 0 {
			continue
		}
		best := f.Mains[0]
		for _, class := range f.Mains {
			if class[strings.LastIndexByte(class, '/')+1:] == called {
				best = class
			}
		}
		return strings.ReplaceAll(best, "/", ".")
	}
	return ""
}

// compileMessage is one line about the errors of a compilation: the first one,
// and how many there are.
func compileMessage(diagnostics []compiler.Diagnostic) string {
	var failures []compiler.Diagnostic
	for _, d := range diagnostics {
		if d.Kind == compiler.Error {
			failures = append(failures, d)
		}
	}
	if len(failures) == 0 {
		return "the program does not compile, and the compiler does not say why"
	}
	first := failures[0]
	message := "does not compile: " + strings.Join(strings.Fields(first.Message), " ")
	if first.File != "" {
		message = fmt.Sprintf("%s:%d %s", filepath.Base(first.File), first.Line, message)
	}
	switch more := len(failures) - 1; {
	case more == 1:
		message += " (and 1 more error)"
	case more > 1:
		message += fmt.Sprintf(" (and %d more errors)", more)
	}
	return message
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
	return process.Run(ctx, p.program)
}

// Profile runs the program under the profilers. A program that a limit has
// stopped has a profile, too; one whose VM has failed may have none.
func (p *Plan) Profile(ctx context.Context, streams Streams) (*profiles.Profile, worker.Outcome, error) {
	config := p.config
	config.Profile = true
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
		complete(profile, config, p.program, p.jdk.Version, outcome)
	}
	return profile, outcome, nil
}

// complete fills in what a worker's memory does not say.
func complete(profile *profiles.Profile, config worker.Config, program worker.Program, version string, outcome worker.Outcome) {
	profile.Target = profiles.Target{
		Main: program.MainClass, Arguments: concat(program.Arguments), JDK: version, ClassPath: concat(config.ClassPath),
	}
	profile.Clock = clockName(config.VirtualClock)
	profile.Tier = config.Tier
	profile.Complete = outcome.Limit == nil && outcome.Failure == ""
	if outcome.Limit != nil {
		profile.Limits = []profiles.Limit{*outcome.Limit}
	}
	if !config.VirtualClock { // it would differ from run to run
		nanos := uint64(outcome.Wall.Nanoseconds())
		profile.Totals.WallNanos = &nanos
	}
}

// expandClassPath makes the entries of a class path absolute and replaces
// "folder/*" by the jars in it, as java does. Empty entries are the directory.
func expandClassPath(entries []string, directory string) []string {
	var expanded []string
	for _, entry := range absolute(entries, directory) {
		if filepath.Base(entry) != "*" {
			expanded = append(expanded, entry)
			continue
		}
		folder := filepath.Dir(entry)
		files, err := os.ReadDir(folder)
		if err != nil {
			continue // like an entry that is not there
		}
		for _, file := range files {
			if extension := filepath.Ext(file.Name()); strings.EqualFold(extension, ".jar") {
				expanded = append(expanded, filepath.Join(folder, file.Name()))
			}
		}
	}
	return expanded
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
