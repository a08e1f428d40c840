package javatext

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a Java token: its byte range in the text. White space and comments
// are not tokens.
type token struct {
	first, behind int32 // bytes; small, as large texts have a hundred thousand tokens, which are copied at each key
}

func tokenFrom(start, end int) token { return token{int32(start), int32(end)} }

func (t token) start() int { return int(t.first) }
func (t token) end() int   { return int(t.behind) }

// operators are Java's separators and operators of more than one character
// (JLS 3.11, 3.12), longest first. Those that start with ">" are left out, as
// ">>" may close two type argument lists: each ">" is a token of its own.
var operators = []string{"<<=", "...", "->", "::", "++", "--", "&&", "||", "==", "!=", "<=", "<<", "+=", "-=", "*=", "/=", "&=", "|=", "^=", "%="}

// tokenize splits a text into Java tokens (JLS chapter 3). It accepts any text:
// what is not Java becomes tokens of one character, and what is not terminated
// ends with its line, a text block with the text.
func tokenize(text string) []token {
	tokens, _ := appendTokens(make([]token, 0, len(text)/charactersPerToken), text, 0, func(int) bool { return false })
	return tokens
}

// charactersPerToken is how many characters a token takes, with the white space around it: in the JDK's sources 7 to 9, with their comments 15 to 20.
const charactersPerToken = 8

// appendTokens appends the tokens from a place on that is in none, up to the first one whose start ends it. It returns where that is, or the text's length.
func appendTokens(tokens []token, text string, i int, ends func(start int) bool) ([]token, int) {
	for i < len(text) {
		start := i
		c := text[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
			i++
			continue
		case strings.HasPrefix(text[i:], "//"), i == 0 && strings.HasPrefix(text, "#!"): // the latter is a line for a shell (JEP 330)
			i = lineEnd(text, i)
			continue
		case strings.HasPrefix(text[i:], "/*"):
			if end := strings.Index(text[i+2:], "*/"); end >= 0 {
				i += end + 4
			} else {
				i = len(text)
			}
			continue
		case ends(start):
			return tokens, start
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
		tokens = append(tokens, tokenFrom(start, i))
	}
	return tokens, len(text)
}

// lookahead is how many characters behind a token may say where it ends: the dots of an ellipsis, the quotes of a text block.
const lookahead = 2

// retokenize splits a text into tokens of which an old one has most: that had other content from start to oldEnd, where this one has it to newEnd.
// What stands in front of the edit stays, and from the first old token behind it on that begins one of the new text, all are the same.
func retokenize(old []token, text string, start, oldEnd, newEnd int) []token {
	shift := newEnd - oldEnd
	kept := sort.Search(len(old), func(i int) bool { return old[i].end()+lookahead >= start })
	next := sort.Search(len(old), func(i int) bool { return old[i].start() >= oldEnd })
	tokens, from := append(make([]token, 0, len(old)+max(0, shift)), old[:kept]...), 0
	if kept > 0 {
		from = old[kept-1].end()
	}
	tokens, at := appendTokens(tokens, text, from, func(start int) bool {
		for next < len(old) && old[next].start()+shift < start {
			next++
		}
		return start >= newEnd && next < len(old) && old[next].start()+shift == start
	})
	if at == len(text) {
		return tokens
	}
	for _, t := range old[next:] {
		tokens = append(tokens, tokenFrom(t.start()+shift, t.end()+shift))
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
