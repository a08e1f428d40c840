//go:build unix

package natives

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// locale is what the system says about language and characters, in the JDK's
// terms: codes of ISO 639, 15924 and 3166. Parts that are not said are empty.
type locale struct {
	language, script, country, encoding string
}

// plainLocale is the locale named "C", as the JDK sees it; unicodeLocale is
// "C.UTF-8", which is also what every run under the virtual clock gets.
var (
	plainLocale   = locale{language: "en", country: "US", encoding: "ANSI_X3.4-1968"}
	unicodeLocale = locale{language: "en", encoding: "UTF-8"}
)

// localeCategories are those that setlocale(3) sets for LC_ALL: one whose locale
// is not installed makes it keep "C" for all.
var localeCategories = []string{
	"LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY", "LC_MESSAGES", "LC_PAPER",
	"LC_NAME", "LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION",
}

// localeScripts are the modifiers of locale names that the JDK knows.
var localeScripts = map[string]string{"cyrillic": "Cyrl", "devanagari": "Deva", "iqtelif": "Latn", "latin": "Latn", "Arab": "Arab"}

// systemLocale finds the locale of messages and the one of characters and
// formats from the environment, by the rules of setlocale(3). Installed tells
// which locales the system has.
func systemLocale(environment []string, installed func(name string) bool) (messages, characters locale) {
	names := map[string]string{}
	for _, category := range localeCategories {
		name := localeOf(environment, category)
		if !isPlain(name) && !installed(name) {
			return plainLocale, plainLocale
		}
		names[category] = name
	}
	return parseLocale(names["LC_MESSAGES"]), parseLocale(names["LC_CTYPE"])
}

// localeOf is the name of a category's locale: the first of three variables that
// says something.
func localeOf(environment []string, category string) string {
	for _, variable := range []string{"LC_ALL", category, "LANG"} {
		i := slices.IndexFunc(environment, func(entry string) bool { return strings.HasPrefix(entry, variable+"=") })
		if i < 0 {
			continue
		}
		if value := environment[i][len(variable)+1:]; value != "" {
			return value
		}
	}
	return "C"
}

func isPlain(name string) bool { return name == "C" || name == "POSIX" }

// parseLocale takes a name like "de_DE.UTF-8@euro" apart.
func parseLocale(name string) locale {
	if isPlain(name) {
		return plainLocale
	}
	name, modifier, _ := strings.Cut(name, "@")
	name, encoding, _ := strings.Cut(name, ".")
	l := locale{encoding: encodingName(encoding, modifier), script: localeScripts[modifier]}
	l.language, l.country, _ = strings.Cut(name, "_")
	if isPlain(l.language) {
		l.language = unicodeLocale.language
	}
	return l
}

// encodingName is the name that nl_langinfo(3) has for the encoding of a locale.
// One that names none has the Western European encoding of old.
func encodingName(encoding, modifier string) string {
	switch {
	case normalEncoding(encoding) == "utf8":
		return "UTF-8"
	case encoding != "":
		return strings.ToUpper(encoding)
	case modifier == "euro":
		return "ISO-8859-15"
	}
	return "ISO-8859-1"
}

// normalEncoding is how the names of installed locales spell an encoding.
func normalEncoding(encoding string) string {
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(encoding, "-", ""), "_", ""))
}

// localeFolder is where the C library looks for locales.
const localeFolder = "/usr/lib/locale"

// installedLocale reports whether the system has a locale: built in, as a folder,
// or in the archive, which holds the names as strings that end in a zero byte.
func installedLocale(name string) bool {
	base, modifier, _ := strings.Cut(name, "@")
	base, encoding, _ := strings.Cut(base, ".")
	normal := base
	if encoding != "" {
		normal += "." + normalEncoding(encoding)
	}
	if normal == "C.utf8" {
		return true
	}
	if modifier != "" {
		normal += "@" + modifier
	}
	if strings.ContainsAny(normal, "/\x00") {
		return false
	}
	if _, err := os.Stat(filepath.Join(localeFolder, normal)); err == nil {
		return true
	}
	archive, err := os.ReadFile(filepath.Join(localeFolder, "locale-archive"))
	return err == nil && bytes.Contains(archive, []byte("\x00"+normal+"\x00"))
}
