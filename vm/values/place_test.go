package values

import (
	"strings"
	"testing"
)

// TestPlaces reads places and tells which calls are among theirs.
func TestPlaces(t *testing.T) {
	for _, test := range []struct {
		text                          string
		class, file, name, descriptor string
		bci, line                     int
		want                          bool
	}{
		{"Main.java:12", "shop/Main", "Main.java", "main", "()V", 3, 12, true},
		{"src/shop/Main.java:12", "shop/Main", "Main.java", "main", "()V", 3, 12, true},
		{"shop/Main.java:12", "big/shop/Main$Inner", "Main.java", "main", "()V", 3, 12, true},
		{`src\shop\Main.java:12`, "shop/Main", "Main.java", "main", "()V", 3, 12, true},
		{"other/Main.java:12", "shop/Main", "Main.java", "main", "()V", 3, 12, false},
		{"Main.java:12", "shop/MyMain", "MyMain.java", "main", "()V", 3, 12, false},
		{"Main.java:12", "shop/Main", "", "main", "()V", 3, 12, false},
		{"Main.java:12", "shop/Main", "Main.java", "main", "()V", 3, 13, false},
		{"Main.main:12", "shop/Main", "", "main", "()V", 3, 12, true},
		{"shop.Main.main:12", "shop/Main", "", "main", "()V", 3, 12, true},
		{"Main.Inner.run:12", "shop/Main$Inner", "", "run", "()V", 3, 12, true},
		{"shop/Main$Inner#run:12", "shop/Main$Inner", "", "run", "()V", 3, 12, true},
		{"Main.main:12", "shop/Main", "", "main2", "()V", 3, 12, false},
		{"Main.main:12", "shop/MyMain", "", "main", "()V", 3, 12, false},
		{"Main.main(I)V:12", "shop/Main", "", "main", "()V", 3, 12, false},
		{"shop/Main.<init>(Ljava/lang/String;)V@3", "shop/Main", "", "<init>", "(Ljava/lang/String;)V", 3, 99, true},
		{"shop/Main.<init>(Ljava/lang/String;)V@0", "shop/Main", "", "<init>", "(Ljava/lang/String;)V", 3, 99, false},
		{"Main.java:run:12", "x/Main/java:run", "", "run", "()V", 3, 12, false},
	} {
		p, err := ParsePlace(test.text)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if got := p.Covers(test.class, test.file, test.name, test.descriptor) && p.Holds(test.bci, test.line); got != test.want {
			t.Errorf("%s has a call of %s.%s at %d, line %d: %t, want %t", test.text, test.class, test.name, test.bci, test.line, got, test.want)
		}
	}
}

func FuzzParsePlace(f *testing.F) {
	for _, text := range []string{
		"", ":", "Main.java", "Main.java:0", "Main.java:-1", "Main.java:1x", ".java:3", "Main:3", ".main:3", "Main.:3", "Main.java@3", "Main.main@", "Main.main:99999999999", "(I)V:3", "Main.main(:3", "dynamic Main.main:3", "making Main.main(I)V",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePlace(text)
		if err != nil {
			if !strings.Contains(err.Error(), "names no calls") {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if p.File == "" && (p.Class == "" || p.Method == "") || p.Line < 0 || p.BCI < 0 {
			t.Errorf("%q is %+v", text, p)
		}
		p.Covers("shop/Main", "Main.java", "main", "()V")
	})
}

// TestKinds names invokedynamic instructions.
func TestKinds(t *testing.T) {
	concat := &dynamicCall{bootstrap: "java/lang/invoke/StringConcatFactory"}
	lambda := &dynamicCall{bootstrap: "java/lang/invoke/LambdaMetafactory", makes: true, method: "lambda$main$0", descriptor: "(I)V"}
	for _, test := range []struct {
		text    string
		dynamic *dynamicCall
		want    bool
	}{
		{"Main.main:12", nil, true},
		{"Main.main:12", concat, true},
		{"dynamic Main.main:12", nil, false},
		{"dynamic Main.main:12", concat, true},
		{"dynamic Main.main:13", concat, false},
		{"dynamic Main.java:12", lambda, true},
		{"making shop.Main.lambda$main$0(I)V", lambda, true},
		{"making shop/Main.lambda$main$0", lambda, true},
		{"making Main.lambda$main$1(I)V", lambda, false},
		{"making Main.lambda$main$0(I)V", concat, false},
		{"making Main.lambda$main$0(I)V", nil, false},
		{"making Other.lambda$main$0(I)V", lambda, false},
	} {
		p, err := ParsePlace(test.text)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if got := p.Covers("shop/Main", "Main.java", "main", "()V") && p.holds(3, 12, test.dynamic); got != test.want {
			t.Errorf("%s has %+v: %t, want %t", test.text, test.dynamic, got, test.want)
		}
	}
	for _, text := range []string{"dynamic ", "dynamic dynamic Main.main:12", "making Main", "making ", "dynamic making Main.main"} {
		if _, err := ParsePlace(text); err == nil {
			t.Errorf("%q is a place", text)
		}
	}
}
