package jimage

import "strings"

// This file finds the module that has a package, by the directory "/packages" of the image.

const packageEntry = 8 // bytes of an entry of "/packages/<name>": u4 is-empty, u4 module name

// check reads the directories "/modules" and "/packages", and the last entry of that, which stands where a file that was cut short has nothing.
func (im *Image) check() error {
	if err := im.children("/modules", func(location) error { return nil }); err != nil {
		return err
	}
	content, found, err := im.Find("/packages")
	switch {
	case err != nil:
		return err
	case !found:
		return im.corrupt("it has no directory %q", "/packages")
	case len(content) < 4:
		return nil
	}
	last, err := im.locationAt(im.order.Uint32(content[(len(content)-4)&^3:]))
	if err == nil {
		_, err = im.read(string(last.base), last)
	}
	return err
}

// HasModule reports whether the image has a module.
func (im *Image) HasModule(name string) bool {
	has := false
	_ = im.children("/modules", func(loc location) error { // it has been read before
		has = has || string(loc.base) == name
		return nil
	})
	return has
}

// ModuleOf returns the name of the module that has classes or resources in the
// package, or "".
func (im *Image) ModuleOf(pkg string) string {
	module, _ := im.ownerOf(pkg) // a damaged entry is none
	return module
}

// ownerOf is ModuleOf, with what is wrong with the package's entry. What it has found it remembers, for there are many classes in a package.
func (im *Image) ownerOf(pkg string) (string, error) {
	im.owning.RLock()
	module := im.owners[pkg]
	im.owning.RUnlock()
	if module != "" || strings.Contains(pkg, ".") { // no package has a name with dots, but the entries have
		return module, nil
	}
	content, found, err := im.Find("/packages/" + strings.ReplaceAll(pkg, "/", "."))
	if !found || err != nil {
		return "", err
	}
	if module, err = im.owner(content); module == "" || err != nil {
		return "", err
	}
	im.owning.Lock()
	defer im.owning.Unlock()
	im.owners[strings.Clone(pkg)] = module
	return module, nil
}

// owner reads the content of a "/packages" entry and returns the module that
// has more than subpackages of it, or "".
func (im *Image) owner(content []byte) (string, error) {
	for ; len(content) >= packageEntry; content = content[packageEntry:] {
		if isEmpty := im.order.Uint32(content) != 0; isEmpty {
			continue
		}
		name, err := im.str(im.order.Uint32(content[4:]))
		return string(name), err
	}
	return "", nil
}

// children visits what a directory lists: its content is the offsets of its
// entries' locations, of which those of "/modules" and "/packages" have the
// name of the module or package as their base.
func (im *Image) children(directory string, visit func(location) error) error {
	content, found, err := im.Find(directory)
	if err != nil {
		return err
	}
	if !found {
		return im.corrupt("it has no directory %q", directory)
	}
	for ; len(content) >= 4; content = content[4:] {
		loc, err := im.locationAt(im.order.Uint32(content))
		if err != nil {
			return err
		}
		if err := visit(loc); err != nil {
			return err
		}
	}
	return nil
}
