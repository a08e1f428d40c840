package linking

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/memory"
)

// This file defines classes (JVMS 5.3.5): it reads class files, resolves the
// supertypes and checks what they allow.

// DefineOptions say how a class is defined.
type DefineOptions struct {
	Name             string           // expected name with slashes, or a hidden class's name in place of its file's; "" any
	Module           string           // boot classes: the module of the image
	Trusted          bool             // the file is the JDK's own
	File             *classfile.Class // what has been read of it already; nil: nothing
	Methods          []classes.Method // that have been made of it already; nil: none
	ProtectionDomain memory.Ref
	Source           string
	Hidden           bool
	Strong           bool           // of a hidden class: it lives as long as the other classes of its loader
	Host             *classes.Class // of a hidden class: its lookup class
	NestMate         bool
	ClassData        memory.Ref
}

// What classes that are not the library's own cost beside the heap, in bytes: each one, and
// each byte of its class file (measured on small and large ones), and each class of
// arrays, whose name may have 255 brackets.
const (
	classCost      = 6 << 10
	classFileCost  = 4
	arrayClassCost = 3 << 10
)

// errThrown ends the reading of a class file when a Java exception is pending.
var errThrown = errors.New("a Java exception is pending")

// DefineClass makes a class from a class file (JVMS 5.3.5). It returns nil with
// a pending exception.
func (t *Thread) DefineClass(loader *classes.Loader, data []byte, o DefineOptions) *classes.Class {
	l := t.Linker
	definition := definition{thread: t, loader: loader, options: o}
	defer definition.end()
	ofImage := o.Trusted
	if !o.Hidden && !o.Trusted {
		if file := l.fileOfImage(loader, o.Name, data); file != nil {
			data, ofImage = file, true
			if read := l.takeAhead(o.Name); read.file != nil {
				o.File, o.Methods = read.file, read.methods
			}
		}
	}
	file, err := o.File, error(nil)
	if file != nil {
		err = definition.begin(file)
	} else {
		file, err = classfile.ParseWith(data, classfile.Options{Name: o.Name, Newest: l.Release.ClassFileMajor(), Preview: l.Release.Preview, LenientTypes: l.Release.LenientTypes, Trusted: ofImage, HeaderRead: definition.begin})
	}
	if err != nil {
		t.throwFormat(err)
		return nil
	}
	if !definition.findSuper(file) {
		return nil
	}
	c := classes.New(file, definition.name, loader, definition.super, definition.interfaces)
	c.OfImage = ofImage
	definition.placeInModuleAndNest(c)
	if !definition.permitted(c) || !o.Hidden && !t.recordDefining(c) {
		return nil
	}
	if !o.Trusted {
		c.Cost = classCost + classFileCost*uint64(len(data))
		if !t.chargeClass(c.Cost) {
			return nil
		}
	}
	if l.Registry.Define(c, o.Methods) != nil {
		t.Java.Throw("java/lang/OutOfMemoryError", "Metaspace")
		return nil
	}
	definition.defined = true
	if o.Hidden {
		// Stack traces do not show hidden classes (HotSpot: ShowHiddenFrames).
		for _, method := range c.Methods {
			method.HiddenFrame = true
		}
	} else {
		loader.Classes[c.Name] = c
	}
	if l.Known.Class != nil || l.Registry.Boot().Classes["java/lang/Class"] != nil {
		t.makeMirror(c)
		if o.ClassData != 0 {
			l.Memory.SetU32(c.Mirror+l.Known.ClassData, o.ClassData)
		}
		if c.Lifetime != loader.Lifetime {
			t.Java.Root(c.Mirror) // nothing else leads to it yet
		}
	}
	return c
}

// recordDefining is recordInitiating for the loader that defines c.
func (t *Thread) recordDefining(c *classes.Class) bool {
	l := t.Linker
	if c.Loader.Classes[c.Name] != nil {
		t.Java.Throw("java/lang/LinkageError", "loader "+l.LoaderText(c.Loader)+" attempted duplicate "+KindText(c)+" definition for "+c.ExternalName()+". ("+l.inModuleOfLoaderWithParent(c)+")")
		return false
	}
	return t.agreesWithConstraints(c.Loader, c)
}

// throwFormat throws what a class file that cannot be read is answered with.
func (t *Thread) throwFormat(err error) {
	var version *classfile.UnsupportedVersionError
	var format *classfile.FormatError
	switch {
	case errors.Is(err, errThrown):
	case errors.As(err, &version):
		t.Java.Throw("java/lang/UnsupportedClassVersionError", err.Error())
	case errors.As(err, &format):
		t.Java.Throw("java/lang/ClassFormatError", format.Message)
	default:
		t.Java.Throw("java/lang/NoClassDefFoundError", err.Error())
	}
}

// definition is the making of one class.
type definition struct {
	thread     *Thread
	loader     *classes.Loader
	options    DefineOptions
	name       string // of the class; a hidden one's differs from the file's
	super      *classes.Class
	interfaces []*classes.Class
	begun      bool
	file       *classfile.Class
	defined    bool
}

// begin takes what the class file's header says, while the rest is not read yet:
// like HotSpot, faults in it are reported before those in fields and methods.
func (d *definition) begin(file *classfile.Class) error {
	t, o := d.thread, d.options
	if file.Flags&classfile.AccModule != 0 {
		return &classfile.NotClassError{Name: o.Name}
	}
	t.Linker.filesRead++
	t.Linker.ClassFiles = append(t.Linker.ClassFiles, ClassFile{file, t.Linker.filesRead})
	d.file = file
	d.name = file.Name
	switch {
	case o.Hidden && o.Name != "":
		d.name = o.Name
	case o.Name != "" && o.Name != file.Name:
		t.Java.Throw("java/lang/NoClassDefFoundError", o.Name+" (wrong name: "+file.Name+")")
		return errThrown
	}
	if o.Hidden {
		t.Linker.hidden++
		d.name += "+0x" + leftPad(strconv.FormatInt(int64(t.Linker.hidden), 16), 16)
	}
	request := request{d.loader, file.Name}
	if !o.Hidden {
		if slices.Contains(t.defining, request) {
			t.Java.Throw("java/lang/ClassCircularityError", file.Name)
			return errThrown
		}
		t.defining = append(t.defining, request)
		d.begun = true
	}
	d.interfaces = make([]*classes.Class, len(file.Interfaces))
	for i, name := range file.Interfaces {
		if d.interfaces[i] = d.supertype(file, name); d.interfaces[i] == nil {
			return errThrown
		}
		if j := d.interfaces[i]; !j.IsInterface() {
			t.Java.Throw("java/lang/IncompatibleClassChangeError", "class "+externalName(d.name)+" can not implement "+j.ExternalName()+", because it is not an interface ("+t.Linker.inModuleOfLoader(j)+")")
			return errThrown
		}
	}
	return nil
}

// end forgets that the class is being defined, and if that has failed, all of it.
func (d *definition) end() {
	if l := d.thread.Linker; !d.defined && d.file != nil {
		l.ClassFiles = slices.DeleteFunc(l.ClassFiles, func(f ClassFile) bool { return f.Class == d.file })
	}
	if d.begun {
		d.thread.defining = d.thread.defining[:len(d.thread.defining)-1]
	}
}

// supertype loads a supertype of the class, nil with a pending exception.
func (d *definition) supertype(file *classfile.Class, name string) *classes.Class {
	t := d.thread
	if name == file.Name && !d.options.Hidden {
		t.Java.Throw("java/lang/ClassCircularityError", name)
		return nil
	}
	c := t.LoadClass(d.loader, name)
	if c == nil {
		t.WrapNotFound(name)
	}
	return c
}

func (d *definition) findSuper(file *classfile.Class) bool {
	t := d.thread
	if file.Super == "" {
		if file.Name == "java/lang/Object" {
			return true
		}
		t.Java.Throw("java/lang/ClassFormatError", "Invalid superclass index 0 in class file "+file.Name)
		return false
	}
	if d.super = d.supertype(file, file.Super); d.super == nil {
		return false
	}
	if d.super.IsInterface() {
		t.Java.Throw("java/lang/IncompatibleClassChangeError", "class "+externalName(d.name)+" has interface "+d.super.ExternalName()+" as super class")
		return false
	}
	return true
}

// permitted checks that the class may have its name and its supertypes.
func (d *definition) permitted(c *classes.Class) bool {
	t, l := d.thread, d.thread.Linker
	if d.loader.Mirror != 0 && strings.HasPrefix(c.Name, "java/") && !l.isPlatformLoader(d.loader) {
		t.Java.Throw("java/lang/SecurityException", "Class loader (instance of): "+l.LoaderText(d.loader)+" tried to load prohibited package name: "+externalName(c.Package))
		return false
	}
	if c.Super != nil && !t.mayExtend(c) {
		return false
	}
	for _, i := range c.Interfaces {
		if !t.mayImplement(c, i) {
			return false
		}
	}
	if l.Patches == nil && c.OfImage {
		return true // as the JDK was built with both
	}
	if o := l.Registry.FinalOverridden(c); o != nil {
		t.Java.Throw("java/lang/IncompatibleClassChangeError", "class "+c.ExternalName()+" overrides final method "+o.Class.ExternalName()+"."+o.Name+o.Desc)
		return false
	}
	return true
}

// mayExtend checks a class against its superclass.
func (t *Thread) mayExtend(c *classes.Class) bool {
	l, super := t.Linker, c.Super
	switch {
	case super.Flags&classfile.AccFinal != 0:
		t.Java.Throw("java/lang/IncompatibleClassChangeError", "class "+c.ExternalName()+" cannot inherit from final class "+super.ExternalName())
		return false
	case !t.permits(super, c, "inherit from sealed class"):
		return false
	}
	a := l.classAccess(c, super)
	if a == accessible {
		return true
	}
	if text := l.moduleAccessText(c, super, a); text != "" {
		t.Java.Throw("java/lang/IllegalAccessError", "superclass access check failed: "+text)
		return false
	}
	kind := "superclass"
	if super.IsAbstract() {
		kind = "abstract superclass"
	}
	t.Java.Throw("java/lang/IllegalAccessError", "class "+c.ExternalName()+" cannot access its "+kind+" "+super.ExternalName()+" ("+l.jointInModuleOfLoader(c, super)+")")
	return false
}

// mayImplement checks a class against one of its direct superinterfaces.
func (t *Thread) mayImplement(c, i *classes.Class) bool {
	l := t.Linker
	verb := "implement"
	if c.IsInterface() {
		verb = "extend"
	}
	if !t.permits(i, c, verb+" sealed interface") {
		return false
	}
	a := l.classAccess(c, i)
	if a == accessible {
		return true
	}
	if text := l.moduleAccessText(c, i, a); text != "" {
		t.Java.Throw("java/lang/IllegalAccessError", "superinterface check failed: "+text)
		return false
	}
	t.Java.Throw("java/lang/IllegalAccessError", "class "+c.ExternalName()+" cannot access its superinterface "+i.ExternalName()+" ("+l.jointInModuleOfLoader(c, i)+")")
	return false
}

// permits checks that super, if it is sealed, lists c; both must be in the same
// module, and in the same package unless c is public (JVMS 5.3.5). What c would do
// to super is for the message.
func (t *Thread) permits(super, c *classes.Class, verb string) bool {
	if super.File == nil || super.File.PermittedSubclasses == nil {
		return true
	}
	l, fault := t.Linker, ""
	inModule := func(c *classes.Class) string {
		return c.ExternalName() + " is in module '" + cmp.Or(c.ModuleName, "unnamed module") + "' with loader " + l.LoaderText(c.Loader)
	}
	inPackage := func(c *classes.Class) string {
		return c.ExternalName() + " is in package '" + externalName(c.Package) + "' with classloader " + l.LoaderText(c.Loader)
	}
	switch {
	case super.Module != c.Module:
		fault = "Failed same module check: subclass " + inModule(c) + ", and sealed class " + inModule(super)
	case c.Flags&classfile.AccPublic == 0 && !c.SamePackage(super):
		fault = "Failed same package check: non-public subclass " + inPackage(c) + ", and sealed class " + inPackage(super)
	case c.Hidden || !slices.Contains(super.File.PermittedSubclasses, c.File.Name): // the name of a hidden class is another one than its file's
		fault = "Failed listed permitted subclass check: class " + c.ExternalName() + " is not a permitted subclass of " + super.ExternalName()
	default:
		return true
	}
	if !l.Release.SealedInDetail {
		fault = "class " + externalName(c.Name) + " cannot " + verb + " " + super.ExternalName()
	}
	t.Java.Throw("java/lang/IncompatibleClassChangeError", fault)
	return false
}

// placeInModuleAndNest tells the class where it belongs: to its module, its package, its nest.
func (d *definition) placeInModuleAndNest(c *classes.Class) {
	o := d.options
	c.ModuleName = o.Module
	c.ProtectionDomain = o.ProtectionDomain
	c.Trusted, c.Verified = o.Trusted, o.Trusted && d.thread.Linker.Patches == nil // else what it relies on may be another's
	if o.Hidden {
		if !o.Strong {
			d.thread.Linker.Registry.HiddenAlone(c)
		}
		c.NestHost = c
		if o.NestMate && o.Host != nil {
			c.NestHost = d.thread.NestHost(o.Host)
		}
		if o.Host != nil {
			c.Package = o.Host.Package
		}
	}
	d.thread.Linker.placeInModule(c)
}

func leftPad(s string, n int) string { return strings.Repeat("0", max(0, n-len(s))) + s }

// externalName is a binary name with dots.
func externalName(name string) string { return strings.ReplaceAll(name, "/", ".") }
