//go:build unix

package natives

import (
	"strings"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

func init() { later(javaLangClass) }

func javaLangClass() {
	register("java/lang/Class", table{
		"registerNatives()V": nothing,
		"getPrimitiveClass(Ljava/lang/String;)Ljava/lang/Class;": func(t *Thread, a Args) uint64 {
			name := t.M.Text(a.Ref(0))
			for _, letter := range []byte("ZBCSIJFDV") {
				if c := t.M.Primitive(letter); c.Name == name {
					return uint64(c.Mirror)
				}
			}
			t.Throw("java/lang/ClassNotFoundException", name)
			return 0
		},
		"initClassName()Ljava/lang/String;": func(t *Thread, a Args) uint64 {
			c := t.M.ClassOfMirror(a.Ref(0))
			name := t.InternText(c.ExternalName())
			t.M.Memory.SetU32(a.Ref(0)+t.M.Known.ClassName, name)
			return uint64(name)
		},
		"forName0(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;": forName,
		"isPrimitive()Z": func(t *Thread, a Args) uint64 { return boolean(t.M.ClassOfMirror(a.Ref(0)).IsPrimitive()) },
		"isArray()Z":     func(t *Thread, a Args) uint64 { return boolean(t.M.ClassOfMirror(a.Ref(0)).IsArray()) },
		"isInterface()Z": func(t *Thread, a Args) uint64 { return boolean(t.M.ClassOfMirror(a.Ref(0)).IsInterface()) },
		"isHidden()Z":    func(t *Thread, a Args) uint64 { return boolean(t.M.ClassOfMirror(a.Ref(0)).Hidden) },
		"isRecord0()Z": func(t *Thread, a Args) uint64 {
			c := t.M.ClassOfMirror(a.Ref(0))
			return boolean(c.File != nil && c.File.IsRecord)
		},
		"isInstance(Ljava/lang/Object;)Z": func(t *Thread, a Args) uint64 {
			return boolean(a.Ref(1) != 0 && t.M.ClassOf(a.Ref(1)).IsSubclassOf(t.M.ClassOfMirror(a.Ref(0))))
		},
		"isAssignableFrom(Ljava/lang/Class;)Z": func(t *Thread, a Args) uint64 {
			if a.Ref(1) == 0 {
				t.ThrowNull()
				return 0
			}
			return boolean(t.M.ClassOfMirror(a.Ref(1)).IsSubclassOf(t.M.ClassOfMirror(a.Ref(0))))
		},
		"getSuperclass()Ljava/lang/Class;": func(t *Thread, a Args) uint64 {
			c := t.M.ClassOfMirror(a.Ref(0))
			if c.Super == nil || c.IsInterface() {
				return 0
			}
			return uint64(c.Super.Mirror)
		},
		"getModifiers()I": func(t *Thread, a Args) uint64 { return uint64(t.M.ClassOfMirror(a.Ref(0)).Modifiers()) },
		"getInterfaces0()[Ljava/lang/Class;": func(t *Thread, a Args) uint64 {
			return uint64(classArray(t, t.M.ClassOfMirror(a.Ref(0)).Interfaces))
		},
		"getDeclaredFields0(Z)[Ljava/lang/reflect/Field;":             declaredFields,
		"getDeclaredMethods0(Z)[Ljava/lang/reflect/Method;":           declaredMethods,
		"getDeclaredConstructors0(Z)[Ljava/lang/reflect/Constructor;": declaredConstructors,
		"getRecordComponents0()[Ljava/lang/reflect/RecordComponent;":  recordComponents,
		"getDeclaredClasses0()[Ljava/lang/Class;":                     declaredClasses,
		"getDeclaringClass0()Ljava/lang/Class;":                       declaringClass,
		"getNestMembers0()[Ljava/lang/Class;":                         nestMembers,
		"getPermittedSubclasses0()[Ljava/lang/Class;":                 permittedSubclasses,
		"getEnclosingMethod0()[Ljava/lang/Object;":                    enclosingMethod,
		"getConstantPool()Ljdk/internal/reflect/ConstantPool;":        constantPool,
		"getRawAnnotations()[B":                                       classBytes(func(f *classfile.Class) []byte { return f.Annotations }),
		"getRawTypeAnnotations()[B":                                   classBytes(func(f *classfile.Class) []byte { return f.TypeAnnotations }),
		"getProtectionDomain0()Ljava/security/ProtectionDomain;":      func(t *Thread, a Args) uint64 { return uint64(t.M.ClassOfMirror(a.Ref(0)).ProtectionDomain) },
		"getNestHost0()Ljava/lang/Class;":                             func(t *Thread, a Args) uint64 { return uint64(t.NestHost(t.M.ClassOfMirror(a.Ref(0))).Mirror) },
		"getSimpleBinaryName0()Ljava/lang/String;": func(t *Thread, a Args) uint64 {
			if self := t.M.ClassOfMirror(a.Ref(0)).InnerClass(); self != nil {
				return uint64(optionalUtf8(t, self.Name))
			}
			return 0
		},
		"getGenericSignature0()Ljava/lang/String;": func(t *Thread, a Args) uint64 {
			if c := t.M.ClassOfMirror(a.Ref(0)); c.File != nil {
				return uint64(optionalUtf8(t, c.File.Signature))
			}
			return 0
		},
		// From JDK 21 on.
		"getClassAccessFlagsRaw0()I": func(t *Thread, a Args) uint64 { return uint64(t.M.ClassOfMirror(a.Ref(0)).Flags) },
		"getClassFileVersion0()I": func(t *Thread, a Args) uint64 {
			c := t.M.ClassOfMirror(a.Ref(0))
			for c.Component != nil {
				c = c.Component
			}
			if c.File == nil {
				return uint64(t.M.Release.ClassFileMajor()) // a primitive type
			}
			return uint64(c.File.Minor)<<16 | uint64(c.File.Major)
		},
		"getSigners()[Ljava/lang/Object;": func(t *Thread, a Args) uint64 {
			if signers := t.M.ClassOfMirror(a.Ref(0)).Signers; signers != 0 {
				return uint64(t.Clone(signers))
			}
			return 0
		},
		"setSigners([Ljava/lang/Object;)V": func(t *Thread, a Args) uint64 {
			if c := t.M.ClassOfMirror(a.Ref(0)); c.File != nil {
				c.Signers = a.Ref(1)
			}
			return 0
		},
	})
}

// classBytes implements the natives that give an attribute of the class as raw
// bytes, null when it is absent.
func classBytes(attribute func(*classfile.Class) []byte) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		if c := t.M.ClassOfMirror(a.Ref(0)); c.File != nil {
			return uint64(optionalBytes(t, attribute(c.File)))
		}
		return 0
	}
}

func forName(t *Thread, a Args) uint64 {
	if a.Ref(0) == 0 {
		t.ThrowNull()
		return 0
	}
	name := t.M.Text(a.Ref(0))
	binary := strings.ReplaceAll(name, ".", "/")
	if strings.Contains(name, "/") || !speltAsClass(binary) {
		// The JDK gives the name as it has come to see it.
		t.Throw("java/lang/ClassNotFoundException", binary)
		return 0
	}
	c := t.LoadClass(t.M.LoaderOf(a.Ref(2)), binary)
	if c == nil {
		return 0
	}
	if a.Bool(1) && !t.Initialize(c) {
		return 0
	}
	return uint64(c.Mirror)
}

// speltAsClass reports whether a binary name with slashes can be that of a class
// (JVMS 4.2.1). Arrays, and nothing at all, are left to those who look for them.
func speltAsClass(name string) bool {
	if name == "" || strings.HasPrefix(name, "[") {
		return true
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(name, "/"), "/") {
		if part == "" || strings.ContainsAny(part, ";[") {
			return false
		}
	}
	return true
}

// classNamed loads the class that the attributes of c name; nil with a pending
// exception.
func classNamed(t *Thread, c *classes.Class, name string) *classes.Class {
	if name == c.File.Name {
		return c // a hidden class cannot be found by its name
	}
	if strings.HasPrefix(name, "[") {
		return t.ClassOfDescriptor(c.Loader, name)
	}
	return t.ClassOfDescriptor(c.Loader, "L"+name+";")
}

// classesNamed loads a list of classes and leaves out those that cannot be
// loaded or are not wanted.
func classesNamed(t *Thread, c *classes.Class, names []string, wanted func(*classes.Class) bool) []*classes.Class {
	var list []*classes.Class
	for _, name := range names {
		member := classNamed(t, c, name)
		if t.Exception != 0 {
			if t.M.ClassOf(t.Exception).IsSubclassOf(t.M.Registry.Boot().Classes["java/lang/VirtualMachineError"]) {
				return nil
			}
			t.Exception = 0
			continue
		}
		if wanted(member) {
			list = append(list, member)
		}
	}
	return list
}

// declaredClasses is Class.getDeclaredClasses0: the member classes in the order
// of the InnerClasses attribute.
func declaredClasses(t *Thread, a Args) uint64 {
	c := t.M.ClassOfMirror(a.Ref(0))
	var list []*classes.Class
	if c.File != nil {
		for _, entry := range c.File.InnerClasses {
			if entry.Outer != c.File.Name {
				continue
			}
			member := classNamed(t, c, entry.Inner)
			if member == nil || !agreeOnInner(t, c, member) {
				return 0
			}
			list = append(list, member)
		}
	}
	return uint64(classArray(t, list))
}

// declaringClass is Class.getDeclaringClass0: the class that the class is a
// member of, null for local, anonymous and top-level classes.
func declaringClass(t *Thread, a Args) uint64 {
	c := t.M.ClassOfMirror(a.Ref(0))
	self := c.InnerClass()
	if self == nil || self.Outer == "" {
		return 0
	}
	outer := classNamed(t, c, self.Outer)
	if outer == nil || !agreeOnInner(t, outer, c) {
		return 0
	}
	return uint64(outer.Mirror)
}

// agreeOnInner checks that the outer class's file names the class as its member
// too, and means this very class, not one of another loader; if not, it throws as
// HotSpot does. A hidden class is nobody's member.
func agreeOnInner(t *Thread, outer, member *classes.Class) bool {
	if outer.File != nil && (!member.Hidden || member == outer) {
		for _, entry := range outer.File.InnerClasses {
			if entry.Outer != outer.File.Name || entry.Inner != member.File.Name {
				continue
			}
			if named := classNamed(t, outer, entry.Inner); named == nil {
				return false
			} else if named == member {
				return true
			}
		}
	}
	t.Throw("java/lang/IncompatibleClassChangeError", outer.ExternalName()+" and "+member.ExternalName()+" disagree on InnerClasses attribute")
	return false
}

// nestMembers is Class.getNestMembers0: the nest host, then the members that
// can be loaded and name it as their host.
func nestMembers(t *Thread, a Args) uint64 {
	host := t.NestHost(t.M.ClassOfMirror(a.Ref(0)))
	list := []*classes.Class{host}
	if host.File != nil {
		list = append(list, classesNamed(t, host, host.File.NestMembers, func(c *classes.Class) bool { return t.NestHost(c) == host })...)
	}
	return uint64(classArray(t, list))
}

// permittedSubclasses is Class.getPermittedSubclasses0: null unless sealed.
func permittedSubclasses(t *Thread, a Args) uint64 {
	c := t.M.ClassOfMirror(a.Ref(0))
	if c.File == nil || c.File.PermittedSubclasses == nil {
		return 0
	}
	list := classesNamed(t, c, c.File.PermittedSubclasses, func(s *classes.Class) bool { return s.File != nil })
	return uint64(classArray(t, list))
}

// enclosingMethod is Class.getEnclosingMethod0: class, method name and
// descriptor of the EnclosingMethod attribute (JVMS 4.7.7), null without one.
func enclosingMethod(t *Thread, a Args) uint64 {
	c := t.M.ClassOfMirror(a.Ref(0))
	if c.File == nil || c.File.EnclosingClass == "" {
		return 0
	}
	outer := classNamed(t, c, c.File.EnclosingClass)
	if outer == nil {
		return 0
	}
	parts := []Ref{outer.Mirror, optionalUtf8(t, c.File.EnclosingName), optionalUtf8(t, c.File.EnclosingDescriptor)}
	return uint64(t.NewRefArray(t.M.Known.Object, parts))
}

// constantPool is Class.getConstantPool: the object through which the library
// decodes annotations, null for arrays and primitives.
func constantPool(t *Thread, a Args) uint64 {
	if t.M.ClassOfMirror(a.Ref(0)).File == nil {
		return 0
	}
	pool := newReflected(t, "jdk/internal/reflect/ConstantPool")
	pool.setRef("constantPoolOop", a.Ref(0))
	return uint64(pool.object)
}

// classArray makes a Class[].
func classArray(t *Thread, list []*classes.Class) Ref {
	if t.Exception != 0 {
		return 0
	}
	c := t.ArrayOf(t.M.Known.Class)
	if c == nil {
		return 0
	}
	r := t.NewArray(c, int32(len(list)))
	if t.Exception != 0 {
		return 0
	}
	for i, e := range list {
		t.M.Memory.SetU32(r+memory.ArrayBase+4*uint32(i), e.Mirror)
	}
	return r
}
