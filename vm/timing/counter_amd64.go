package timing

// counter reads the time stamp counter (RDTSC), when what stands in front has been executed: else the processor would read it up to some
// hundred instructions early, while a loop's last iterations are still under way (Intel SDM volume 2, RDTSC; LFENCE).
func counter() uint64

// powerFeatures is CPUID's answer to the function whose edx has the features of power
// management (Intel SDM volume 2, CPUID 80000007H), 0 where there is none.
func powerFeatures() uint32

// steadyCounter reports whether the counter runs at the same pace whatever the processor does
// (Intel SDM volume 3, 17.17.1).
func steadyCounter() bool {
	const invariant = 1 << 8
	return powerFeatures()&invariant != 0
}
