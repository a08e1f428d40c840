package tests

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"hotlens/engine/javac"
	"hotlens/profiles"
)

// runnerSources is the program that runs tests.
//
//go:embed java/hotlens/runner/*.java
var runnerSources embed.FS

// MainClass is the main class of the program that runs tests. Its arguments are the file for its events, then those of a Choice, then those that Select gives.
const MainClass = "hotlens.runner.Main"

// Arguments have it run the tests of some groups only, and not those of others, or as suites have them: see project.Testing.
func (c *Choice) Arguments() (arguments []string) {
	if c == nil {
		return nil
	}
	if c.Groups != "" {
		arguments = append(arguments, "-groups", c.Groups)
	}
	if c.ExcludedGroups != "" {
		arguments = append(arguments, "-excludedGroups", c.ExcludedGroups)
	}
	for _, suite := range c.Suites {
		arguments = append(arguments, "-suite", suite)
	}
	return arguments
}

// Narrow are the arguments that name some classes (Select) with the methods that the build runs of those of which none are named.
func (c *Choice) Narrow(chosen []string) []string {
	narrowed := slices.Clone(chosen)
	for i, argument := range chosen {
		if methods := c.Methods(strings.ReplaceAll(argument, ".", "/")); methods != allMethods && !strings.Contains(argument, "#") {
			narrowed[i] += "#" + methods
		}
	}
	return narrowed
}

// Shares are the arguments of the program that say which tests of some classes are this choice's, where several share a class, by the arguments that name the classes (Select). A test belongs to the first that
// has it by its groups; what none of them has, to the first.
func (c *Choice) Shares(chosen []string) []string {
	shared := c.Shared(chosen)
	if len(shared) == 0 {
		return nil
	}
	return slices.Concat([]string{"-now", strconv.Itoa(slices.Index(c.all, c))}, shared)
}

// Shared are the arguments that have the program tell which of the choices have tests of some classes that several share, by the arguments that name the classes (Select).
func (c *Choice) Shared(chosen []string) (arguments []string) {
	if c == nil {
		return nil
	}
	var shared []string
	for _, argument := range chosen {
		class, _, _ := strings.Cut(argument, "#")
		class = profiles.Outermost(class)
		sharing := c.sharing(strings.ReplaceAll(class, ".", "/"))
		if len(sharing) < 2 || slices.Contains(shared, class) {
			continue
		}
		var numbers []string
		for _, other := range sharing {
			numbers = append(numbers, strconv.Itoa(slices.Index(c.all, other)))
		}
		shared = append(shared, "-shared", class, strings.Join(numbers, ","))
	}
	if len(shared) == 0 {
		return nil
	}
	for _, other := range c.all {
		arguments = append(arguments, "-time", other.Groups, other.ExcludedGroups)
	}
	return slices.Concat(arguments, shared)
}

// Packages are those of the frameworks and of ours, with slashes and one behind: what they do is no test's work.
func Packages() []string {
	return []string{"hotlens/runner/", "org/junit/", "junit/", "org/testng/", "org/opentest4j/", "org/apiguardian/"}
}

// runnerFolder is the last part of the folder that Build gives.
const runnerFolder = "runner"

// Build compiles the program that runs tests by the frameworks that were found, unless the cache folder has it. It returns the folder of its
// classes.
func Build(ctx context.Context, service *javac.Service, cache string, found Found, classPath []string) (string, error) {
	frameworks := found.Frameworks
	hash := sha256.New()
	fmt.Fprintf(hash, "%s\n%q\n%q\n", service.JDK().Version, frameworks, found.Sources)
	for _, entry := range relevant(classPath) {
		if info, err := os.Stat(entry); err == nil {
			fmt.Fprintf(hash, "%s %d %d\n", entry, info.Size(), info.ModTime().UnixNano())
		}
	}
	sources := map[string][]byte{}
	err := fs.WalkDir(runnerSources, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !wanted(name, frameworks) {
			return err
		}
		text, err := runnerSources.ReadFile(name)
		sources[path.Base(name)] = text
		fmt.Fprintf(hash, "%s %d\n%s", name, len(text), text)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("the program that runs tests: %w", err)
	}
	home := filepath.Join(cache, hex.EncodeToString(hash.Sum(nil)[:16]))
	built := filepath.Join(home, runnerFolder)
	if _, err := os.Stat(built); err == nil {
		return built, nil
	}
	temporary, err := os.MkdirTemp(cache, "building-")
	if err != nil {
		return "", fmt.Errorf("no folder for the program that runs tests: %w", err)
	}
	defer os.RemoveAll(temporary)
	request := javac.Request{ClassPath: classPath, OutputDir: filepath.Join(temporary, runnerFolder), Options: []string{"-Xlint:none", "-implicit:none"}}
	folder := filepath.Join(temporary, "source")
	if err := os.Mkdir(folder, 0o700); err != nil {
		return "", fmt.Errorf("the program that runs tests: %w", err)
	}
	for name, text := range sources {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return "", fmt.Errorf("the program that runs tests: %w", err)
		}
		request.Files = append(request.Files, file)
	}
	slices.Sort(request.Files)
	request.SourcePath = append([]string{folder}, found.Sources...)
	result, err := service.Compile(ctx, request)
	if err != nil {
		return "", fmt.Errorf("compiling the program that runs tests: %w", err)
	}
	if !result.OK {
		return "", fmt.Errorf("the program that runs tests does not compile with the libraries of the project, perhaps as they have a version of JUnit that hotlens does not know: %s", firstError(result))
	}
	if err := os.RemoveAll(folder); err != nil {
		return "", fmt.Errorf("the program that runs tests: %w", err)
	}
	if err := os.Rename(temporary, home); err != nil && !errors.Is(err, fs.ErrExist) {
		if _, err := os.Stat(built); err != nil { // else another process was faster, with the same result
			return "", fmt.Errorf("keeping the program that runs tests: %w", err)
		}
	}
	return built, nil
}

// relevant are the entries of a class path that the program is compiled against: jars, as the project's own folders change all the time.
func relevant(classPath []string) []string {
	return slices.DeleteFunc(slices.Clone(classPath), func(entry string) bool { return !strings.HasSuffix(entry, ".jar") })
}

// wanted tells whether a source file of ours is for all frameworks, or for one that is there.
func wanted(name string, frameworks []Framework) bool {
	simple := Framework(strings.TrimSuffix(path.Base(name), ".java"))
	switch simple {
	case JUnit4, Platform, TestNG:
		return slices.Contains(frameworks, simple)
	}
	return true
}

func firstError(result *javac.Result) string {
	for _, d := range result.Diagnostics {
		if d.Kind == javac.Error {
			return filepath.Base(d.File) + ": " + strings.Join(strings.Fields(d.Message), " ")
		}
	}
	return "it does not compile"
}
