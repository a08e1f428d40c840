package classfile

import "encoding/binary"

// This file reads annotations.

// maxAnnotationDepth bounds annotations within annotations, which the annotated types bound in real ones.
const maxAnnotationDepth = 64

// AnnotationTypes are the descriptors of the types of annotations, by an attribute's raw bytes (JVMS 4.7.16). What comes behind something that
// makes no sense is left out.
func (c *Class) AnnotationTypes(attribute []byte) (descriptors []string) {
	r := annotationReader{class: c, left: attribute}
	for n := r.u2(); n > 0 && !r.damaged; n-- {
		descriptor, err := c.Utf8(uint16(r.annotation(0)))
		if err != nil || r.damaged {
			return descriptors
		}
		descriptors = append(descriptors, descriptor)
	}
	return descriptors
}

type annotationReader struct {
	class   *Class
	left    []byte
	damaged bool
}

func (r *annotationReader) u2() int {
	if len(r.left) < 2 {
		r.damaged = true
		return 0
	}
	n := int(binary.BigEndian.Uint16(r.left))
	r.left = r.left[2:]
	return n
}

// annotation passes an annotation, and returns the index of its type.
func (r *annotationReader) annotation(depth int) (index int) {
	index = r.u2()
	for n := r.u2(); n > 0 && !r.damaged; n-- {
		r.u2() // the element's name
		r.value(depth)
	}
	return index
}

// value passes an element's value.
func (r *annotationReader) value(depth int) {
	if len(r.left) == 0 || depth > maxAnnotationDepth {
		r.damaged = true
		return
	}
	tag := r.left[0]
	r.left = r.left[1:]
	switch tag {
	case 'e':
		r.u2()
		r.u2()
	case '@':
		r.annotation(depth + 1)
	case '[':
		for n := r.u2(); n > 0 && !r.damaged; n-- {
			r.value(depth + 1)
		}
	default:
		r.u2()
	}
}
