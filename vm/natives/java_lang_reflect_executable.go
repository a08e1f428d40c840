//go:build unix

package natives

import "hotlens/vm/classfile"

func init() { later(javaLangReflectExecutable) }

func javaLangReflectExecutable() {
	register("java/lang/reflect/Executable", table{
		"getParameters0()[Ljava/lang/reflect/Parameter;": parameters,
		"getTypeAnnotationBytes0()[B": func(t *Thread, a Args) uint64 {
			if m := methodOfReflection(t, a.Ref(0)); m != nil {
				return uint64(optionalBytes(t, m.Member.Attributes().TypeAnnotations))
			}
			return 0
		},
	})
	register("java/lang/reflect/Field", table{
		"getTypeAnnotationBytes0()[B": func(t *Thread, a Args) uint64 {
			if f := fieldOfReflection(t, a.Ref(0)); f != nil {
				return uint64(optionalBytes(t, f.Member.Attributes().TypeAnnotations))
			}
			return 0
		},
	})
}

// parameters is Executable.getParameters0: what the MethodParameters attribute
// (JVMS 4.7.24) says, null without one.
func parameters(t *Thread, a Args) uint64 {
	m := methodOfReflection(t, a.Ref(0))
	if m == nil {
		return 0
	}
	attributes := m.Member.Attributes()
	if !attributes.HasMethodParameters {
		return 0
	}
	index := uint32(0)
	return reflectedArray(t, "java/lang/reflect/Parameter", attributes.MethodParameters, func(t *Thread, p classfile.MethodParameter) Ref {
		r := newReflected(t, "java/lang/reflect/Parameter")
		r.setRef("name", optionalUtf8(t, p.Name))
		r.setInt("modifiers", uint32(p.Flags))
		r.setRef("executable", a.Ref(0))
		r.setInt("index", index)
		index++
		return r.object
	})
}
