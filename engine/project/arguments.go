package project

import (
	"slices"
	"strings"
)

// This file reads the options of compilers and virtual machines that build tools are told.

// PreviewOption has javac and java accept what depends on preview features of the JDK.
const PreviewOption = "--enable-preview"

// compilerFlags are the options of javac that make other classes, or make others compile, and that run no code.
var compilerFlags = []string{"-parameters", PreviewOption}

// compilerOptions are those that take a value, behind "=" or as the next argument.
var compilerOptions = []string{"--add-exports", "--add-modules", "--add-reads", "--limit-modules"}

// permittedArguments are those of a compiler's arguments that matter for what is compiled; what only warns, plugins of javac and options of its virtual
// machine are left out. Options of annotation processors (-Akey=value) stay.
func permittedArguments(arguments []string) []string {
	var all []string
	for i := 0; i < len(arguments); i++ {
		argument := arguments[i]
		name, _, joined := strings.Cut(argument, "=")
		switch {
		case slices.Contains(compilerFlags, argument), strings.HasPrefix(argument, "-A"):
			all = append(all, argument)
		case slices.Contains(compilerOptions, name) && joined:
			all = append(all, argument)
		case slices.Contains(compilerOptions, name) && i+1 < len(arguments):
			i++
			all = append(all, argument, arguments[i])
		}
	}
	return all
}

// splitArguments takes a line of arguments apart, as a shell would, where no more than quotes is special. What is left for the build tool to fill in
// later, such as @{argLine}, is empty.
func splitArguments(line string) []string {
	for {
		before, rest, found := strings.Cut(line, "@{")
		_, after, closed := strings.Cut(rest, "}")
		if !found || !closed {
			break
		}
		line = before + after
	}
	var all []string
	var word strings.Builder
	var quote rune
	inside := false
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, inside = r, true
		case quote == 0 && strings.ContainsRune(" \t\r\n", r):
			if inside {
				all = append(all, word.String())
			}
			word.Reset()
			inside = false
		default:
			word.WriteRune(r)
			inside = true
		}
	}
	if inside {
		all = append(all, word.String())
	}
	return all
}
