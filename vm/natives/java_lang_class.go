package natives

import (
	"strings"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/memory"
)

func init() {
	register("java/lang/Class", table{
		"registerNatives()V":                          nothing,
		"desiredAssertionStatus0(Ljava/lang/Class;)Z": constant(0),
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
		"getModifiers()I": func(t *Thread, a Args) uint64 { return uint64(modifiersOf(t.M.ClassOfMirror(a.Ref(0)))) },
		"getInterfaces0()[Ljava/lang/Class;": func(t *Thread, a Args) uint64 {
			return uint64(classArray(t, t.M.ClassOfMirror(a.Ref(0)).Interfaces))
		},
	})
}

func forName(t *Thread, a Args) uint64 {
	if a.Ref(0) == 0 {
		t.ThrowNull()
		return 0
	}
	name := t.M.Text(a.Ref(0))
	if strings.Contains(name, "/") {
		t.Throw("java/lang/ClassNotFoundException", name)
		return 0
	}
	c := t.LoadClass(t.M.LoaderOf(a.Ref(2)), strings.ReplaceAll(name, ".", "/"))
	if c == nil {
		t.NotFoundAsChecked(name)
		return 0
	}
	if a.Bool(1) && !t.Initialize(c) {
		return 0
	}
	return uint64(c.Mirror)
}

// modifiersOf is the value of Class.getModifiers: an inner class's flags are
// those of the InnerClasses attribute.
func modifiersOf(c *classes.Class) uint16 {
	flags := c.Flags
	if c.File != nil {
		for _, inner := range c.File.InnerClasses {
			if inner.Inner == c.File.Name {
				flags = inner.Flags
			}
		}
	} else if c.Component != nil {
		e := c
		for e.Component != nil {
			e = e.Component
		}
		flags = modifiersOf(e)&(classfile.AccPublic|classfile.AccPrivate|classfile.AccProtected|classfile.AccStatic) | classfile.AccFinal | classfile.AccAbstract
	}
	return flags &^ classfile.AccSuper
}

// classArray makes a Class[].
func classArray(t *Thread, list []*classes.Class) Ref {
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
