package project

import "strings"

// This file leaves out of a source file what is no code, for whoever looks for words in it without compiling it. A regular expression
// takes many times as long, which shows in a project of many files.

// codeOf is the text of a source file with a space in place of each comment, text block, string and character (JLS 3.7 and 3.10).
func codeOf(text string) string { return without(text, func(string) bool { return true }) }

// withoutComments is the text with a space in place of each comment only.
func withoutComments(text string) string {
	return without(text, func(part string) bool { return part[0] == '/' })
}

// without is the text with a space in place of each comment, text block, string and character that is to be left out.
func without(text string, leftOut func(part string) bool) string {
	var code strings.Builder
	for {
		at := strings.IndexAny(text, `/"'`)
		if at < 0 {
			code.WriteString(text)
			return code.String()
		}
		code.WriteString(text[:at])
		length := notCode(text[at:])
		switch {
		case length == 0: // a division, or what never ends
			code.WriteByte(text[at])
			length = 1
		case leftOut(text[at : at+length]):
			code.WriteByte(' ')
		default:
			code.WriteString(text[at : at+length])
		}
		text = text[at+length:]
	}
}

// notCode is how long the comment, text block, string or character is that a text begins with, 0 for none.
func notCode(text string) int {
	const block = `"""`
	switch {
	case strings.HasPrefix(text, "//"):
		if end := strings.IndexAny(text, "\n\r"); end >= 0 {
			return end
		}
		return len(text)
	case strings.HasPrefix(text, "/*"):
		if _, after, ended := strings.Cut(text[len("/*"):], "*/"); ended {
			return len(text) - len(after)
		}
	case strings.HasPrefix(text, block):
		if length := quoted(text, block, ""); length > 0 {
			return length
		}
		return len(`""`) // an empty string, and what follows
	case text[0] == '"':
		return quoted(text, `"`, "\n")
	case text[0] == '\'':
		if length := quoted(text, `'`, "\n"); length > len(`''`) {
			return length
		}
	}
	return 0
}

// quoted is how long a text is in its quotes, where they are neither escaped nor stands what it must not have before them; 0 if it does not end.
func quoted(text, quotes, not string) int {
	for i := len(quotes); i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case strings.HasPrefix(text[i:], quotes):
			return i + len(quotes)
		case not != "" && strings.HasPrefix(text[i:], not):
			return 0
		}
	}
	return 0
}
