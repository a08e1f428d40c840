package linking

import (
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"hotlens/profiles/prefault"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
)

// This file reads class files of the JDK before anybody asks for them, beside the thread that runs Java code: which the
// library needs to start is the same each time, and what a program needs of it nearly so. Reading them takes a fifth of a short run,
// and decoding their methods another one.

// Wanted is a class of the JDK's image that will be loaded, or is, by its name with slashes, and which of its methods will be called, by their
// places in the class file.
type Wanted struct {
	Class   string `json:"class"`
	Methods []int  `json:"methods,omitempty"`
}

// Equal reports whether both want the same.
func (w Wanted) Equal(other Wanted) bool {
	return w.Class == other.Class && slices.Equal(w.Methods, other.Methods)
}

// ahead is a class file that has been read, and the methods that have been made of it; file is nil for one that could not be.
type ahead struct {
	data    []byte
	module  string
	file    *classfile.Class
	methods []classes.Method
}

// lead is how many class files are read before any of their methods is decoded, and then before the thread that runs Java code asks for them: it would wait for
// one that is not there yet, and would only decode a method itself. With 24 and 96 Hello World takes the same time.
const lead = 48

// ReadAhead is told of classes before any of them is loaded, and returns the function that reads them in their order and calls decode with
// each of the methods that are wanted, which any goroutine may call. What is asked for before its turn comes is read at once, by whoever asks. A class may
// come again with more of its methods. The function ends early when stop reports true.
func (l *Linker) ReadAhead(wanted []Wanted, decode func(*classfile.Class, *classes.Method), stop func() bool) (read func()) {
	l.readAhead = make(map[string]func() ahead, len(wanted))
	first := make(map[string]int, len(wanted))
	files, methods := make([]func() ahead, len(wanted)), make([]func(), len(wanted))
	var asked atomic.Int64 // of the files
	for i, w := range wanted {
		if before, again := first[w.Class]; again {
			files[i] = files[before]
		} else {
			first[w.Class] = i
			files[i] = sync.OnceValue(func() ahead { return l.readNow(w.Class) })
			l.readAhead[w.Class] = func() ahead {
				asked.Store(int64(i))
				return files[i]()
			}
		}
		methods[i] = func() {
			read := files[i]()
			for _, at := range w.Methods {
				if at >= 0 && at < len(read.methods) {
					decode(read.file, &read.methods[at])
				}
			}
		}
	}
	return func() {
		for read, decoded := 0, 0; decoded < len(wanted) && !stop(); {
			if read < len(wanted) && (read == decoded || read < int(asked.Load())+lead) {
				files[read]()
				read++
			} else {
				methods[decoded]()
				decoded++
			}
		}
	}
}

// readNow reads a class file of the image, and makes its methods.
func (l *Linker) readNow(name string) ahead {
	data, module, found, err := l.Boot.FindClass(name)
	if err != nil || !found {
		return ahead{}
	}
	file, err := classfile.ParseWith(data, classfile.Options{Name: name, Newest: l.Release.ClassFileMajor(), Preview: l.Release.Preview, LenientTypes: l.Release.LenientTypes, Trusted: true})
	if err != nil {
		return ahead{} // whoever needs it finds that out, and says so
	}
	methods := l.Registry.MethodsOf(file)
	prefault.GoHeap(unsafe.Pointer(file))
	prefault.GoHeap(unsafe.Pointer(unsafe.SliceData(methods)))
	return ahead{data, module, file, methods}
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
