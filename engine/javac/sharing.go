package javac

import (
	"bufio"
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// This file has the JVM start with javac's classes at hand: from an archive for class data sharing (JEP 310), which is made
// beside the program and is good for all later sessions. Loading and verifying the classes takes most of the time of a first compilation.

// training is a program to compile while the archive is made.
//
//go:embed training/Training.java
var training []byte

// archivePath is where the archive of this JDK is. A JVM refuses one that another JDK has made, in the same folder perhaps.
func (p *program) archivePath() string {
	hash := sha256.New()
	fmt.Fprintf(hash, "%q %q %q %s", p.jdk.Home, jvmOptions, dumpOptions, training)
	if info, err := os.Stat(p.jdk.Modules); err == nil {
		fmt.Fprintf(hash, " %d %d", info.Size(), info.ModTime().UnixNano())
	}
	return filepath.Join(p.folder, fmt.Sprintf("%x.jsa", hash.Sum(nil)[:8]))
}

// sharing are the options that let the JVM use the archive, if there is one. What is wrong with it the JVM does not say, and goes on without.
func (p *program) sharing() []string {
	path := p.archivePath()
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	return []string{"-XX:SharedArchiveFile=" + path}
}

// Archive makes the archive for later JVMs of this service and of others, unless there is one. It takes some seconds of
// processor time, at a low priority, and compiles nothing of the user's. Call it when there has been a compilation. Who has no cache folder gets none.
func (s *Service) Archive(ctx context.Context) error {
	if err := s.turn.Take(ctx); err != nil {
		return err
	}
	program := s.program
	s.turn.Give()
	if program == nil || program.private || program.making != "" {
		return nil
	}
	path := program.archivePath()
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := program.archive(ctx, path); err != nil {
		return fmt.Errorf("making an archive of the Java compiler's classes: %w", err)
	}
	return nil
}

// dumpOptions have a JVM write an archive. G1 puts objects into it as well, such as the classes' mirrors and the graph of the modules,
// which JVMs from JDK 21 on take over with any collector.
var dumpOptions = []string{"-XX:+UseG1GC", "-Xshare:dump", "-Xlog:disable"}

// archive makes the archive of the classes that a JVM in training has loaded. It holds all that the JVM needs, in place of what the JDK's own archive has: to
// map another one beside that takes longer.
func (p *program) archive(ctx context.Context, path string) error {
	for _, prefix := range []string{trainingPrefix, makingPrefix} {
		removeOld(p.folder, prefix)
	}
	folder, err := os.MkdirTemp(p.folder, trainingPrefix) // on the same disk, so that the archive appears in one step
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	list, archive := filepath.Join(folder, "list"), filepath.Join(folder, "archive")
	if err := p.train(ctx, folder, list); err != nil {
		return err
	}
	dump := exec.CommandContext(ctx, p.jdk.Java(), slices.Concat(commonOptions, dumpOptions, []string{
		"-XX:SharedClassListFile=" + list, "-XX:SharedArchiveFile=" + archive, "-cp", p.jar(),
	})...)
	prepareTraining(dump, folder)
	if err := dump.Start(); err != nil {
		return err
	}
	lowerPriority(dump.Process)
	if err := dump.Wait(); err != nil {
		return err
	}
	return os.Rename(archive, path)
}

// prepareTraining has a command run in a folder, and in a group of its own.
func prepareTraining(command *exec.Cmd, folder string) {
	command.Dir, command.Env = folder, environment()
	command.SysProcAttr = ownGroup()
}

// train has a JVM of its own compile, which writes the classes that it loads into a list.
func (p *program) train(ctx context.Context, folder, list string) error {
	requests, err := p.trainingRequests(folder)
	if err != nil {
		return err
	}
	command := exec.CommandContext(ctx, p.jdk.Java(), p.arguments("-XX:DumpLoadedClassList="+list, "-Xlog:disable")...)
	prepareTraining(command, folder)
	stdin, err := command.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	lowerPriority(command.Process)
	responses := bufio.NewReader(stdout)
	for i, request := range requests {
		if _, err = stdin.Write(request); err != nil {
			break
		}
		var line []byte
		if line, err = responses.ReadBytes('\n'); err != nil {
			break
		}
		var answer *response
		if answer, err = decodeResponse(line, i); err == nil {
			err = answer.compiled()
		}
		if err != nil {
			break
		}
	}
	_ = stdin.Close() // the JVM ends by that
	return errors.Join(err, command.Wait())
}

// compiled tells why a training has not compiled what it should have: it would leave out of the archive all that comes after the first error.
func (r *response) compiled() error {
	if r.OK {
		return nil
	}
	for _, d := range r.diagnostics() {
		if d.Kind == Error {
			return fmt.Errorf("%s, line %d, does not compile: %s", filepath.Base(d.File), d.Line, d.Message)
		}
	}
	return errors.New("what is compiled for it does not compile")
}

// trainingPrefix begins the names of the folders in which JVMs are trained.
const trainingPrefix = "training-"

// oldAge is far more than it takes to make the program or its archive.
const oldAge = time.Hour

// removeOld removes what killed processes have left of what they were making in a folder.
func removeOld(folder, prefix string) {
	left, _ := filepath.Glob(filepath.Join(folder, prefix+"*")) // the pattern is a good one
	for _, folder := range left {
		if info, err := os.Stat(folder); err == nil && time.Since(info.ModTime()) > oldAge {
			_ = os.RemoveAll(folder) // the next one tries again
		}
	}
}

// trainingRequests are lines for the program, with all that they are about in a folder.
func (p *program) trainingRequests(folder string) ([][]byte, error) {
	sources := filepath.Join(folder, "training")
	if err := os.Mkdir(sources, 0o700); err != nil {
		return nil, err
	}
	file := filepath.Join(sources, "Training.java")
	if err := os.WriteFile(file, training, 0o600); err != nil {
		return nil, err
	}
	own, err := unpackSources(folder)
	if err != nil {
		return nil, err
	}
	// All ways, with and without what javac has read of the JDK and with what classes depend on; and what is kept is used again.
	typical := Request{Files: []string{file}, OutputDir: filepath.Join(folder, "typical")}
	kept := typical
	kept.OutputDir = filepath.Join(folder, "kept")
	kept.compiled, kept.ClassPath = kept.OutputDir, []string{kept.OutputDir}
	itself := Request{Files: own, OutputDir: filepath.Join(folder, "itself"), Options: internalsOptions()}
	var lines [][]byte
	for i, request := range []Request{typical, typical, kept, kept, itself} {
		line, err := request.wire(i)
		if err != nil {
			return nil, err
		}
		lines = append(lines, append(line, '\n'))
	}
	return lines, nil
}
