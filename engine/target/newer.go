package target

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/engine/javac"
	"hotlens/engine/jdk"
	"hotlens/profiles/lazyregexp"
	"hotlens/vm/classfile"
	"hotlens/vm/jimage"
	"hotlens/vm/release"
)

// This file tells whether what does not compile may be written for a newer Java than that of the JDK at hand, and which JDK has it.

// previewDisabled is how javac's names of the errors begin that what is a preview in its version leads to.
const previewDisabled = "compiler.err.preview.feature.disabled"

var (
	// missingMember finds in an error a method or field that a type of the JDK's library does not have, and the type. Nothing on the class path can add to it.
	missingMember = lazyregexp.New(`\n\s*symbol:\s+(?:method |variable |static )(\w+).*\n\s*location: (?:.* of type |class |interface |@interface |enum )((?:java|javax|jdk)\.[\w.]+)`)
	// missingClass finds a class that a package of the library does not have, and the package.
	missingClass = lazyregexp.New(`\n\s*symbol:\s+class (\w+).*\n\s*location: package ((?:java|javax|jdk)\.[\w.]+)`)
	// missingPackage finds a package that the library does not have.
	missingPackage = lazyregexp.New(`^package (java\.[\w.]+) does not exist`)
	// compactMain finds a main method that stands outside of all classes (JEP 512): what is in a class mostly is indented.
	compactMain = lazyregexp.New(`(?m)^((public|static|final)\s+)*void\s+main\s*\(`)
)

// newerJDKs are the JDKs on this machine that are newer than the one at hand. They are looked for when an error asks, once for all errors of a compilation, and closed after it.
type newerJDKs struct {
	java  int                       // the version of Java of the one at hand; 0 if somebody has chosen a version, so that another JDK makes no difference
	look  func(java int) []*jdk.JDK // the oldest first
	found []library
	asked bool
}

func newerThan(java int) *newerJDKs { return &newerJDKs{java: java, look: jdk.Newer} }

// all are those whose class library can be read, the oldest first.
func (n *newerJDKs) all() []library {
	if n.asked {
		return n.found
	}
	n.asked = true
	for _, j := range n.look(n.java) {
		if image, err := jimage.Open(j.Modules); err == nil {
			n.found = append(n.found, library{j, image})
		}
	}
	return n.found
}

func (n *newerJDKs) close() {
	for _, l := range n.found {
		_ = l.Close()
	}
}

// help says what to do about an error of the compiler that code for a newer Java leads to; "" if it is none of those.
//
// An error about a name, which may just be misspelt, is one only if a newer JDK has the name, as far as there is one on this machine.
func (n *newerJDKs) help(d *javac.Diagnostic) string {
	switch code, _ := strings.CutPrefix(d.Code, "compiler.err."); {
	case strings.HasPrefix(d.Code, previewDisabled), strings.HasPrefix(code, "feature.not.supported.in.source"), strings.HasPrefix(code, "underscore.as.identifier"):
		return n.choose()
	case code == "expected4": // class, interface, enum, or record expected
		if text, err := os.ReadFile(d.File); err == nil && compactMain().Match(text) {
			return n.choose()
		}
	case strings.HasPrefix(code, "cant.resolve.location"), code == "doesnt.exist":
		return n.helpWithName(d.Message)
	}
	return ""
}

// helpWithName is help with an error about a name.
func (n *newerJDKs) helpWithName(message string) string {
	var has func(library) bool
	guessed := false // what is missing without a JDK that has it
	if name := missingMember().FindStringSubmatch(message); name != nil {
		has = func(l library) bool { return l.declares(l.find(name[2]), name[1]) }
	} else if name := missingClass().FindStringSubmatch(message); name != nil {
		has, guessed = func(l library) bool { return l.find(name[2]+"."+name[1]) != nil }, true
	} else if name := missingPackage().FindStringSubmatch(message); name != nil {
		has, guessed = func(l library) bool { return l.ModuleOf(strings.ReplaceAll(name[1], ".", "/")) != "" }, true
	}
	if n.java == 0 || has == nil {
		return ""
	}
	all := n.all()
	if at := slices.IndexFunc(all, has); at >= 0 {
		return fmt.Sprintf("JDK %d has it: choose that with --jdk (setting hotlens.jdk); it is in %s", all[at].Release.Feature, filepath.Clean(all[at].Home))
	}
	if guessed && len(all) == 0 {
		return n.choose()
	}
	return ""
}

// choose says what to do where code may be for a newer Java than the JDK's; "" where that is the newest that hotlens runs.
func (n *newerJDKs) choose() string {
	if n.java == 0 || n.java >= release.Newest().Feature {
		return ""
	}
	hint := fmt.Sprintf("if this is written for a newer Java than %d: choose a newer JDK with --jdk (setting hotlens.jdk)", n.java)
	if all := n.all(); len(all) > 0 {
		hint += ", such as " + filepath.Clean(slices.MaxFunc(all, func(a, b library) int { return a.Release.Feature - b.Release.Feature }).Home)
	}
	return hint
}

// library is a JDK with its class library.
type library struct {
	*jdk.JDK
	*jimage.Image
}

// find returns the class of a name as it stands in sources, with a dot in front of nested ones; nil if there is none.
func (l library) find(name string) *classfile.Class {
	binary := strings.ReplaceAll(name, ".", "/")
	for {
		if class := l.load(binary); class != nil {
			return class
		}
		at := strings.LastIndexByte(binary, '/')
		if at < 0 {
			return nil
		}
		binary = binary[:at] + "$" + binary[at+1:]
	}
}

// load returns the class of a binary name, nil if there is none.
func (l library) load(name string) *classfile.Class {
	data, _, found, err := l.FindClass(name)
	if err != nil || !found {
		return nil
	}
	class, err := classfile.ParseWith(data, classfile.Options{Name: name, Newest: release.Newest().ClassFileMajor()})
	if err != nil {
		return nil
	}
	return class
}

// declares tells whether a class declares a method or field that others may use, or inherits one.
func (l library) declares(class *classfile.Class, member string) bool {
	if class == nil {
		return false
	}
	named := func(m classfile.Member) bool { return m.Name == member && m.Flags&classfile.AccPrivate == 0 }
	if slices.ContainsFunc(class.Methods, named) || slices.ContainsFunc(class.Fields, named) {
		return true
	}
	supertypes := class.Interfaces
	if class.Super != "" {
		supertypes = append(slices.Clone(supertypes), class.Super)
	}
	return slices.ContainsFunc(supertypes, func(name string) bool { return l.declares(l.load(name), member) })
}
