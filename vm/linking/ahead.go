package linking

import (
	"sync"
	"unsafe"

	"hotlens/vm/classfile"
	"hotlens/vm/prefault"
	"hotlens/vm/release"
)

// This file reads class files of the boot loader before anybody asks for them, beside the thread that runs Java code: which the
// library needs to start is the same each time, and reading them takes a fifth of a short run.

// Ahead is what is read ahead. Its zero value is nothing.
type Ahead struct {
	files map[string]func() ahead // by class; asked by the thread that runs Java code only
}

// ahead is a class file that has been read; file is nil for one that could not be.
type ahead struct {
	data   []byte
	module string
	file   *classfile.Class
}

// ReadAhead returns what is to be read ahead of classes, and the function that reads it in their order, which any goroutine may
// call. What is asked for before its turn comes is read at once, by whoever asks.
func ReadAhead(source ClassSource, from release.Release, names []string) (_ Ahead, read func()) {
	files, order := make(map[string]func() ahead, len(names)), make([]func() ahead, len(names))
	for i, name := range names {
		order[i] = sync.OnceValue(func() ahead {
			data, module, found, err := source.FindClass(name)
			if err != nil || !found {
				return ahead{}
			}
			file, err := classfile.ParseWith(data, classfile.Options{Name: name, Newest: from.ClassFileMajor(), Preview: from.Preview, LenientTypes: from.LenientTypes, Trusted: true})
			if err != nil {
				return ahead{} // whoever needs it finds that out, and says so
			}
			prefault.GoHeap(unsafe.Pointer(file))
			return ahead{data, module, file}
		})
		files[name] = order[i]
	}
	return Ahead{files}, func() {
		for _, file := range order {
			file()
		}
	}
}

// take gives what was read of a class, once.
func (a *Ahead) take(name string) ahead {
	file := a.files[name]
	if file == nil {
		return ahead{}
	}
	delete(a.files, name)
	return file()
}
