package javac

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"hotlens/vm/configuration"
)

// This file bounds the memory of the JVM with the compiler. Sources can make javac take
// any amount: strings that double each other are folded as constants.

const (
	// heapBytes bounds the Java heap. javac takes some 200 MB for a hundred thousand lines;
	// a JVM would otherwise give it a quarter of the machine's memory.
	heapBytes = 1 << 30
	// metaspaceBytes bounds the classes: javac has 30 MB of them, annotation processors
	// a few more.
	metaspaceBytes = 256 << 20
	// directBytes bounds the buffers outside of the heap, of which javac has few.
	directBytes = 64 << 20
	// ownBytes is what the JVM needs itself: compiled code, stacks, of which the
	// compiling thread's has 64 MB, and the collector's tables.
	ownBytes = 512 << 20
	// processBytes bounds the process as a whole.
	processBytes = heapBytes + metaspaceBytes + directBytes + ownBytes
)

// memoryOptions have the JVM keep the bounds, and end where one is reached: javac would
// take the error for a bug of its own.
func memoryOptions() []string {
	return []string{
		fmt.Sprintf("-Xmx%d", heapBytes), fmt.Sprintf("-XX:MaxMetaspaceSize=%d", metaspaceBytes), fmt.Sprintf("-XX:MaxDirectMemorySize=%d", directBytes),
		"-XX:+ExitOnOutOfMemoryError", "-XX:+DisplayVMOutputToStderr", "-XX:ErrorFile=/dev/null",
	}
}

// pageOptions have the JVM ask Linux for large pages: a first compilation touches ten thousand small ones, and the kernel's work for
// each takes longer than zeroing it (package prefault), in a virtual machine above all. Where the kernel has none the JVM does without, and says so where nobody reads it.
func pageOptions() []string {
	if runtime.GOOS != "linux" {
		return nil // other JVMs do not know the option, and do not start
	}
	return []string{"-XX:+UseTransparentHugePages"}
}

// exhaustions are the words in which a JVM says that it has ended for want of memory, of
// its own or of the kernel's.
var exhaustions = []string{"java.lang.OutOfMemoryError", "insufficient memory for the Java Runtime Environment", "Not enough space"}

// ranOutOfMemory tells whether the process has ended for want of memory. It must have
// ended.
func (p *process) ranOutOfMemory() bool {
	return p.outOfMemory || slices.ContainsFunc(p.complaint, func(line string) bool {
		return slices.ContainsFunc(exhaustions, func(words string) bool { return strings.Contains(line, words) })
	})
}

// errMemory says that a compilation takes too much memory. It would do so again.
var errMemory = fmt.Errorf("the Java compiler needs more than %s of memory, which is all that it gets; compile the larger part before, and name the folder of its classes in the class path (-cp, setting hotlens.classPath)",
	configuration.FormatSize(heapBytes))
