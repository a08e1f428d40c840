package names

import (
	"strings"

	"hotlens/profiles"
)

// Qualified names a method as other tools write Java's methods: "shop.Order$Line.price(int,
// Money)", with the class's binary name and the simple names of the parameters' types.
// Constructors are "<init>", class initializers "<clinit>".
//
// Unlike the names that Of gives, it is a function of the method alone, so that the
// same method has the same name in two profiles. What the VM adds to the names of
// hidden classes to tell them apart, which differs from run to run, is left out: all
// lambda proxies of a class are "shop.Order$$Lambda". Control characters, which
// class files may have in names, become "�".
func Qualified(m *profiles.Method) string {
	return printable(strings.ReplaceAll(hiddenClass(m.Class), "/", ".") + "." + m.Name + Parameters(m.Descriptor))
}

// Readable names a method in the words of Of, and like Qualified by the method alone, with packages and the types of parameters: "shop.Order.Line.price(int, Money)", "new
// shop.Order(int)", "lambda in shop.Main.main:9". Several methods can have the same one.
func Readable(m *profiles.Method) string {
	text := readable(m, QualifiedClass)
	if _, made := helper(m.Class); !made && m.Class != profiles.LinkageClass && !IsLambda(m.Name) && m.Name != "<clinit>" && !strings.HasPrefix(m.Name, profiles.TestRootPrefix) {
		text += printable(Parameters(m.Descriptor))
	}
	return text
}

// Short is Readable without what is left out first where there is little room: packages and the types of parameters.
func Short(m *profiles.Method) string { return readable(m, SimpleClass) }

func readable(m *profiles.Method, class func(string) string) string {
	if m.Class == profiles.LinkageClass {
		return linkage
	}
	return printable(member(class(hiddenClass(m.Class)), m.Name, m.Line))
}

// Symbol names a method as class files do, with its descriptor: "shop/Order$Line.price(I)V".
// It tells methods apart that Qualified does not, such as a bridge method from the one
// that it calls, and leaves out the same of hidden classes.
func Symbol(m *profiles.Method) string {
	return printable(hiddenClass(m.Class) + "." + m.Name + m.Descriptor)
}

// hiddenMark stands between the name that a hidden class was defined with and what
// makes it unique (JDK 17, Lookup.defineHiddenClass).
const hiddenMark = "+0x"

// hiddenClass drops from the name of a hidden class what makes it unique, and the
// number of a lambda proxy.
func hiddenClass(class string) string {
	class, _, _ = strings.Cut(withoutHiddenSuffix(class), hiddenMark)
	if at := strings.Index(class, proxyMark); at >= 0 {
		class = class[:at+len(proxyMark)]
	}
	return class
}

// printable replaces control characters, on which formats made of lines would break.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '�'
		}
		return r
	}, text)
}
