package target

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"hotlens/engine/javac"
	"hotlens/engine/jdk"
	"hotlens/vm/classfile"
	"hotlens/vm/jimage"
	"hotlens/vm/release"
)

// This file tells whether what does not compile may be written for a newer Java than that of the JDK at hand, and which JDK has it.

// previewDisabled is how javac's names of the errors begin that what is a preview in its version leads to.
const previewDisabled = "compiler.err.preview.feature.disabled"

var (
	// missingMember finds in an error a method or field that a type of the JDK's library does not have, and the type. Nothing on the class path can add to it.
	missingMember = regexp.MustCompile(`\n\s*symbol:\s+(?:method |variable |static )(\w+).*\n\s*location: (?:.* of type |class |interface |@interface |enum )((?:java|javax|jdk)\.[\w.]+)`)
	// missingClass finds a class that a package of the library does not have, and the package.
	missingClass = regexp.MustCompile(`\n\s*symbol:\s+class (\w+).*\n\s*location: package ((?:java|javax|jdk)\.[\w.]+)`)
	// missingPackage finds a package that the library does not have.
	missingPackage = regexp.MustCompile(`^package (java\.[\w.]+) does not exist`)
	// compactMain finds a main method that stands outside of all classes (JEP 512): what is in a class mostly is indented.
	compactMain = regexp.MustCompile(`(?m)^((public|static|final)\s+)*void\s+main\s*\(`)
)

// newerJava says what to do about an error of the compiler that code for a newer Java leads to; "" if it is none of those. Java is the version that the JDK at hand compiles, 0 if no other JDK makes a difference.
//
// An error about a name, which may just be misspelt, is one only if a newer JDK has the name, as far as there is one on this machine.
func newerJava(d *javac.Diagnostic, java int) string {
	if java == 0 {
		return ""
	}
	switch code, _ := strings.CutPrefix(d.Code, "compiler.err."); {
	case strings.HasPrefix(d.Code, previewDisabled), strings.HasPrefix(code, "feature.not.supported.in.source"), strings.HasPrefix(code, "underscore.as.identifier"):
		return newerJDK(java)
	case code == "expected4": // class, interface, enum, or record expected
		if text, err := os.ReadFile(d.File); err == nil && compactMain.Match(text) {
			return newerJDK(java)
		}
	case strings.HasPrefix(code, "cant.resolve.location"), code == "doesnt.exist":
		return newerLibrary(d.Message, java)
	}
	return ""
}

// newerLibrary is newerJava of an error about a name.
func newerLibrary(message string, java int) string {
	var has func(library) bool
	guessed := false // what is missing without a JDK that has it
	if found := missingMember.FindStringSubmatch(message); found != nil {
		has = func(l library) bool { return l.declares(l.find(found[2]), found[1]) }
	} else if found := missingClass.FindStringSubmatch(message); found != nil {
		has, guessed = func(l library) bool { return l.find(found[2]+"."+found[1]) != nil }, true
	} else if found := missingPackage.FindStringSubmatch(message); found != nil {
		has, guessed = func(l library) bool { return l.ModuleOf(strings.ReplaceAll(found[1], ".", "/")) != "" }, true
	} else {
		return ""
	}
	newer := jdk.Newer(java)
	for _, j := range newer {
		image, err := jimage.Open(j.Modules)
		if err != nil {
			continue
		}
		found := has(library{image})
		_ = image.Close()
		if found {
			return fmt.Sprintf("JDK %d has it: choose that with --jdk (setting hotlens.jdk); it is in %s", j.Release.Feature, filepath.Clean(j.Home))
		}
	}
	if guessed && len(newer) == 0 {
		return newerJDK(java)
	}
	return ""
}

// newerJDK says what to do where code is for a newer Java than the JDK's; "" where that is the newest that hotlens runs, or 0.
func newerJDK(java int) string {
	if java == 0 || java >= release.Newest().Feature {
		return ""
	}
	hint := fmt.Sprintf("if this is written for a newer Java than %d: choose a newer JDK with --jdk (setting hotlens.jdk)", java)
	if newer := jdk.Newer(java); len(newer) > 0 {
		hint += ", such as " + filepath.Clean(slices.MaxFunc(newer, func(a, b *jdk.JDK) int { return a.Release.Feature - b.Release.Feature }).Home)
	}
	return hint
}

// library is the class library of a JDK.
type library struct{ *jimage.Image }

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
