//go:build unix

package natives

func init() { later(jdkJfrInternalJvm) }

func jdkJfrInternalJvm() {
	// The VM makes no flight recordings. Events of programs then do nothing, and
	// who asks for a recording is told that there are none.
	register("jdk/jfr/internal/JVM", table{
		"registerNatives()V": nothing,
		"isAvailable()Z":     constant(0),
		"createJFR(Z)Z":      constant(0),
		"destroyJFR()Z":      constant(0),
		"isRecording()Z":     constant(0),
		"counterTime()J":     func(t *Thread, _ Args) uint64 { return uint64(t.M.Nanos()) },
	})
}
