//go:build unix

package vm

// What tests outside the package look at.

var BootClasses = bootClasses

// BootLoaded are the classes that the boot loader has read from the JDK's image, in their order.
func (vm *VM) BootLoaded() []string { return vm.needs(0).Classes }
