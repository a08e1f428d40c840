package javac

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"hotlens/engine/jdk"
)

// This file makes the program that runs in the JVM, once per JDK. The JVM that is to run it compiles it first: a javac in a process
// of its own would take as long, and leave the first compilation to another one that has everything to load again.

// bootstrap compiles the program and runs it.
//
//go:embed bootstrap/Bootstrap.java
var bootstrap []byte

// makingPrefix begins the names of the folders in which the program is compiled.
const makingPrefix = "making-"

// findProgram returns the program for a JDK, in the user's cache folder if there can be one, else in a temporary folder. If it has not been
// compiled before, the next JVM does that.
func findProgram(j *jdk.JDK) (*program, error) {
	key, err := cacheKey(j)
	if err != nil {
		return nil, err
	}
	p := &program{jdk: j}
	if cache := cacheFolder(); cache != "" {
		p.folder = filepath.Join(cache, key)
		if complete(p.folder) {
			return p, nil
		}
		if err := os.MkdirAll(p.folder, 0o755); err == nil {
			removeOld(p.folder, makingPrefix)
			p.making, _ = os.MkdirTemp(p.folder, makingPrefix) // on the same disk, so that the jar appears in one step
		}
	}
	if p.making == "" {
		p.private = true
		if p.folder, err = os.MkdirTemp("", "hotlens-compiler-"); err != nil {
			return nil, fmt.Errorf("no folder for the compiler service: %w", err)
		}
		p.making = filepath.Join(p.folder, makingPrefix)
	}
	if err := p.unpack(); err != nil {
		_ = p.remove() // the error says more
		return nil, fmt.Errorf("unpacking the compiler service: %w", err)
	}
	return p, nil
}

// classes is where the classes of the program go while it is made: all that the JVM may write of it.
func (p *program) classes() string { return filepath.Join(p.making, "classes") }

func (p *program) bootstrap() string { return filepath.Join(p.making, "Bootstrap.java") }

func (p *program) sources() string { return filepath.Join(p.making, "sources") }

// unpack puts there what it takes to make the program.
func (p *program) unpack() error {
	for _, folder := range []string{p.classes(), p.sources()} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
	}
	if err := os.WriteFile(p.bootstrap(), bootstrap, 0o600); err != nil {
		return err
	}
	_, err := unpackSources(p.sources())
	return err
}

// bootstrapArguments are those of java, to compile the program and to run it.
func (p *program) bootstrapArguments() ([]string, error) {
	var sources []string
	err := eachSource(func(name string, _ []byte) error {
		sources = append(sources, filepath.Join(p.sources(), name))
		return nil
	})
	if err != nil {
		return nil, err
	}
	classes := p.classes()
	return slices.Concat(
		jvmOptions, internalsOptions(), []string{p.bootstrap(), mainClass, classes},
		// Neither the class path nor the current folder may bring a plugin in.
		internalsOptions(), []string{concatenation, "-encoding", "UTF-8", "-proc:none", "-classpath", classes, "-processorpath", classes, "-d", classes}, sources,
	), nil
}

// make waits for the JVM, if that is to make the program, and keeps what it has made: before the JVM gets a request, which may have it run
// code of the user's that writes there, too.
func (s *Service) make(ctx context.Context) error {
	p := s.program
	if p.making == "" {
		return nil
	}
	line, err := (&Request{SourcePath: []string{}}).wire(s.lastID)
	if err == nil {
		line, err = s.process.exchange(ctx, line)
	}
	if err == nil {
		_, err = decodeResponse(line, s.lastID)
	}
	if err == nil {
		err = p.keep()
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("making the compiler service with the javac of %s: %w", p.jdk.Home, err)
	}
	return err
}

// keep packs the classes that a JVM has made.
func (p *program) keep() error {
	made := filepath.Join(p.making, jarName)
	if err := writeJar(made, os.DirFS(p.classes())); err != nil {
		return err
	}
	if !complete(p.folder) { // else another process was faster, with the same result; an archive may know its jar already
		if err := os.Rename(made, p.jar()); err != nil {
			return err
		}
	}
	return p.removeMaking()
}

// removeMaking removes what it took to make the program, if that is still there.
func (p *program) removeMaking() error {
	if p.making == "" {
		return nil
	}
	err := os.RemoveAll(p.making)
	p.making = ""
	return err
}
