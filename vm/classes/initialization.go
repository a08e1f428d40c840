package classes

import "hotlens/vm/memory"

// This file has what compiled code relies on of classes that are being initialised: that the
// thread which does it is the one that runs.

// ReservedWord is the address of a word that is 0 as long as the thread that runs may use a class, which
// it is initialising now.
func (r *Registry) ReservedWord(c *Class) (memory.Address, error) { return r.word(c, &c.reserved) }

// Reserve says whether the thread that runs may not use a class: another one is initialising it, or has done so in vain.
func (r *Registry) Reserve(c *Class, reserved bool) {
	switch {
	case c.reserved == 0:
	case reserved:
		r.Memory.SetU32(c.reserved, 1)
	default:
		r.Memory.SetU32(c.reserved, 0)
	}
}
