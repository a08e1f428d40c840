// Package jdk finds the user's JDK: its compiler compiles the user's programs,
// and its class library is what they run on.
//
// Invariant: a JDK that is returned has a class library and a compiler, and is of
// a feature version whose library the embedded VM fits.
package jdk

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"hotlens/vm/release"
)

// JDK is an installed JDK.
type JDK struct {
	Home    string // absolute path
	Version string // JAVA_VERSION of the file "release", such as "17.0.15"
	Modules string // path of the runtime image lib/modules
	Release release.Release
	// Stamp differs from that of a JDK which was in the same folder before: of an earlier update, or of what a link led to.
	Stamp string
}

// Java is the path of the launcher.
func (j *JDK) Java() string { return filepath.Join(j.Home, "bin", program("java")) }

// Javac is the path of the compiler's launcher.
func (j *JDK) Javac() string { return filepath.Join(j.Home, "bin", program("javac")) }

func program(name string) string {
	if runtime.GOOS == "windows" {
		return name + ".exe"
	}
	return name
}

// howToName ends what an error tells the user to do.
const howToName = "or name its folder with --jdk (setting hotlens.jdk), " + Variable + " or JAVA_HOME"

// ErrNotFound says that there is no JDK in any of the places where Find looks.
var ErrNotFound = fmt.Errorf("no JDK found: install JDK %s (with javac), %s", release.Names(), howToName)

// VersionError is a JDK of another feature version.
type VersionError struct{ Home, Version string }

func (e *VersionError) Error() string {
	return fmt.Sprintf("the JDK in %s is version %s, and JDK %s is needed: install it, %s",
		e.Home, e.Version, release.Names(), howToName)
}

// OlderError is a JDK that is older than the code that is to be compiled.
type OlderError struct {
	JDK   *JDK
	Level int // of Java, that the code is for
}

func (e *OlderError) Error() string {
	text := fmt.Sprintf("the project is for Java %d, and the JDK in %s is version %s", e.Level, e.JDK.Home, e.JDK.Version)
	newest := slices.Max(release.Features())
	if newest < e.Level {
		return fmt.Sprintf("%s: hotlens supports JDK %s; let the project be for Java %d", text, release.Names(), newest)
	}
	return fmt.Sprintf("%s: install JDK %d, %s", text, newest, howToName)
}

// FolderError is a folder that is not a JDK.
type FolderError struct{ Home, Missing string }

func (e *FolderError) Error() string {
	return fmt.Sprintf("%s is not the folder of a JDK: %s is missing; install JDK %s (with javac), %s",
		e.Home, e.Missing, release.Names(), howToName)
}

// Variable is the environment variable that names the JDK's folder.
const Variable = "HOTLENS_JDK"

// named is the folder of the JDK that the user says is to be used, by a flag or setting or by the environment variable; "" for none.
func named(explicit string) string { return cmp.Or(explicit, os.Getenv(Variable)) }

// Find returns the JDK to use. An explicit folder, HOTLENS_JDK and JAVA_HOME are
// tried in this order and the first that is set is taken, if it is a JDK at all,
// except that a JAVA_HOME that does not fit is passed over where another place
// has a JDK that does: many users have it for something else. The other places
// are the JDK of javac on the PATH and the usual folders of the operating system.
//
// Errors are ErrNotFound, *VersionError and *FolderError.
func Find(explicit string) (*JDK, error) {
	if home := named(explicit); home != "" {
		return Open(home)
	}
	var unfit error // why the most prominent candidate does not do
	for _, home := range places() {
		j, err := Open(home)
		if err == nil {
			return j, nil
		}
		if unfit == nil {
			unfit = err
		}
		// A folder that holds no JDK says less than a JDK of another version.
		if folder, version := (*FolderError)(nil), (*VersionError)(nil); errors.As(unfit, &folder) && errors.As(err, &version) {
			unfit = err
		}
	}
	if version := (*VersionError)(nil); errors.As(unfit, &version) {
		return nil, unfit
	}
	if unfit != nil && os.Getenv("JAVA_HOME") != "" {
		return nil, fmt.Errorf("JAVA_HOME: %w", unfit)
	}
	return nil, ErrNotFound
}

// FindFor returns the JDK for code of a level of Java: that of Find or, where nobody has named one and it is older than the code, the oldest of the others
// that is not.
//
// Errors are those of Find, and *OlderError.
func FindFor(explicit string, level int) (*JDK, error) {
	found, err := Find(explicit)
	if err != nil || found.Release.Feature >= level {
		return found, err
	}
	if newer := Newer(level - 1); named(explicit) == "" && len(newer) > 0 {
		return newer[0], nil
	}
	return nil, &OlderError{found, level}
}

// Others are the JDKs in the places where Find looks without being told, but the one that was found: each once.
func Others(found *JDK) []*JDK {
	return slices.DeleteFunc(installed(), func(other *JDK) bool { return real(other.Home) == real(found.Home) })
}

// Newer are the JDKs in the places where Find looks without being told that are newer than a version of Java, the oldest of them first.
func Newer(java int) []*JDK {
	newer := slices.DeleteFunc(installed(), func(j *JDK) bool { return j.Release.Feature <= java })
	slices.SortStableFunc(newer, func(a, b *JDK) int { return a.Release.Feature - b.Release.Feature })
	return newer
}

// installed are the JDKs in the places where Find looks without being told, each once.
func installed() []*JDK {
	var all []*JDK
	seen := map[string]bool{}
	for _, home := range places() {
		if j, err := Open(home); err == nil && !seen[real(home)] {
			seen[real(home)] = true
			all = append(all, j)
		}
	}
	return all
}

// Unfit says of what is in the places where Find looks, and looks like a JDK, why it is none that can be used: *VersionError and *FolderError, each folder once.
func Unfit() []error {
	var unfit []error
	seen := map[string]bool{}
	for _, home := range places() {
		_, err := Open(home)
		if _, statErr := os.Stat(filepath.Join(home, "release")); err != nil && statErr == nil && !seen[real(home)] {
			seen[real(home)] = true
			unfit = append(unfit, err)
		}
	}
	return unfit
}

// real is a path without symbolic links, as far as it can be followed.
func real(path string) string {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	return path
}

// places are where JDKs are looked for if nobody names one, the most prominent first.
func places() []string {
	homes := []string{os.Getenv("JAVA_HOME")}
	if javac, err := exec.LookPath(program("javac")); err == nil {
		if resolved, err := filepath.EvalSymlinks(javac); err == nil {
			homes = append(homes, filepath.Dir(filepath.Dir(resolved)))
		}
	}
	homes = append(homes, usual()...)
	return slices.DeleteFunc(homes, func(home string) bool { return home == "" })
}

// The folders in a user's own one where SDKMAN, IntelliJ IDEA and Gradle install JDKs.
const (
	sdkman   = "~/.sdkman/candidates/java/*"
	intellij = "~/.jdks/*"
	gradle   = "~/.gradle/jdks/*"
)

// folders are the patterns of the places where JDKs are usually installed, by operating system; ~ is the user's own folder.
var folders = map[string][]string{
	"linux":   {"/usr/lib/jvm/*", "/usr/java/*", "/opt/java/*", "/opt/jdk*", sdkman, intellij, gradle},
	"darwin":  {"/Library/Java/JavaVirtualMachines/*/Contents/Home", "/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home", "/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home", sdkman, intellij + "/Contents/Home"},
	"windows": {`C:\Program Files\Java\*`, `C:\Program Files\Eclipse Adoptium\*`, `C:\Program Files\Microsoft\jdk*`, `C:\Program Files\Zulu\*`},
}

// usual returns the existing usual folders; newer versions first, as far as their names tell.
func usual() []string {
	var homes []string
	for _, pattern := range folders[runtime.GOOS] {
		if below, ok := strings.CutPrefix(pattern, "~/"); ok {
			own, err := os.UserHomeDir()
			if err != nil {
				continue
			}
			pattern = filepath.Join(own, below)
		}
		matches, _ := filepath.Glob(pattern) // the patterns are well-formed
		homes = append(homes, matches...)
	}
	slices.Sort(homes)
	slices.Reverse(homes)
	return homes
}

// Open returns the JDK in a folder. Errors are *VersionError and *FolderError.
func Open(home string) (*JDK, error) {
	home, err := filepath.Abs(home)
	if err != nil {
		return nil, fmt.Errorf("the JDK's folder: %w", err)
	}
	j := &JDK{Home: home, Modules: filepath.Join(home, "lib", "modules")}
	if info, err := os.Stat(home); err != nil || !info.IsDir() {
		return nil, &FolderError{home, "the folder itself"}
	}
	values, err := release.File(home)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &FolderError{home, "the file release"}
	}
	if err != nil {
		return nil, fmt.Errorf("the JDK in %s: %w", home, err)
	}
	j.Version = values[release.VersionKey]
	if j.Version == "" {
		return nil, &FolderError{home, "JAVA_VERSION in the file release"}
	}
	var supported bool
	if j.Release, supported = release.Of(release.FeatureOf(j.Version)); !supported {
		return nil, &VersionError{home, j.Version}
	}
	j.Stamp = j.Version
	for _, path := range []string{j.Modules, j.Java(), j.Javac()} {
		info, err := os.Stat(path)
		if err != nil || info.IsDir() {
			name, _ := filepath.Rel(home, path) // path is below home
			return nil, &FolderError{home, "the file " + filepath.ToSlash(name)}
		}
		j.Stamp += fmt.Sprintf(" %d %d", info.Size(), info.ModTime().UnixNano())
	}
	return j, nil
}
