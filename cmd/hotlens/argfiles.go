package main

import (
	"fmt"
	"os"
	"strings"
)

// argumentQueue hands out the arguments of a command line one by one, with those
// of argument files (@FILE, as the java launcher has them) in the place of the
// file's name. "@@" stands for one "@"; files do not name further files.
type argumentQueue struct {
	rest    []string
	literal int  // how many of rest come from a file, and are taken as they are
	plain   bool // --disable-@files was given
}

// noArgumentFiles is java's flag behind which "@" has no meaning.
const noArgumentFiles = "--disable-@files"

// next takes the next argument off the queue; ok is false at its end.
func (q *argumentQueue) next() (argument string, ok bool, err error) {
	for len(q.rest) > 0 {
		argument, q.rest = q.rest[0], q.rest[1:]
		switch {
		case q.literal > 0:
			q.literal--
		case q.plain || len(argument) < 2 || argument[0] != '@':
		case argument[1] == '@':
			argument = argument[1:]
		default:
			words, err := readArgumentFile(argument[1:])
			if err != nil {
				return "", false, err
			}
			q.rest, q.literal = append(words, q.rest...), len(words)
			continue
		}
		if argument != noArgumentFiles {
			return argument, true, nil
		}
		q.plain = true
	}
	return "", false, nil
}

func readArgumentFile(name string) ([]string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("argument file @%s: %w; give %s if no file is meant", name, err, noArgumentFiles)
	}
	return splitArguments(string(text)), nil
}

// splitArguments splits an argument file's text at white space. A "#" outside
// quotes starts a comment. Within single or double quotes everything belongs to
// the argument, a backslash escapes the character behind it, and one at the end
// of a line joins it with the next, whose indentation is left out. Unclosed
// quotes end with their line.
func splitArguments(text string) []string {
	var words []string
	var word strings.Builder
	inWord, quote := false, byte(0)
	end := func() {
		if inWord {
			words = append(words, word.String())
		}
		word.Reset()
		inWord, quote = false, 0
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n' || c == '\r' || quote == 0 && (c == ' ' || c == '\t' || c == '\f'):
			end()
		case quote == 0 && c == '#':
			end()
			for i+1 < len(text) && text[i+1] != '\n' && text[i+1] != '\r' {
				i++
			}
		case quote == 0 && (c == '"' || c == '\''):
			inWord, quote = true, c
		case c == quote:
			quote = 0
		case c == '\\' && quote != 0 && i+1 < len(text):
			i = escaped(text, i+1, &word)
		default:
			inWord = true
			word.WriteByte(c)
		}
	}
	end()
	return words
}

// escaped adds what the escape at text[i], behind its backslash, stands for, and
// returns where it ends.
func escaped(text string, i int, word *strings.Builder) int {
	switch c := text[i]; c {
	case 'n':
		word.WriteByte('\n')
	case 'r':
		word.WriteByte('\r')
	case 't':
		word.WriteByte('\t')
	case 'f':
		word.WriteByte('\f')
	case '\n', '\r':
		for i+1 < len(text) && strings.IndexByte("\n\r \t\f", text[i+1]) >= 0 {
			i++
		}
	default:
		word.WriteByte(c)
	}
	return i
}
