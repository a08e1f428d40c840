//go:build unix

package natives

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hotlens/vm/classfile"
	"hotlens/vm/jimage"
	"hotlens/vm/linking"
)

// legacySockets is the reason for the sockets that JDK 13 and 15 replaced.
const legacySockets = "the old sockets, which only the properties jdk.net.usePlainSocketImpl and usePlainDatagramSocketImpl bring back"

// reasons says why natives are missing, by the start of a class's binary name
// with slashes. The longest one that fits holds.
var reasons = map[string]string{
	"com/sun/java/accessibility/":            "Windows",
	"com/sun/management/internal/Flag":       "none of the options can be changed while the VM runs",
	"com/sun/media/sound/":                   "no sound devices",
	"com/sun/security/auth/module/NT":        "Windows",
	"com/sun/tools/jdi/":                     "attaches a debugger to HotSpot",
	"java/awt/":                              "no native library of java.desktop",
	"java/lang/Thread":                       "virtual threads are bound to threads of their own, and nothing is mounted on them",
	"java/lang/VirtualThread":                "virtual threads are bound to threads of their own",
	"java/lang/invoke/MethodHandle":          "calls of native code (java.lang.foreign)",
	"java/lang/invoke/MethodHandleNatives":   "the library never calls them",
	"java/net/AbstractPlain":                 legacySockets,
	"java/net/Plain":                         legacySockets,
	"java/net/Socket":                        legacySockets,
	"jdk/internal/foreign/abi/":              "calls of native code (java.lang.foreign)",
	"jdk/internal/org/jline/":                "calls of native code, by which jshell reads its terminal",
	"jdk/internal/vm/Continuation":           "virtual threads are bound to threads of their own",
	"jdk/internal/misc/Unsafe":               "the library never calls it",
	"jdk/jfr/internal/JVM":                   "the VM records no flight recordings, and says so through isAvailable",
	"jdk/vm/ci/":                             "compilers for HotSpot written in Java (JVMCI)",
	"sun/awt/":                               "no native library of java.desktop",
	"sun/font/":                              "drawing and measuring text needs the JDK's native font library",
	"sun/instrument/":                        "agents that rewrite classes (-javaagent)",
	"sun/java2d/":                            "no native library of java.desktop",
	"sun/java2d/cmm/":                        "conversions between colour profiles, as by ColorConvertOp, need the native library Little CMS",
	"sun/jvm/hotspot/":                       "looks into the memory of HotSpot processes",
	"sun/net/sdp/":                           "the Sockets Direct Protocol needs InfiniBand hardware",
	"sun/nio/ch/InheritedChannel":            "the standard input is never a socket to take over",
	"sun/nio/ch/sctp/":                       "SCTP needs libsctp; HotSpot without it has none either",
	"sun/print/":                             "no native library of java.desktop",
	"sun/security/jgss/wrapper/":             "needs a native GSS library, which java does not use by default either",
	"sun/security/krb5/Config":               "Windows",
	"sun/security/krb5/Credentials":          "needs a native Kerberos library",
	"sun/security/krb5/SCDynamicStoreConfig": "macOS",
	"sun/security/pkcs11/":                   "needs a PKCS#11 library of native code",
	"sun/security/smartcardio/":              "needs the smart card library pcsclite",
	"sun/tools/attach/":                      "attaches to HotSpot processes",
}

// moduleReasons hold for the classes of a module that reasons does not have.
var moduleReasons = map[string]string{"java.desktop": "no native library of java.desktop"}

// reasonFor finds the reason why natives of a class are missing.
func reasonFor(class string) string {
	best := ""
	for prefix := range reasons {
		if strings.HasPrefix(class, prefix) && len(prefix) > len(best) {
			best = prefix
		}
	}
	return reasons[best]
}

// Coverage compares all native methods of a JDK with those that this VM has. The
// modules, of which only those with native methods are listed, are sorted by
// name.
func Coverage(image *jimage.Image) ([]ModuleCoverage, error) {
	classes, err := image.Classes()
	if err != nil {
		return nil, err
	}
	var modules []ModuleCoverage
	for _, name := range slices.Sorted(maps.Keys(classes)) {
		module := ModuleCoverage{Module: name}
		for _, class := range classes[name] {
			c, err := coverageOf(image, name, class)
			if err != nil {
				return nil, err
			}
			module.Implemented += len(c.Implemented)
			module.Missing += len(c.Missing)
			if len(c.Implemented)+len(c.Missing) > 0 {
				module.Classes = append(module.Classes, c)
			}
		}
		if len(module.Classes) > 0 {
			modules = append(modules, module)
		}
	}
	return modules, nil
}

func coverageOf(image *jimage.Image, module, class string) (ClassCoverage, error) {
	c := ClassCoverage{Class: strings.ReplaceAll(class, "/", ".")}
	data, _, err := image.Find("/" + module + "/" + class + ".class")
	if err != nil {
		return c, err
	}
	file, err := classfile.Parse(data)
	if err != nil {
		return c, fmt.Errorf("class %s of module %s: %w", c.Class, module, err)
	}
	for _, m := range file.Methods {
		if m.Flags&classfile.AccNative == 0 {
			continue
		}
		signature := m.Name + m.Descriptor
		if Find(class, m.Name, m.Descriptor, true) != nil || linking.IsPolymorphic(class, m.Name, m.Flags) {
			c.Implemented = append(c.Implemented, signature)
		} else {
			c.Missing = append(c.Missing, signature)
		}
	}
	if len(c.Missing) > 0 {
		c.Reason = cmp.Or(reasonFor(class), moduleReasons[module])
	}
	return c, nil
}
