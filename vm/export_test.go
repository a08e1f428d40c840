//go:build unix

package vm

import "hotlens/vm/linking"

// What tests outside the package look at.

var BootClasses = bootClasses

// BootLoaded are the classes that the boot loader has read from the JDK's image, in their order.
func (vm *VM) BootLoaded() []linking.Wanted { return vm.wanted(point{}) }
