//go:build unix

package natives

func init() { later(javaIoObjectstreamclass) }

func javaIoObjectstreamclass() {
	register("java/io/ObjectStreamClass", table{
		"initNative()V": nothing,
		"hasStaticInitializer(Ljava/lang/Class;)Z": notNull(func(t *Thread, a Args) uint64 {
			return boolean(t.M.ClassOfMirror(a.Ref(0)).Method("<clinit>", "()V") != nil)
		}, 0),
	})
}
