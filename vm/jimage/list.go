package jimage

import (
	"slices"
	"strings"
)

const packageEntry = 8 // bytes of an entry of "/packages/<name>": u4 is-empty, u4 module name

// list reads the directories "/modules" and "/packages", about a thousand
// entries in a whole JDK.
func (im *Image) list() error {
	err := im.children("/modules", func(loc location) error {
		im.modules = append(im.modules, string(loc.base))
		return nil
	})
	if err != nil {
		return err
	}
	err = im.children("/packages", func(loc location) error {
		content, err := im.read(string(loc.base), loc)
		if err != nil {
			return err
		}
		module, err := im.owner(content)
		if err != nil || module == "" {
			return err
		}
		pkg := strings.ReplaceAll(string(loc.base), ".", "/")
		im.owners[pkg] = module
		im.packages[module] = append(im.packages[module], pkg)
		return nil
	})
	slices.Sort(im.modules)
	for _, packages := range im.packages {
		slices.Sort(packages)
	}
	return err
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
