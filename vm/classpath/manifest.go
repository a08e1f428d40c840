package classpath

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

const manifestName = "META-INF/MANIFEST.MF"

// Manifest returns the main attributes of a jar's manifest, such as Main-Class
// and Class-Path, by name. Names that Java knows are spelled as Java does, whatever
// their case in the jar. There are none for a jar without a manifest.
func Manifest(jarPath string) (map[string]string, error) {
	j, err := openJar(jarPath)
	if err != nil {
		return nil, err
	}
	return j.attributes, j.Close()
}

func (j *jar) readManifest() error {
	j.attributes = map[string]string{}
	data, err := j.find(manifestName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = parseManifest(string(data), j.attributes)
	}
	if err != nil {
		return fmt.Errorf("read the manifest of %s: %w", j.path, err)
	}
	return nil
}

// known are the main attributes with a meaning to Java launchers and loaders.
var known = []string{
	"Manifest-Version", "Created-By", "Main-Class", "Class-Path", "Launcher-Agent-Class", "Add-Exports", "Add-Opens",
	"Enable-Native-Access", "Multi-Release", "Automatic-Module-Name", "Premain-Class", "Agent-Class", "Sealed",
}

// parseManifest adds the main section of a manifest to attributes: "Name: value" lines up to
// the first empty one, of which long ones go on in lines that start with a space
// (JAR File Specification, "Name-Value pairs and Sections").
func parseManifest(text string, attributes map[string]string) error {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	text, _, _ = strings.Cut(text, "\n\n")
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\n ", ""), "\n") {
		if line == "" {
			continue
		}
		name, value, ok := strings.Cut(line, ": ")
		if !ok {
			name, ok = strings.CutSuffix(line, ":")
		}
		if !ok || name == "" {
			return fmt.Errorf("%q is no attribute of the form \"Name: value\"", line)
		}
		for _, k := range known {
			if strings.EqualFold(name, k) {
				name = k
			}
		}
		attributes[name] = value
	}
	return nil
}
