//go:build unix

package main

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"hotlens/vm/oracle"
)

var updateDocs = flag.Bool("update-docs", false, "write the files and outputs that the pages in docs show")

const (
	docs = "../../docs"
	// recipePrograms holds what the recipes show and run.
	recipePrograms = docs + "/recipes/programs"
	// recipePatience bounds a command of a recipe: they take a second.
	recipePatience = time.Minute
)

// pages are the texts of the site and of what else is read, by their paths.
func pages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	add := func(path string) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Clean(path)] = string(text)
	}
	err := filepath.WalkDir(docs, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == "node_modules" {
			return filepath.SkipDir
		}
		if err == nil && filepath.Ext(path) == ".md" {
			add(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 10 {
		t.Fatalf("only %d pages were found", len(all))
	}
	add("../../README.md")
	add("../../CONTRIBUTING.md")
	add("../../editors/vscode/README.md")
	return all
}

var (
	markdownLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading      = regexp.MustCompile(`(?m)^#+ (.*)$`)
	fenced       = regexp.MustCompile("(?ms)^```.*?^```$")
)

// TestDocsLinks follows every link of the pages to files and headings of the repository.
func TestDocsLinks(t *testing.T) {
	all := pages(t)
	followed := 0
	for page, text := range all {
		for _, match := range markdownLink.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
			if strings.Contains(match[1], "://") {
				continue
			}
			followed++
			target, anchor, _ := strings.Cut(match[1], "#")
			path := page
			if target != "" {
				path = filepath.Join(filepath.Dir(page), target)
			}
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s links to %s, which is not there", page, match[1])
				continue
			}
			if anchor != "" && !hasHeading(all[path], anchor) {
				t.Errorf("%s links to %s, but there is no such heading", page, match[1])
			}
		}
	}
	if followed < 20 {
		t.Errorf("only %d links were found", followed)
	}
}

// hasHeading tells whether a page has a heading with this anchor, which is made as GitHub and VitePress do.
func hasHeading(text, anchor string) bool {
	for _, match := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		var slug strings.Builder
		for _, r := range strings.ToLower(match[1]) {
			switch {
			case r == ' ' || r == '-':
				slug.WriteByte('-')
			case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_':
				slug.WriteRune(r)
			}
		}
		if slug.String() == anchor {
			return true
		}
	}
	return false
}

// block is a piece of a recipe between fences: "```java Unique.java" shows a file, "```console" what commands print.
var block = regexp.MustCompile("(?ms)^```(java|text|console) ?([^\n]*)\n(.*?)^```$")

// TestRecipes holds the files and outputs that the recipes show against the programs, which it runs. "go test ./cmd/hotlens -run Recipes
// -update-docs" writes them anew.
func TestRecipes(t *testing.T) {
	recipes, err := filepath.Glob(docs + "/recipes/*.md")
	if err != nil || len(recipes) == 0 {
		t.Fatalf("there are no recipes: %v", err)
	}
	for _, recipe := range oracle.Sample(t, uint32(len(recipes)), recipes) {
		t.Run(filepath.Base(recipe), func(t *testing.T) {
			oracle.Once(t)
			content, err := os.ReadFile(recipe)
			if err != nil {
				t.Fatal(err)
			}
			temporary, commands := t.TempDir(), 0
			shown := block.ReplaceAllStringFunc(string(content), func(text string) string {
				parts := block.FindStringSubmatch(text)
				kind, name := parts[1], parts[2]
				if kind == "console" {
					var out strings.Builder
					for line := range strings.Lines(parts[3]) {
						if command, ok := strings.CutPrefix(line, "$ "); ok {
							commands++
							out.WriteString(line + consoleOutput(t, strings.TrimSpace(command), temporary))
						}
					}
					return fmt.Sprintf("```console\n%s```", out.String())
				}
				if name == "" {
					return text
				}
				file, err := os.ReadFile(filepath.Join(recipePrograms, name))
				if err != nil {
					t.Fatal(err)
				}
				return fmt.Sprintf("```%s %s\n%s```", kind, name, file)
			})
			if commands == 0 {
				t.Error("it runs nothing")
			}
			if *updateDocs {
				if err := os.WriteFile(recipe, []byte(shown), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if diff := cmp.Diff(string(content), shown); diff != "" {
				t.Errorf("it shows something else than there is (-shown +there); write it anew with -update-docs:\n%s", diff)
			}
		})
	}
}

// consoleOutput is what a command of a recipe prints, as a shell runs it in the folder of the programs.
func consoleOutput(t *testing.T, command, temporary string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), recipePatience)
	defer cancel()
	shell := exec.CommandContext(ctx, "sh", "-c", command)
	shell.Dir = recipePrograms
	shell.Env = append(os.Environ(), "TMPDIR="+temporary, "LC_ALL=C.UTF-8")
	shell.WaitDelay = time.Second
	out, err := shell.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", command, err, out)
	}
	var text strings.Builder
	for line := range strings.Lines(string(out)) {
		text.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	printed := strings.TrimRight(text.String(), "\n")
	if printed == "" {
		return ""
	}
	return printed + "\n"
}
