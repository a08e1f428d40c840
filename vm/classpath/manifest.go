package classpath

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"
)

// ManifestName is the name of the manifest in a jar.
const ManifestName = "META-INF/MANIFEST.MF"

// maxManifestBytes is the most that is read of a manifest, far more than one with a
// digest for each class of a large jar has. It keeps a jar that expands without end from
// filling the memory.
const maxManifestBytes = 64 << 20

// readManifest reads the manifest of a jar, "" if it has none.
func readManifest(jar string) (string, error) {
	archive, err := zip.OpenReader(jar)
	if errors.Is(err, zip.ErrFormat) {
		return "", fmt.Errorf("class path entry %s is neither a folder nor a jar (%w): correct the class path or rebuild the jar", jar, err)
	}
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // no entry is ever written to a file
		return "", fmt.Errorf("open jar %s: %w", jar, err)
	}
	defer archive.Close() // only read
	text, err := ManifestOf(&archive.Reader)
	if err != nil {
		return "", fmt.Errorf("read the manifest of %s: %w", jar, err)
	}
	return text, nil
}

// ManifestOf reads the manifest of an open jar, "" if it has none.
func ManifestOf(jar *zip.Reader) (string, error) {
	for _, file := range jar.File {
		if file.Name == ManifestName {
			return readEntry(file)
		}
	}
	return "", nil
}

func readEntry(file *zip.File) (string, error) {
	reader, err := file.Open()
	if err != nil {
		return "", err
	}
	defer reader.Close() // only read
	text, err := io.ReadAll(io.LimitReader(reader, maxManifestBytes+1))
	if err == nil && len(text) > maxManifestBytes {
		err = fmt.Errorf("it has more than %d bytes", maxManifestBytes)
	}
	return string(text), err
}

// MainAttributes reads the main section of a manifest (JAR File Specification,
// "Notes on Manifest and Signature Files"): names, in lower case here, and values;
// a line that starts with a space continues the one before; an empty line ends it.
func MainAttributes(manifest string) map[string]string {
	manifest = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(manifest)
	manifest = strings.ReplaceAll(manifest, "\n ", "")
	attributes := map[string]string{}
	for line := range strings.Lines(manifest) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" {
			break
		}
		if name, value, ok := strings.Cut(line, ": "); ok {
			attributes[strings.ToLower(name)] = value
		}
	}
	return attributes
}

// ClassPath returns the locations that the manifest of a jar, with these main
// attributes, adds to the class path. They are URLs relative to the jar there; those of
// other places than files are passed over.
func ClassPath(jar string, attributes map[string]string) []string {
	var locations []string
	for _, reference := range strings.Fields(attributes["class-path"]) {
		u, err := url.Parse(reference)
		if err != nil || u.Scheme != "" && u.Scheme != "file" || u.Path == "" {
			continue
		}
		path := filepath.FromSlash(u.Path)
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(jar), path)
		}
		locations = append(locations, path)
	}
	return locations
}
