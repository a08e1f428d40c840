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

// LocateLine finds where what a range has of a line of a compiled file, from 1, stands in its current text; an empty range means all of the line. It
// reports false if that is not known, or the method around it was edited.
type LocateLine func(path string, line int, within sources.Range) (sources.Range, bool)

// maxRelated bounds how many callers and causes an error names: what a person reads.
const maxRelated = 10

// Exceptions returns an error for each uncaught exception of a run, at the innermost activation of a
// method of the index that led to it or, if there is none, to its cause. Those of several threads with the same place and words
// are one. One that nothing of the index led to, or whose place was edited since, has none.
func Exceptions(uncaught []profiles.Exception, index *sources.Index, locate LocateLine) []Error {
	type place struct {
		path    string
		at      sources.Range
		message string
	}
	files := newClassFiles(index)
	var all []Error
	threads := map[place][]string{}
	var places []place
	for i := range uncaught {
		e := &uncaught[i]
		file, frame, at := ownPlace(files, e, locate)
		if file == nil {
			continue
		}
		p := place{file.Path, at, exceptionMessage(e, files)}
		if threads[p] == nil {
			places = append(places, p)
			all = append(all, Error{Path: p.path, Range: p.at, Related: relatedOf(e, frame, files, locate)})
		}
		threads[p] = append(threads[p], e.Thread)
	}
	for i, p := range places {
		first, causes, _ := strings.Cut(p.message, "\n")
		if causes != "" {
			causes = "\n" + causes
		}
		all[i].Message = first + inThreads(threads[p]) + causes
	}
	return all
}

// inThreads names the threads that exceptions have ended: ", in thread worker-1". Of main it says nothing.
func inThreads(threads []string) string {
	switch {
	case len(threads) > 1:
		return ", in threads " + strings.Join(threads, ", ")
	case threads[0] != mainThread:
		return ", in thread " + threads[0]
	}
	return ""
}

// exceptionMessage says what was not caught, which method threw it if that is not of the index, and on lines of their own
// what caused it, and what explains it.
func exceptionMessage(e *profiles.Exception, files classFiles) string {
	var b strings.Builder
	b.WriteString("uncaught " + oneLine(e))
	if len(e.Frames) > 0 && files.of(e.Frames[0].Class) == nil {
		b.WriteString(", thrown by " + frameName(&e.Frames[0]))
	}
	for cause := e.Cause; cause != nil; cause = cause.Cause {
		b.WriteString("\ncaused by " + oneLine(cause))
		if _, frame := ownFrame(files, cause); frame != nil {
			fmt.Fprintf(&b, " (%s:%d)", frame.File, frame.Line)
		}
	}
	if e.Explanation != "" {
		b.WriteString("\n" + e.Explanation)
	}
	return b.String()
}

// oneLine writes an exception without the line ends that its message may have.
func oneLine(e *profiles.Exception) string { return strings.Join(strings.Fields(e.String()), " ") }

// frameName names the method of an activation as everything does that shows methods.
func frameName(f *profiles.Frame) string {
	return names.Of([]profiles.Method{{Class: f.Class, Name: f.Method}}, []int{f.Line})[0]
}

// relatedOf names the causes' places and the callers of the throwing method. Of recursion it names each place once.
func relatedOf(e *profiles.Exception, thrown *profiles.Frame, files classFiles, locate LocateLine) []Related {
	var related []Related
	add := func(frame *profiles.Frame, message string) {
		file := files.of(frame.Class)
		if file == nil || frame.Line < 1 || len(related) == maxRelated {
			return
		}
		at, known := locate(file.Path, frame.Line, methodOf(file, frame))
		place := Related{Path: file.Path, Range: at, Message: message}
		if known && !slices.Contains(related, place) {
			related = append(related, place)
		}
	}
	for cause := e.Cause; cause != nil; cause = cause.Cause {
		if _, frame := ownFrame(files, cause); frame != nil && frame != thrown {
			add(frame, "caused by "+oneLine(cause))
		}
	}
	for i := range e.Frames {
		if frame := &e.Frames[i]; frame != thrown {
			add(frame, "called from "+frameName(frame))
		}
	}
	return related
}

// ownFrame returns the innermost activation of a method of the index whose line is known, with the method's file: of the
// exception or, if it has none, of what caused it; nil for none.
func ownFrame(files classFiles, e *profiles.Exception) (*sources.File, *profiles.Frame) {
	for ; e != nil; e = e.Cause {
		for i := range e.Frames {
			frame := &e.Frames[i]
			if file := files.of(frame.Class); file != nil && frame.Line > 0 {
				return file, frame
			}
		}
	}
	return nil, nil
}

// ownPlace is ownFrame, and where its line stands now; the file is nil, too, if it was edited.
func ownPlace(files classFiles, e *profiles.Exception, locate LocateLine) (*sources.File, *profiles.Frame, sources.Range) {
	file, frame := ownFrame(files, e)
	if file == nil {
		return nil, nil, sources.Range{}
	}
	at, known := locate(file.Path, frame.Line, methodOf(file, frame))
	if !known {
		return nil, nil, sources.Range{}
	}
	return file, frame, at
}

// methodOf is the declaration of the method of an activation, as others may stand on the same line, or begin with their class there; empty where the activation may be of several.
func methodOf(file *sources.File, frame *profiles.Frame) sources.Range {
	var found sources.Range
	for i := range file.Methods {
		m := &file.Methods[i]
		if m.Class != frame.Class || m.Name != frame.Method || frame.Line <= m.Range.Start.Line || frame.Line > m.Range.End.Line+1 {
			continue
		}
		if found != (sources.Range{}) {
			return sources.Range{}
		}
		found = m.Range
	}
	return found
}

// classFiles finds the files of an index that declare classes. The index lists methods; a class
// without any, such as some records, is looked for by the class around it and by the file's name.
type classFiles struct {
	index *sources.Index
	known map[string]*sources.File // by class; nil: the index does not have it
}

func newClassFiles(index *sources.Index) classFiles {
	files := classFiles{index, map[string]*sources.File{}}
	if index == nil {
		files.index = &sources.Index{}
	}
	for i := range files.index.Files {
		file := &files.index.Files[i]
		for j := range file.Methods {
			class := file.Methods[j].Class
			files.known[class] = file
			if outermost := profiles.Outermost(class); files.known[outermost] == nil {
				files.known[outermost] = file
			}
		}
	}
	return files
}

// of returns the file that declares a class, nil for none.
func (c classFiles) of(class string) *sources.File {
	file, known := c.known[class]
	if !known {
		if file = c.known[profiles.Outermost(class)]; file == nil {
			suffix := "/" + profiles.Outermost(class) + ".java"
			if i := slices.IndexFunc(c.index.Files, func(f sources.File) bool { return strings.HasSuffix(filepath.ToSlash(f.Path), suffix) }); i >= 0 {
				file = &c.index.Files[i]
			}
		}
		c.known[class] = file
	}
	return file
}
