//go:build unix

package natives

import "testing"

func TestSystemLocale(t *testing.T) {
	installed := func(name string) bool { return name == "de_DE.UTF-8" || name == "C.UTF-8" || name == "sr_RS@latin" }
	german := locale{language: "de", country: "DE", encoding: "UTF-8"}
	for _, test := range []struct {
		environment          []string
		messages, characters locale
	}{
		{nil, plainLocale, plainLocale},
		{[]string{"LANG="}, plainLocale, plainLocale},
		{[]string{"LANG=POSIX"}, plainLocale, plainLocale},
		{[]string{"LANG=C.UTF-8"}, unicodeLocale, unicodeLocale},
		{[]string{"LC_CTYPE=C.UTF-8"}, plainLocale, unicodeLocale},
		{[]string{"LANG=de_DE.UTF-8"}, german, german},
		{[]string{"LANG=de_DE.UTF-8", "LC_ALL=C"}, plainLocale, plainLocale},
		{[]string{"LANG=de_DE.UTF-8", "LC_MESSAGES=C.UTF-8"}, unicodeLocale, german},
		{[]string{"LANG=de_DE.UTF-8", "LC_TIME=fr_FR.UTF-8"}, plainLocale, plainLocale}, // not installed
		{[]string{"LANG=sr_RS@latin", "LC_CTYPE=C"}, locale{"sr", "Latn", "RS", "ISO-8859-1"}, plainLocale},
	} {
		messages, characters := systemLocale(test.environment, installed)
		if messages != test.messages || characters != test.characters {
			t.Errorf("%v: got %v and %v, want %v and %v", test.environment, messages, characters, test.messages, test.characters)
		}
	}
}

func TestInstalledLocale(t *testing.T) {
	for name, want := range map[string]bool{"C.UTF-8": true, "C.utf8": true, "xx_YY.UTF-8": false, "../locale": false} {
		if got := installedLocale(name); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}
