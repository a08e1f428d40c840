package target

import (
	"archive/zip"
	"fmt"
	"slices"
	"strings"

	"hotlens/engine/javac"
	"hotlens/engine/project"
)

// This file says what to do about sources that do not compile, where the reason is not in them.

// maxNamed is how many missing dependencies a hint names.
const maxNamed = 3

// hint says what to do about errors of the compiler, by javac's own names of them (its file compiler.properties); "" where only the sources can be changed.
func hint(diagnostics []javac.Diagnostic, build *project.Build) string {
	for _, d := range diagnostics {
		if d.Kind != javac.Error {
			continue
		}
		switch code := d.Code; {
		case code == "compiler.err.illegal.char.for.encoding":
			return "save the file as UTF-8, or let the project say in which encoding its sources are (project.build.sourceEncoding of Maven, options.encoding of Gradle, .settings of Eclipse)"
		case code == "compiler.err.illegal.char" && strings.Contains(strings.ToLower(d.Message), `\ufeff`):
			return "the file begins with a byte order mark, which javac does not take: save it as UTF-8 without one"
		case strings.HasPrefix(code, "compiler.err.preview.feature.disabled"):
			return "pass " + project.PreviewOption + " (setting hotlens.preview), or let the project say so to the compiler (compilerArgs of Maven and Gradle)"
		case strings.HasPrefix(code, "compiler.err.cant.resolve") && !strings.Contains(d.Message, "symbol:   class"): // of what is in a class
		case code == "compiler.err.doesnt.exist", strings.HasPrefix(code, "compiler.err.cant.resolve"), code == "compiler.err.cant.access", code == "compiler.err.package.not.visible", code == "compiler.err.module.not.found":
			return missingHint(build)
		}
	}
	return ""
}

// missingHint says what to do about a class that was not found.
func missingHint(build *project.Build) string {
	const jar = "if the class is in a jar, add that with -cp (setting hotlens.classPath)"
	if build == nil {
		return jar
	}
	unresolved := Unresolved(build)
	switch {
	case unresolved != "":
		return unresolved
	case runsProcessors(build):
		return "if an annotation processor makes the class: allow processors with --processors (setting hotlens.processors), or build the project once, so that what they make is there"
	case build.Model.Advice != "":
		return build.Model.Advice
	case build.Model.Origin == project.Layout:
		return jar + ", or put it into a folder lib"
	}
	return ""
}

// Unresolved says why something may be missing on the class path of a project, and what to do about it; "" if the model of the project is complete.
func Unresolved(build *project.Build) string {
	model, missing := build.Model, build.Missing()
	if model.Problem != "" {
		return model.Problem + ": " + model.Advice
	}
	if len(missing) == 0 {
		return ""
	}
	named := strings.Join(missing[:min(len(missing), maxNamed)], ", ")
	if more := len(missing) - maxNamed; more > 0 {
		named += fmt.Sprintf(" and %d more", more)
	}
	if model.Origin == project.Eclipse || model.Origin == project.Editor {
		return fmt.Sprintf("%s: hotlens cannot find %s; add the jars with -cp (setting hotlens.classPath)", model.Origin, named)
	}
	return fmt.Sprintf("%s cannot find %s without network: build the project once, or add the jars with -cp (setting hotlens.classPath)", model.Origin, named)
}

// processorService is the file by which a jar says that it has annotation processors (javax.annotation.processing.Processor).
const processorService = "META-INF/services/javax.annotation.processing.Processor"

// runsProcessors tells whether the project's own build runs annotation processors.
func runsProcessors(build *project.Build) bool {
	c := &build.Set.Compiler
	if c.NoProcessors || len(c.Processors) > 0 {
		return !c.NoProcessors
	}
	return slices.ContainsFunc(build.CompilePath, func(path string) bool {
		archive, err := zip.OpenReader(path)
		if err != nil {
			return false
		}
		defer archive.Close()
		return slices.ContainsFunc(archive.File, func(f *zip.File) bool { return f.Name == processorService })
	})
}
