package target

import (
	"archive/zip"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"hotlens/engine/project"
	"hotlens/vm/classpath"
)

// This file finds out whether javac would run annotation processors. Where it would not, what has changed can be compiled alone: see package javac.

// processorServices are the files by which a jar says that it has annotation processors (javax.annotation.processing.Processor), or plugins of javac's, which may start by themselves (com.sun.source.util.Plugin).
var processorServices = []string{"META-INF/services/javax.annotation.processing.Processor", "META-INF/services/com.sun.source.util.Plugin"}

// runsProcessors tells whether the project's own build runs annotation processors.
func runsProcessors(build *project.Build) bool {
	if build == nil {
		return false
	}
	c := &build.Set.Compiler
	if c.NoProcessors || len(c.Processors) > 0 {
		return !c.NoProcessors
	}
	return jars.haveProcessors(build.CompilePath)
}

// mostJars bounds of how many jars is remembered what they have: more than any class path has, at a few hundred bytes each.
const mostJars = 10_000

// jars are those that class paths had: each save asks for all of them again, and few ever change.
var jars = knownJars{known: map[string]lookedAt{}}

// knownJars remembers what jars have. Its methods may be called by many goroutines.
type knownJars struct {
	mutex sync.Mutex
	known map[string]lookedAt // by path
}

// lookedAt is what a jar had when it had that size and time.
type lookedAt struct {
	size       int64
	time       time.Time
	processors bool
	names      []string // the files and folders that its manifest adds to a class path
}

// haveProcessors tells whether the files and folders of a class path, and what manifests add, say that they have annotation processors.
func (j *knownJars) haveProcessors(path []string) bool {
	seen := map[string]bool{}
	for open := slices.Clone(path); len(open) > 0; {
		entry := filepath.Clean(open[0])
		open = open[1:]
		info, err := os.Stat(entry)
		if err != nil || seen[entry] {
			continue
		}
		seen[entry] = true
		if info.IsDir() {
			if slices.ContainsFunc(processorServices, func(name string) bool { return isFile(filepath.Join(entry, filepath.FromSlash(name))) }) {
				return true
			}
			continue
		}
		if !info.Mode().IsRegular() {
			continue // opening a named pipe would wait for whoever writes to it
		}
		found := j.look(entry, info)
		if found.processors {
			return true
		}
		open = append(open, found.names...)
	}
	return false
}

// look looks into a jar, unless it looks as it did before.
func (j *knownJars) look(path string, info os.FileInfo) lookedAt {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	found, known := j.known[path]
	if known && found.size == info.Size() && found.time.Equal(info.ModTime()) {
		return found
	}
	found = lookedAt{size: info.Size(), time: info.ModTime()}
	if archive, err := zip.OpenReader(path); err == nil || errors.Is(err, zip.ErrInsecurePath) { // else javac finds nothing there, either
		defer archive.Close()
		for _, file := range archive.File {
			found.processors = found.processors || slices.Contains(processorServices, file.Name)
		}
		if manifest, err := classpath.ManifestOf(&archive.Reader); err == nil {
			found.names = classpath.ClassPath(path, classpath.MainAttributes(manifest))
		}
	}
	if len(j.known) >= mostJars && !known {
		clear(j.known) // those that are still in use are soon there again
	}
	j.known[path] = found
	return found
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
