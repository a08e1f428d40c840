package project

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/profiles/lazyregexp"
)

// This file reads of Gradle's scripts, in both languages, which projects a build has and what these need, where Gradle cannot be asked. The scripts are programs, so only what stands in them word for word is found.

var (
	// inclusion are the paths that settings include; those of an inclusion of other builds are none.
	inclusion = lazyregexp.New(`\binclude\b\s*\(?\s*((?:["'][^"'\n]*["']\s*,?\s*)+)`)
	// literal is a string that is not put together.
	literal = lazyregexp.New(`["']([^"'$\n]+)["']`)
	// moved is a project with another folder than its path says.
	moved = lazyregexp.New(`\bproject\s*\(\s*["']([^"'$\n]+)["']\s*\)\s*\.\s*projectDir\s*=\s*(?:file|(?:new\s+)?File)\s*\(\s*(?:(?:settingsDir|rootDir|rootProject\.projectDir)\s*,\s*)?["']([^"'$\n]+)["']`)
	// configured is where a script begins to speak of other projects: of one that it names, or of all.
	configured = lazyregexp.New(`(?m)^[ \t]*(?:subprojects|allprojects|(?:configure\s*\(\s*)?project\s*\(\s*["']([^"'$\n]+)["']\s*\)\s*\)?)\s*\{`)
	// dependencies is where they begin, and dependency is what a configuration, whose name says what it is for, has of them up to the end of the statement.
	dependencies = lazyregexp.New(`\bdependencies\s*\{`)
	dependency   = lazyregexp.New(`\b(\w+)"?[ \t]*(?:\(\s*)?((?:\$\{[^}\n]*\}|,\s*|[^,;}\n])+)`)
	// notCompiledWith are configurations of what the build itself works with, or that only say which version something has.
	notCompiledWith = lazyregexp.New(`(?i)^(?:classpath|\w*annotationProcessor|\w*kapt\w*|dependency|exclude)$`)
	// neededProject is a project among them, perhaps with a configuration of it, or its tests.
	neededProject = lazyregexp.New(`\bproject\s*\(\s*(?:path\s*[:=]\s*)?["'](:[^"'$\n]*)["']\s*(?:,\s*(?:configuration\s*[:=]\s*)?["'](\w+)["']\s*)?\)(\s*\.\s*sourceSets\s*\.\s*test\b)?`)
	// rootProject is the one of the root among them, accessor another one by the name that Gradle makes of its path, and libraryName what is none of the build's.
	rootProject = lazyregexp.New(`\brootProject\s*(?:[,)]|$)`)
	accessor    = lazyregexp.New(`\bprojects((?:\.\w+)+)`)
	libraryName = lazyregexp.New(`["']([\w.-]+:[\w.-]+(?::[^"'@\n]*)?)(?:@\w+)?["']|\b(libs(?:\.\w+)+)`)
)

// maxScriptBytes is more than any script has that people write.
const maxScriptBytes = 1 << 20

// scriptOf is the text of a folder's first script of some names, without comments; "" where there is none.
func scriptOf(folder string, names []string) string {
	for _, name := range names {
		path := filepath.Join(folder, name)
		if info, err := os.Stat(path); err != nil || info.Size() > maxScriptBytes {
			continue
		}
		if text, err := os.ReadFile(path); err == nil {
			return withoutComments(string(text))
		}
	}
	return ""
}

// gradleProjects are the projects that the settings include, and those above them, the root first. Their folders need not be there.
func gradleProjects(root string) []declaration {
	all := []declaration{{name: ":", folder: root}}
	numbers := map[string]int{}
	settings := scriptOf(root, gradleSettings)
	for _, included := range inclusion().FindAllStringSubmatch(settings, -1) {
		for _, named := range literal().FindAllStringSubmatch(included[1], -1) {
			path, folder := "", root
			for part := range strings.SplitSeq(strings.TrimPrefix(named[1], ":"), ":") {
				path, folder = path+":"+part, filepath.Join(folder, part)
				if _, known := numbers[path]; !known && len(all) < maxModules {
					numbers[path] = len(all)
					all = append(all, declaration{name: path, folder: folder})
				}
			}
		}
	}
	for _, named := range moved().FindAllStringSubmatch(settings, -1) {
		if i, known := numbers[":"+strings.TrimPrefix(named[1], ":")]; known {
			all[i].folder = filepath.Join(root, filepath.FromSlash(named[2]))
		}
	}
	return all
}

// scriptsOfProject are the names that the script of a project may have: the usual ones, and its own, as builds of many projects call them, to be told apart.
func (d *declaration) scriptsOfProject() []string {
	last := d.name[strings.LastIndexByte(d.name, ':')+1:]
	if last == "" {
		return gradleBuilds
	}
	return append(slices.Clone(gradleBuilds), last+".gradle", last+".gradle.kts")
}

// declared are the projects with the dependencies that stand in their scripts and in that of the root.
func (gradleReader) declared(root string) []declaration {
	all := gradleProjects(root)
	accessors := map[string]string{}
	for i := range all {
		accessors[accessorOf(all[i].name)] = all[i].name
	}
	of, rest := ofOthers(scriptOf(root, gradleBuilds))
	all[0].readScript(rest, accessors)
	for i := range all[1:] {
		d := &all[i+1]
		d.readScript(scriptOf(d.folder, d.scriptsOfProject())+"\n"+of[d.name]+"\n"+of[""], accessors)
	}
	return all
}

// ofOthers divides a script into what it says of other projects, by their paths, "" meaning all of them, and the rest.
func ofOthers(script string) (of map[string]string, rest string) {
	of = map[string]string{}
	for {
		at := configured().FindStringSubmatchIndex(script)
		if at == nil {
			return of, rest + script
		}
		path := ""
		if at[2] >= 0 {
			path = script[at[2]:at[3]]
		}
		end := at[1] + blockLength(script[at[1]:])
		of[path] += script[at[1]:end] + "\n"
		rest += script[:at[0]]
		script = script[end:]
	}
}

// blockLength is how long a block is with the brace that ends it, for a text that begins behind the one that opens it.
func blockLength(text string) int {
	depth := 1
	for i, c := range text {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// readScript adds what a script says that the project needs. Accessors are the paths of the build's projects by the names that Gradle makes of them.
func (d *declaration) readScript(script string, accessors map[string]string) {
	for {
		at := dependencies().FindStringIndex(script)
		if at == nil {
			return
		}
		end := at[1] + blockLength(script[at[1]:])
		for _, statement := range dependency().FindAllStringSubmatch(script[at[1]:end], -1) {
			if !notCompiledWith().MatchString(statement[1]) {
				d.addStatement(statement[1], statement[2], accessors)
			}
		}
		script = script[end:]
	}
}

// addStatement adds what a configuration is said to have.
func (d *declaration) addStatement(configuration, named string, accessors map[string]string) {
	add := func(path, set string) {
		if needed := (need{Entry{Module: path, Set: set}, forTests(configuration)}); !slices.Contains(d.needs, needed) {
			d.needs = append(d.needs, needed)
		}
	}
	for _, project := range neededProject().FindAllStringSubmatch(named, -1) {
		set := MainSet
		if forTests(project[2]) || project[3] != "" {
			set = TestSet
		}
		add(project[1], set)
	}
	if rootProject().MatchString(named) {
		add(":", MainSet)
	}
	for _, project := range accessor().FindAllStringSubmatch(named, -1) {
		if path, known := accessors[strings.ToLower(project[1])]; known {
			add(path, MainSet)
		}
	}
	for _, library := range libraryName().FindAllStringSubmatch(named, -1) {
		if name := library[1] + library[2]; !slices.Contains(d.libraries, name) {
			d.libraries = append(d.libraries, name)
		}
	}
}

// forTests tells whether a configuration is one for tests, by its name.
func forTests(configuration string) bool {
	return strings.Contains(strings.ToLower(configuration), TestSet)
}

// accessorOf is the name that Gradle makes of a project's path, in lower case: with dots for colons, and words put together.
func accessorOf(path string) string {
	return strings.ToLower(strings.NewReplacer(":", ".", "-", "", "_", "").Replace(path))
}
