package engine

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/engine/javac"
	"hotlens/profiles"
)

// This file says why a class was not found that only a string names: its source does not compile.

// explain says of the exceptions that have ended threads which of them are about a class that was not compiled.
func explain(leftOut []javac.LeftOut, uncaught []profiles.Exception) {
	for i := range uncaught {
		uncaught[i].Explanation = explanation(leftOut, &uncaught[i])
	}
}

// explainTests does so for what tests have thrown.
func explainTests(leftOut []javac.LeftOut, tests []profiles.Test) {
	for i := range tests {
		if failure := tests[i].Failure; failure != nil {
			failure.Explanation = explanation(leftOut, failure)
		}
	}
}

// explanation is what is said of an exception and its causes: "app.Plugin was not compiled: Plugin.java:3: cannot find symbol: class Missing"; "" if it is about something else.
func explanation(leftOut []javac.LeftOut, thrown *profiles.Exception) string {
	if len(leftOut) == 0 {
		return ""
	}
	for e := thrown; e != nil; e = e.Cause {
		message := e.Message
		switch e.Class {
		case "java.lang.ClassNotFoundException", "java.lang.NoClassDefFoundError":
		case "java.util.ServiceConfigurationError": // "shop.Format: Provider shop.Csv not found"
			_, message, _ = strings.Cut(message, ": Provider ")
			message = strings.TrimSuffix(message, " not found")
		default:
			continue
		}
		class := strings.ReplaceAll(profiles.Outermost(message), "/", ".")
		if i := slices.IndexFunc(leftOut, func(l javac.LeftOut) bool { return l.Class == class }); i >= 0 {
			d := &leftOut[i].Error
			return fmt.Sprintf("%s was not compiled: %s:%d: %s", class, filepath.Base(d.File), d.Line, Sentence(d.Message))
		}
	}
	return ""
}

// left are the sources that were left out, and those with the errors: when one of them changes, the program may find more.
func left(leftOut []javac.LeftOut) []string {
	var files []string
	for _, l := range leftOut {
		files = append(files, l.File, l.Error.File)
	}
	slices.Sort(files)
	return slices.DeleteFunc(slices.Compact(files), func(file string) bool { return file == "" })
}
