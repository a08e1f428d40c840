//go:build unix

package natives

func init() { later(sunRmiTransportGc) }

func sunRmiTransportGc() {
	register("sun/rmi/transport/GC", table{
		// Milliseconds for which no object has been left uninspected: the
		// collector always inspects all, so that RMI has no reason to ask for a
		// collection of its own.
		"maxObjectInspectionAge()J": constant(0),
	})
}
