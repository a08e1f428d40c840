package project

import (
	"archive/zip"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"hotlens/vm/classpath"
)

// This file is about modules of the Java platform.

// ModuleFile is the description of a module.
const ModuleFile = "module-info.java"

// packageFile is the description of a package.
const packageFile = "package-info.java"

// NamedModule is the code of a build as a module of the Java platform.
type NamedModule struct {
	Name        string
	Description string // the path of its module-info.java
	// CompilePath and RunPath are the module paths; what is not on them stays on the class paths.
	CompilePath, RunPath []string
}

var (
	moduleDeclaration = regexp.MustCompile(`(?:^|[\s;)])module\s+([\w.]+)\s*\{`)
	provides          = regexp.MustCompile(`\bprovides\s+([\w.]+)\s+with\s+([\w.,\s]+);`)
	imports           = regexp.MustCompile(`\bimport\s+([\w.]+\.(\w+))\s*;`)
	requires          = regexp.MustCompile(`\brequires\s+(?:(?:static|transitive)\s+)*([\w.]+)\s*;`)
)

// firstWithModules is the language level that modules came with. Builds for an older one have another compilation for the description.
const firstWithModules = 9

// Named is the build's code as a module; nil where it is none: where nothing describes it, where it tests other code, whose module it would have to become part of, where
// it needs other source sets, and where it is for a Java without modules.
func (b *Build) Named() *NamedModule {
	if level := b.Level(); b.Set.Test || len(b.Sets) > 1 || level > 0 && level < firstWithModules {
		return nil
	}
	for _, root := range b.Set.Sources {
		description := filepath.Join(root, ModuleFile)
		if b.Set.Omits(description) {
			continue
		}
		text, err := os.ReadFile(description)
		if err != nil {
			continue
		}
		code := notCode.ReplaceAllString(string(text), " ")
		declared := moduleDeclaration.FindStringSubmatch(code)
		if declared == nil {
			return nil // the compiler says what is wrong with it
		}
		var required []string
		for _, found := range requires.FindAllStringSubmatch(code, -1) {
			required = append(required, found[1])
		}
		m := &NamedModule{Name: declared[1], Description: description}
		for _, path := range b.CompilePath {
			if onModulePath(path, required) {
				m.CompilePath = append(m.CompilePath, path)
			}
		}
		for _, path := range b.RunPath {
			if onModulePath(path, required) {
				m.RunPath = append(m.RunPath, path)
			}
		}
		return m
	}
	return nil
}

// Services are the providers of services that descriptions of modules name, by service, where the build is not run as a module: on the class path the library looks for them in
// files that these sources need not have. The build tools run tests as part of the module. Files are the sources of the providers, which nothing else need name.
func (b *Build) Services() (services map[string][]string, files []string) {
	if b.Named() != nil {
		return nil, nil
	}
	for _, part := range b.Sets {
		for _, root := range part.Set.Sources {
			description := filepath.Join(root, ModuleFile)
			text, err := os.ReadFile(description)
			if err != nil || part.Set.Omits(description) {
				continue
			}
			code := notCode.ReplaceAllString(part.Set.Compiler.decode(text), " ")
			imported := map[string]string{}
			for _, found := range imports.FindAllStringSubmatch(code, -1) {
				imported[found[2]] = found[1]
			}
			class := func(name string) (binary, file string) {
				name = strings.TrimSpace(name)
				if whole, ok := imported[name]; ok {
					name = whole
				}
				return binaryName(part.Set.Roots(), name)
			}
			for _, found := range provides.FindAllStringSubmatch(code, -1) {
				service, _ := class(found[1])
				for provider := range strings.SplitSeq(found[2], ",") {
					name, file := class(provider)
					if file == "" || slices.Contains(services[service], name) {
						continue // the compiler says what is wrong with the description
					}
					if services == nil {
						services = map[string][]string{}
					}
					services[service] = append(services[service], name)
					if !slices.Contains(files, file) {
						files = append(files, file)
					}
				}
			}
		}
	}
	return services, files
}

// binaryName is the name that the VM has for a class (JLS 13.1), and its source file, which is below one of some folders; without that it is the name as it is.
func binaryName(roots []string, name string) (binary, file string) {
	parts := strings.Split(name, ".")
	for i := range parts {
		for _, root := range roots {
			if file := filepath.Join(root, filepath.Join(parts[:i+1]...)) + ".java"; isFile(file) {
				return strings.Join(parts[:i+1], ".") + strings.Join(append([]string{""}, parts[i+1:]...), "$"), file
			}
		}
	}
	return name, ""
}

// onModulePath tells whether a jar belongs on the module path: if it says that it is a module, with a description or with a name in its manifest, or if the name that
// Java would derive from the file's is required.
func onModulePath(path string, required []string) bool {
	archive, err := zip.OpenReader(path)
	if err != nil {
		return isFile(filepath.Join(path, "module-info.class"))
	}
	defer archive.Close()
	for _, file := range archive.File {
		if file.Name == "module-info.class" || strings.HasPrefix(file.Name, "META-INF/versions/") && strings.HasSuffix(file.Name, "/module-info.class") {
			return true
		}
		if file.Name == classpath.ManifestName {
			if text, err := readEntry(file); err == nil && classpath.MainAttributes(text)["automatic-module-name"] != "" {
				return true
			}
		}
	}
	return slices.Contains(required, derivedName(path))
}

// maxManifestBytes is more than any manifest has in front of its sections.
const maxManifestBytes = 1 << 20

func readEntry(file *zip.File) (string, error) {
	reader, err := file.Open()
	if err != nil {
		return "", err
	}
	defer reader.Close()
	text, err := io.ReadAll(io.LimitReader(reader, maxManifestBytes))
	return string(text), err
}

var (
	versionPart = regexp.MustCompile(`-(\d+(\.|$)).*$`)
	notInName   = regexp.MustCompile(`[^A-Za-z0-9]+`)
)

// derivedName is the name of the automatic module of a jar without any other (java.lang.module.ModuleFinder.of).
func derivedName(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), ".jar")
	name = versionPart.ReplaceAllString(name, "")
	return strings.Trim(notInName.ReplaceAllString(name, "."), ".")
}
