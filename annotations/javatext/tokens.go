package javatext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a Java token: its byte range in the text. White space and comments
// are not tokens.
type token struct {
	start, end int
}

// operators are Java's separators and operators of more than one character
// (JLS 3.11, 3.12), longest first. Those that start with ">" are left out, as
// ">>" may close two type argument lists: each ">" is a token of its own.
var operators = []string{"<<=", "...", "->", "::", "++", "--", "&&", "||", "==", "!=", "<=", "<<", "+=", "-=", "*=", "/=", "&=", "|=", "^=", "%="}

// tokenize splits a text into Java tokens (JLS chapter 3). It accepts any text:
// what is not Java becomes tokens of one character, and what is not terminated
// ends with its line, a text block with the text.
func tokenize(text string) []token {
	var tokens []token
	for i := 0; i < len(text); {
		start := i
		c := text[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
			i++
			continue
		case strings.HasPrefix(text[i:], "//"):
			i = lineEnd(text, i)
			continue
		case strings.HasPrefix(text[i:], "/*"):
			if end := strings.Index(text[i+2:], "*/"); end >= 0 {
				i += end + 4
			} else {
				i = len(text)
			}
			continue
		case strings.HasPrefix(text[i:], `"""`):
			i = textBlockEnd(text, i)
		case c == '"' || c == '\'':
			i = literalEnd(text, i)
		case isDigit(c) || c == '.' && i+1 < len(text) && isDigit(text[i+1]):
			i = numberEnd(text, i)
		default:
			i = wordEnd(text, i)
			if i == start {
				i = operatorEnd(text, i)
			}
		}
		tokens = append(tokens, token{start, i})
	}
	return tokens
}

func lineEnd(text string, i int) int {
	if end := strings.IndexAny(text[i:], "\r\n"); end >= 0 {
		return i + end
	}
	return len(text)
}

func textBlockEnd(text string, i int) int {
	for i += 3; i < len(text); i++ {
		if text[i] == '\\' {
			i++
		} else if strings.HasPrefix(text[i:], `"""`) {
			return i + 3
		}
	}
	return len(text)
}

func literalEnd(text string, i int) int {
	quote := text[i]
	for i++; i < len(text); i++ {
		switch text[i] {
		case quote:
			return i + 1
		case '\n', '\r':
			return i
		case '\\':
			if i+1 < len(text) && text[i+1] != '\n' && text[i+1] != '\r' {
				i++
			}
		}
	}
	return len(text)
}

func numberEnd(text string, i int) int {
	start := i
	for ; i < len(text); i++ {
		c := text[i]
		if isDigit(c) || c == '.' || c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' {
			continue
		}
		if c == '+' || c == '-' {
			exponent := text[i-1] | 0x20
			hexadecimal := i-start > 1 && text[start+1]|0x20 == 'x'
			if hexadecimal && exponent == 'p' || !hexadecimal && exponent == 'e' {
				continue
			}
		}
		break
	}
	return i
}

// wordEnd returns the end of the identifier or keyword at i, or i if there is
// none. A Unicode escape (JLS 3.3) counts as a letter.
func wordEnd(text string, i int) int {
	for i < len(text) {
		if c := text[i]; c < utf8.RuneSelf && c != '\\' { // nearly always, and Unicode's tables take their time
			if 'a' <= c|0x20 && c|0x20 <= 'z' || isDigit(c) || c == '_' || c == '$' {
				i++
				continue
			}
			return i
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == '\\' && strings.HasPrefix(text[i:], `\u`) {
			size = 2
		} else if r == utf8.RuneError || !(unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.In(r, unicode.Nl, unicode.Sc, unicode.Pc, unicode.Mn, unicode.Mc)) {
			return i
		}
		i += size
	}
	return i
}

func operatorEnd(text string, i int) int {
	switch c := text[i]; {
	case strings.IndexByte("(){}[];,@?~>", c) >= 0, c == '.' && !strings.HasPrefix(text[i:], "..."): // most of them
		return i + 1
	}
	for _, operator := range operators {
		if strings.HasPrefix(text[i:], operator) {
			return i + len(operator)
		}
	}
	_, size := utf8.DecodeRuneInString(text[i:])
	return i + size
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
