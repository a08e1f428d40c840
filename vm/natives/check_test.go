//go:build unix

package natives

import (
	"maps"
	"slices"
	"testing"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/compiler"
	"hotlens/vm/jimage"
	"hotlens/vm/jimage/jimagetest"
	"hotlens/vm/linking"
	"hotlens/vm/oracle"
)

// declared are the methods of a class by name and descriptor: whether each is native. It is nil
// where a JDK does not have the class.
func declared(t *testing.T, image *jimage.Image, class string) map[string]bool {
	t.Helper()
	data, _, ok, err := image.FindClass(class)
	if err != nil {
		t.Fatal(err)
	}
	if !ok {
		return nil
	}
	file, err := classfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	methods := map[string]bool{}
	for _, m := range file.Methods {
		methods[m.Name+m.Descriptor] = m.Flags&classfile.AccNative != 0
	}
	return methods
}

// TestEveryRowIsNativeSomewhere demands that each row of the table is a native method of a JDK that
// the VM supports, so that a misspelt descriptor does not wait for a program to load its class.
func TestEveryRowIsNativeSomewhere(t *testing.T) {
	Prepare()
	jdks := oracle.JDKs(t)
	if !oracle.AllJDKs(jdks) {
		t.Logf("rows for JDKs that are not there cannot be told from mistakes, and only %d are", len(jdks))
		return
	}
	var images []*jimage.Image
	for _, jdk := range jdks {
		images = append(images, jimagetest.LibraryOf(t, jdk.Home))
	}
	for class, rows := range natives {
		native := map[string]bool{}
		for _, image := range images {
			for key, is := range declared(t, image, class) {
				native[key] = native[key] || is
			}
		}
		for _, key := range slices.Sorted(maps.Keys(rows)) {
			if !native[key] {
				t.Errorf("%s.%s is no native method of any JDK", class, key)
			}
		}
	}
}

// TestEverySubstitutionExists demands that each JDK has the methods that the VM executes in place of
// its own, and some JDK those that not all have.
func TestEverySubstitutionExists(t *testing.T) {
	Prepare()
	jdks := oracle.JDKs(t)
	having := map[string]int{} // how many JDKs have an optional method
	for _, jdk := range jdks {
		image := jimagetest.LibraryOf(t, jdk.Home)
		for _, all := range []map[string]table{substitutions, newer} {
			for class, rows := range all {
				methods := declared(t, image, class)
				for key := range rows {
					if _, ok := methods[key]; !ok {
						t.Errorf("JDK %s has no %s.%s", jdk.Name(), class, key)
					}
				}
			}
		}
		for class, rows := range optional {
			methods := declared(t, image, class)
			for key := range rows {
				if _, ok := methods[key]; ok {
					having[class+"."+key]++
				}
			}
		}
	}
	for class, rows := range optional {
		for key := range rows {
			if having[class+"."+key] == 0 && oracle.AllJDKs(jdks) {
				t.Errorf("no JDK has %s.%s", class, key)
			}
		}
	}
}

// TestRowsShadowNoJavaCode demands that a row only ever takes the place of a native method: what is
// native in one JDK is Java code in the next.
func TestRowsShadowNoJavaCode(t *testing.T) {
	Prepare()
	shadows := 0
	for _, jdk := range oracle.JDKs(t) {
		image := jimagetest.LibraryOf(t, jdk.Home)
		for class, rows := range natives {
			for key, native := range declared(t, image, class) {
				name, desc := splitKey(key)
				if rows[key] == nil || native || linking.IsPolymorphic(class, name, 0) {
					continue
				}
				shadows++
				if Find(class, name, desc, native) != nil && substitutions[class][key] == nil {
					t.Errorf("on JDK %s a row replaces the Java code of %s.%s", jdk.Name(), class, key)
				}
			}
		}
	}
	t.Logf("%d rows for natives of one JDK have the name of a Java method in another", shadows)
}

// TestCompiledCodeExecutesTheSameOnEachJDK demands that what compiled code executes itself where it is native, it also executes
// where a JDK has Java code for it that is replaced, and nowhere else: Math.sqrt was nine times as slow on newer JDKs.
func TestCompiledCodeExecutesTheSameOnEachJDK(t *testing.T) {
	executes := func(class, key string, native bool) bool {
		name, desc := splitKey(key)
		method := &classes.Method{Class: &classes.Class{Name: class, Trusted: true}, Name: name, Desc: desc}
		if native {
			method.Flags = classfile.AccNative
		}
		return compiler.ExecutesItself(method)
	}
	compared := 0
	for _, jdk := range oracle.JDKs(t) {
		image := jimagetest.LibraryOf(t, jdk.Home)
		for _, class := range Classes() {
			for key, native := range declared(t, image, class) {
				if name, desc := splitKey(key); executes(class, key, true) {
					compared++
					if got, want := executes(class, key, native), Find(class, name, desc, native) != nil; got != want {
						t.Errorf("on JDK %s compiled code executes %s.%s itself: %v, the VM does: %v", jdk.Name(), class, key, got, want)
					}
				}
			}
		}
	}
	if compared == 0 {
		t.Error("compiled code executes nothing itself")
	}
}

// splitKey takes a key of the table apart.
func splitKey(key string) (name, desc string) {
	at := slices.Index([]byte(key), '(')
	return key[:at], key[at:]
}
