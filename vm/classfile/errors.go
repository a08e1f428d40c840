package classfile

import (
	"cmp"
	"fmt"
)

// The class file versions that Parse accepts (JVMS 4.1, table 4.1-A).
const (
	MinMajor = 45 // JDK 1.0.2 and 1.1
	MaxMajor = 69 // Java SE 25
)

// previewMinor is the minor version of class files that depend on preview
// features (JVMS 4.1).
const previewMinor = 65535

// unknownName stands in messages for a class whose name is not known yet.
const unknownName = "<Unknown>"

// FormatError reports bytes that are no class file (JVMS 4.8). The Java side
// of it is java.lang.ClassFormatError with Message as its text.
type FormatError struct {
	Offset  int    // in bytes from the start of the input; -1 if not known
	Message string // in HotSpot's words where it has some
}

func (e *FormatError) Error() string {
	if e.Offset < 0 {
		return e.Message
	}
	return fmt.Sprintf("%s (at offset %d)", e.Message, e.Offset)
}

// UnsupportedVersionError reports a class file of a version outside
// MinMajor..Newest, or one that needs preview features. The Java side of it
// is java.lang.UnsupportedClassVersionError with Error() as its text.
type UnsupportedVersionError struct {
	Name         string // the class as the caller knows it; "" if unknown
	Major, Minor uint16
	Newest       uint16 // the newest major version that could have been read
}

func (e *UnsupportedVersionError) Error() string {
	name := e.Name
	if name == "" {
		name = unknownName
	}
	switch {
	case e.Major < MinMajor:
		return fmt.Sprintf("%s (class file version %d.%d) was compiled with an invalid major version", name, e.Major, e.Minor)
	case e.Major > e.Newest:
		return fmt.Sprintf("%s has been compiled by a more recent version of the Java Runtime (class file version %d.%d), "+
			"this version of the Java Runtime only recognizes class file versions up to %d.0", name, e.Major, e.Minor, e.Newest)
	case e.Minor == previewMinor && e.Major == e.Newest:
		return fmt.Sprintf("Preview features are not enabled for %s (class file version %d.%d). Try running with '--enable-preview'",
			name, e.Major, e.Minor)
	case e.Minor == previewMinor:
		return fmt.Sprintf("%s (class file version %d.%d) was compiled with preview features that are unsupported. "+
			"This version of the Java Runtime only recognizes preview features for class file version %d.%d",
			name, e.Major, e.Minor, e.Newest, previewMinor)
	}
	return fmt.Sprintf("%s (class file version %d.%d) was compiled with an invalid non-zero minor version", name, e.Major, e.Minor)
}

// NotClassError reports a file that defines a module where a class is wanted. The
// Java side of it is java.lang.NoClassDefFoundError with Error() as its text.
type NotClassError struct {
	Name string // the class as the caller knows it; "" if unknown
}

func (e *NotClassError) Error() string {
	return cmp.Or(e.Name, unknownName) + " is not a class because access_flag ACC_MODULE is set"
}

// supportedVersion says whether class files of the version are read with these options
// (JVMS 4.1: from major version 56 on the minor one is 0 or marks a preview).
func supportedVersion(major, minor uint16, o Options) bool {
	newest := cmp.Or(o.Newest, MaxMajor)
	previews := o.Newest == 0 || o.Preview && major == newest
	return major >= MinMajor && major <= newest && (major < 56 || minor == 0 || minor == previewMinor && previews)
}
