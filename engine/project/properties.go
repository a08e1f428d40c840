package project

import (
	"os"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"hotlens/profiles/sources"
)

// ReadProperties reads a file of Java properties as java.util.Properties does, its bytes as Latin-1; nil where there is none. Half of a surrogate pair is U+FFFD.
func ReadProperties(path string) map[string]string {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	text, err := sources.Decode(content, "ISO-8859-1")
	if err != nil {
		return nil
	}
	all := map[string]string{}
	logical := "" // a line may go on in the next one
	for line := range strings.SplitSeq(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n") {
		line = strings.TrimLeft(line, " \t\f")
		if logical == "" && (line == "" || line[0] == '#' || line[0] == '!') {
			continue
		}
		logical += line
		if backslashes := len(logical) - len(strings.TrimRight(logical, "\\")); backslashes%2 == 1 {
			logical = logical[:len(logical)-1]
			continue
		}
		addProperty(all, logical)
		logical = ""
	}
	if logical != "" {
		addProperty(all, logical)
	}
	return all
}

// addProperty adds that of a line: its name ends at the first blank, "=" or ":" without a backslash.
func addProperty(all map[string]string, line string) {
	end := 0
	for end < len(line) && !strings.ContainsRune(" \t\f=:", rune(line[end])) {
		if line[end] == '\\' {
			end++
		}
		end++
	}
	end = min(end, len(line))
	value := strings.TrimLeft(line[end:], " \t\f")
	if value != "" && (value[0] == '=' || value[0] == ':') {
		value = strings.TrimLeft(value[1:], " \t\f")
	}
	all[unescape(line[:end])] = unescape(value)
}

// unescape resolves the backslashes in a name or value.
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		switch text[i] {
		case 't':
			b.WriteByte('\t')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 'f':
			b.WriteByte('\f')
		case 'u':
			if unit, ok := codeUnit(text[i+1:]); ok {
				i += 4
				if low, ok := strings.CutPrefix(text[i+1:], `\u`); ok { // characters beyond the first 65,536 are two
					if second, ok := codeUnit(low); ok {
						if pair := utf16.DecodeRune(unit, second); pair != utf8.RuneError {
							unit = pair
							i += len(`\uXXXX`)
						}
					}
				}
				b.WriteRune(unit)
			}
		default:
			b.WriteByte(text[i])
		}
	}
	return b.String()
}

// codeUnit gives the unit of UTF-16 that the first four hexadecimal digits say.
func codeUnit(text string) (unit rune, ok bool) {
	if len(text) < 4 {
		return 0, false
	}
	code, err := strconv.ParseUint(text[:4], 16, 16)
	return rune(code), err == nil
}
