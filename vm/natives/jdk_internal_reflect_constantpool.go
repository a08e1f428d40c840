//go:build unix

package natives

import (
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/interpreter"
)

// entryNative answers a question about the constant pool entry at an index.
type entryNative func(t *Thread, c *classes.Class, index uint16, k classfile.Constant) uint64

// entryOf implements a native of ConstantPool that wants an entry of one of the
// given kinds; no kinds means any. The pool object holds the class's mirror.
func entryOf(f entryNative, tags ...classfile.Tag) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		c, index := poolArgument(t, a.Ref(1)), a.Int(2)
		if c == nil {
			return 0
		}
		if index <= 0 || int(index) >= c.File.Pool.Len() {
			t.Throw("java/lang/IllegalArgumentException", "Constant pool index out of bounds")
			return 0
		}
		k := c.File.Pool.At(uint16(index))
		for _, tag := range tags {
			if k.Tag == tag {
				return f(t, c, uint16(index), k)
			}
		}
		if len(tags) == 0 {
			return f(t, c, uint16(index), k)
		}
		t.Throw("java/lang/IllegalArgumentException", "Wrong type at constant pool index")
		return 0
	}
}

// poolArgument is the class whose constant pool is meant; nil with a pending exception
// if there is no such pool.
func poolArgument(t *Thread, mirror Ref) *classes.Class {
	c := classArgument(t, mirror)
	if c != nil && c.File == nil {
		t.Throw("java/lang/IllegalArgumentException", c.ExternalName()+" has no constant pool")
		return nil
	}
	return c
}

func init() { later(jdkInternalReflectConstantpool) }

func jdkInternalReflectConstantpool() {
	bits := func(_ *Thread, _ *classes.Class, _ uint16, k classfile.Constant) uint64 { return k.Bits }
	intBits := func(_ *Thread, _ *classes.Class, _ uint16, k classfile.Constant) uint64 {
		return signed(int32(k.Bits))
	}
	const (
		class     = classfile.TagClass
		field     = classfile.TagFieldref
		method    = classfile.TagMethodref
		interFace = classfile.TagInterfaceMethodref
		indy      = classfile.TagInvokeDynamic
	)
	register("jdk/internal/reflect/ConstantPool", table{
		"getSize0(Ljava/lang/Object;)I": func(t *Thread, a Args) uint64 {
			if c := poolArgument(t, a.Ref(1)); c != nil {
				return uint64(c.File.Pool.Len())
			}
			return 0
		},
		"getTagAt0(Ljava/lang/Object;I)B":    entryOf(func(_ *Thread, _ *classes.Class, _ uint16, k classfile.Constant) uint64 { return uint64(k.Tag) }),
		"getIntAt0(Ljava/lang/Object;I)I":    entryOf(intBits, classfile.TagInteger),
		"getFloatAt0(Ljava/lang/Object;I)F":  entryOf(bits, classfile.TagFloat),
		"getLongAt0(Ljava/lang/Object;I)J":   entryOf(bits, classfile.TagLong),
		"getDoubleAt0(Ljava/lang/Object;I)D": entryOf(bits, classfile.TagDouble),
		"getUTF8At0(Ljava/lang/Object;I)Ljava/lang/String;": entryOf(func(t *Thread, _ *classes.Class, _ uint16, k classfile.Constant) uint64 {
			return uint64(t.InternUtf8(k.Utf8))
		}, classfile.TagUtf8),
		"getStringAt0(Ljava/lang/Object;I)Ljava/lang/String;": entryOf(func(t *Thread, c *classes.Class, _ uint16, k classfile.Constant) uint64 {
			return uint64(t.InternUtf8(c.File.Pool.Utf8(k.A)))
		}, classfile.TagString),
		"getClassAt0(Ljava/lang/Object;I)Ljava/lang/Class;":                   entryOf(poolClass, class),
		"getClassAtIfLoaded0(Ljava/lang/Object;I)Ljava/lang/Class;":           entryOf(ifLoaded(poolClass), class),
		"getFieldAt0(Ljava/lang/Object;I)Ljava/lang/reflect/Field;":           entryOf(poolField, field),
		"getFieldAtIfLoaded0(Ljava/lang/Object;I)Ljava/lang/reflect/Field;":   entryOf(ifLoaded(poolField), field),
		"getMethodAt0(Ljava/lang/Object;I)Ljava/lang/reflect/Member;":         entryOf(poolMethod, method, interFace),
		"getMethodAtIfLoaded0(Ljava/lang/Object;I)Ljava/lang/reflect/Member;": entryOf(ifLoaded(poolMethod), method, interFace),
		"getClassRefIndexAt0(Ljava/lang/Object;I)I":                           entryOf(func(_ *Thread, _ *classes.Class, _ uint16, k classfile.Constant) uint64 { return uint64(k.A) }, field, method, interFace),
		"getNameAndTypeRefIndexAt0(Ljava/lang/Object;I)I":                     entryOf(func(_ *Thread, _ *classes.Class, _ uint16, k classfile.Constant) uint64 { return uint64(k.B) }, field, method, interFace, indy),
		"getNameAndTypeRefInfoAt0(Ljava/lang/Object;I)[Ljava/lang/String;": entryOf(func(t *Thread, c *classes.Class, index uint16, _ classfile.Constant) uint64 {
			return poolNames(t, c, index)
		}, classfile.TagNameAndType),
		"getMemberRefInfoAt0(Ljava/lang/Object;I)[Ljava/lang/String;": entryOf(func(t *Thread, c *classes.Class, index uint16, k classfile.Constant) uint64 {
			owner, err := c.File.ClassName(k.A)
			if err != nil {
				t.Throw("java/lang/IllegalArgumentException", err.Error())
				return 0
			}
			return poolNames(t, c, k.B, newUtf8(t, owner))
		}, field, method, interFace),
	})
}

// poolNames makes a String[] of some first strings and the two of a
// name-and-type entry.
func poolNames(t *Thread, c *classes.Class, index uint16, first ...Ref) uint64 {
	name, desc, err := c.File.NameAndType(index)
	if err != nil {
		t.Throw("java/lang/IllegalArgumentException", err.Error())
		return 0
	}
	return uint64(t.NewRefArray(t.M.Known.String, append(first, newUtf8(t, name), newUtf8(t, desc))))
}

// poolOwner loads the class that a Class entry names; nil with a pending
// exception.
func poolOwner(t *Thread, c *classes.Class, index uint16) *classes.Class {
	name, err := c.File.ClassName(index)
	if err != nil {
		t.Throw("java/lang/IllegalArgumentException", err.Error())
		return nil
	}
	return classNamed(t, c, name)
}

func poolClass(t *Thread, c *classes.Class, index uint16, _ classfile.Constant) uint64 {
	if found := poolOwner(t, c, index); found != nil {
		return uint64(found.Mirror)
	}
	return 0
}

func poolField(t *Thread, c *classes.Class, _ uint16, k classfile.Constant) uint64 {
	owner := poolOwner(t, c, k.A)
	if owner == nil {
		return 0
	}
	name, desc, _ := c.File.NameAndType(k.B)
	f := owner.LookupField(name, desc)
	if f == nil {
		t.Throw("java/lang/RuntimeException", "Unable to look up field in target class")
		return 0
	}
	return uint64(newField(t, f))
}

func poolMethod(t *Thread, c *classes.Class, _ uint16, k classfile.Constant) uint64 {
	owner := poolOwner(t, c, k.A)
	if owner == nil {
		return 0
	}
	name, desc, _ := c.File.NameAndType(k.B)
	m := t.M.LookupForResolution(owner, t.M.Registry.Selector(name, desc))
	if m == nil || m.Member == nil {
		t.Throw("java/lang/RuntimeException", "Unable to look up method in target class")
		return 0
	}
	return uint64(newExecutable(t, m))
}

// ifLoaded answers null unless the class that the entry names has been loaded.
func ifLoaded(f entryNative) entryNative {
	return func(t *Thread, c *classes.Class, index uint16, k classfile.Constant) uint64 {
		owner := index
		if k.Tag != classfile.TagClass {
			owner = k.A
		}
		name, err := c.File.ClassName(owner)
		if err != nil || c.Loader.Classes[name] == nil && name != c.File.Name {
			return 0
		}
		return f(t, c, index, k)
	}
}
