package javac

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
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
var internals = []string{"api", "code", "comp", "jvm", "parser", "tree", "util"}

func internalsOptions() []string {
	var options []string
	for _, name := range internals {
		options = append(options, "--add-exports=jdk.compiler/com.sun.tools.javac."+name+"=ALL-UNNAMED")
	}
	return options
}

// jvmOptions make the JVM start quickly and stay small: compilations are short,
// and the machine's cores belong to the user's program. It keeps no file with
// performance data: nobody reads it, and the kernel would deny it. Its memory is
// bounded (memory.go).
var jvmOptions = slices.Concat([]string{"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-XX:-UsePerfData"}, memoryOptions())

// program is the compiled Java program.
type program struct {
	jdk     *jdk.JDK
	classes string // folder
	private bool   // whether the folder is of this service alone
}

// command is the command line that runs the program, which may touch what is granted.
func (p *program) command(granted *grants) (*exec.Cmd, error) {
	arguments := slices.Concat(internalsOptions(), jvmOptions, []string{"-cp", p.classes, mainClass})
	command := exec.Command(p.jdk.Java(), arguments...)
	if !confinement.IsOff() {
		rules := granted.rules(p.jdk, p.classes)
		var err error
		if command, err = confinement.Command(rules, rules.Execute[0], arguments...); err != nil {
			return nil, err
		}
	}
	// A folder that stays: the current one may be removed and made again.
	command.Dir = p.classes
	command.Env = environment()
	return command, nil
}

// remove removes the classes if nobody else can use them.
func (p *program) remove() error {
	if !p.private {
		return nil
	}
	return os.RemoveAll(p.classes)
}

// build returns the program for a JDK, from the user's cache folder if it has been
// compiled before, else compiled with the JDK's javac. Where the cache folder
// cannot be written, the classes go to a temporary folder.
func build(ctx context.Context, j *jdk.JDK) (*program, error) {
	key, err := cacheKey(j)
	if err != nil {
		return nil, err
	}
	cache := cacheFolder()
	cached := &program{jdk: j, classes: filepath.Join(cache, key)}
	if cache != "" && complete(cached.classes) {
		return cached, nil
	}
	temporary, err := os.MkdirTemp(cache, "hotlens-compiler-") // without a cache: where temporary files go
	if err != nil && cache != "" {
		cache = ""
		temporary, err = os.MkdirTemp("", "hotlens-compiler-")
	}
	if err != nil {
		return nil, fmt.Errorf("no folder for the compiler service's classes: %w", err)
	}
	private := &program{jdk: j, classes: temporary, private: true}
	if err := compileProgram(ctx, j, temporary); err != nil {
		_ = private.remove() // the compiler's error says more
		return nil, err
	}
	if cache == "" {
		return private, nil
	}
	if err := os.Rename(temporary, cached.classes); err != nil {
		if !complete(cached.classes) {
			return private, nil
		}
		_ = private.remove() // another process was faster, with the same result
	}
	return cached, nil
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

// complete tells whether the folder holds the program: folders come into being
// with all their classes, but users clean up their caches.
func complete(classes string) bool {
	_, err := os.Stat(filepath.Join(classes, filepath.FromSlash(strings.ReplaceAll(mainClass, ".", "/"))+".class"))
	return err == nil
}

// cacheKey identifies the program's sources, the options and the JDK.
func cacheKey(j *jdk.JDK) (string, error) {
	hash := sha256.New()
	fmt.Fprintf(hash, "%s\n%q\n", j.Version, internals)
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

// compileProgram compiles the program into a folder.
func compileProgram(ctx context.Context, j *jdk.JDK, classes string) error {
	sources, err := os.MkdirTemp("", "hotlens-compiler-source-")
	if err != nil {
		return fmt.Errorf("no folder for the compiler service's sources: %w", err)
	}
	defer os.RemoveAll(sources)
	var args []string
	for _, option := range jvmOptions {
		args = append(args, "-J"+option)
	}
	args = append(args, internalsOptions()...)
	// Neither the class path nor the current folder may bring a plugin in.
	args = append(args, "-encoding", "UTF-8", "-proc:none", "-classpath", classes, "-processorpath", classes, "-d", classes)
	err = eachSource(func(name string, text []byte) error {
		path := filepath.Join(sources, name)
		args = append(args, path)
		return os.WriteFile(path, text, 0o600)
	})
	if err != nil {
		return fmt.Errorf("unpacking the compiler service: %w", err)
	}
	command := exec.CommandContext(ctx, j.Javac(), args...)
	command.Dir, command.Env = sources, environment()
	if output, err := command.CombinedOutput(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("the javac of %s does not compile the compiler service (%w): %s", j.Home, err, firstLine(string(output)))
	}
	return nil
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
