package target

import (
	"archive/zip"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"hotlens/vm/classpath"
	"hotlens/vm/release"
)

// resolveJar finds the main class of a jar. The run's class path is the jar alone:
// what the manifest's Class-Path adds, the class loader of the JDK adds itself.
func resolveJar(jar string, from release.Release) (*Target, error) {
	archive, err := zip.OpenReader(jar)
	if errors.Is(err, zip.ErrFormat) || errors.Is(err, zip.ErrAlgorithm) || errors.Is(err, zip.ErrChecksum) {
		return nil, corrupt(jar, err)
	}
	if err != nil {
		cause := err
		if path := (*fs.PathError)(nil); errors.As(err, &path) {
			cause = path.Err
		}
		return nil, &LaunchError{
			Reason:   BadJar,
			Message:  fmt.Sprintf("the jar %s cannot be read: %v: check the path", jar, cause),
			Launcher: "Error: Unable to access jarfile " + jar,
		}
	}
	defer archive.Close()
	text, err := readArchived(&archive.Reader, jar, classpath.ManifestName)
	if err != nil {
		return nil, corrupt(jar, err)
	}
	manifest := classpath.MainAttributes(string(text))
	class := strings.TrimSpace(manifest["main-class"])
	if class == "" {
		return nil, noMainClass(jar, text != nil)
	}
	path := search{append([]string{jar}, classpath.ClassPath(jar, manifest)...), from}
	class = strings.ReplaceAll(class, "/", ".")
	if err := path.checkMain(class); err != nil {
		return nil, err
	}
	found := &Target{MainClass: class, ClassPath: []string{jar}, Exports: strings.Fields(manifest["add-exports"]), Opens: strings.Fields(manifest["add-opens"])}
	if agent := strings.TrimSpace(manifest["launcher-agent-class"]); agent != "" {
		found.Notes = append(found.Notes, fmt.Sprintf("the agent %s, which the manifest of %s names as Launcher-Agent-Class, is left out: agents work inside HotSpot", agent, jar))
	}
	return found, nil
}

func corrupt(jar string, err error) error {
	return &LaunchError{
		Reason:   BadJar,
		Message:  fmt.Sprintf("the jar %s is damaged: %v: build it again", jar, err),
		Launcher: "Error: Invalid or corrupt jarfile " + jar,
	}
}

func noMainClass(jar string, hasManifest bool) error {
	what, launcher := "the manifest of "+jar+" names no Main-Class", "no main manifest attribute, in "+jar
	if !hasManifest {
		what, launcher = "the jar "+jar+" has no manifest, and so no Main-Class", "Error: Invalid or corrupt jarfile "+jar
	}
	return &LaunchError{
		Reason:   NoMainClass,
		Message:  fmt.Sprintf("%s: build it with an entry point, or run one of its classes with -cp %s CLASS", what, jar),
		Launcher: launcher,
	}
}
