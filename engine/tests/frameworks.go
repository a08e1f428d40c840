package tests

import (
	"archive/zip"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Framework is what runs tests. Its value is the name of the class of ours that drives it.
type Framework string

// The frameworks.
const (
	JUnit4   Framework = "JUnit4" // and 3
	Platform Framework = "Platform"
	TestNG   Framework = "Testng"
)

// The classes by which a framework is known to be on a class path.
const (
	junitCore     = "org/junit/runner/JUnitCore.class"
	testNG        = "org/testng/TestNG.class"
	jupiterAPI    = "org/junit/jupiter/api/Test.class"
	jupiterEngine = "org/junit/jupiter/engine/JupiterTestEngine.class"
	engineAPI     = "org/junit/platform/engine/TestEngine.class"
	commons       = "org/junit/platform/commons/JUnitException.class"
	launcher      = "org/junit/platform/launcher/core/LauncherFactory.class"
)

// Found is what a class path has for running tests.
type Found struct {
	Frameworks []Framework
	// Added are jars that the class path lacks and that were found elsewhere, of the version that it needs: builds often leave the launcher to
	// their build tool.
	Added []string
	// Sources are the source folders of what the tests are tests of, where these have some of them: the project is a framework itself.
	Sources []string
	// Missing is one sentence about what was not found; "" if that is nothing.
	Missing string
}

// HasCommons tells whether a path of files and folders has what all of JUnit's own modules share since JUnit 5.
func HasCommons(path []string) bool { return locate(path, commons)[commons] != "" }

// Find looks for test frameworks on a class path of files and folders, and in the source folders that are compiled with the tests.
func Find(classPath, sources []string) Found {
	var f Found
	names := []string{junitCore, testNG, jupiterAPI, jupiterEngine, engineAPI, commons, launcher}
	at := locate(classPath, names...)
	for _, name := range names {
		for _, folder := range sources {
			if _, err := os.Stat(filepath.Join(folder, filepath.FromSlash(strings.TrimSuffix(name, ".class")+".java"))); err != nil {
				continue
			}
			at[name], f.Sources = folder, sources // which may be divided among modules
		}
	}
	if at[junitCore] != "" {
		f.Frameworks = append(f.Frameworks, JUnit4)
	}
	if at[testNG] != "" {
		f.Frameworks = append(f.Frameworks, TestNG)
	}
	if at[jupiterAPI] == "" && at[engineAPI] == "" {
		return f
	}
	// What is not there is wanted in the version of what is (surefire and the editors do the same); the platform's 1.x goes with Jupiter's 5.x.
	missing := []string{}
	need := func(class, group, artifact string, version string, near string) {
		if at[class] != "" {
			return
		}
		if jar := sibling(near, group, artifact, version); jar != "" {
			at[class] = jar
			f.Added = append(f.Added, jar)
			return
		}
		missing = append(missing, group+":"+artifact+":"+version)
	}
	const jupiter, platform = "org.junit.jupiter", "org.junit.platform"
	if api := at[jupiterAPI]; api != "" {
		need(jupiterEngine, jupiter, "junit-jupiter-engine", versionOf(api, "junit-jupiter-api"), api)
	}
	version, near := versionOf(at[engineAPI], "junit-platform-engine"), at[engineAPI]
	if near == "" {
		near = at[commons]
		if version = versionOf(near, "junit-platform-commons"); near == "" {
			near = at[jupiterAPI]
			version = platformVersion(versionOf(near, "junit-jupiter-api"))
		}
	}
	need(engineAPI, platform, "junit-platform-engine", version, near)
	need(launcher, platform, "junit-platform-launcher", version, near)
	if len(missing) > 0 {
		f.Missing = fmt.Sprintf("JUnit 5 is on the class path without %s, and the local repositories do not have it either: add it to the test dependencies, or its jar with -cp", strings.Join(missing, " and "))
		return f
	}
	f.Frameworks = append(f.Frameworks, Platform)
	return f
}

// platformVersion is the version of the JUnit Platform that belongs to one of Jupiter: 5.x goes with 1.x, and from 6 on they are the same.
func platformVersion(jupiter string) string {
	if rest, ok := strings.CutPrefix(jupiter, "5."); ok {
		return "1." + rest
	}
	return jupiter
}

// locate finds the entries of a class path that have some class files.
func locate(classPath []string, names ...string) map[string]string {
	found := map[string]string{}
	for _, entry := range classPath {
		info, err := os.Stat(entry)
		if err != nil {
			continue
		}
		if info.IsDir() {
			for _, name := range names {
				if _, err := os.Stat(filepath.Join(entry, filepath.FromSlash(name))); err == nil && found[name] == "" {
					found[name] = entry
				}
			}
			continue
		}
		archive, err := zip.OpenReader(entry)
		if err != nil {
			continue // java passes it over, too
		}
		for _, file := range archive.File {
			if slices.Contains(names, file.Name) && found[file.Name] == "" {
				found[file.Name] = entry
			}
		}
		archive.Close()
	}
	return found
}

// versionOf is the version in a jar's name, "" if it has none.
func versionOf(jar, artifact string) string {
	if real, err := filepath.EvalSymlinks(jar); err == nil {
		jar = real
	}
	name := strings.TrimSuffix(filepath.Base(jar), ".jar")
	version, ok := strings.CutPrefix(name, artifact+"-")
	if !ok {
		return ""
	}
	return version
}

// sibling finds a jar that belongs to another one: beside it, or where Maven's and Gradle's local repositories have it. "" if it is nowhere.
func sibling(near, group, artifact, version string) string {
	folders := []string{filepath.Dir(near)}
	if real, err := filepath.EvalSymlinks(near); err == nil {
		folders = append(folders, filepath.Dir(real))
	}
	var candidates []string
	for _, folder := range folders {
		if version == "" {
			candidates = append(candidates, filepath.Join(folder, artifact+".jar"))
			continue
		}
		candidates = append(candidates, filepath.Join(folder, artifact+"-"+version+".jar"),
			// REPOSITORY/org/junit/platform/ARTIFACT/VERSION/ARTIFACT-VERSION.jar
			filepath.Join(folder, "..", "..", "..", group[strings.LastIndexByte(group, '.')+1:], artifact, version, artifact+"-"+version+".jar"))
		// CACHE/GROUP/ARTIFACT/VERSION/HASH/ARTIFACT-VERSION.jar
		candidates = append(candidates, filepath.Join(folder, "..", "..", "..", "..", group, artifact, version, "*", artifact+"-"+version+".jar"))
	}
	if home, err := os.UserHomeDir(); err == nil && version != "" {
		candidates = append(candidates,
			filepath.Join(home, ".m2", "repository", filepath.FromSlash(strings.ReplaceAll(group, ".", "/")), artifact, version, artifact+"-"+version+".jar"),
			filepath.Join(home, ".gradle", "caches", "modules-2", "files-2.1", group, artifact, version, "*", artifact+"-"+version+".jar"))
	}
	for _, candidate := range candidates {
		if found, err := filepath.Glob(candidate); err == nil && len(found) > 0 {
			return found[0]
		}
	}
	return ""
}
