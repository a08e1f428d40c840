package linking

import (
	"sync"
	"unsafe"

	"hotlens/profiles/prefault"
	"hotlens/vm/classfile"
)

// This file reads class files of the boot loader before anybody asks for them, beside the thread that runs Java code: which the
// library needs to start is the same each time, and what a program needs of it nearly so. Reading them takes a fifth of a short run.

// ahead is a class file that has been read; file is nil for one that could not be.
type ahead struct {
	data   []byte
	module string
	file   *classfile.Class
}

// ReadAhead is told of classes that the boot loader will be asked for, while no Java code runs, and returns the function that reads
// them in their order, which any goroutine may call. What is asked for before its turn comes is read at once, by whoever asks.
func (l *Linker) ReadAhead(names []string) (read func()) {
	if l.readAhead == nil {
		l.readAhead = make(map[string]func() ahead, len(names))
	}
	source, from := l.Boot, l.Release
	order := make([]func() ahead, len(names))
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
		l.readAhead[name] = order[i]
	}
	return func() {
		for _, file := range order {
			file()
		}
	}
}

// takeAhead gives what was read of a class, once.
func (l *Linker) takeAhead(name string) ahead {
	file := l.readAhead[name]
	if file == nil {
		return ahead{}
	}
	delete(l.readAhead, name)
	return file()
}
