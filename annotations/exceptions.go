package annotations

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/names"
	"hotlens/profiles/sources"
)

// Error is an error that the user sees at Range, such as an uncaught exception where it was thrown.
type Error struct {
	Path    string        // of the file
	Range   sources.Range // in the current text
	Message string
	Related []Related // what led there, innermost first
}

// Related is another place that an Error has to do with.
type Related struct {
	Path    string
	Range   sources.Range
	Message string
}

// LocateLine finds where a line of a compiled file, from 1, stands in its current text. It
// reports false if that is not known, or the method around it was edited.
type LocateLine func(path string, line int) (sources.Range, bool)

// maxRelated bounds how many callers and causes an error names: what a person reads.
const maxRelated = 10

// Exceptions returns an error for each uncaught exception of a run, at the innermost activation of a
// method of the index that led to it. Those with the same place and words, of several threads,
// are one. One that nothing of the index led to, or whose place was edited since, has none.
func Exceptions(uncaught []profiles.Exception, index *sources.Index, locate LocateLine) []Error {
	var all []Error
	for i := range uncaught {
		e := &uncaught[i]
		file, frame := ownFrame(index, e)
		if file == nil {
			continue
		}
		at, known := locate(file.Path, frame.Line)
		if !known {
			continue
		}
		found := Error{Path: file.Path, Range: at, Message: exceptionMessage(e, index), Related: relatedOf(e, index, locate)}
		if !slices.ContainsFunc(all, func(other Error) bool {
			return other.Path == found.Path && other.Range == found.Range && other.Message == found.Message
		}) {
			all = append(all, found)
		}
	}
	return all
}

// exceptionMessage says what was not caught, in which thread if that is not main's, from which
// method if that is not the reader's own, and what caused it.
func exceptionMessage(e *profiles.Exception, index *sources.Index) string {
	var b strings.Builder
	b.WriteString("uncaught " + e.String())
	if len(e.Frames) > 0 && fileOf(index, e.Frames[0].Class) == nil {
		fmt.Fprintf(&b, ", thrown by %s.%s", names.SimpleClass(e.Frames[0].Class), e.Frames[0].Method)
	}
	if e.Thread != mainThread {
		fmt.Fprintf(&b, ", in thread %s", e.Thread)
	}
	for cause := e.Cause; cause != nil; cause = cause.Cause {
		b.WriteString("\ncaused by " + cause.String())
		if _, frame := ownFrame(index, cause); frame != nil {
			fmt.Fprintf(&b, " (%s:%d)", frame.File, frame.Line)
		}
	}
	return b.String()
}

// relatedOf names the causes' places and the callers of the throwing method.
func relatedOf(e *profiles.Exception, index *sources.Index, locate LocateLine) []Related {
	var related []Related
	add := func(frame *profiles.Frame, message string) {
		file := fileOf(index, frame.Class)
		if file == nil || frame.Line < 1 || len(related) == maxRelated {
			return
		}
		if at, known := locate(file.Path, frame.Line); known {
			related = append(related, Related{Path: file.Path, Range: at, Message: message})
		}
	}
	for cause := e.Cause; cause != nil; cause = cause.Cause {
		if _, frame := ownFrame(index, cause); frame != nil {
			add(frame, "caused by "+cause.String())
		}
	}
	_, thrown := ownFrame(index, e)
	for i := range e.Frames {
		if frame := &e.Frames[i]; frame != thrown {
			add(frame, "called from "+names.SimpleClass(frame.Class)+"."+frame.Method)
		}
	}
	return related
}

// ownFrame returns the innermost activation of a method of the index whose line is known, with the method's file;
// nil for none.
func ownFrame(index *sources.Index, e *profiles.Exception) (*sources.File, *profiles.Frame) {
	for i := range e.Frames {
		frame := &e.Frames[i]
		if file := fileOf(index, frame.Class); file != nil && frame.Line > 0 {
			return file, frame
		}
	}
	return nil, nil
}

// fileOf returns the file of the index that declares a class, nil for none. The index lists methods; a class
// without any, such as some records, is looked for by the class around it and by the file's name.
func fileOf(index *sources.Index, class string) *sources.File {
	if index == nil {
		return nil
	}
	outermost, _, _ := strings.Cut(class, "$")
	var around *sources.File
	for i := range index.Files {
		file := &index.Files[i]
		for j := range file.Methods {
			declared := file.Methods[j].Class
			if declared == class {
				return file
			}
			if declared == outermost || strings.HasPrefix(declared, outermost+"$") {
				around = file
			}
		}
		if strings.HasSuffix(filepath.ToSlash(file.Path), "/"+outermost+".java") {
			around = file
		}
	}
	return around
}
