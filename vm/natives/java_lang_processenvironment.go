package natives

import "strings"

func init() {
	register("java/lang/ProcessEnvironment", table{
		// Names and values by turns.
		"environ()[[B": func(t *Thread, _ Args) uint64 {
			var parts []Ref
			for _, entry := range hostOf(t).Environment {
				// A leading '=' belongs to the name, as in the JDK.
				if i := strings.IndexByte(entry[min(1, len(entry)):], '='); i >= 0 {
					parts = append(parts, t.NewBytes([]byte(entry[:i+1])), t.NewBytes([]byte(entry[i+2:])))
				}
				if t.Exception != 0 {
					return 0
				}
			}
			return uint64(t.NewRefArray(t.M.Known.ByteArray, parts))
		},
	})
}
