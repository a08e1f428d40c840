//go:build unix

package natives

func init() { later(jdkInternalMiscCds) }

func jdkInternalMiscCds() {
	// There is no class data archive: nothing is read from one or dumped.
	register("jdk/internal/misc/CDS", table{
		// In JDK 25 one native instead of three tells that there is none.
		"getCDSConfigStatus()I":                      constant(0),
		"needsClassInitBarrier0(Ljava/lang/Class;)Z": constant(0),
		"isDumpingClassList0()Z":                     constant(0),
		"isDumpingArchive0()Z":                       constant(0),
		"isSharingEnabled0()Z":                       constant(0),
		"initializeFromArchive(Ljava/lang/Class;)V":  nothing,
		"defineArchivedModules(Ljava/lang/ClassLoader;Ljava/lang/ClassLoader;)V": nothing,
		"logLambdaFormInvoker(Ljava/lang/String;)V":                              nothing,
		"dumpClassList(Ljava/lang/String;)V":                                     nothing,
		"dumpDynamicArchive(Ljava/lang/String;)V":                                nothing,
		"getRandomSeedForDumping()J":                                             func(t *Thread, _ Args) uint64 { return t.M.LibraryOrder() },
	})
	register("java/lang/invoke/LambdaProxyClassArchive", table{
		"addToArchive(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MemberName;Ljava/lang/invoke/MethodType;Ljava/lang/Class;)V":   nothing,
		"findFromArchive(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MemberName;Ljava/lang/invoke/MethodType;)Ljava/lang/Class;": constant(0),
	})
}
