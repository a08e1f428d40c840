//go:build unix

package natives

import (
	"strings"
)

// Whether classes assert is what the user's directives say, in java's notation
// without the dash: "ea" and "da" for all classes of the program, "ea:p.C" for one
// class, "ea:p..." for a package and those below it, "ea:..." for the unnamed
// package; "esa" and "dsa" for the classes of the JDK.

// asserts reports whether a class has its assertions enabled: the last directive for the
// class decides, else that for the nearest package, else the one for all.
func asserts(directives []string, class string, system bool) bool {
	enabled, nearest := false, -1
	for _, directive := range directives {
		verb, name, named := strings.Cut(directive, ":")
		prefix, forPackage := strings.CutSuffix(name, "...")
		specific := 0
		switch {
		case verb == "esa" || verb == "dsa":
			if !system {
				continue
			}
		case !named:
			if system {
				continue
			}
		case forPackage:
			in := strings.HasPrefix(class, prefix+".") || prefix == "" && !strings.Contains(class, ".")
			if !in {
				continue
			}
			specific = 1 + len(prefix)
		case name == class:
			specific = 1 + len(class) // longer than any package's
		default:
			continue
		}
		if specific >= nearest {
			enabled, nearest = strings.HasPrefix(verb, "e"), specific
		}
	}
	return enabled
}

// retrieveDirectives hands the directives for the program's classes to the library.
func retrieveDirectives(t *Thread, _ Args) uint64 {
	c := t.FindBootClass("java/lang/AssertionStatusDirectives")
	if c == nil || !t.Initialize(c) {
		return 0
	}
	r := t.NewObject(c)
	if t.Exception != 0 {
		return 0
	}
	t.Root(r)
	directives := hostOf(t).Assertions
	var classNames, packages []Ref
	var classEnabled, packageEnabled []bool
	for _, directive := range directives {
		verb, name, named := strings.Cut(directive, ":")
		enabled := verb == "ea"
		prefix, forPackage := strings.CutSuffix(name, "...")
		switch {
		case verb != "ea" && verb != "da":
		case !named:
			t.M.Memory.SetU8(r+c.Field("deflt", "Z").Offset, byte(boolean(enabled)))
		case forPackage:
			packages, packageEnabled = append(packages, packageKey(t, prefix)), append(packageEnabled, enabled)
		default:
			classNames, classEnabled = append(classNames, t.NewString(name)), append(classEnabled, enabled)
		}
	}
	set := func(names, flags string, list []Ref, enabled []bool) {
		t.M.Memory.SetU32(r+c.Field(names, "").Offset, t.NewRefArray(t.M.Known.String, list))
		array := t.NewArray(t.M.Known.BooleanArray, int32(len(enabled)))
		if t.Exception != 0 {
			return
		}
		for i, on := range enabled {
			t.M.Bytes(array)[i] = byte(boolean(on))
		}
		t.M.Memory.SetU32(r+c.Field(flags, "").Offset, array)
	}
	set("classes", "classEnabled", classNames, classEnabled)
	set("packages", "packageEnabled", packages, packageEnabled)
	return uint64(r)
}

// packageKey is what ClassLoader's map has for a package: null for the unnamed one.
func packageKey(t *Thread, name string) Ref {
	if name == "" {
		return 0
	}
	return t.NewString(name)
}

func init() { later(assertions) }

func assertions() {
	register("java/lang/Class", table{
		"desiredAssertionStatus0(Ljava/lang/Class;)Z": notNull(func(t *Thread, a Args) uint64 {
			c := t.M.ClassOfMirror(a.Ref(0))
			return boolean(asserts(hostOf(t).Assertions, c.ExternalName(), c.Loader.Mirror == 0))
		}, 0),
	})
	register("java/lang/ClassLoader", table{"retrieveDirectives()Ljava/lang/AssertionStatusDirectives;": retrieveDirectives})
}
