package names_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/profiles/names"
)

func TestOf(t *testing.T) {
	methods := []profiles.Method{
		{Class: "Demo", Name: "main", Descriptor: "([Ljava/lang/String;)V"},
		{Class: "Demo", Name: "<clinit>", Descriptor: "()V"},
		{Class: "Demo", Name: "lambda$main$0", Descriptor: "()V"},
		{Class: "Demo", Name: "lambda$new$1", Descriptor: "()V"},
		{Class: "shapes/Circle", Name: "<init>", Descriptor: "(D)V"},
		{Class: "shapes/Circle", Name: "<init>", Descriptor: "(DLjava/lang/String;)V"},
		{Class: "java/util/List", Name: "of", Descriptor: "()V"},
		{Class: "java/awt/List", Name: "of", Descriptor: "()V"},
		{Class: "java/util/Map$Entry", Name: "getKey", Descriptor: "()V"},
		{Class: "a/Copy", Name: "clone", Descriptor: "()La/Copy;"},
		{Class: "a/Copy", Name: "clone", Descriptor: "()Ljava/lang/Object;"},
		{Class: "java/util/Comparator", Name: "lambda$comparing$77a9974f$1", Descriptor: "(Ljava/lang/Object;)I"},
	}
	want := []string{
		"Demo.main", "Demo.<clinit>", "Demo.main λ0", "new Demo λ1",
		"new Circle(double)", "new Circle(double, String)",
		"java.util.List.of", "java.awt.List.of", "Map.Entry.getKey",
		"a.Copy.clone(): Copy", "a.Copy.clone(): Object", "Comparator.comparing λ1",
	}
	if diff := cmp.Diff(want, names.Of(methods)); diff != "" {
		t.Errorf("unexpected names (-want +got):\n%s", diff)
	}
}

func TestMethod(t *testing.T) {
	for _, test := range []struct{ class, name, want string }{
		{"a/B", "c", "B.c"},
		{"a/B$C", "<init>", "new B.C"},
		{"B", "lambda$static$3", "B.<clinit> λ3"},
		{"B", "lambda$odd", "B.lambda$odd"},
		{"B", "lambda$run$cafe$0", "B.run λ0"},
		{"B", "lambda$run$main$0", "B.run$main λ0"},
	} {
		if got := names.Method(test.class, test.name); got != test.want {
			t.Errorf("Method(%q, %q) = %q, want %q", test.class, test.name, got, test.want)
		}
	}
}

func TestClasses(t *testing.T) {
	for _, test := range []struct{ class, simple, qualified string }{
		{"Demo", "Demo", "Demo"},
		{"java/lang/String", "String", "java.lang.String"},
		{"a/Outer$Inner$Deep", "Outer.Inner.Deep", "a.Outer.Inner.Deep"},
		{"a/Outer$1", "Outer$1", "a.Outer$1"},
		{"a/Outer$1Local", "Outer$1Local", "a.Outer$1Local"},
		{"jdk/proxy1/$Proxy7", "$Proxy7", "jdk.proxy1.$Proxy7"},
		{"a/Demo$$Lambda$14/0x0000000800c03000", "Demo$$Lambda$14", "a.Demo$$Lambda$14"},
		{"Odd$", "Odd$", "Odd$"},
		{"", "", ""},
	} {
		if got := names.SimpleClass(test.class); got != test.simple {
			t.Errorf("SimpleClass(%q) = %q, want %q", test.class, got, test.simple)
		}
		if got := names.QualifiedClass(test.class); got != test.qualified {
			t.Errorf("QualifiedClass(%q) = %q, want %q", test.class, got, test.qualified)
		}
	}
}

func TestParameters(t *testing.T) {
	for descriptor, want := range map[string]string{
		"()V":                         "()",
		"(IJ)V":                       "(int, long)",
		"([[BLjava/util/Map$Entry;Z)": "(byte[][], Map.Entry, boolean)",
		"(C[Ljava/lang/String;)V":     "(char, String[])",
		"":                            "(…)",
		"I":                           "(…)",
		"(I":                          "(…)",
		"([)V":                        "(…)",
		"(Ljava/lang/String)V":        "(…)",
		"(Q)V":                        "(…)",
	} {
		if got := names.Parameters(descriptor); got != want {
			t.Errorf("Parameters(%q) = %q, want %q", descriptor, got, want)
		}
	}
}
