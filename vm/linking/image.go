package linking

import (
	"bytes"
	"strings"

	"hotlens/vm/classes"
)

// This file recognises the JDK's own class files where they come by way of its class loaders, as javac's do: their code is as safe as
// that of the boot loader's classes, and is not verified again in each run.

// imageLocation begins the location of a module that is read from the JDK's image (java.lang.module.ModuleReference).
const imageLocation = "jrt:/"

// fileOfImage is the class file that the JDK's image has of a class, where one of the JDK's own loaders is to define the very same bytes
// in the module that they belong to; else nil. Where modules of the JDK have been replaced, what a class relies on may be
// another's, so none is taken for the JDK's own then.
func (l *Linker) fileOfImage(loader *classes.Loader, name string, data []byte) []byte {
	slash := strings.LastIndexByte(name, '/')
	if slash < 0 || loader.Mirror == 0 || !l.BuiltinLoader(loader) || l.Upgraded {
		return nil
	}
	return l.sameInImage(l.Packages[loader][name[:slash]], name, data)
}

// sameInImage is the class file that the image has of a class in a module, nil if that differs from data, or the module is none of the image's.
func (l *Linker) sameInImage(module *Module, name string, data []byte) []byte {
	if module == nil || module.Location != imageLocation+module.Name {
		return nil
	}
	file, owner, found, err := l.Boot.FindClass(name)
	if err != nil || !found || owner != module.Name || !bytes.Equal(file, data) {
		return nil
	}
	return file
}
