//go:build unix

package natives

import "strings"

func init() { later(javaLangProcessenvironment) }

func javaLangProcessenvironment() {
	substitute("java/lang/ProcessEnvironment", table{
		"getenv(Ljava/lang/String;)Ljava/lang/String;": func(t *Thread, a Args) uint64 {
			if a.Ref(0) == 0 {
				// What the library's own code would come to, which names the encoding from JDK 18 on.
				parameter := ""
				if c := t.FindBootClass("java/lang/ProcessImpl"); c != nil && c.Field("JNU_CHARSET", "") != nil {
					parameter = "java.nio.charset.Charset"
				}
				t.Throw("java/lang/NullPointerException", `Cannot invoke "String.getBytes(`+parameter+`)" because "str" is null`)
				return 0
			}
			h, name := hostOf(t), t.M.Text(a.Ref(0))
			if value, ok := h.variable(name); ok {
				return uint64(t.NewString(value))
			}
			h.missed(name)
			return 0
		},
	})
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
