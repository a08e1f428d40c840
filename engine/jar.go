package engine

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path/filepath"
	"strings"
)

// manifestName is where a jar says what it is (JAR File Specification, "JAR
// Manifest").
const manifestName = "META-INF/MANIFEST.MF"

// maxManifestBytes bounds what is read of a manifest. The main section that is
// wanted stands first; what follows describes single entries.
const maxManifestBytes = 1 << 20

// jar is what the launcher needs to know of a jar file.
type jar struct {
	mainClass  string   // binary name with dots
	classPath  []string // absolute paths of the jars and folders that it names
	addExports []string // MODULE/PACKAGE, to all unnamed modules
	addOpens   []string
}

// readJar reads the manifest of a runnable jar.
func readJar(path string) (*jar, error) {
	archive, err := zip.OpenReader(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no jar %s", path)
	case err != nil:
		return nil, fmt.Errorf("%s is not a jar: %w", path, err)
	}
	defer archive.Close()
	file, err := archive.Open(manifestName)
	if err != nil {
		return nil, fmt.Errorf("%s has no manifest: name the main class, with -cp %s", path, path)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxManifestBytes))
	if err != nil {
		return nil, fmt.Errorf("reading the manifest of %s: %w", path, err)
	}
	attributes := mainAttributes(string(text))
	j := &jar{
		mainClass:  attributes["main-class"],
		addExports: strings.Fields(attributes["add-exports"]),
		addOpens:   strings.Fields(attributes["add-opens"]),
	}
	if j.mainClass == "" {
		return nil, fmt.Errorf("the manifest of %s has no Main-Class: name the main class, with -cp %s", path, path)
	}
	for _, reference := range strings.Fields(attributes["class-path"]) {
		if parsed, err := url.Parse(reference); err == nil && (parsed.Scheme == "" || parsed.Scheme == "file") {
			named := filepath.FromSlash(parsed.Path)
			if !filepath.IsAbs(named) {
				named = filepath.Join(filepath.Dir(path), named)
			}
			j.classPath = append(j.classPath, named)
		}
	}
	return j, nil
}

// mainAttributes reads the main section of a manifest: "Name: value" lines, of
// which those that start with a space continue the line before. Names are in
// lower case.
func mainAttributes(manifest string) map[string]string {
	attributes := map[string]string{}
	name := ""
	for _, line := range strings.Split(endMainSection(manifest), "\n") {
		if rest, ok := strings.CutPrefix(line, " "); ok {
			attributes[name] += rest
			continue
		}
		key, value, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		name = strings.ToLower(key)
		attributes[name] = strings.TrimPrefix(value, " ")
	}
	for name, value := range attributes {
		attributes[name] = strings.TrimSpace(value)
	}
	return attributes
}

// endMainSection cuts a manifest behind its first blank line.
func endMainSection(manifest string) string {
	manifest = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(manifest)
	main, _, _ := strings.Cut(manifest, "\n\n")
	return main
}
