package sharedmemory

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// cutModified cuts a text in modified UTF-8 to at most limit bytes, between two
// characters.
func cutModified(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && text[limit]&0xc0 == 0x80 {
		limit--
	}
	return text[:limit]
}

// decodeModified turns modified UTF-8 (JVMS 4.4.7) into a Go string. It differs
// from UTF-8 in that U+0000 has two bytes and characters beyond U+FFFF are
// written as a pair of surrogates of three bytes each. Malformed bytes and lone
// surrogates become U+FFFD.
func decodeModified(text []byte) string {
	plain := true
	for _, b := range text {
		if b == 0 || b >= utf8.RuneSelf {
			plain = false
			break
		}
	}
	if plain {
		return string(text)
	}
	var out strings.Builder
	for len(text) > 0 {
		c, size := decodeModifiedUnit(text)
		text = text[size:]
		if utf16.IsSurrogate(c) {
			low, lowSize := decodeModifiedUnit(text)
			if pair := utf16.DecodeRune(c, low); pair != utf8.RuneError {
				c, text = pair, text[lowSize:]
			}
		}
		out.WriteRune(c) // writes U+FFFD for a lone surrogate
	}
	return out.String()
}

// decodeModifiedUnit reads one UTF-16 code unit. Malformed input gives U+FFFD
// and a size of 1, no input a size of 0.
func decodeModifiedUnit(text []byte) (unit rune, size int) {
	continued := func(i int) bool { return i < len(text) && text[i]&0xc0 == 0x80 }
	switch {
	case len(text) == 0:
		return utf8.RuneError, 0
	case text[0] != 0 && text[0] < utf8.RuneSelf:
		return rune(text[0]), 1
	case text[0]&0xe0 == 0xc0 && continued(1):
		return rune(text[0]&0x1f)<<6 | rune(text[1]&0x3f), 2
	case text[0]&0xf0 == 0xe0 && continued(1) && continued(2):
		return rune(text[0]&0x0f)<<12 | rune(text[1]&0x3f)<<6 | rune(text[2]&0x3f), 3
	}
	return utf8.RuneError, 1
}
