package linking

import (
	"errors"

	"hotlens/vm/classes"
	"hotlens/vm/verifier"
)

// This file links classes (JVMS 5.4): before a class is initialised, and before
// any of its code is decoded, its bytecode is verified, after that of its
// superclass and its superinterfaces.

// errPending stands for a pending exception among Go errors.
var errPending = errors.New("a Java exception is pending")

// Link verifies a class. It reports false with a pending exception: as in HotSpot
// the class is not marked, so that the next use fails in the same way.
func (t *Thread) Link(c *classes.Class) bool {
	return c.Verified || t.verify(c)
}

func (t *Thread) verify(c *classes.Class) bool {
	if c.File == nil {
		c.Verified = true
		return true
	}
	if c.Super != nil && !t.Link(c.Super) {
		return false
	}
	for _, i := range c.Interfaces {
		if !t.Link(i) {
			return false
		}
	}
	// Linking the supertypes may have linked this class too.
	if c.Verified || t.Linker.OfReflection(c) {
		c.Verified = true
		return true
	}
	if c.OfImage {
		c.Verified = t.constrainOverriding(c)
		return c.Verified
	}
	err := verifier.Verify(c, t.Linker.Release, func(name string) (*classes.Class, error) { return t.loadForVerifier(c, name) })
	var unsafe *verifier.Error
	switch {
	case err == nil:
		c.Verified = t.constrainOverriding(c)
	case errors.As(err, &unsafe):
		t.Java.Throw(unsafe.Class, unsafe.Message)
	}
	return c.Verified
}

// OfReflection reports whether a class is an accessor that core reflection has generated. Such classes are not
// verified although they do not come from the JDK's image: they break the rules on purpose.
func (l *Linker) OfReflection(c *classes.Class) bool {
	return c.Magic && l.ofReflection(c.Loader)
}

// loadForVerifier loads a class that the verification of from asks for.
func (t *Thread) loadForVerifier(from *classes.Class, name string) (*classes.Class, error) {
	c := t.LoadClass(from.Loader, name)
	if c == nil {
		t.WrapNotFound(name)
		return nil, errPending
	}
	return c, nil
}
