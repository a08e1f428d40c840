package jimage

import "slices"

// Classes returns the binary names (with slashes) of each module's classes,
// sorted, without the module descriptors. It reads the image's whole table, some
// ten thousand entries.
func (im *Image) Classes() (map[string][]string, error) {
	classes := map[string][]string{}
	for i := range im.length {
		loc, err := im.locationAt(im.order.Uint32(im.offsets[4*i:]))
		if err != nil {
			return nil, err
		}
		if string(loc.extension) != "class" || len(loc.parent) == 0 {
			continue
		}
		module := string(loc.module)
		classes[module] = append(classes[module], string(loc.parent)+"/"+string(loc.base))
	}
	for _, names := range classes {
		slices.Sort(names)
	}
	return classes, nil
}
