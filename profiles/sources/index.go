// Package sources is the source index: where in the source text each method
// and each call expression stands, as the compiler saw it. It maps the rows of
// a profile (method, bytecode index) to places in an editor.
//
// Invariant: positions are those of the text that was compiled. Lines and
// columns count from 0; columns count UTF-16 code units, as LSP 3.17 section
// "Position" has them.
package sources

import (
	"slices"
	"strings"
)

// Position is a place in a text; both numbers count from 0.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Range is a half-open stretch of text.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Index is what one compilation said about its source files.
type Index struct {
	Files []File `json:"files"`
}

// File is one source file. Path is absolute. Hash is the SHA-256 of its bytes
// in lower-case hexadecimal, so that an index is never used for another text.
type File struct {
	Path     string   `json:"path"`
	Hash     string   `json:"hash"`
	Encoding string   `json:"encoding,omitempty"` // by the name that IANA has for it; "" for UTF-8
	TextHash string   `json:"textHash,omitempty"` // HashText of the text; "" if it is the same as Hash
	Package  string   `json:"package"`
	Types    []string `json:"types"` // binary names with slashes of the types the file declares, outermost first
	Mains    []string `json:"mains"` // those types that declare public static void main(String[])
	Tests    []Test   `json:"tests"`
	Methods  []Method `json:"methods"`
}

// Declaring is the path of the file that declares a type, by its binary name with slashes or dots; "" if none does. The index may be nil.
func (x *Index) Declaring(class string) string {
	if x == nil {
		return ""
	}
	class = strings.ReplaceAll(class, ".", "/")
	for i := range x.Files {
		if slices.Contains(x.Files[i].Types, class) {
			return x.Files[i].Path
		}
	}
	return ""
}

// ByType are the files that declare the types of the index, by the binary names of these.
func (x *Index) ByType() map[string]*File {
	files := map[string]*File{}
	for i := range x.Files {
		for _, class := range x.Files[i].Types {
			files[class] = &x.Files[i]
		}
	}
	return files
}

// PathsByClass are the paths of the files that declare classes, by the binary names of these, those of local and anonymous ones that have methods among them.
func (x *Index) PathsByClass() map[string]string {
	paths := map[string]string{}
	for i := range x.Files {
		file := &x.Files[i]
		for _, class := range file.Types {
			paths[class] = file.Path
		}
		for j := range file.Methods {
			paths[file.Methods[j].Class] = file.Path
		}
	}
	return paths
}

// Method is the first method of that name that a class declares in the file, lambda bodies aside; nil for none.
func (f *File) Method(class, name string) *Method {
	for i := range f.Methods {
		if m := &f.Methods[i]; m.Class == class && m.Name == name && !m.Lambda {
			return m
		}
	}
	return nil
}

// Test is a test method, by the annotations of JUnit 4 and 5.
type Test struct {
	Class  string `json:"class"`
	Method string `json:"method"`
}

// Method is one declared method, constructor, initializer or lambda body.
//
// An initializer is an initializer block or a field whose initial value calls
// something. It is listed with Initializer set, once for every method that
// executes it: the static ones for "<clinit>", the others for each constructor
// that does not begin with this(...).
//
// Class, Name and Descriptor are those of the class file ("<init>",
// "<clinit>", "lambda$main$0"); a lambda is listed as a method of its own with
// Lambda set, and its calls are not repeated under the method around it.
// Name is "" where javac's choice could not be told.
type Method struct {
	Class       string `json:"class"`
	Name        string `json:"name"`
	Descriptor  string `json:"descriptor"`
	Lambda      bool   `json:"lambda"`
	Initializer bool   `json:"initializer"`
	NameRange   Range  `json:"nameRange"` // the identifier; the arrow of a lambda; the first token, "static" or "{", of an initializer block
	Range       Range  `json:"range"`     // the whole declaration
	Body        Range  `json:"body"`      // with its braces; of a field the initial value
	Hash        string `json:"hash"`      // SHA-256 of the declaration's token texts joined by one space: unchanged by white space and comments
	Calls       []Call `json:"calls"`
}

// Call is one call expression: a method call, an object creation, an explicit
// constructor call or a method reference.
//
// Ordinal is the position of its invoke instruction among the invoke
// instructions of the same method that name the same Name and Descriptor, in
// bytecode order, from 0. BCI is that instruction's bytecode index, -1 where it
// could not be told. Copies are the indices of further instructions of the same
// expression, which javac generates for each way out of a try with a finally.
//
// A method reference has no invoke instruction of its own: BCI is that of the
// invokedynamic which makes the function object, Ordinal is -1, and the callee is
// the method that the object calls. Where javac made a method around it (for
// super::m, for example), that method is listed as a lambda, and the call in it is
// an ordinary one. A call that javac generated no code for has no callee and the
// BCI -1.
type Call struct {
	Range      Range  `json:"range"`     // the whole call expression
	NameRange  Range  `json:"nameRange"` // the callee's identifier (the type's name for "new T(...)")
	Class      string `json:"class"`     // resolved callee: the class named by the instruction
	Name       string `json:"name"`
	Descriptor string `json:"descriptor"`
	Ordinal    int    `json:"ordinal"`
	BCI        int    `json:"bci"`
	Copies     []int  `json:"copies,omitempty"`
}
