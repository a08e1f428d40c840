package project

import (
	"os"
	"path/filepath"
	"testing"
)

// TestProperties reads what java.util.Properties reads: the expectations are what that says.
func TestProperties(t *testing.T) {
	path := filepath.Join(t.TempDir(), "all.properties")
	text := "# a comment\nsmile = \\uD83D\\uDE00!\ntwo=\\ud83d\\ude00\\uD83D\\uDE01\nhalf=\\uD83Dx\\uD83D\\u00e9\nlow=\\uDE00\\uD83D\n" +
		"accent=\xe9\\u00e9\nkey\\ with\\:all : a\\tb\\\n   c\nempty\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	expect(t, "properties", ReadProperties(path), map[string]string{
		"smile": "\U0001F600!", "two": "\U0001F600\U0001F601", "half": "\uFFFDx\uFFFD\u00e9", "low": "\uFFFD\uFFFD",
		"accent": "\u00e9\u00e9", "key with:all": "a\tbc", "empty": "",
	})
	if ReadProperties(path+".none") != nil {
		t.Error("a file that does not exist has properties")
	}
}
