package software

import (
	"embed"
	"fmt"
	"path"
	"strconv"
	"strings"
)

// This file writes a Java project for compilers.

// toolProjectPackages is how many packages the project has, each with the sources
// of testdata/tools/project.
const toolProjectPackages = 9

//go:embed testdata/tools/project/*.java
var toolTemplates embed.FS

// toolProject is the text of a project with so many packages, by file name. In a template NUMBER is the
// number of its package, PREVIOUS the number of the package that it uses (the last
// one for the first, so that they depend on each other in a circle), and a
// line that ends with "// repeat" is there one to four times, with COPY counting.
func toolProject(packages int) map[string]string {
	const templates = "testdata/tools/project"
	entries, err := toolTemplates.ReadDir(templates)
	if err != nil {
		panic(err) // it is embedded
	}
	project := map[string]string{}
	for number := range packages {
		replacer := strings.NewReplacer(
			"NUMBER", strconv.Itoa(number),
			"PREVIOUS", strconv.Itoa((number+packages-1)%packages))
		for kind, entry := range entries {
			text, err := toolTemplates.ReadFile(path.Join(templates, entry.Name()))
			if err != nil {
				panic(err)
			}
			name := fmt.Sprintf("source/part%d/%s", number, entry.Name())
			project[name] = replacer.Replace(toolRepeat(string(text), 1+(number+kind)%4))
		}
	}
	return project
}

// toolRepeat repeats the lines that are marked for it.
func toolRepeat(text string, copies int) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasSuffix(line, "// repeat\n") {
			out.WriteString(line)
			continue
		}
		for i := range copies {
			out.WriteString(strings.ReplaceAll(line, "COPY", strconv.Itoa(i)))
		}
	}
	return out.String()
}
