package timing

// counter reads the virtual counter (CNTVCT_EL0), which runs at the same pace always, when what stands in front has been
// executed (Arm Architecture Reference Manual, D13; ISB).
func counter() uint64

func steadyCounter() bool { return true }
