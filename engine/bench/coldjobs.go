package bench

import (
	"context"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// This file has what Cold runs: programs that execute much code, and little of it often.

// ColdJars is the folder in which Debian has the jars that some of them need.
const ColdJars = "/usr/share/java"

//go:embed cold/*.java
var coldSources embed.FS

// coldJob is what a process does, the same on all sides.
type coldJob struct {
	name, help string
	source     string   // of cold/, which is compiled for it; "" for none
	jars       []string // on its class path
	writes     bool     // to the folder coldFolders.output
	network    bool     // talks to itself
	words      func(at coldFolders) []string
}

// coldFolders is where jobs find what they work on.
type coldFolders struct {
	classes string // the programs of this package, compiled; below "programs" their sources
	output  string
}

// sources are the files of some of the programs.
func (f coldFolders) sources(names ...string) (files []string) {
	for _, name := range names {
		files = append(files, filepath.Join(f.classes, "programs", name+".java"))
	}
	return files
}

// javac has the JDK's compiler compile programs of this package.
func javac(names ...string) func(coldFolders) []string {
	return func(at coldFolders) []string {
		// Without a class path of its own it would read the current folder, which may change between runs.
		return slices.Concat([]string{"com.sun.tools.javac.Main", "-proc:none", "-encoding", "UTF-8", "-cp", at.output, "-d", at.output}, at.sources(names...))
	}
}

// mainClass has a class run that works on nothing of this package.
func mainClass(words ...string) func(coldFolders) []string {
	return func(coldFolders) []string { return words }
}

// coldJobs are what is measured.
var coldJobs = []coldJob{
	{name: "hello", help: "Hello World", words: mainClass("Hello")},
	{name: "javac-one", help: "the JDK's compiler on one class of a few lines", writes: true, words: javac("Hello")},
	{name: "javac", help: "the same on four programs, some 900 lines", writes: true, words: javac("Harness", "Json", "Richards", "Constraints")},
	{name: "javac-all", help: "the same on all programs of \"bench speed\", some 3,000 lines", writes: true, words: javac(append([]string{"Harness"}, speedPrograms...)...)},
	{name: "javadoc", help: "pages about three classes, by the JDK's javadoc", writes: true, words: func(at coldFolders) []string {
		return slices.Concat([]string{"jdk.javadoc.internal.tool.Main", "-quiet", "-notimestamp", "-private", "-Xdoclint:none", "-encoding", "UTF-8", "-d", at.output},
			at.sources("Harness", "Json", "Richards"))
	}},
	{name: "xslt", help: "an XML document transformed by a stylesheet, which the JDK compiles first", source: "Transformation.java", words: mainClass("Transformation")},
	{name: "template", help: "a page made of templates of FreeMarker", source: "Page.java", jars: []string{"freemarker.jar"}, words: mainClass("Page")},
	{name: "web", help: "the JDK's web server, asked three times by its client", source: "Request.java", network: true, words: mainClass("Request")},
	{name: "clojure", help: "an expression of Clojure, whose library loads itself before", jars: []string{"clojure-1.11.jar", "spec.alpha.jar", "core.specs.alpha.jar"},
		words: mainClass("clojure.main", "-e", "(reduce + (map inc (range 100)))")},
	{name: "junit", help: "a suite of JUnit tests of commons-lang3", source: "LanguageSuite.java", jars: []string{"junit4.jar", "hamcrest-core.jar", "commons-lang3.jar"},
		words: mainClass("LanguageSuite")},
}

// ColdJobsHelp says, in a line for each, what is measured.
func ColdJobsHelp() string {
	var text strings.Builder
	for _, j := range coldJobs {
		fmt.Fprintf(&text, "  %-12s  %s\n", j.name, j.help)
	}
	return text.String()
}

// missing is the first of the job's jars that is not in a folder; "" if all are.
func (j *coldJob) missing(jars string) string {
	for _, path := range j.jarsIn(jars) {
		if _, err := os.Stat(path); err != nil {
			return path
		}
	}
	return ""
}

func (j *coldJob) jarsIn(folder string) (paths []string) {
	for _, name := range j.jars {
		paths = append(paths, filepath.Join(folder, name))
	}
	return paths
}

// prepare makes what the job needs: its class, compiled into a folder of its own, and that to write to. It gives the flags of hotlens that
// permit what it does, and the words of the command line from the class path on.
func (j *coldJob) prepare(ctx context.Context, o *ColdOptions, classes string) (grants, words []string, err error) {
	folder := filepath.Join(classes, "cold", j.name)
	at := coldFolders{classes: classes, output: filepath.Join(folder, "output")}
	if err := os.MkdirAll(at.output, 0o700); err != nil {
		return nil, nil, err
	}
	first := classes
	if j.source != "" {
		first = folder
	}
	path := strings.Join(append([]string{first}, j.jarsIn(o.Jars)...), string(filepath.ListSeparator))
	if j.source != "" {
		text, err := coldSources.ReadFile("cold/" + j.source)
		if err != nil {
			return nil, nil, err
		}
		source := filepath.Join(folder, j.source)
		if err := os.WriteFile(source, text, 0o600); err != nil {
			return nil, nil, err
		}
		compiler := command(ctx, []string{o.JDK.Javac(), "-proc:none", "-nowarn", "-encoding", "UTF-8", "-cp", path, "-d", folder, source})
		if output, err := compiler.CombinedOutput(); err != nil {
			return nil, nil, fmt.Errorf("compiling %s with the jars of %s: %w: %s", j.source, o.Jars, err, firstLine(output))
		}
	}
	if j.writes {
		grants = append(grants, "--allow-read", classes, "--allow-write", at.output)
	}
	if j.network {
		grants = append(grants, "--allow-net")
	}
	return grants, slices.Concat([]string{"-cp", path}, j.words(at)), nil
}
