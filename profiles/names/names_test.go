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
		{Class: "Demo", Name: "lambda$main$0", Descriptor: "()V", Line: 3},
		{Class: "Demo", Name: "lambda$new$1", Descriptor: "()V"},
		{Class: "shapes/Circle", Name: "<init>", Descriptor: "(D)V"},
		{Class: "shapes/Circle", Name: "<init>", Descriptor: "(DLjava/lang/String;)V"},
		{Class: "java/util/List", Name: "of", Descriptor: "()V"},
		{Class: "java/awt/List", Name: "of", Descriptor: "()V"},
		{Class: "java/util/Map$Entry", Name: "getKey", Descriptor: "()V"},
		{Class: "a/Copy", Name: "clone", Descriptor: "()La/Copy;"},
		{Class: "a/Copy", Name: "clone", Descriptor: "()Ljava/lang/Object;"},
		{Class: "java/util/Comparator", Name: "lambda$comparing$77a9974f$1", Descriptor: "(Ljava/lang/Object;)I", Line: -1},
		{Class: "a/B", Name: "lambda$run$4", Descriptor: "()V", Line: 7},
		{Class: "a/B", Name: "lambda$run$cafe$5", Descriptor: "()V", Line: 7},
		{Class: "a/B", Name: "lambda$static$3", Descriptor: "()V", Line: 8},
		{Class: "a/B", Name: "lambda$run$main$0", Descriptor: "()V", Line: 9},
		{Class: "a/B", Name: "lambda$odd", Descriptor: "()V"},
		{Class: "a/B$$Lambda$7/0x00", Name: "run", Descriptor: "()V"},
		{Class: "a/B$$Lambda$7/0x00", Name: "<init>", Descriptor: "()V"},
		{Class: "[Ljava/lang/String;", Name: "clone", Descriptor: "()Ljava/lang/Object;"},
		{Class: "a/B$$TypeSwitch+0x0000000000000016", Name: "typeSwitch", Descriptor: "(La/B;I)I"},
		{Class: "a/B$$TypeSwitch+0x0000000000000017", Name: "typeSwitch", Descriptor: "(La/B;I)I"},
		{Class: "a/B$Point$$Record$toString+0x0000000000000018", Name: "toString", Descriptor: "(La/B$Point;)Ljava/lang/String;"},
		{Class: profiles.LinkageClass, Name: "linkCallSites", Descriptor: "()V"},
	}
	want := []string{
		"Demo.main", "Demo static initializer", "lambda in Demo.main:3", "lambda in new Demo",
		"new Circle(double)", "new Circle(double, String)",
		"java.util.List.of", "java.awt.List.of", "Map.Entry.getKey",
		"a.Copy.clone(): Copy", "a.Copy.clone(): Object", "lambda in Comparator.comparing",
		"lambda in B.run:7 (4)", "lambda in B.run:7 (5)", "lambda in B static initializer:8", "lambda in B.run$main:9",
		"B.lambda$odd", "lambda proxy of B", "lambda proxy of B", "String[].clone",
		"pattern switch of B", "pattern switch of B", "record code of B.Point", "linking of call sites",
	}
	lines := make([]int, len(methods))
	for i := range methods {
		lines[i] = methods[i].Line
	}
	if diff := cmp.Diff(want, names.Of(methods, lines)); diff != "" {
		t.Errorf("unexpected names (-want +got):\n%s", diff)
	}
	if name := names.Reference("a/B$C$$Lambda$7/0x00"); name != "method reference in B.C" {
		t.Errorf("a method reference is named %q", name)
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

func TestQualified(t *testing.T) {
	for _, test := range []struct{ class, name, descriptor, qualified, symbol, readable, short string }{
		{"Demo", "main", "([Ljava/lang/String;)V", "Demo.main(String[])", "Demo.main([Ljava/lang/String;)V", "Demo.main(String[])", "Demo.main"},
		{"shop/Order$Line", "<init>", "(ILshop/Money;)V", "shop.Order$Line.<init>(int, Money)", "shop/Order$Line.<init>(ILshop/Money;)V", "new shop.Order.Line(int, Money)", "new Order.Line"},
		{"shop/Order$Line", "price", "(I)V", "shop.Order$Line.price(int)", "shop/Order$Line.price(I)V", "shop.Order.Line.price(int)", "Order.Line.price"},
		{"shop/Order", "<clinit>", "()V", "shop.Order.<clinit>()", "shop/Order.<clinit>()V", "shop.Order static initializer", "Order static initializer"},
		{"shop/Order", "lambda$price$3", "(I)V", "shop.Order.lambda$price$3(int)", "shop/Order.lambda$price$3(I)V", "lambda in shop.Order.price:9", "lambda in Order.price:9"},
		{"shop/OrderTest", profiles.TestRootPrefix + "adds", "()V", "shop.OrderTest.<test>adds()", "shop/OrderTest.<test>adds()V", "test shop.OrderTest.adds", "test OrderTest.adds"},
		{"shop/Order$$Lambda$7+0x00000000000000ab", "run", "()V", "shop.Order$$Lambda.run()", "shop/Order$$Lambda.run()V", "lambda proxy of shop.Order", "lambda proxy of Order"},
		{"shop/Order$$Lambda$7/0x00000000000000ab", "run", "()V", "shop.Order$$Lambda.run()", "shop/Order$$Lambda.run()V", "lambda proxy of shop.Order", "lambda proxy of Order"},
		{"java/lang/invoke/LambdaForm$MH+0x0000000000000002", "invoke", "()V", "java.lang.invoke.LambdaForm$MH.invoke()", "java/lang/invoke/LambdaForm$MH.invoke()V", "java.lang.invoke.LambdaForm.MH.invoke()", "LambdaForm.MH.invoke"},
		{"evil\nclass", "m\t", "()V", "evil�class.m�()", "evil�class.m�()V", "evil�class.m�()", "evil�class.m�"},
	} {
		m := profiles.Method{Class: test.class, Name: test.name, Descriptor: test.descriptor, Line: 9}
		if got := names.Qualified(&m); got != test.qualified {
			t.Errorf("%q, want %q", got, test.qualified)
		}
		if got := names.Symbol(&m); got != test.symbol {
			t.Errorf("%q, want %q", got, test.symbol)
		}
		if got := names.Readable(&m); got != test.readable {
			t.Errorf("%q, want %q", got, test.readable)
		}
		if got := names.Short(&m); got != test.short {
			t.Errorf("%q, want %q", got, test.short)
		}
	}
}
