package target

import (
	"fmt"
	"slices"
	"strings"

	"hotlens/engine/javac"
	"hotlens/engine/project"
	"hotlens/profiles/lazyregexp"
)

// This file says what to do about sources that do not compile, where the reason is not in them.

// maxNamed is how many missing dependencies a hint names.
const maxNamed = 3

// classSymbol is how javac names a class that was not found: a variable, where a member follows behind a dot. Names of classes are told from others as people write them.
var classSymbol = lazyregexp.New(`symbol: +(class |variable [A-Z]\w*[a-z])`)

// hint says what to do about errors of the compiler, by javac's own names of them (its file compiler.properties); "" where only the sources can be changed. Processors says that
// annotation processors have run, if the project has any.
func hint(diagnostics []javac.Diagnostic, build *project.Build, processors bool, newer *newerJDKs) string {
	for _, d := range diagnostics {
		if d.Kind != javac.Error {
			continue
		}
		newer := newer.help(&d)
		switch code := d.Code; {
		case code == "compiler.err.illegal.char.for.encoding":
			return "save the file as UTF-8, or let the project say in which encoding its sources are (project.build.sourceEncoding of Maven, options.encoding of Gradle, .settings of Eclipse)"
		case code == "compiler.err.illegal.char" && strings.Contains(strings.ToLower(d.Message), `\ufeff`):
			return "the file begins with a byte order mark, which javac does not take: save it as UTF-8 without one"
		case strings.HasPrefix(code, previewDisabled):
			preview := "pass " + project.PreviewOption + " (setting hotlens.preview), or let the project say so to the compiler (compilerArgs of Maven and Gradle)"
			if newer != "" {
				preview += "; " + newer
			}
			return preview
		case newer != "":
			return newer
		case strings.HasPrefix(code, "compiler.err.cant.resolve") && !classSymbol().MatchString(d.Message): // of what is in a class, which processors may change
			if !processors && runsProcessors(build) {
				return processorsHint
			}
		case isUnresolved(code):
			return missingHint(build, processors)
		}
	}
	return ""
}

// syntaxErrors are how javac's names of the errors begin that a text has whatever is on the class path and however it is compiled: those of its parser, behind "compiler.err.".
var syntaxErrors = []string{
	"expected", "illegal.start.of", "illegal.char", "illegal.esc.char", "illegal.text.block", "premature.eof", "unclosed.", "not.stmt", "else.without.if", "catch.without.try", "finally.without.try",
	"try.without", "orphaned", "invalid.meth.decl", "malformed.", "variable.not.allowed", "class.not.allowed", "empty.char.lit", "int.number.too.large",
}

// Doubts returns what tells whether an error of the compiler may be one of what hotlens knows of the project, and not of the sources: the build tool cannot be asked, something on the class path
// cannot be found, or the build makes sources that are not there, and what is unresolved leads to other errors. Nobody should be shown such an error beside the text. Processors says that
// annotation processors have run, if the project has any.
func Doubts(diagnostics []javac.Diagnostic, build *project.Build, processors bool) func(javac.Diagnostic) bool {
	never := func(javac.Diagnostic) bool { return false }
	if unknown(build, processors) == "" {
		return never
	}
	guessed := build.Model.Problem != "" && !build.Model.Stale
	if !guessed && !slices.ContainsFunc(diagnostics, func(d javac.Diagnostic) bool { return d.Kind == javac.Error && isUnresolved(d.Code) }) {
		return never
	}
	return func(d javac.Diagnostic) bool {
		code, _ := strings.CutPrefix(d.Code, "compiler.err.")
		return !slices.ContainsFunc(syntaxErrors, func(beginning string) bool { return strings.HasPrefix(code, beginning) })
	}
}

// isUnresolved tells whether javac's name of an error is that of something that was not found.
func isUnresolved(code string) bool {
	return strings.HasPrefix(code, "compiler.err.cant.resolve") || slices.Contains([]string{
		"compiler.err.doesnt.exist", "compiler.err.cant.access", "compiler.err.package.not.visible", "compiler.err.module.not.found",
	}, code)
}

// processorsHint says what to do about something that was not found and that an annotation processor may make.
const processorsHint = "if an annotation processor makes what is missing: allow processors with --processors (setting hotlens.processors), or build the project once, so that it is there"

// missingHint says what to do about something that was not found.
func missingHint(build *project.Build, processors bool) string {
	const jar = "if the class is in a jar, add that with -cp (setting hotlens.classPath)"
	if build == nil {
		return jar
	}
	switch why := unknown(build, processors); {
	case why != "":
		return why
	case build.Model.Advice != "":
		return build.Model.Advice
	case build.Model.Origin == project.Layout:
		return jar + ", or put it into a folder lib"
	}
	return ""
}

// unknown says why something that sources use may be there where the project is built, and not here, and what to do about it; "" if everything is.
func unknown(build *project.Build, processors bool) string {
	if build == nil {
		return ""
	}
	switch unresolved := Unresolved(build); {
	case unresolved != "":
		return unresolved
	case !processors && runsProcessors(build):
		return processorsHint
	case build.Ungenerated():
		return "if the build generates what is missing: build the project once, so that it is there"
	}
	return ""
}

// Unresolved says why something may be missing on the class path of a project, and what to do about it; "" if the model of the project is complete.
func Unresolved(build *project.Build) string {
	model, missing := build.Model, build.Missing()
	named := strings.Join(missing[:min(len(missing), maxNamed)], ", ")
	if more := len(missing) - maxNamed; more > 0 {
		named += fmt.Sprintf(" and %d more", more)
	}
	switch {
	case model.Problem != "" && model.Origin == project.Layout && named != "":
		return fmt.Sprintf("%s: %s. The build needs %s", model.Problem, model.Advice, named)
	case model.Problem != "":
		return model.Problem + ": " + model.Advice
	case named == "":
		return ""
	}
	if model.Origin == project.Eclipse || model.Origin == project.Editor {
		return fmt.Sprintf("%s: hotlens cannot find %s; add the jars with -cp (setting hotlens.classPath)", model.Origin, named)
	}
	return fmt.Sprintf("%s cannot find %s without network: build the project once, or add the jars with -cp (setting hotlens.classPath)", model.Origin, named)
}
