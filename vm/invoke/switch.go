package invoke

import (
	"strings"

	"hotlens/vm/bootstraps"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/decoded"
)

// This file links switches over patterns and over enums.

// linkSwitch links a site of SwitchBootstraps: it defines a class that tests the labels, and makes the site a call of
// its method. The labels' classes are loaded here, as the library's bootstrap method would have them.
func (t *Thread) linkSwitch(method *classes.Method, site *classes.CallSite, ip *decoded.Instruction, b *classfile.BootstrapMethod, overEnum bool) bool {
	from := method.Class
	params, result, err := classfile.ParseDescriptor(site.Selector.Desc)
	if err != nil || from.Hidden || len(params) != 2 || params[1] != "I" || result != "I" {
		return false
	}
	spec := bootstraps.SwitchSpec{Name: from.Name + "$$TypeSwitch", Selector: params[0]}
	enum := strings.TrimSuffix(strings.TrimPrefix(params[0], "L"), ";")
	for _, index := range b.Arguments {
		label, ok := bootstraps.Label{Kind: bootstraps.Own}, false
		if len(params[0]) == 1 {
			ok = !overEnum && isPrimitiveClass(from.File, index, params[0])
		} else {
			label, ok = t.switchLabel(from, index, enum, overEnum)
		}
		if !ok {
			t.Exception = 0 // the library comes to the same error, and says what failed by it
			return false
		}
		spec.Labels = append(spec.Labels, label)
	}
	data, err := bootstraps.Switch(spec)
	if err != nil {
		return false
	}
	return t.linkToHelper(from, site, ip, data, bootstraps.SwitchName)
}

// switchLabel reads a label. In a switch over an enum a string is the name of a constant.
func (t *Thread) switchLabel(from *classes.Class, index uint16, enum string, overEnum bool) (bootstraps.Label, bool) {
	file := from.File
	k := file.Pool.At(index)
	switch {
	case k.Tag == classfile.TagClass:
		c := t.ResolveClass(from, int(index))
		if c == nil || overEnum && c.Name != enum {
			return bootstraps.Label{}, false
		}
		return bootstraps.Label{Kind: bootstraps.Type, Class: file.Pool.Utf8(k.A)}, true
	case k.Tag == classfile.TagString && overEnum:
		return t.constantLabel(from, enum, file.Pool.Utf8(k.A))
	case k.Tag == classfile.TagString:
		return bootstraps.Label{Kind: bootstraps.String, Text: file.Pool.Utf8(k.A)}, true
	case k.Tag == classfile.TagInteger && !overEnum:
		return bootstraps.Label{Kind: bootstraps.Integer, Number: int32(uint32(k.Bits))}, true
	case k.Tag == classfile.TagDynamic && !overEnum:
		if class, name, ok := enumDescription(file, index); ok {
			return t.constantLabel(from, class, name)
		}
	}
	return bootstraps.Label{}, false
}

// isPrimitiveClass tells whether a dynamic constant is the class of the primitive type with that descriptor. javac makes such labels for the components of records,
// where several patterns of a record are tried one after the other (JLS 14.30.1).
func isPrimitiveClass(file *classfile.Class, index uint16, desc string) bool {
	b := dynamic(file, index, "primitiveClass")
	if b == nil || len(b.Arguments) != 0 {
		return false
	}
	name, _, err := file.NameAndType(file.Pool.At(index).B)
	return err == nil && name == desc
}

// constantLabel is the label of the constant of an enum. What the enum does not have as a constant, as it has been
// compiled anew, no selector is.
func (t *Thread) constantLabel(from *classes.Class, enum, name string) (bootstraps.Label, bool) {
	c := t.LoadClass(from.Loader, enum)
	if c == nil || c.Flags&classfile.AccEnum == 0 || !t.CheckClassAccess(from, c) {
		return bootstraps.Label{}, false
	}
	field := c.Field(name, "L"+enum+";")
	if field == nil || field.Flags&classfile.AccEnum == 0 {
		return bootstraps.Label{Kind: bootstraps.Never}, true
	}
	return bootstraps.Label{Kind: bootstraps.Constant, Class: enum, Text: name}, true
}

// enumDescription reads a dynamic constant as javac makes it for a constant of an enum, by its qualified name:
// EnumDesc.of(ClassDesc.of("p.E"), "NAME").
func enumDescription(file *classfile.Class, index uint16) (class, name string, ok bool) {
	arguments := invoked(file, index, "java/lang/Enum$EnumDesc.of")
	if len(arguments) != 2 || file.Pool.Tag(arguments[1]) != classfile.TagString {
		return "", "", false
	}
	named := invoked(file, arguments[0], "java/lang/constant/ClassDesc.of")
	if len(named) != 1 || file.Pool.Tag(named[0]) != classfile.TagString {
		return "", "", false
	}
	text := func(index uint16) string { return file.Pool.Named(index) }
	return strings.ReplaceAll(text(named[0]), ".", "/"), text(arguments[1]), true
}

// invoked gives the arguments of a dynamic constant that calls a static method by ConstantBootstraps.invoke, nil if it is
// another one.
func invoked(file *classfile.Class, index uint16, method string) []uint16 {
	b := dynamic(file, index, "invoke")
	if b == nil || len(b.Arguments) == 0 || !static(file, b.Arguments[0], method) {
		return nil
	}
	return b.Arguments[1:]
}

// dynamic gives the bootstrap method of a dynamic constant that is made by that one of ConstantBootstraps, nil for any other constant.
func dynamic(file *classfile.Class, index uint16, name string) *classfile.BootstrapMethod {
	k := file.Pool.At(index)
	if k.Tag != classfile.TagDynamic || int(k.A) >= len(file.BootstrapMethods) {
		return nil
	}
	if b := &file.BootstrapMethods[k.A]; static(file, b.Method, "java/lang/invoke/ConstantBootstraps."+name) {
		return b
	}
	return nil
}

// static tells whether a constant is a handle of a static method, "class.name".
func static(file *classfile.Class, index uint16, method string) bool {
	k := file.Pool.At(index)
	if k.Tag != classfile.TagMethodHandle || k.A != classfile.RefInvokeStatic {
		return false
	}
	class, name, _, err := file.Ref(k.B)
	return err == nil && class+"."+name == method
}
