//go:build unix

package natives

func init() { later(sunNetMisc) }

func sunNetMisc() {
	register("java/net/DatagramPacket", table{"init()V": nothing})
	// -1: the library's own range of ephemeral ports.
	register("sun/net/PortConfig", table{
		"getLower0()I": constant(^uint64(0)),
		"getUpper0()I": constant(^uint64(0)),
	})
	register("sun/net/dns/ResolverConfigurationImpl", table{
		"fallbackDomain0()Ljava/lang/String;": constant(0),
	})
	// There is no desktop whose proxies could be asked for.
	register("sun/net/spi/DefaultProxySelector", table{
		"init()Z": constant(0),
		"getSystemProxies(Ljava/lang/String;Ljava/lang/String;)[Ljava/net/Proxy;": constant(0),
	})
	// The standard input is never a socket that the program could take over, so
	// the library asks for nothing but its type.
	register("sun/nio/ch/InheritedChannel", table{
		"initIDs()V":  nothing,
		"dup(I)I":     func(_ *Thread, a Args) uint64 { return signed(a.Int(0)) },
		"soType0(I)I": constant(^uint64(0)),
		"close0(I)V":  nothing,
	})
}
