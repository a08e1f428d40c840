package javac

import (
	"archive/zip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/engine/confinement"
	"hotlens/engine/jdk"
)

// javaSources is the program that runs in the JVM.
//
//go:embed java/hotlens/compiler/*.java
var javaSources embed.FS

const (
	mainClass  = "hotlens.compiler.Main"
	sourceRoot = "java"
)

// internals are the packages of javac that the program looks into. They are not
// part of the JDK's supported interface, which is one more reason to accept only
// one feature version.
var internals = []string{"api", "code", "comp", "file", "jvm", "parser", "tree", "util"}

// internalsOptions are what javac is told to compile the program; when it runs, its jar says so (writeJar).
func internalsOptions() []string {
	var options []string
	for _, name := range internals {
		options = append(options, "--add-exports=jdk.compiler/com.sun.tools.javac."+name+"=ALL-UNNAMED")
	}
	return options
}

// concatenation has javac make concatenations of strings without invokedynamic, as for the JDK's own classes: those would spin classes when they are
// first executed, which no archive has.
const concatenation = "-XDstringConcat=inline"

// jvmOptions make the JVM start quickly and stay small: compilations are short,
// and the machine's cores belong to the user's program. It keeps no file with
// performance data: nobody reads it, and the kernel would deny it. Its memory is
// bounded (memory.go).
var jvmOptions = slices.Concat([]string{"-XX:+UseSerialGC", "-Xshare:auto"}, commonOptions)

// commonOptions are those of them that a JVM which makes the archive has as well.
var commonOptions = slices.Concat([]string{"-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"}, memoryOptions(), pageOptions())

// program is the Java program, for one JDK.
type program struct {
	jdk     *jdk.JDK
	folder  string // of its jar
	private bool   // whether the folder is of this service alone
	making  string // while there is no jar: the folder in which the next JVM compiles the program; else "" (making.go)
}

// jarName is the program in its folder.
const jarName = "compiler.jar"

func (p *program) jar() string { return filepath.Join(p.folder, jarName) }

// arguments are those of java, to run the program with further options.
func (p *program) arguments(options ...string) []string {
	return slices.Concat(jvmOptions, options, []string{"-jar", p.jar()})
}

// command is the command line that runs the program, which may touch what is granted.
func (p *program) command(granted *grants) (*exec.Cmd, error) {
	var arguments, write []string
	if p.making == "" {
		arguments = p.arguments(p.sharing()...)
	} else {
		var err error
		if arguments, err = p.bootstrapArguments(); err != nil {
			return nil, err
		}
		write = []string{p.classes()}
	}
	command := exec.Command(p.jdk.Java(), arguments...)
	if !confinement.IsOff() {
		rules := granted.rules(p.jdk, p.folder)
		rules.Write = append(rules.Write, write...)
		var err error
		if command, err = confinement.Command(rules, rules.Execute[0], arguments...); err != nil {
			return nil, err
		}
	}
	// A folder that stays: the current one may be removed and made again.
	command.Dir = p.folder
	command.Env = environment()
	return command, nil
}

// remove removes what nobody else can use.
func (p *program) remove() error {
	if p.private {
		return os.RemoveAll(p.folder)
	}
	return p.removeMaking()
}

// cacheFolder returns the folder for compiled programs, "" if there can be none.
func cacheFolder() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	cache = filepath.Join(cache, "hotlens", "compiler")
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return ""
	}
	return cache
}

// complete tells whether the folder holds the program.
func complete(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, jarName))
	return err == nil
}

// cacheKey identifies the program's sources, the options and the JDK.
func cacheKey(j *jdk.JDK) (string, error) {
	hash := sha256.New()
	fmt.Fprintf(hash, "%s\n%q\n%s\n", j.Version, internals, concatenation)
	err := eachSource(func(name string, text []byte) error {
		fmt.Fprintf(hash, "%s %d\n%s", name, len(text), text)
		return nil
	})
	return hex.EncodeToString(hash.Sum(nil)), err
}

func eachSource(visit func(name string, text []byte) error) error {
	return fs.WalkDir(javaSources, sourceRoot, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := javaSources.ReadFile(path)
		if err != nil {
			return err
		}
		return visit(entry.Name(), text)
	})
}

// unpackSources writes the program's sources into a folder, and returns their paths.
func unpackSources(folder string) (paths []string, err error) {
	err = eachSource(func(name string, text []byte) error {
		path := filepath.Join(folder, name)
		paths = append(paths, path)
		return os.WriteFile(path, text, 0o600)
	})
	if err != nil {
		return nil, fmt.Errorf("unpacking the compiler service: %w", err)
	}
	return paths, nil
}

// writeJar packs classes: a JVM shares only classes from jars. The manifest exports javac's packages to them, as options
// would, with which a JVM makes the graph of its modules anew at each start.
func writeJar(path string, classes fs.FS) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	var exports []string
	for _, name := range internals {
		exports = append(exports, "jdk.compiler/com.sun.tools.javac."+name)
	}
	manifest := "Manifest-Version: 1.0\r\n" + foldManifest("Main-Class: "+mainClass) + foldManifest("Add-Exports: "+strings.Join(exports, " "))
	jar := zip.NewWriter(file)
	entry, err := jar.Create("META-INF/MANIFEST.MF")
	if err == nil {
		_, err = io.WriteString(entry, manifest)
	}
	if err == nil {
		err = jar.AddFS(classes)
	}
	return errors.Join(err, jar.Close())
}

// manifestLine is how many bytes a line of a manifest may have (JAR File Specification, "Notes on Manifest and Signature Files").
const manifestLine = 72

// foldManifest is an attribute of a manifest, in lines.
func foldManifest(attribute string) string {
	var folded strings.Builder
	for len(attribute) > manifestLine {
		folded.WriteString(attribute[:manifestLine] + "\r\n")
		attribute = " " + attribute[manifestLine:]
	}
	return folded.String() + attribute + "\r\n"
}
