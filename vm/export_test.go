//go:build unix

package vm

import "strings"

// What tests outside the package look at.

var BootClasses = bootClasses

// BootLoaded are the classes that the boot loader has read from the JDK's image, in their order.
func (vm *VM) BootLoaded() []string {
	var names []string
	boot := vm.machine.Registry.Boot()
	for _, file := range vm.machine.ClassFiles {
		if c := boot.Classes[file.Name]; c != nil && c.Trusted && c.File == file.Class {
			names = append(names, strings.Clone(file.Name)) // the image will be unmapped
		}
	}
	return names
}
